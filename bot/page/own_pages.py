"""Pages of our own beside the chat: plain HTML, with forms, and no script but the theme's.

Every text in them is escaped by the templates in `html/`; what changes something comes by POST,
which `bot.page.origins` lets our own origin alone send.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlencode

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from bot.errors import CiceroneError, UsageError
from bot.page.folder import shipped
from bot.page.lifespan import opened
from bot.page.limits import limits
from memory.asker import person_of
from memory.catalogue import language, preferred, say, speak
from memory.people import LOCAL_PERSON

_LONGEST_FORM = 64 * 1024
_FIRST = "/"
_HEADERS = {"Cache-Control": "no-store"}

Form = Mapping[str, str]
Shown = Callable[[Request, str], Awaitable[Response]]
Sent = Callable[[Form, str], Awaitable[str]]


def render(template: str, person: str, *, status: int = 200, **given: Any) -> Response:
    """One of the pages as `person` sees it, "" for nobody."""
    page = _templates().get_template(template)
    common = {"variables": _variables(), "person": person, "curator": is_curator(person)}
    common |= {"say": say, "language": language()}
    html = page.render(**common, local=is_local(person), **given)
    return HTMLResponse(html, status_code=status, headers=_HEADERS)


def shown(show: Shown) -> Callable[[Request], Awaitable[Response]]:
    """Serve a page to whoever has signed in; what is in the way is told in one sentence."""

    async def serve(request: Request) -> Response:
        speak(preferred(request.headers.get("accept-language", "")))
        person = person_of(request.scope)
        if person is None:
            return told("", say("Sign in first, then open this page again."), 401)
        try:
            return await show(request, person)
        except CiceroneError as error:
            return told(person, str(error), 503)

    return serve


def sent(send: Sent, back: str) -> Callable[[Request], Awaitable[Response]]:
    """Do what a form of a page asks, and lead `back` to where `send` says."""

    async def serve(request: Request) -> Response:
        speak(preferred(request.headers.get("accept-language", "")))
        person = person_of(request.scope)
        if person is None:
            return told("", say("Sign in first, then open this page again."), 401)
        if refused := limits().refusal_of_click(person):
            return told(person, refused, 429, back)
        try:
            place = await send(await _form(request), person)
        except NotACurator as error:
            return told(person, str(error), 403)
        except UsageError as error:
            return told(person, str(error), 422, back)
        except CiceroneError as error:
            return told(person, str(error), 503, back)
        graph = of_graph(request)
        if graph:
            place = f"{graph}{place.replace('?', '&', 1)}"
        return RedirectResponse(f"{back}{place}", status_code=303)

    return serve


def done_told(done: Mapping[str, str], request: Request) -> str:
    """What was just done, as the address of a page says; "" where nothing was."""
    text = done.get(request.query_params.get("done", ""))
    return say(text) if text else ""


def of_graph(request: Request) -> str:
    """What an address is followed by for the graph that a request names; "" where it names none."""
    graph = request.query_params.get("graph")
    return f"?{urlencode({'graph': graph})}" if graph else ""


def told(person: str, sentence: str, status: int, back: str = _FIRST) -> Response:
    """A page that is one sentence."""
    return render("told.html", person, status=status, sentence=sentence, back=back)


class NotACurator(UsageError):
    """Somebody asks for what only curators may do."""

    def __init__(self) -> None:
        super().__init__(say("Only curators may review what was learnt."))


def is_local(person: str) -> bool:
    """Whether it is whoever sits at this computer, where nobody signs in."""
    return person == LOCAL_PERSON and not opened.settings.auth.strip()


def is_curator(person: str) -> bool:
    """Whether a person decides what holds for everybody."""
    named = map(str.strip, opened.settings.curators.split(","))
    return bool(person) and (is_local(person) or person in named)


async def _form(request: Request) -> Form:
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > _LONGEST_FORM:
            raise UsageError(say("This is too long to be kept; shorten it."))
    return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))


@cache
def _templates() -> Environment:
    folder = Path(__file__).with_name("html")
    return Environment(
        loader=FileSystemLoader(folder),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def _variables() -> Mapping[str, Mapping[str, str]]:
    """The colours of the chat's own page, for light and for dark."""
    theme = json.loads(shipped("public/theme.json").read_text(encoding="utf-8"))
    return {mode: dict(theme["variables"][mode]) for mode in ("light", "dark")}
