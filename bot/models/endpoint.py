"""One OpenAI-compatible endpoint: asked within its time, in turn, and again where that can help."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, aclosing
from dataclasses import dataclass, field, replace
from typing import Any

import httpx

from bot.errors import ModelUnreachable, ReplyUnusable
from bot.events import Usage
from bot.models.circuit import Circuit
from bot.models.client import open_client
from bot.models.failures import Failure, Failures, shown_address
from bot.models.parameters import Ask, Parameters
from bot.models.purse import Purse
from bot.models.reply import clean
from bot.models.slots import Slots
from bot.models.wire import Piece, TooMuch, read_pieces
from bot.ports import patience
from memory.catalogue import say, say_many

_AT_ONCE = 5
_MAX_TEXT = 20_000
_CHARACTERS_A_TOKEN = 4
_MORE_TOKENS = 4
_LONGEST_NAME = 80
# How often each kind of failure is worth asking again.
_AGAIN = {
    "rate": 2, "server": 2, "connect": 1, "reset": 1, "cut": 1, "empty": 1, "crowded": 6, "slow": 1,
}  # fmt: skip
_OF_THE_ENDPOINT = ("server", "connect", "slow", "reset")


@dataclass(frozen=True, slots=True)
class Reply:
    """A whole reply; `arguments` are those of a call of the tool `called`."""

    text: str = ""
    arguments: str = ""
    called: str = ""
    refused: bool = False
    cut: bool = False
    usage: Usage = field(default_factory=Usage)

    def plus(self, piece: Piece) -> Reply:
        """With one piece more."""
        return Reply(
            self.text + piece.text,
            self.arguments + piece.arguments,
            self.called or piece.called,
            self.refused or bool(piece.refusal) or piece.finish_reason == "content_filter",
            self.cut or piece.finish_reason == "length",
            self.usage + (piece.usage or Usage()),
        )


class _Clock:
    """Until when a request's first token must have come (`first_by`), and its last (`ends`)."""

    def __init__(self, first_seconds: float, total_seconds: float) -> None:
        self._loop = asyncio.get_running_loop()
        now, waits, self._first = self._loop.time(), patience.get(), first_seconds
        self.ends = min(now + total_seconds, waits.ends if waits else now + total_seconds)
        self.first_by = min(now + first_seconds, self.ends)

    def stood_in_line(self, since: float) -> None:
        """Time in our own line is none of the endpoint's."""
        self.first_by = min(self.first_by + self._loop.time() - since, self.ends)

    def begin_again(self) -> bool:
        """Wait for a first token anew; False where the time is over.

        A model that was only being loaded is quick by now.
        """
        now = self._loop.time()
        self.first_by = min(now + self._first, self.ends)
        return now < self.ends

    def allows(self, seconds: float) -> bool:
        """Whether there is time for a pause."""
        return self._loop.time() + seconds < self.first_by


