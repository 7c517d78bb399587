"""The search field below a linked value: names of the graph that hold what is typed."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from bot.page.lifespan import opened
from bot.page.pictures import asked_for
from bot.render.table import cell_text
from memory.store import Answered

_LONGEST = 100


async def values_like(request: Request, person: str) -> dict[str, Any] | None:
    """A few stored values like the `words` of the address, of the graph of an `answer`."""
    words = request.query_params.get("words", "").strip()[:_LONGEST]
    answer = await _answered(request, person)
    if not words or answer is None:
        return {"values": []}
    async with opened.held_for(answer) as cicerone:
        found = await cicerone.values_like(words, person)
    values = [
        {
            "label": one.label,
            "property": one.property,
            "value": one.value,
            "shown": cell_text(one.value),
        }
        for one in found
    ]
    return {"values": values}


async def no_name(request: Request, person: str) -> dict[str, Any] | None:
    """Whether the question of an `answer` goes on where the words at `start` are no name."""
    asked, found = request.query_params, await _answered(request, person)
    span = [asked.get(name, "") for name in ("start", "end")]
    if found is None or not all(one.isdecimal() for one in span):
        return None
    start, end = (int(one[:9]) for one in span)
    async with opened.held_for(found) as cicerone:
        return {
            "reads": await cicerone.reads_without(found.exchange.standalone, start, end, person)
        }


async def _answered(request: Request, person: str) -> Answered | None:
    """The answer that the address names, where it is the person's own."""
    found = await (await opened.store()).answered(request.query_params.get("answer", ""))
    return found if found is not None and found.user == person else None


def value_routes() -> list[Route]:
    """The addresses."""
    return [
        Route("/values", asked_for(values_like)),
        Route("/values/none", asked_for(no_name)),
    ]
