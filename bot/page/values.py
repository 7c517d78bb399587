"""The search field below a linked value: names of the graph that hold what is typed."""

from __future__ import annotations

from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from bot.page.lifespan import opened
from bot.page.pictures import asked_for
from bot.render.table import cell_text

_LONGEST = 100


async def values_like(request: Request, person: str) -> dict[str, Any] | None:
    """A few stored values like the `words` of the address."""
    words = request.query_params.get("words", "").strip()[:_LONGEST]
    if not words:
        return {"values": []}
    async with opened.held() as cicerone:
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


def value_routes() -> list[Route]:
    """The address."""
    return [Route("/values", asked_for(values_like))]
