"""A model that is sent no more than CICERONE_SEND allows, and no samples of personal data."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Mapping
from dataclasses import replace
from typing import Literal, TypeAlias

from bot.errors import ModelRefused
from bot.events import Usage
from bot.ports import (
    ExploreRequest,
    JudgeRequest,
    Model,
    Opinion,
    PlanRequest,
    SeekRequest,
    Seen,
    Shown,
    Sought,
    SummariseRequest,
    Understanding,
    UnderstandRequest,
    Writer,
    WriteRequest,
)
from guardrails.personal import stood_in, without_personal
from memory.schema import Property, Schema
from memory.text import fold

Send: TypeAlias = Literal["schema", "values", "rows"]

_QUOTED = re.compile(r"""(["'])((?:\\.|(?!\1).)*)\1""", re.DOTALL)


class SparingWriter:
    """Passes requests on without stored values that are not to be sent."""

    def __init__(self, writer: Writer, send: Send) -> None:
        self.name = writer.name
        self._writer = writer
        self._send = send

    async def write(self, request: WriteRequest) -> tuple[str, Usage]:
        """Cypher for a question."""
        return await self._writer.write(self._request(request))

    async def correct(
        self, request: WriteRequest, draft: str, problem: str
    ) -> tuple[str, Usage] | None:
        """Cypher again, after `problem` with `draft`."""
        asked = request.question
        draft, problem = self._spared(draft, asked), self._spared(problem, asked)
        return await self._writer.correct(self._request(request), draft, problem)

    def _spared(self, text: str, question: str) -> str:
        return without_literals(text, question) if self._send == "schema" else text

    def _request(self, request: WriteRequest) -> WriteRequest:
        if self._send != "rows":
            request = replace(request, sets=[replace(past, names=()) for past in request.sets])
        if self._send != "schema":
            return _impersonal(request)
        # Example pairs, readings and terms have stored values written into them.
        nothing = replace(request, linked=(), examples=(), readings=(), mistakes=())
        bare = replace(nothing, terminology="", part=None)
        sets = [replace(past, standalone=past.asked) for past in request.sets]
        return replace(bare, slice=self._slice(request.slice), sets=sets)

    def _slice(self, schema: Schema) -> Schema:
        return without_values(schema) if self._send == "schema" else without_personal(schema)


class SparingModel(SparingWriter):
    """Passes requests on without stored values (`schema`) or without rows (`values`)."""

    def __init__(self, model: Model, send: Send) -> None:
        super().__init__(model, send)
        self._model = model

    async def understand(self, request: UnderstandRequest) -> tuple[Understanding, Usage]:
        """Standalone question, verdict and language of a message."""
        history = request.history
        if self._send != "rows":
            history = [replace(past, names=()) for past in history]
        if self._send == "schema":
            history = [replace(past, standalone=past.asked) for past in history]
        write = self._request(request.write) if request.write is not None else None
        slice_ = self._slice(request.slice)
        spared = replace(request, slice=slice_, history=history, write=write)
        return await self._model.understand(spared)

    async def plan(self, request: PlanRequest) -> tuple[tuple[str, ...], Usage]:
        """The steps of a question."""
        return await self._model.plan(replace(request, slice=self._slice(request.slice)))

    async def explore(self, request: ExploreRequest) -> tuple[Seen, Usage]:
        """The next step of a model with tools."""
        seen = tuple(self._seen(step) for step in request.seen)
        spared = replace(request, write=self._request(request.write), seen=seen)
        return await self._model.explore(spared)

    def _seen(self, step: Seen) -> Seen:
        """A step with no more of rows and schema than is to be sent."""
        if step.slice is not None:
            step = replace(step, slice=self._slice(step.slice))
        if self._send == "rows":
            return step
        rows = replace(step.rows, rows=()) if step.rows is not None else None
        if self._send == "schema":
            step = replace(step, linked=())
        return replace(step, rows=rows, problem=self._spared(step.problem, step.argument))

    async def judge(self, request: JudgeRequest) -> tuple[Opinion, Usage]:
        """Whether a query answers a question."""
        spared = replace(
            request,
            cypher=self._spared(request.cypher, request.question),
            doubt=self._spared(request.doubt, request.question),
            slice=self._slice(request.slice),
        )
        return await self._model.judge(spared)

    async def seek(self, request: SeekRequest) -> tuple[tuple[Sought, ...], Usage]:
        """What passages name that answers a question.

        Raises:
            ModelRefused: what a graph stores is not to be sent.
        """
        if self._send != "rows":
            raise ModelRefused("Passages are kept from the model.")
        return await self._model.seek(request)

    async def summarise(self, request: SummariseRequest) -> AsyncIterator[str | Shown | Usage]:
        """The answer in pieces, written from rows.

        Raises:
            ModelRefused: rows are not to be sent.
        """
        if self._send != "rows":
            raise ModelRefused("Results are kept from the model.")
        async for piece in self._model.summarise(request):
            yield piece


def _impersonal(request: WriteRequest) -> WriteRequest:
    """The request without samples of personal data: in the schema, and in examples.

    What the question names or links is asked for, and no sample.
    """
    keep = (request.question, *(str(link.value) for link in request.linked))
    examples = [
        (question, cypher)
        for question, cypher in (stood_in(pair, request.slice, keep) for pair in request.examples)
    ]
    mistakes = [
        (question, draft, why)
        for question, draft, why in (
            stood_in(each, request.slice, keep) for each in request.mistakes
        )
    ]
    slice_ = without_personal(request.slice)
    return replace(request, slice=slice_, examples=examples, mistakes=mistakes)


def without_literals(text: str, question: str) -> str:
    """A text whose quoted strings are those of the question; repairs put stored values in.

    >>> without_literals("MATCH (g {name: 'Sci-Fi'}) RETURN g", "science fiction?")
    "MATCH (g {name: '…'}) RETURN g"
    >>> without_literals('No flag is "Norway".', "Ships of norway?")
    'No flag is "Norway".'
    """
    asked = fold(question)

    def spared(found: re.Match[str]) -> str:
        quote, inner = found[1], found[2]
        return found[0] if fold(inner) in asked else f"{quote}…{quote}"

    return _QUOTED.sub(spared, text)


def without_values(schema: Schema) -> Schema:
    """The schema with names and types alone."""
    labels = {
        name: replace(label, properties=_bare(label.properties))
        for name, label in schema.labels.items()
    }
    types = {
        name: replace(rel, properties=_bare(rel.properties))
        for name, rel in schema.relationships.items()
    }
    return replace(schema, labels=labels, relationships=types)


def _bare(properties: Mapping[str, Property]) -> dict[str, Property]:
    return {name: Property(name, one.types) for name, one in properties.items()}
