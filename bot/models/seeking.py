"""What passages name that answers a question, by a model: its prompt, and how it is read."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator
from dataclasses import replace
from typing import Any, TypeAlias

from bot.events import Usage
from bot.models.item_schema import NUMBER, TEXT, reply_schema
from bot.models.listing import Item, Listing
from bot.models.numbered import Numbered
from bot.models.prompt import filled
from bot.ports import Extract, SeekRequest, Sought

Listed: TypeAlias = Callable[[str, Any, int], Awaitable[tuple[Listing, Usage]]]
"""Asks for a list: by a prompt, a response format and the tokens that a reply may take."""
_LONGEST = 1_000
# Items and tokens of a reply at most: beside those for a sentence and a character.
_ITEMS, _TOKENS, _A_CHARACTER = 8, 300, 0.25


async def sought(listed: Listed, request: SeekRequest) -> tuple[tuple[Sought, ...], Usage]:
    """Ask what passages name, and read the reply; what it did not come to is asked for anew.

    Raises:
        ModelError: unreachable, refused, or nothing to be read in the reply.
    """
    return await _asked(listed, request, tuple(range(len(request.extracts))))


async def _asked(
    listed: Listed, request: SeekRequest, places: tuple[int, ...]
) -> tuple[tuple[Sought, ...], Usage]:
    passages = numbered(request)
    most = (passages[-1].last if passages else 0) + _ITEMS
    schema = reply_schema("items", {"items": {"at": NUMBER, "name": TEXT}}, most)
    tokens = round(_A_CHARACTER * sum(len(one.text) for one in request.extracts)) + _TOKENS
    listing, usage = await listed(seek_prompt(request), schema, tokens)
    found = [_sought(item, passages) for item in listing.items]
    come = 0 if listing.ended else max((one.place for one in found), default=0)
    told = tuple(replace(one, place=places[one.place] if one.place >= 0 else -1) for one in found)
    rest = [] if listing.ended else list(zip(request.extracts, places, strict=True))[come:]
    for part in _halves(rest) if rest else ():
        extracts, these = zip(*part, strict=True)
        more, cost = await _asked(listed, replace(request, extracts=extracts), these)
        told, usage = told + more, usage + cost
    return told, usage


def _halves(rest: list[tuple[Extract, int]]) -> Iterator[list[tuple[Extract, int]]]:
    """Passages in two parts, or the one that there is in two; none where it is a sentence."""
    if len(rest) > 1:
        yield rest[: len(rest) // 2]
        yield rest[len(rest) // 2 :]
        return
    extract, place = rest[0]
    text = Numbered(extract.text)
    middle = text.last // 2
    for part in (text.part(1, middle), text.part(middle + 1, text.last)) if middle else ():
        yield [(replace(extract, text=part), place)]


def numbered(request: SeekRequest) -> list[Numbered]:
    """The sentences of the passages, counted through."""
    found: list[Numbered] = []
    for one in request.extracts:
        found.append(Numbered(one.text, found[-1].last + 1 if found else 1))
    return found


def seek_prompt(request: SeekRequest) -> str:
    """The prompt that asks what passages name; what may be the same for many comes first."""
    passages = "\n\n".join(_told(request.extracts, numbered(request)))
    return filled("seek", question=request.question, kind=request.kind, passages=passages)


def _told(extracts: tuple[Extract, ...], texts: list[Numbered]) -> Iterator[str]:
    for one, text in zip(extracts, texts, strict=True):
        above = " > ".join((one.document, *one.headings))
        yield f"Passage ({above}):\n{text.shown()}"


def _sought(item: Item, passages: list[Numbered]) -> Sought:
    """An item; of no passage where its number is none."""
    at, name = item.get("at"), item.get("name")
    at, name = at if isinstance(at, int) else 0, name if isinstance(name, str) else ""
    place = next((n for n, one in enumerate(passages) if one.at(at)), -1)
    words = passages[place].at(at) if place >= 0 else ""
    return Sought(place, " ".join(name.split())[:_LONGEST], words)
