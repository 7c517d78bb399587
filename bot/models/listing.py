"""A list that a model replies with: read as it comes, ended where it goes round in circles."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from bot.draft_text import without_thoughts
from bot.errors import ReplyUnusable
from bot.events import Usage
from bot.models.endpoint import Endpoint
from bot.models.parameters import Ask
from bot.models.reply import clean, object_in
from bot.models.tokens import estimated
from memory.catalogue import say

Item: TypeAlias = Mapping[str, Any]
# So often the same in a row is no list any more.
_CIRCLES = 3
_MORE_TOKENS = 4
_QUOTED = 2_000
_AGAIN = "Reply with that JSON object alone."


@dataclass(frozen=True, slots=True)
class Listing:
    """The whole items of a reply; `ended` says that it came to its end."""

    items: tuple[Item, ...]
    ended: bool


@dataclass(frozen=True, slots=True)
class _Reply:
    text: str
    cut: bool
    circling: bool
    usage: Usage

    @property
    def listing(self) -> Listing:
        items: list[Item] = []
        for item in items_in(self.text):
            if item not in items:
                items.append(item)
        return Listing(tuple(items), not (self.cut or self.circling))

    @property
    def empty(self) -> bool:
        """Whether it is JSON that lists nothing."""
        try:
            return isinstance(json.loads(object_in(self.text)), dict)
        except ValueError:
            return False


async def listed(endpoint: Endpoint, ask: Ask) -> tuple[Listing, Usage]:
    """The items of a reply, as far as it got; asked again once where there is nothing to read.

    Raises:
        ModelError: unreachable, refused, or nothing to be read in the reply.
    """
    reply = await _read(endpoint, ask)
    usage, listing = reply.usage, reply.listing
    if listing.items or (reply.empty and listing.ended):
        return listing, usage
    if reply.cut:  # by thoughts, it may be
        again = replace(ask, max_tokens=ask.max_tokens * _MORE_TOKENS)
    else:
        said = {"role": "assistant", "content": reply.text[:_QUOTED]}
        told = {"role": "user", "content": _AGAIN}
        again = replace(ask, messages=(*ask.messages, said, told))
    reply = await _read(endpoint, again)
    usage, listing = usage + reply.usage, reply.listing
    if listing.items or (reply.empty and listing.ended):
        return listing, usage
    if reply.cut:
        raise ReplyUnusable(say("The reply of the model {model} was cut off.", model=endpoint.name))
    raise ReplyUnusable(
        say("The model {model} did not reply in the form it was asked for.", model=endpoint.name)
    )


def items_in(reply: str) -> list[Item]:
    """The JSON objects of a reply that hold no other, as far as it goes.

    >>> items_in('{"found": [{"at": 1, "name": "A {b}"}, {"at": 2, "na')
    [{'at': 1, 'name': 'A {b}'}]
    >>> items_in('<think>{"at": 9}</think>{"found": []}')
    []
    """
    found: list[Item] = []
    text = clean(without_thoughts(reply))
    start, quoted, escaped = -1, False, False
    for at, sign in enumerate(text):
        if quoted:
            quoted, escaped = sign != '"' or escaped, sign == "\\" and not escaped
        elif sign == '"':
            quoted = start >= 0
        elif sign == "{":
            start = at
        elif sign == "}" and start >= 0:
            found += _item(text[start : at + 1])
            start = -1
    return found


def circles(items: Sequence[Item]) -> bool:
    """Whether a list goes round: the last item again, or so often but for its sentence.

    >>> circles([{"at": 1, "name": "A"}, {"at": 2, "name": "B"}, {"at": 1, "name": "A"}])
    True
    >>> circles([{"at": at, "name": "A"} for at in (1, 2)])
    False
    >>> circles([{"at": at, "name": "A"} for at in (1, 2, 3)])
    True
    """
    if not items:
        return False
    last = [{**item, "at": 0} for item in items[-_CIRCLES:]]
    again = len(last) == _CIRCLES and all(item == last[0] for item in last)
    return again or items[-1] in items[:-1]


async def _read(endpoint: Endpoint, ask: Ask) -> _Reply:
    text, cut, refused, usage = "", False, False, Usage()
    async with aclosing(endpoint.pieces(ask)) as pieces:
        async for piece in pieces:
            if piece is None:
                text, cut = "", False
                continue
            text += piece.text + piece.arguments
            usage += piece.usage or Usage()
            cut = cut or piece.finish_reason == "length"
            refused = refused or bool(piece.refusal) or piece.finish_reason == "content_filter"
            if "}" in piece.text + piece.arguments and circles(items_in(text)):
                sent = "".join(str(one.get("content", "")) for one in ask.messages)
                return _Reply(text, cut, True, usage + Usage(1, estimated(sent), estimated(text)))
    if refused:
        raise ReplyUnusable(say("The model {model} declined to answer that.", model=endpoint.name))
    return _Reply(text, cut, circles(items_in(text)), usage)


def _item(text: str) -> list[Item]:
    try:
        item = json.loads(text)
    except ValueError:
        return []
    return [item] if item and not any(isinstance(one, list | dict) for one in item.values()) else []