class Endpoint:
    """An endpoint and the model asked there.

    Args:
        name: The model's name.
        api_key: The key, blank where none is needed.
        base_url: Where; OpenAI's own address if None.
        first_token_seconds: From a request, retries included, to its first token.
        total_seconds: To the last token.
        transport: For evaluations and tests.
        purse: Pays for the requests; without one they are free.
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
        purse: Purse | None = None,
    ) -> None:
        self._purse = purse
        self.name, self.host = name, shown_address(base_url)
        self.failures = Failures(self.host, name)
        self._first, self._total = first_token_seconds, total_seconds
        self.client = open_client(
            api_key,
            base_url,
            first_seconds=first_token_seconds,
            total_seconds=total_seconds,
            transport=transport,
        )
        # Imported at first use, which takes a second that is none of the endpoint's.
        self._create: Any = self.client.chat.completions.with_streaming_response.create
        self._parameters = Parameters()
        self._slots = Slots(_AT_ONCE)
        self._circuit = Circuit(f"the model {name} at {self.host}")

    async def reply(self, ask: Ask) -> Reply:
        """A whole reply; one that was too long for its limit is asked for once more.

        Raises:
            ModelError: there is none, or it is cut off or a refusal.
        """
        reply = await self._collected(ask)
        if reply.cut:
            longer = await self._collected(replace(ask, max_tokens=ask.max_tokens * _MORE_TOKENS))
            reply = replace(longer, usage=reply.usage + longer.usage)
        if reply.refused:
            raise ReplyUnusable(say("The model {model} declined to answer that.", model=self.name))
        if reply.cut:
            raise ReplyUnusable(say("The reply of the model {model} was cut off.", model=self.name))
        return reply

    async def served(self) -> tuple[str, ...]:
        """Names of models, sorted; none where the endpoint does not tell."""
        try:
            async with asyncio.timeout(self._first):
                page = await self.client.models.list()
            return tuple(sorted(clean(str(model.id))[:_LONGEST_NAME] for model in page.data))
        except Exception:  # an advice may be missing, whatever the reason
            return ()

    async def _collected(self, ask: Ask) -> Reply:
        reply = Reply()
        async for piece in self.pieces(ask):
            reply = reply.plus(piece) if piece is not None else Reply(usage=reply.usage)
        return reply

    async def pieces(self, ask: Ask) -> AsyncGenerator[Piece | None, None]:
        """The pieces of a reply as they come; None says that it begins anew.

        Raises:
            ModelError: asking again does not help, or the time is over.
        """
        if self._purse is not None:
            await self._purse.check()
        if wait := self._circuit.wait():
            error = ModelUnreachable(
                say(
                    "The model at {host} failed a moment ago; it is asked again in {seconds} s.",
                    host=self.host,
                    seconds=round(wait),
                )
            )
            self._circuit.given_up(error)
            raise error
        clock = _Clock(self._first, self._total)
        failed: Counter[str] = Counter()
        while True:
            said = ended = False
            slot = 0
            try:
                async with AsyncExitStack() as stack:
                    slot = await self._stand_in_line(stack, clock, first=bool(failed))
                    pieces = await stack.enter_async_context(aclosing(self._attempt(ask, clock)))
                    async for piece in pieces:
                        said = said or bool(piece.text.strip() or piece.refusal or piece.arguments)
                        ended = ended or piece.finish_reason in ("length", "content_filter")
                        yield piece
                self._slots.went_well()
                self._circuit.went_well()
                if said or ended:
                    return
                nothing = say("The model {model} replied nothing.", model=self.name)
                failure = Failure("empty", ReplyUnusable(nothing))
            except Exception as error:
                failure = self.failures.of(error)
            await self._pause(failure, failed, clock, slot, final=said and not ask.whole)
            yield None

    async def _stand_in_line(self, stack: AsyncExitStack, clock: _Clock, *, first: bool) -> int:
        since = asyncio.get_running_loop().time()
        try:
            async with asyncio.timeout_at(clock.ends):
                line = self._slots.slot(self._tell_place, first=first)
                slot = await stack.enter_async_context(line)
        except TimeoutError:
            raise ModelUnreachable(
                say(
                    "The model at {host} is busy with other questions; ask again in a minute.",
                    host=self.host,
                )
            ) from None
        clock.stood_in_line(since)
        return slot

    async def _attempt(self, ask: Ask, clock: _Clock) -> AsyncGenerator[Piece, None]:
        """One request; its last piece is what it cost."""
        loop, characters, cost = asyncio.get_running_loop(), 0, Usage(calls=1)
        impatient = loop.call_later(self._first / 3, self._tell_slow)
        limit, began = clock.first_by, False
        try:
            async with AsyncExitStack() as stack:
                async with asyncio.timeout_at(limit):
                    response = await stack.enter_async_context(
                        self._create(
                            model=self.name,
                            messages=list(ask.messages),
                            **self._parameters.of(ask),
                        )
                    )
                content_type = response.headers.get("content-type", "")
                pieces = await stack.enter_async_context(
                    aclosing(read_pieces(content_type, response.iter_bytes()))
                )
                while True:
                    async with asyncio.timeout_at(limit):
                        piece = await anext(pieces, None)
                    if piece is None:
                        break
                    if piece.says:
                        impatient.cancel()
                        limit, began = clock.ends, True
                    characters += len(piece.text) + len(piece.arguments)
                    if characters > _MAX_TEXT:
                        raise TooMuch
                    cost = piece.usage or cost
                    if piece.usage is None:
                        yield piece
            yield Piece(usage=self._purse.priced(self.name, cost) if self._purse else cost)
        finally:
            impatient.cancel()
            if self._purse is not None and (began or cost.prompt_tokens):
                await self._purse.pay(self.name, _estimated(cost, ask, characters))

    async def _pause(
        self, failure: Failure, failed: Counter[str], clock: _Clock, slot: int, *, final: bool
    ) -> None:
        """Wait until it makes sense to ask again.

        Raises:
            ModelError: it makes none.
        """
        slow_once = failure.kind == "slow" and not failed["slow"] and not final
        asked_again = slow_once and clock.begin_again()
        if failure.kind in _OF_THE_ENDPOINT and not asked_again:
            self._circuit.failed()
        if final:
            self._circuit.given_up(failure.error)
            raise failure.error from None
        if failure.kind == "request" and self._parameters.learn(failure.text):
            return
        kind: str = failure.kind
        if kind == "rate" and self._slots.crowded(slot) and failure.wait is None:
            kind = "crowded"
        failed[kind] += 1
        wait = failure.wait if failure.wait is not None else random.uniform(0.2, 0.6) * failed[kind]
        hopeless = kind == "rate" and failure.wait is None
        if hopeless or failed[kind] > _AGAIN.get(kind, 0) or not clock.allows(wait):
            self._circuit.given_up(failure.error)
            raise failure.error from None
        if kind == "rate":
            await self._tell(
                say(
                    "Waiting for the model: {host} asked for {seconds} s of pause.",
                    host=self.host,
                    seconds=round(wait),
                )
            )
        await asyncio.sleep(wait)

    async def _tell_place(self, before: int) -> None:
        if not before:
            await self._tell(say("Waiting for the model: you are next."))
            return
        await self._tell(
            say_many(
                "Waiting for the model: one question is before yours.",
                "Waiting for the model: {count} questions are before yours.",
                before,
            )
        )

    async def _tell(self, text: str) -> None:
        waits = patience.get()
        if waits is not None:
            await waits.tell(text)

    def _tell_slow(self) -> None:
        """Called by the event loop when the first token keeps people waiting."""
        self._telling = asyncio.ensure_future(
            self._tell(say("Still waiting for {host}.", host=self.host))
        )


def _estimated(cost: Usage, ask: Ask, characters: int) -> Usage:
    """What a request cost; from the length of what was sent and said where nobody told."""
    if cost.prompt_tokens:
        return cost
    sent = sum(len(str(message.get("content", ""))) for message in ask.messages)
    return Usage(cost.calls, sent // _CHARACTERS_A_TOKEN, characters // _CHARACTERS_A_TOKEN)
