"""Addresses of what the page draws: the picture of an answer, and the neighbours of a node."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.errors import CiceroneError, StatementRefused
from bot.page.lifespan import opened
from bot.page.limits import limits
from bot.render.picture import Picture, picture_of
from bot.steps.neighbours import Chosen
from memory.asker import person_of

_LONGEST = 1_000
_MOST_LABELS = 20

Drawing = Callable[[Request, str], Awaitable[dict[str, Any] | None]]


def asked_for(draw: Drawing) -> Callable[[Request], Awaitable[Response]]:
    """Serve what a person who has signed in asks to see, within their limits.

    Whatever is in the way is told in one sentence, as `{"error": ...}`.
    """

    async def serve(request: Request) -> Response:
        person = person_of(request.scope)
        if person is None:
            return _told("Sign in first.", 401)
        if refused := limits().refusal(f"{person}, by clicks"):
            return _told(refused, 429)
        try:
            async with limits().turn(person, f"pictures of {person}", _in_line):
                drawn = await draw(request, person)
        except StatementRefused as error:
            return _told(str(error), 422)
        except CiceroneError as error:
            return _told(str(error), 503)
        if drawn is None:
            return _told("There is nothing to draw.", 404)
        return JSONResponse(drawn, headers={"Cache-Control": "no-store"})

    return serve


async def answer_drawn(request: Request, person: str) -> dict[str, Any] | None:
    """What the rows of one of the person's own answers come from."""
    found = await (await opened.store()).answered(request.path_params["answer"])
    if found is None or found.user != person or not found.exchange.cypher:
        return None
    exchange = found.exchange
    async with opened.held() as cicerone:
        rows = await cicerone.drawn(exchange.cypher or "", exchange.parameters, person)
        drawn = picture_of(rows.rows, cicerone.schema).props()
    if drawn is not None and rows.truncated:
        drawn["cut"] = f"Drawn from the first {len(rows.rows):,} rows."
    return drawn


async def neighbours_drawn(request: Request, person: str) -> dict[str, Any] | None:
    """What a node is joined with: `id` and `label`, or `label`, `property` and `value`."""
    asked = request.query_params
    given = [asked.get(name, "")[:_LONGEST] for name in ("id", "property", "value")]
    chosen = Chosen(tuple(asked.getlist("label")[:_MOST_LABELS]), *given)
    async with opened.held() as cicerone:
        found = await cicerone.neighbours(chosen, person)
        picture = Picture(cicerone.schema)
        picture.add(found.elements)
    drawn = picture.props()
    if drawn is not None and found.cut:
        drawn["cut"] = "Not all neighbours are drawn; ask about them to see all."
    return drawn


def picture_routes() -> list[Route]:
    """The addresses."""
    return [
        Route("/picture/{answer}", asked_for(answer_drawn)),
        Route("/neighbours", asked_for(neighbours_drawn)),
    ]


async def _in_line(number: int) -> None:
    """Whoever clicks waits without being told."""


def _told(sentence: str, status: int) -> Response:
    return JSONResponse({"error": sentence}, status_code=status)
