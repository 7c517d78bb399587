"""Addresses of what documents say: a passage, and the sentences that name a node."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager
from typing import Any

from starlette.requests import Request
from starlette.routing import Route

from bot.cicerone import Cicerone
from bot.page.lifespan import opened
from bot.page.pictures import asked_for
from bot.render.source_lines import place_of
from bot.render.source_props import source_props

_LONGEST = 1_000
_MOST_LABELS = 20


async def passage_shown(request: Request, person: str) -> dict[str, Any] | None:
    """The passage `id`, cut where the `words` stand in it, of the graph of an `answer`."""
    asked = request.query_params
    async with await _graph_of(asked.get("answer", ""), person) as cicerone:
        id_, words = (asked.get(name, "")[:_LONGEST] for name in ("id", "words"))
        found = await cicerone.passage(id_, words, person)
    place = place_of(found.document, found.page)
    shown = {"before": found.before, "quoted": found.quoted, "after": found.after}
    return {"place": place, "headings": list(found.headings), **shown}


async def sources_shown(request: Request, person: str) -> dict[str, Any] | None:
    """Every sentence that names the node `id` with its `label`s, of the graph of an `answer`."""
    asked = request.query_params
    async with await _graph_of(asked.get("answer", ""), person) as cicerone:
        labels = asked.getlist("label")[:_MOST_LABELS]
        found = await cicerone.sources_of(asked.get("id", "")[:_LONGEST], labels, person)
    return {"sources": [source_props(one) for one in found]}


async def _graph_of(answer: str, person: str) -> AbstractAsyncContextManager[Cicerone]:
    found = await (await opened.store()).answered(answer)
    return opened.held_for(found) if found and found.user == person else opened.held()


def passage_routes() -> list[Route]:
    """The addresses."""
    return [
        Route("/passage", asked_for(passage_shown)),
        Route("/passage/sources", asked_for(sources_shown)),
    ]
