"""Questions that texts answer: passages of documents, long texts, or both with the graph's rows."""

from __future__ import annotations

from dataclasses import replace

from bot.cypher.statement import to_cypher
from bot.events import Linked
from bot.ports import WriteRequest
from bot.querying import Querying
from bot.steps.by_text import ByText
from bot.steps.documents_about import about, tell_about
from bot.steps.from_texts import FromTexts
from bot.steps.read import Read
from bot.steps.write import Draft
from bot.under_way import UnderWay
from guardrails.scope import Answerable, Redirect
from memory.catalogue import in_quotes, say

_NO_QUESTION = ("small_talk", "harmful")


class OverTexts:
    """Answers a turn from texts, alone or where they restrict what the graph has."""

    def __init__(self, turn: UnderWay, querying: Querying) -> None:
        """Take the turn, and what writes queries for it."""
        self._turn, self._querying = turn, querying

    @property
    def texts(self) -> FromTexts:
        """What answers from texts, with the words of the person asking."""
        return FromTexts(
            self._turn.parts.texts,
            self._turn.parts.parser,
            self._turn.parts.graph,
            self._turn.progress,
        )

    async def from_documents(self, verdict: Answerable | Redirect, parse: Read) -> bool:
        """Whether the passages of documents answer what the graph cannot, or is not asked."""
        only = (
            self._turn.parts.settings.answer_from == "passages"
            and verdict.verdict not in _NO_QUESTION
        )
        if isinstance(verdict, Answerable) and (verdict.act or not only):
            return False
        if not only and verdict.verdict not in ("not_in_schema", "off_topic"):
            return False
        return await self.passages_alone(parse, only=only)

    async def passages_alone(self, parse: Read, *, only: bool = False) -> bool:
        """Whether passages answer a question of which the reader read so much."""
        read = parse.reading
        nodes = read.query.pattern.nodes if read is not None else ()
        asked = (one.labels for one in nodes if read and one.variable == read.query.subject)
        labels = next(asked, ())
        named = read.used if read is not None else ()
        return await self._turn.documents.alone(self._turn.asked, labels, named, only=only)

    async def answer(self, part: ByText, linked: Linked, parse: Read) -> bool:
        """Whether texts answer; where none is near, a model may still find it in the graph."""
        if part.portion is not None and part.portion.of_documents:
            return await self._about(part, linked, parse)
        if (
            part.unread
            and self._turn.writer is not None
            and await self._over_texts(part, linked, parse)
        ):
            return True
        request = WriteRequest(self._turn.asked, linked.slice, linked.linked)
        execution, can_write = self._turn.execution(request, parse), self._turn.writer is not None
        return await self.texts.answer(
            part, execution, self._turn.answering(), else_graph=can_write
        )

    async def _about(self, part: ByText, linked: Linked, parse: Read) -> bool:
        """Whether passages tell which of the graph's rows are about a topic."""
        if part.query.source is not None:
            return False
        rest = None
        if part.unread and self._turn.writer is not None:
            rest = await self._querying.rest(part, linked, parse)
        if rest is None:
            cypher, parameters = to_cypher(part.query)
            rest = Draft(cypher, "offline", parameters, part.query, part.reading)
        request = WriteRequest(self._turn.asked, linked.slice, linked.linked)
        execution = self._turn.execution(request, replace(parse, unread=()))
        found = await about(part, rest, execution, self._turn.documents)
        if found is None:
            return False
        if part.unread and rest.query is not None:
            left = ", ".join(map(in_quotes, part.unread))
            await self._turn.progress.tell(say("Left out: {words}.", words=left))
        if found.draft is None:
            await tell_about(found, part, self._turn.documents)
            return True
        rows, draft = (await execution.best(found.draft, self._querying.never, 0)).result()
        self._turn.progress.note(route="both", linked=part.used, result=rows)
        await self._turn.answer(draft, rows, execution, found.read)
        await tell_about(found, part, self._turn.documents)
        return True

    async def _over_texts(self, part: ByText, linked: Linked, parse: Read) -> bool:
        """Whether a model writes what rules could not read of a question that texts restrict."""
        near = await self.texts.near(part)
        found = await self._querying.over(part, near, linked, parse) if near else None
        if found is None:
            return False
        rows, draft, execution = found
        self._turn.progress.note(route="both", result=rows)
        await self._turn.answer(draft, rows, execution)
        return True
