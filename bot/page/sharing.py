"""Reading a conversation that somebody shares, for whoever has signed in."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from bot.errors import CiceroneError
from bot.page.keeping import kept_threads
from memory.asker import person_of


async def shared(request: Request) -> Response:
    """The thread, without anything to press or to fetch."""
    if person_of(request.scope) is None:
        return _told("Sign in first.", 401)
    try:
        thread = await kept_threads().shared_thread(request.path_params["thread"])
    except CiceroneError as error:
        return _told(str(error), 503)
    if thread is None:
        return _told("This conversation is not shared, or no longer.", 404)
    return JSONResponse(thread, headers={"Cache-Control": "no-store"})


def sharing_routes() -> list[Route]:
    """The address."""
    return [Route("/project/share/{thread}", shared, methods=["GET"])]


def _told(sentence: str, status: int) -> Response:
    return JSONResponse({"detail": sentence}, status_code=status)
