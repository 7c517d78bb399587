"""The pictures of charts, drawn without a browser, and the library that draws on the page."""

from __future__ import annotations

import asyncio
import json
import os
from functools import cache
from pathlib import Path
from typing import Any

import structlog
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from bot.errors import CiceroneError
from bot.events import Outcome
from bot.page.folder import shipped
from bot.page.lifespan import opened
from bot.page.limits import limits
from bot.page.listening import while_listening
from bot.render.charts.chart import drawings
from bot.render.charts.theme import MODES, chart_config
from bot.render.charts.vega import Form, library, library_name, picture
from memory.asker import person_of

_WIDTH = 720
_LICENSES = "/*! Vega, Vega-Lite, Vega-Embed and D3: see /public/vega-licenses.txt */\n"
_FORMS: dict[str, tuple[Form, str]] = {"png": ("png", "image/png"), "svg": ("svg", "image/svg+xml")}
# The address stays when the library is another.
_KEPT = {"Cache-Control": "private, max-age=3600"}
_making = asyncio.Lock()
_log = structlog.get_logger(__name__)


def chart_routes() -> list[Route]:
    """The addresses of charts; the library's is among them."""
    return [Route("/chart/vega.js", vega), Route("/chart/{answer}.{form:str}", chart)]


async def vega(request: Request) -> Response:
    """The library that draws charts on the page; made once, when the first chart is shown."""
    del request
    file = opened.settings.folder / "charts" / library_name()
    async with _making:
        if not file.exists():
            try:
                _write(file, _LICENSES.encode() + await library())
            except (CiceroneError, OSError) as error:
                return PlainTextResponse(str(error), status_code=503)
    return FileResponse(file, media_type="text/javascript", headers=_KEPT)


async def chart(request: Request) -> Response:
    """The chart of one of the person's own answers, as a picture; its rows are fetched anew.

    `kind` is one of those that fit the rows, else the best is drawn; `mode` is light or dark.
    """
    person = person_of(request.scope)
    if person is None:
        return PlainTextResponse("Sign in to download this.", status_code=401)
    if refused := limits().refusal_of_click(person):
        return PlainTextResponse(refused, status_code=429)
    if request.path_params["form"] not in _FORMS:
        return PlainTextResponse("There is no such chart.", status_code=404)
    form, media = _FORMS[request.path_params["form"]]
    answer, asked = request.path_params["answer"], request.query_params
    try:
        again = drawn_again(answer, person, asked.get("kind", ""))
        drawn = await while_listening(request, again)
        if drawn is None:
            return PlainTextResponse("There is no such chart.", status_code=404)
        made = await picture(drawn, theme(asked.get("mode", "")), form, _WIDTH)
    except CiceroneError as error:
        return PlainTextResponse(str(error), status_code=503)
    headers = {"Content-Disposition": f'attachment; filename="cicerone.{form}"'}
    return Response(made, media_type=media, headers=headers)


async def drawn_again(answer_id: str, person: str, kind: str = "") -> dict[str, Any] | None:
    """The specification of the chart of an answer; None where this person got no such answer.

    Raises:
        CiceroneError: the store or the graph fails, or the statement may not run any longer.
    """
    found = await (await opened.store()).answered(answer_id)
    if found is None or found.user != person or not found.exchange.cypher:
        return None
    if not opened.settings.charts:
        return None
    exchange = found.exchange
    async with opened.held_for(found) as cicerone:
        rows = await cicerone.rows_again(exchange, person)
    drawn = drawings(rows, exchange.query, exchange.cypher, kind)
    return drawn[0].spec if drawn else None


async def picture_of(outcome: Outcome) -> bytes | None:
    """The chart of an outcome as a PNG; None where its rows are none, or it cannot be drawn."""
    if not opened.settings.charts or outcome.error:
        return None
    given = (outcome.result, outcome.understood, outcome.cypher, outcome.chart)
    drawn = drawings(*given)
    try:
        return await picture(drawn[0].spec, theme("light"), "png", _WIDTH) if drawn else None
    except CiceroneError as error:
        _log.warning("a chart was not drawn", why=str(error))
        return None


def theme(mode: str) -> dict[str, Any]:
    """The look of a chart in one mode of the page; light where there is no such mode."""
    return _themes()[mode if mode in MODES else MODES[0]]


@cache
def _themes() -> dict[str, dict[str, Any]]:
    variables = json.loads(shipped("public/theme.json").read_text(encoding="utf-8"))["variables"]
    return {mode: chart_config(variables[mode]) for mode in MODES}


def _write(file: Path, content: bytes) -> None:
    file.parent.mkdir(mode=0o700, exist_ok=True)
    part = file.with_suffix(".part")
    part.write_bytes(content)
    os.replace(part, file)
