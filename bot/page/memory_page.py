"""`/memory`: what is remembered of a person, to change or forget one by one, or all at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.cypher.literals import inline
from bot.errors import UsageError
from bot.page.keeping import kept_threads
from bot.page.lifespan import opened
from bot.page.own_pages import Form, done_told, render, sent, shown, told
from bot.page.sessions import end_chats, sign_out
from memory.catalogue import marked, preferred, say, speak

if TYPE_CHECKING:
    from memory.examples import Example
    from memory.own_pairs import OwnPairs
    from memory.terms import Term

_SOURCES = {
    "liked": marked("You found its answer right"),
    "disliked": marked("You found its answer wrong"),
    "failed": marked("You found its answer right; its query failed since, and is not used"),
    "chosen": marked("You chose what it means"),
    "pinned": marked("You pinned it"),
}
_DONE = {
    "saved": marked("Saved."),
    "forgotten": marked("Forgotten."),
    "unpinned": marked("Unpinned."),
    "ended": marked("Nobody else can read it any longer."),
}
_NO_PAIR = marked("This is not there any longer.")


async def memory(request: Request, person: str) -> Response:
    """The page."""
    pairs = [_pair(one) for one in await (await _pairs()).all(person)]
    words = [_word(one) for one in await _words(person)]
    shared = await kept_threads().shared_by(person)
    return render(
        "memory.html",
        person,
        done=done_told(_DONE, request),
        pinned=[one for one in pairs if one["pinned"]],
        chosen=[one for one in pairs if one["kind"] == "chosen"],
        liked=[one for one in pairs if one["kind"] in ("liked", "failed")],
        disliked=[one for one in pairs if one["kind"] == "disliked"],
        words=words,
        several=len({one["graph"] for one in [*pairs, *words]} | {opened.settings.graph_key}) > 1,
        sharing=opened.settings.sharing,
        shared=[
            {
                "id": one["id"],
                "name": one["name"] or say("A conversation"),
                "date": str((one["metadata"] or {}).get("shared_at") or one["createdAt"])[:10],
            }
            for one in shared
        ],
    )


async def change(form: Form, person: str) -> str:
    """Do what a form of the page asks; where the page goes on."""
    action, identifier = form.get("do", ""), form.get("id", "")
    term, graph = form.get("term", ""), form.get("graph", "")
    match action:
        case "pair.save":
            await _amend(person, identifier, form.get("question", ""), form.get("cypher", ""))
            return "?done=saved"
        case "pair.unpin":
            await (await _pairs()).unpin(person, identifier)
            return "?done=unpinned#pinned"
        case "pair.forget":
            await (await _pairs()).forget(person, identifier)
        case "word.save":
            async with opened.held_in(graph) as cicerone:
                await cicerone.own_memory(person).teach(term, form.get("means", ""))
            return "?done=saved#words"
        case "word.forget":
            await _forget_word(person, graph, term)
        case "share.end":
            await kept_threads().end_sharing(identifier)
            return "?done=ended#shared"
        case _:
            raise UsageError(say("The page asked for nothing that can be done; open it again."))
    return "?done=forgotten"


async def everything(request: Request) -> Response:
    """Forget a person in every store, and end the sign-in that it was asked with."""

    async def forget(form: Form, person: str) -> str:
        if form.get("sure") != "yes":
            raise UsageError(say("Tick “Yes, for good” first: nothing brings it back."))
        # First: a chat that connects anew meanwhile would make them known again.
        await sign_out(request, Response())
        await forget_everything(person)
        return "/forgotten"

    return await sent(forget, "/memory")(request)


async def forget_everything(person: str) -> None:
    """Forget a person in every store; their chats end first, so that nothing is written after it.

    Raises:
        CiceroneError: a store fails; whatever is gone by then stays gone.
    """
    await end_chats(person)
    await kept_threads().delete_user(person)
    for graph in opened.graphs.opened:
        async with graph.held() as cicerone:
            await cicerone.own_memory(person).forgotten()


async def forgotten(request: Request) -> Response:
    """What is told once all is forgotten."""
    speak(preferred(request.headers.get("accept-language", "")))
    return told("", say("Everything about you is forgotten."), 200)


def memory_routes() -> list[Route]:
    """The addresses."""
    return [
        Route("/memory", shown(memory), methods=["GET"]),
        Route("/memory", sent(change, "/memory"), methods=["POST"]),
        Route("/memory/everything", everything, methods=["POST"]),
        Route("/memory/forgotten", forgotten, methods=["GET"]),
    ]


async def _amend(person: str, identifier: str, question: str, cypher: str) -> None:
    pair = await (await _pairs()).pair(person, identifier)
    if pair is None:
        raise UsageError(say(_NO_PAIR))
    async with opened.held_in(pair.graph) as cicerone:
        await cicerone.own_memory(person).amend(pair, question, cypher)


async def _forget_word(person: str, graph: str, term: str) -> None:
    from memory.term_book import TermBook

    await TermBook(await opened.store(), graph).forget(person, term)


async def _pairs() -> OwnPairs:
    """The pairs, with the search index to follow where that is open."""
    from memory.own_pairs import OwnPairs

    if opened.is_open and (own := opened.cicerone.own_pairs) is not None:
        return own
    return OwnPairs(await opened.store())


async def _words(person: str) -> Sequence[Term]:
    from memory.term_book import own_terms

    return await own_terms(await opened.store(), person)


def _pair(pair: Example) -> Mapping[str, Any]:
    kind = pair.source if pair.status == "liked" else pair.status
    return {
        "id": pair.id,
        "kind": kind,
        "pinned": pair.pinned[:10],
        "question": pair.question,
        "cypher": inline(pair.cypher, pair.parameters),
        "source": say(_SOURCES[kind]),
        "date": pair.created[:10],
        "graph": pair.graph,
        "here": opened.graphs.name_of(pair.graph) is not None,
    }


def _word(word: Term) -> Mapping[str, Any]:
    return {
        "term": word.term,
        "meaning": word.meaning,
        "date": word.created[:10],
        "everybody": word.holds == "everybody",
        "graph": word.graph,
        "here": opened.graphs.name_of(word.graph) is not None,
    }
