"""Addresses of what the page draws: answers, the neighbours of a node, and what can be asked."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.errors import CiceroneError, StatementRefused
from bot.page.lifespan import opened
from bot.page.limits import limits
from bot.render.picture import Picture
from bot.render.schema_picture import label_props, schema_props
from bot.steps.neighbours import Chosen, Shown
from memory.asker import person_of
from memory.catalogue import preferred, say, speak
from memory.documents import has_documents, mentioned
from memory.schema import Schema

_LONGEST = 1_000
_MOST_LABELS = 20

Drawing = Callable[[Request, str], Awaitable[dict[str, Any] | None]]


def asked_for(draw: Drawing) -> Callable[[Request], Awaitable[Response]]:
    """Serve what a person who has signed in asks to see, within their limits.

    Whatever is in the way is told in one sentence, as `{"error": ...}`.
    """

    async def serve(request: Request) -> Response:
        speak(preferred(request.headers.get("accept-language", "")))
        person = person_of(request.scope)
        if person is None:
            return _told(say("Sign in first."), 401)
        if refused := limits().refusal_of_click(person):
            return _told(refused, 429)
        try:
            async with limits().turn(person, f"pictures of {person}", _in_line):
                drawn = await draw(request, person)
        except StatementRefused as error:
            return _told(str(error), 422)
        except CiceroneError as error:
            return _told(str(error), 503)
        if drawn is None:
            return _told(say("There is nothing to draw."), 404)
        return JSONResponse(drawn, headers={"Cache-Control": "no-store"})

    return serve


async def answer_drawn(request: Request, person: str) -> dict[str, Any] | None:
    """What the rows of one of the person's own answers come from."""
    found = await (await opened.store()).answered(request.path_params["answer"])
    if found is None or found.user != person or not found.exchange.cypher:
        return None
    exchange = found.exchange
    async with opened.held_for(found) as cicerone:
        shown = await cicerone.drawn(exchange.cypher or "", exchange.parameters, person)
        return _props(shown, cicerone.schema, say("Not all rows are drawn."))


async def neighbours_drawn(request: Request, person: str) -> dict[str, Any] | None:
    """What a node is joined with: `id` and `label`, or `label`, `property` and `value`.

    `answer` is one of the person's own, whose graph is meant. With `passages=1` it is the passages
    of documents that name the node; `documents` of the reply says that there may be such.
    """
    asked = request.query_params
    given = [asked.get(name, "")[:_LONGEST] for name in ("id", "property", "value")]
    chosen = Chosen(tuple(asked.getlist("label")[:_MOST_LABELS]), *given)
    answer = await (await opened.store()).answered(asked.get("answer", ""))
    theirs = answer is not None and answer.user == person
    async with opened.held_for(answer) if answer and theirs else opened.held() as cicerone:
        passages = asked.get("passages") == "1"
        found = await cicerone.neighbours(chosen, person, passages=passages)
        left_out = say("Not all neighbours are drawn; ask about them to see all.")
        drawn = _props(found, cicerone.schema, left_out)
        documents = has_documents(cicerone.schema)
        named = documents and bool(mentioned(cicerone.schema) & set(chosen.labels))
        return {**drawn, "documents": named} if drawn is not None else None


async def schema_drawn(request: Request, person: str) -> dict[str, Any] | None:
    """The labels and relationships of the graph."""
    del request, person
    async with opened.held() as cicerone:
        return schema_props(cicerone.schema, cicerone.layer)


async def label_told(request: Request, person: str) -> dict[str, Any] | None:
    """The properties of a label, with samples where a model may be sent them, too."""
    del person
    async with opened.held() as cicerone:
        samples = cicerone.settings.send != "schema"
        name = request.query_params.get("name", "")
        return label_props(name, cicerone.schema, cicerone.layer, samples=samples)


async def label_questions(request: Request, person: str) -> dict[str, Any] | None:
    """Questions about a label, proven to return rows."""
    async with opened.held() as cicerone:
        name = request.query_params.get("name", "")
        return {"questions": await cicerone.questions_about(name, person)}


def picture_routes() -> list[Route]:
    """The addresses."""
    return [
        Route("/schema", asked_for(schema_drawn)),
        Route("/schema/label", asked_for(label_told)),
        Route("/schema/questions", asked_for(label_questions)),
        Route("/picture/{answer}", asked_for(answer_drawn)),
        Route("/neighbours", asked_for(neighbours_drawn)),
    ]


def _props(found: Shown, schema: Schema, left_out: str) -> dict[str, Any] | None:
    picture = Picture(schema)
    picture.add(found.elements)
    drawn = picture.props()
    if drawn is not None and found.cut:
        drawn["cut"] = drawn["cut"] or left_out
    return drawn


async def _in_line(number: int) -> None:
    """Whoever clicks waits without being told."""


def _told(sentence: str, status: int) -> Response:
    return JSONResponse({"error": sentence}, status_code=status)
