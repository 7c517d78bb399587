"""The pages of our own: who may see them, and that nothing stored becomes markup."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest
from starlette.applications import Starlette
from starlette.routing import Route

from bot.errors import StoreError, UsageError
from bot.page import own_pages
from bot.page.lifespan import opened
from bot.page.one_thing import Named, OneThing, Question, told_why
from bot.page.own_pages import Form, NotACurator, is_curator, is_local, render, sent
from bot.settings import load_settings
from memory.same_things import Merge

HOSTILE = "<script>alert(1)</script>\"' onfocus=alert(1)"


@pytest.fixture(autouse=True)
def _settings() -> Iterator[None]:
    before = opened._settings
    yield
    opened._settings = before


def configure(**given: object) -> None:
    opened.configure(load_settings(**given))


def test_the_local_person_is_a_curator_and_nobody_by_that_name_elsewhere() -> None:
    configure()
    assert is_local("local") and is_curator("local")
    assert not is_curator("") and not is_curator("ada")
    configure(auth="password:/people", curators=" ada ,, bo")
    assert [is_curator(name) for name in ("ada", "bo", "local", "eve", "")] == [
        *(True, True, False, False, False)
    ]
    assert not is_local("local")


def test_what_is_stored_is_shown_as_text() -> None:
    configure()
    pair = {
        **dict.fromkeys(("id", "question", "cypher", "source", "graph"), HOSTILE),
        **{"date": "2026-01-01", "pinned": "2026-01-01", "here": True},
    }
    word = {
        **dict.fromkeys(("term", "meaning", "graph"), HOSTILE),
        **{"date": "2026-01-01", "here": True, "everybody": True},
    }
    shared = {"id": HOSTILE, "name": HOSTILE, "date": "2026-01-01"}
    groups = {key: [pair] for key in ("pinned", "chosen", "liked", "disliked")}
    given = {"words": [word], "shared": [shared], "several": True, "sharing": True, "done": HOSTILE}
    lesson = {
        **dict.fromkeys(("id", "question", "cypher", "why", "problem", "counted"), HOSTILE),
        **{"columns": [HOSTILE], "rows": [[HOSTILE]]},
    }
    term = {**lesson, **dict.fromkeys(("term", "meaning", "people"), HOSTILE)}
    decided = {"what": HOSTILE, "decision": HOSTILE, "by": HOSTILE, "at": "2026-01-01T10:00"}
    reviewed = {"graph": HOSTILE, "count": 1, "lessons": [lesson], "words": [term], "done": HOSTILE}
    reviewed |= {"graphs": [{"name": HOSTILE, "title": HOSTILE}] * 2, "asked": "/review"}
    named = Named(HOSTILE, (HOSTILE,))
    merge = Merge(1, HOSTILE, HOSTILE, HOSTILE, True, HOSTILE, HOSTILE, "2026-01-01", False)
    asks = Question(HOSTILE, HOSTILE, (named, named))
    reviewed |= {"things": OneThing(2, (asks,), (merge,), True), "told_why": told_why}
    counts = {"page": 1, "pages": 2, "word_count": 2, "decided": [decided]}
    for page in (
        render("memory.html", "local", **groups, **given),
        render("review.html", "local", **reviewed, **counts),
        render("told.html", HOSTILE, sentence=HOSTILE, back="/"),
    ):
        html = bytes(page.body).decode()
        assert HOSTILE not in html and "<script>" not in html
        assert "&lt;script&gt;alert(1)" in html
        # Nothing runs but what our own origin serves.
        assert html.count("<script") == html.count('<script src="/public/')
        assert page.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(
    ("problem", "status"),
    [(UsageError("No."), 422), (StoreError("No."), 503), (NotACurator(), 403)],
)
async def test_what_a_form_asks_is_done_or_told_why_not(
    problem: Exception, status: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    configure(messages_a_minute=0)
    asked: list[Form] = []

    async def send(form: Form, person: str) -> str:
        asked.append(form)
        if form.get("fails"):
            raise problem
        return "?done=saved"

    app = Starlette(routes=[Route("/memory", sent(send, "/memory"), methods=["POST"])])
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://localhost") as web:
        assert (await web.post("/memory", data={"a": "b"})).status_code == 401
        assert asked == []
        monkeypatch.setattr(own_pages, "person_of", lambda scope: "local")
        done = await web.post("/memory", data={"term": "Léon & co", "means": ""})
        assert (done.status_code, done.headers["location"]) == (303, "/memory?done=saved")
        assert asked == [{"term": "Léon & co", "means": ""}]
        told = await web.post("/memory", data={"fails": "yes"})
        assert told.status_code == status and str(problem) in told.text
        long = await web.post("/memory", data={"term": "x" * 70_000})
        assert long.status_code == 422 and "too long" in long.text
        assert len(asked) == 2
