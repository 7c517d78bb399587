"""`/review`: what was learnt, and which names of documents are of one thing, for a curator."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.errors import UsageError
from bot.events import Rows
from bot.page import one_thing
from bot.page.lifespan import opened
from bot.page.own_pages import (
    Form,
    NotACurator,
    done_told,
    is_curator,
    of_graph,
    render,
    sent,
    shown,
    told,
)
from bot.render.table import cell_text
from bot.review import Review, Tried
from memory.catalogue import marked, say, say_many, translation

# Each is asked of the graph when the page is opened.
_LESSONS, _WORDS = 5, 10
_ROWS = 10
_DONE = {
    "approved": marked("Approved."),
    "refused": marked("Refused."),
    "saved": marked("Saved; it still waits."),
    **one_thing.DONE,
}


async def review(request: Request, person: str) -> Response:
    """The page."""
    if not is_curator(person):
        return told(person, str(NotACurator()), 403)
    async with _review(person) as found:
        waiting, words = await found.lessons(), await found.words()
        pages = max(1, -(-len(waiting) // _LESSONS))
        page = min(max(1, _number(request.query_params.get("page", ""))), pages)
        here = waiting[(page - 1) * _LESSONS : page * _LESSONS]
        lessons = [
            {
                "id": one.id,
                "question": one.question,
                "why": translation(one.why) if one.why else "",
                **_shown(tried),
            }
            for one, tried in zip(here, await found.tried(here), strict=True)
        ]
        some = words[:_WORDS]
        told_words = [
            {"id": one.id, "term": one.term, "meaning": one.meaning, **_shown(tried)}
            | {
                "people": say_many(
                    "{count} person taught it.", "{count} people taught it.", one.people
                )
            }
            for one, tried in zip(some, await found.tried_words(some), strict=True)
        ]
        return render(
            "review.html",
            person,
            done=done_told(_DONE, request),
            graph=(await opened.asked()).settings.graph_name,
            graphs=opened.graphs.offers,
            asked=f"/review{of_graph(request)}",
            count=len(waiting),
            lessons=lessons,
            page=page,
            pages=pages,
            words=told_words,
            word_count=len(words),
            things=await _things(request),
            told_why=one_thing.told_why,
            decided=await found.decided(),
        )


async def decide(form: Form, person: str) -> str:
    """Do what a curator says; where the page goes on."""
    if not is_curator(person):
        raise NotACurator
    if form.get("do") in one_thing.DONE:
        return await one_thing.decide_on((await opened.asked()).settings, form, person)
    identifier = form.get("id", "")
    given = (identifier, form.get("question", ""), form.get("cypher", ""))
    async with _review(person) as found:
        match form.get("do"):
            case "lesson.approve":
                await found.approve(*given)
            case "lesson.save":
                await found.save(*given)
                return "?done=saved#lessons"
            case "lesson.refuse":
                await found.refuse(identifier)
            case "word.approve":
                await found.approve_word(identifier, form.get("means", ""))
            case "word.refuse":
                await found.refuse_word(identifier)
            case _:
                raise UsageError(say("The page asked for nothing that can be done; open it again."))
    done = "approved" if form["do"].endswith("approve") else "refused"
    return f"?done={done}#{form['do'].partition('.')[0]}s"


async def _things(request: Request) -> one_thing.OneThing | None:
    after = request.query_params.get("after", "")
    return await one_thing.one_thing((await opened.asked()).settings, after)


def review_routes() -> list[Route]:
    """The addresses."""
    return [
        Route("/review", shown(review), methods=["GET"]),
        Route("/review", sent(decide, "/review"), methods=["POST"]),
    ]


@asynccontextmanager
async def _review(person: str) -> AsyncIterator[Review]:
    store = await opened.store()
    async with opened.held() as cicerone:
        yield Review(cicerone.own_memory(person), store)


def _shown(tried: Tried) -> dict[str, Any]:
    shown: dict[str, Any] = {"cypher": tried.cypher, "problem": "", "columns": (), "rows": ()}
    if isinstance(tried.rows, str):
        return shown | {"problem": tried.rows, "counted": ""}
    return shown | {
        "columns": tried.rows.columns,
        "rows": [[cell_text(value) for value in row] for row in tried.rows.rows[:_ROWS]],
        "counted": _counted(tried.rows),
    }


def _counted(rows: Rows) -> str:
    """How many rows there are now.

    >>> _counted(Rows(("a",), ((1,),), 1, False)), _counted(Rows(("a",), (), 0, False))
    ('1 row now.', 'No rows now.')
    """
    if not rows.rows:
        return say("No rows now.")
    count = rows.row_count
    if count is None:
        return say("The first {shown} of many rows now.", shown=_ROWS)
    if count > _ROWS:
        return say("The first {shown} of {count} rows now.", shown=_ROWS, count=count)
    return say_many("{count} row now.", "{count} rows now.", count)


def _number(text: str) -> int:
    return int(text) if text.isdecimal() and len(text) < 6 else 1
