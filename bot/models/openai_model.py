"""The model port over the `openai` package: any OpenAI-compatible endpoint."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, AsyncIterator, Callable, Iterable
from contextlib import aclosing
from dataclasses import replace
from functools import cached_property
from typing import Any, TypeVar

import httpx

from bot.errors import PromptTooLong, ReplyUnusable
from bot.events import Usage
from bot.models.endpoint import Endpoint, Reply
from bot.models.exploring import TOOLS, messages, wanted
from bot.models.judging import OPINION_SCHEMA, opinion_from
from bot.models.listing import Listing, listed
from bot.models.parameters import Ask
from bot.models.planning import PLAN_SCHEMA, plan_from
from bot.models.prompt import (
    Count,
    WriteForm,
    correct_prompt,
    explore_prompt,
    judge_prompt,
    part_prompt,
    plan_prompt,
    rows_shown,
    summarise_prompt,
    understand_prompt,
    write_prompt,
)
from bot.models.purse import Purse
from bot.models.reply import Spoken, cypher_from, whole_characters
from bot.models.seeking import sought
from bot.models.shrink import (
    smaller_judge,
    smaller_plan,
    smaller_summarise,
    smaller_understand,
    smaller_write,
)
from bot.models.tokens import Tokens
from bot.models.understanding import (
    APART,
    fields_of,
    understanding_from,
    understood_schema,
)
from bot.ports import (
    ExploreRequest,
    JudgeRequest,
    Opinion,
    PlanRequest,
    SeekRequest,
    Seen,
    Shown,
    Sought,
    SummariseRequest,
    Understanding,
    UnderstandRequest,
    WriteRequest,
)
from memory.catalogue import say

_MAX_TOKENS = {
    "write": 600,
    "understand": 250,
    "one": 900,
    "complete": 700,
    "structured": 2000,
    "summarise": 400,
    "ping": 5,
}
_QUOTED = 2000
_T = TypeVar("_T")


class OpenAIModel:
    """A chat model behind an OpenAI-compatible endpoint.

    `first_token_seconds` bounds the wait for the first token, `total_seconds` a whole call.
    `form` is how it is asked for Cypher; `apart` has it understand one thing at a time; `purse`
    pays. `transport` and a `temperature` other than nought are for evaluations and tests.
    """

    def __init__(
        self,
        *,
        name: str,
        api_key: str,
        base_url: str | None,
        first_token_seconds: float,
        total_seconds: float,
        transport: httpx.AsyncBaseTransport | None = None,
        temperature: float = 0.0,
        form: WriteForm = "chat",
        purse: Purse | None = None,
        apart: bool = False,
    ) -> None:
        self.name = name
        self._apart = apart
        self._form = form
        self._temperature = temperature
        self._own_address = base_url is None
        self._endpoint = Endpoint(
            name=name,
            api_key=api_key,
            base_url=base_url,
            first_token_seconds=first_token_seconds,
            total_seconds=total_seconds,
            transport=transport,
            purse=purse,
        )

    @cached_property
    def _tokens(self) -> Tokens:
        """Counts tokens; made when first needed, since that may fetch tables."""
        return Tokens(self.name if self._own_address else None)

    async def understand(self, request: UnderstandRequest) -> tuple[Understanding, Usage]:
        """What is open of a message, under an enforced JSON schema where the endpoint can.

        Raises:
            ModelError: unreachable, refused, or a reply that is no such JSON.
        """
        if self._apart and request.write is None:
            return await self._understand_apart(request)
        return await self._understood(request, understand_prompt, "understanding")

    async def _understand_apart(self, request: UnderstandRequest) -> tuple[Understanding, Usage]:
        """The same in a call for each open matter."""
        found, usage = Understanding(request.question, "answerable"), Usage()
        for matters in APART:
            open_ = [matter for matter in matters if matter in request.open]
            if not open_ or (matters == ("route",) and found.verdict != "answerable"):
                continue
            # Later matters are told of the standalone question, which holds the conversation.
            part = replace(request, question=found.standalone, open=open_)
            settled, cost = await self._understood(part, part_prompt, matters[0])
            told = {field: getattr(settled, field) for field in fields_of(open_)}
            found, usage = replace(found, **told), usage + cost
        return found, usage

    async def _understood(
        self,
        request: UnderstandRequest,
        prompt: Callable[[UnderstandRequest, Count], str],
        name: str,
    ) -> tuple[Understanding, Usage]:
        return await self._read(
            "understand" if request.write is None else "one",
            (prompt(each, self._tokens.count) for each in _both(request, smaller_understand)),
            lambda reply: understanding_from(
                reply.text or reply.arguments, request.question, request.open
            ),
            "Reply with that JSON object alone.",
            understood_schema(request.open, name),
        )

    async def write(self, request: WriteRequest) -> tuple[str, Usage]:
        """Cypher for a question.

        Raises:
            ModelError: unreachable, refused, cut off, or no Cypher in the reply.
        """
        requests = _both(request, smaller_write)
        prompts = (write_prompt(each, self._form) for each in requests)
        return await self._cypher(prompts, request.temperature)

    async def correct(self, request: WriteRequest, draft: str, problem: str) -> tuple[str, Usage]:
        """Cypher again, after `problem` with `draft`.

        Raises:
            ModelError: unreachable, refused, cut off, or no Cypher in the reply.
        """
        return await self._cypher(
            correct_prompt(each, draft, problem) for each in _both(request, smaller_write)
        )

    async def explore(self, request: ExploreRequest) -> tuple[Seen, Usage]:
        """The next step towards an answer: a tool with its argument, or none where it has done.

        Raises:
            ModelError: unreachable or refused, also where the endpoint takes no tools.
        """
        prompt = whole_characters(explore_prompt(request.write))
        ask = Ask(
            messages(prompt, request.seen),
            _MAX_TOKENS["write"],
            self._temperature,
            tools=TOOLS,
            tool="query" if request.last else "",
        )
        reply = await self._endpoint.reply(ask)
        step = wanted(reply.called, reply.arguments)
        if step is None and (cypher := cypher_from(reply.text)):
            # Some write the call, or the statement, into their reply.
            step = Seen("query", cypher)
        return step or Seen("", reply.text), reply.usage

    async def plan(self, request: PlanRequest) -> tuple[tuple[str, ...], Usage]:
        """The steps of a question, under an enforced JSON schema where the endpoint can.

        Raises:
            ModelError: unreachable, refused, or a reply that is no plan.
        """
        return await self._read(
            "understand",
            (plan_prompt(each) for each in _both(request, smaller_plan)),
            lambda reply: plan_from(reply.text or reply.arguments),
            "Reply with that JSON object alone.",
            PLAN_SCHEMA,
        )

    async def judge(self, request: JudgeRequest) -> tuple[Opinion, Usage]:
        """Whether a query answers its question, under an enforced JSON schema where it can.

        Raises:
            ModelError: unreachable, refused, or a reply that is no such JSON.
        """
        return await self._read(
            "understand",
            (judge_prompt(each) for each in _both(request, smaller_judge)),
            lambda reply: opinion_from(reply.text or reply.arguments),
            "Reply with that JSON object alone.",
            OPINION_SCHEMA,
        )

    async def seek(self, request: SeekRequest) -> tuple[tuple[Sought, ...], Usage]:
        """What passages name that answers a question, under an enforced JSON schema where it can.

        Raises:
            ModelError: unreachable, refused, too long, or a reply that is no such JSON.
        """
        return await sought(self.listed, request)

    async def summarise(self, request: SummariseRequest) -> AsyncIterator[str | Shown | Usage]:
        """The answer in pieces; before them how many rows they are made of, at last their cost.

        Raises:
            ModelError: unreachable or refused, also in the middle of the stream.
        """
        try:
            async with aclosing(self._summarised(request)) as pieces:
                async for piece in pieces:
                    yield piece
        except PromptTooLong:  # said before the first token
            async with aclosing(self._summarised(smaller_summarise(request))) as pieces:
                async for piece in pieces:
                    yield piece

    async def _summarised(
        self, request: SummariseRequest
    ) -> AsyncGenerator[str | Shown | Usage, None]:
        count = self._tokens.count
        yield Shown(len(rows_shown(request, count)))
        ask = self._ask("summarise", summarise_prompt(request, count), whole=False)
        async with aclosing(self._spoken(ask)) as spoken:
            async for piece in spoken:
                yield piece

    async def complete(self, prompt: str, response_format: Any | None = None) -> tuple[str, Usage]:
        """A reply of a few lines to a prompt of the caller's own, and what it cost.

        Args:
            prompt: The whole message.
            response_format: As the API takes it; left out where the endpoint does not know it.

        Raises:
            ModelError: unreachable or refused.
        """
        ask = self._ask("complete", prompt, response_format=response_format)
        reply = await self._endpoint.reply(ask)
        return reply.text, reply.usage

    async def structured(
        self, prompt: str, read: Callable[[str], _T | None], response_format: Any
    ) -> tuple[_T, Usage]:
        """What is read in a long reply to a prompt of the caller's own, under a JSON schema.

        Raises:
            ModelError: unreachable, refused, or nothing to be read in the reply.
        """
        return await self._read(
            "structured",
            (prompt, prompt),
            lambda reply: read(reply.text or reply.arguments),
            "Reply with that JSON object alone.",
            response_format,
        )

    async def listed(
        self, prompt: str, response_format: Any, max_tokens: int
    ) -> tuple[Listing, Usage]:
        """The items of a list, as far as a reply of so many tokens gets, under a JSON schema.

        Raises:
            ModelError: unreachable, refused, or nothing to be read in the reply.
        """
        ask = self._ask("structured", prompt, response_format=response_format)
        return await listed(self._endpoint, replace(ask, max_tokens=max_tokens))

    async def ping(self) -> float:
        """Seconds that a one-word reply takes; neither its words nor its end matter.

        Raises:
            ModelError: unreachable or refused.
        """
        started = time.perf_counter()
        ask = self._ask("ping", "Reply with the word ok.")
        async with aclosing(self._endpoint.pieces(ask)) as pieces:
            async for _ in pieces:
                pass
        return time.perf_counter() - started

    async def served(self) -> tuple[str, ...]:
        """Names of the models that the endpoint serves, as far as it tells them; for a remedy."""
        return await self._endpoint.served()

    async def close(self) -> None:
        """Let go of the connections."""
        await self._endpoint.client.close()

    async def _spoken(self, ask: Ask) -> AsyncGenerator[str | Usage, None]:
        """What a reply says, then its cost."""
        spoken, usage, cut = Spoken(), Usage(), False
        async with aclosing(self._endpoint.pieces(ask)) as pieces:
            async for piece in pieces:
                if piece is None:
                    spoken = Spoken()
                    continue
                usage += piece.usage or Usage()
                cut = cut or piece.finish_reason in ("length", "content_filter")
                if text := spoken.say(piece.text):
                    yield text
        if text := spoken.rest():
            yield text
        yield usage
        if cut:
            raise ReplyUnusable(say("The reply of the model {model} was cut off.", model=self.name))

    async def _cypher(
        self, prompts: Iterable[str], temperature: float | None = None
    ) -> tuple[str, Usage]:
        return await self._read(
            "write",
            prompts,
            _statement,
            "Reply with exactly one Cypher statement: no prose, no alternatives.",
            temperature=temperature,
        )

    async def _read(
        self,
        purpose: str,
        prompts: Iterable[str],
        read: Callable[[Reply], _T | None],
        again: str,
        response_format: Any | None = None,
        temperature: float | None = None,
    ) -> tuple[_T, Usage]:
        """What is read in a reply to the first prompt that is not too long; asked again once.

        Raises:
            ModelError: there is no reply, or nothing to be read in it.
        """
        tried = iter(prompts)
        how = {"response_format": response_format, "temperature": temperature}
        ask = self._ask(purpose, next(tried), **how)
        try:
            reply = await self._endpoint.reply(ask)
        except PromptTooLong:
            ask = self._ask(purpose, next(tried), **how)
            reply = await self._endpoint.reply(ask)
        found, usage = read(reply), reply.usage
        if found is None:
            said = {"role": "assistant", "content": (reply.text or reply.arguments)[:_QUOTED]}
            asked = (*ask.messages, said, {"role": "user", "content": again})
            reply = await self._endpoint.reply(replace(ask, messages=asked))
            found, usage = read(reply), usage + reply.usage
        if found is None:
            told = say(
                "The model {model} did not reply in the form it was asked for.", model=self.name
            )
            if purpose == "write":
                told = say("The model {model} did not reply with a query.", model=self.name)
            raise ReplyUnusable(told)
        return found, usage

    def _ask(
        self, purpose: str, prompt: str, temperature: float | None = None, **options: Any
    ) -> Ask:
        message = {"role": "user", "content": whole_characters(prompt)}
        heat = self._temperature if temperature is None else temperature
        return Ask((message,), _MAX_TOKENS[purpose], heat, **options)


def _statement(reply: Reply) -> str | None:
    """The one statement of a reply, be it in its text or in a call of a tool."""
    return cypher_from(reply.text) or cypher_from(reply.arguments) or None


def _both(request: _T, smaller: Callable[[_T], _T]) -> Iterable[_T]:
    """The request, and its smaller form where that is needed."""
    yield request
    yield smaller(request)
