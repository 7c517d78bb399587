"""Our own addresses beside Chainlit's: readiness, greeting, CSV downloads, files of a thread."""

from __future__ import annotations

import asyncio
import time
from dataclasses import dataclass
from typing import Any

from starlette.requests import Request
from starlette.responses import (
    FileResponse,
    JSONResponse,
    PlainTextResponse,
    Response,
    StreamingResponse,
)
from starlette.routing import Route

from bot.errors import CiceroneError
from bot.page.conversation_file import conversation_routes
from bot.page.lifespan import Opened, opened
from bot.page.listening import while_listening
from bot.page.passages import passage_routes
from bot.page.pictures import picture_routes
from bot.page.rows import rows_as
from bot.page.values import value_routes
from bot.render.phrases import how_it_answers
from bot.render.row_files import ROW_FILES
from bot.settings import Settings
from memory import outages
from memory.asker import person_of
from memory.catalogue import preferred, speak

_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
_READY_SECONDS = 2.0
_LOOK_SECONDS = 1.0
_READY_FOR = 1.0


@dataclass(frozen=True, slots=True)
class Problem:
    """A part that questions cannot do without, and one sentence on what is wrong with it."""

    part: str
    why: str


class Readiness:
    """Whether graph and store answer; asked at most once a second, however often a prober comes."""

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._lock = asyncio.Lock()
        self._asked = float("-inf")
        self._problem: Problem | None = None

    async def problem(self) -> Problem | None:
        """What stands in the way of questions; None where all is well."""
        async with self._lock:
            if time.monotonic() - self._asked > _READY_FOR:
                self._problem = await self._ask()
                self._asked = time.monotonic()
            return self._problem

    async def _ask(self) -> Problem | None:
        part = "the store"
        try:
            async with asyncio.timeout(_READY_SECONDS):
                await (await self._opened.store()).ping()
                part = "the graph database"
                if not self._opened.is_open:
                    return Problem(part, self._opened.reading)
                async with self._opened.held() as cicerone:
                    await cicerone.graph.run("RETURN 1 AS one", seconds=_READY_SECONDS)
        except TimeoutError:
            why = f"{part.capitalize()} did not answer within {_READY_SECONDS:g} seconds."
            return Problem(part, why)
        except CiceroneError as error:
            return Problem(part, str(error))
        return None


_readiness = Readiness(opened)


async def ready(request: Request) -> Response:
    """200 where questions can be answered and kept now, else 503, the part that cannot, and why.

    `indexing` is how far names and texts are read, 0 to 1 for each; empty once they are. `away` are
    the parts that failed when they were last needed, such as a model, and for how many seconds.
    """
    del request
    problem = await _readiness.problem()
    told: dict[str, Any] = {
        "indexing": opened.cicerone.indexing if opened.is_open else {},
        "away": {o.part: round(time.monotonic() - o.began) for o in outages.now()},
    }
    if problem is None:
        return JSONResponse({"status": "ready", **told})
    reason = {"status": "not ready", "part": problem.part, "reason": problem.why}
    return JSONResponse(reason | told, status_code=503)


async def greeting(request: Request) -> Response:
    """For the welcome screen: what the graph knows, how it answers, what is still being read."""
    if person_of(request.scope) is None:
        return PlainTextResponse("Sign in first.", status_code=401)
    speak(preferred(request.headers.get("accept-language", "")))
    try:
        graph = await opened.asked()
        if not graph.is_open:
            graph.prepare()
            return JSONResponse({"greeting": "", "reading": graph.reading})
        # Who begins sees the graph as it is: the look that is due is waited for a little.
        await (await graph.open()).looked(_LOOK_SECONDS)
        await graph.open()
        async with graph.held() as cicerone:
            told = await cicerone.greeting()
    except CiceroneError as error:
        return JSONResponse({"greeting": "", "reading": str(error)})
    how = how_it_answers(graph.settings.model_name)
    return JSONResponse({"greeting": told, "how": how, "reading": graph.reading})


async def export(request: Request) -> Response:
    """All rows of one of the person's own answers, as a file of the form that the address names."""
    person = person_of(request.scope)
    if person is None:
        return PlainTextResponse("Sign in to download this.", status_code=401)
    form = request.path_params["form"]
    if form not in ROW_FILES:
        return PlainTextResponse("There is no such file.", status_code=404)
    try:
        begun = rows_as(form, request.path_params["answer"], person)
        body = await while_listening(request, begun)
    except CiceroneError as error:
        return PlainTextResponse(str(error), status_code=503)
    if body is None:
        return PlainTextResponse("There is no such answer.", status_code=404)
    headers = {"Content-Disposition": f'attachment; filename="cicerone.{form}"'}
    return StreamingResponse(body, media_type=ROW_FILES[form].media, headers=headers)


def file_route(files: Any) -> Route:
    """The address of the elements' files.

    Args:
        files: A `memory.files.Files`, or a callable that gives one once it is there.
    """

    async def file(request: Request) -> Response:
        person = person_of(request.scope)
        served = person and await files().served(request.path_params["key"], person)
        if not served:
            return PlainTextResponse("There is no such file.", status_code=404)
        kind = "inline" if served.inline else "attachment"
        return FileResponse(
            served.path,
            media_type=served.mime if served.inline else "application/octet-stream",
            filename=served.name,
            content_disposition_type=kind,
        )

    return Route("/files/{key:path}", file)


async def shut(request: Request) -> Response:
    """What is not switched on is not there."""
    del request
    return PlainTextResponse("This is not switched on.", status_code=404)


def shut_routes(settings: Settings) -> list[Route]:
    """Addresses of Chainlit's that nobody needs, before Chainlit's own."""
    paths = [] if settings.sharing else ["/project/share/{thread}", "/project/thread/share"]
    if not settings.api_docs:
        paths += ["/openapi.json", "/docs", "/docs/{rest:path}", "/redoc"]
    return [Route(path, shut, methods=_METHODS) for path in paths]


def routes() -> list[Route]:
    """All addresses but the files'."""
    return [
        Route("/ready", ready),
        Route("/greeting", greeting),
        Route("/export/{answer}.{form:str}", export),
        *conversation_routes(),
        *picture_routes(),
        *passage_routes(),
        *value_routes(),
    ]
