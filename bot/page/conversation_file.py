"""The address at which a person's own conversation is had as Markdown."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot.errors import CiceroneError
from bot.page.keeping import kept_threads
from bot.page.lifespan import opened
from bot.page.limits import limits
from bot.render.conversation_file import conversation_text
from memory.asker import person_of
from memory.catalogue import preferred, say, speak


async def conversation_as_file(thread_id: str) -> bytes | None:
    """A conversation as Markdown, as far as it is kept; None where there is none.

    Raises:
        CiceroneError: the store fails.
    """
    found = await kept_threads().get_thread(thread_id)
    if found is None:
        return None
    graph = (found["metadata"] or {}).get("graph") or opened.settings.graph_name
    return conversation_text(found, str(graph)).encode()


async def conversation(request: Request) -> Response:
    """The conversation as a file; who asks for another's is told that there is none."""
    speak(preferred(request.headers.get("accept-language", "")))
    person, thread = person_of(request.scope), request.path_params["thread"]
    if person is None:
        return PlainTextResponse(say("Sign in to download this."), status_code=401)
    if refused := limits().refusal_of_click(person):
        return PlainTextResponse(refused, status_code=429)
    try:
        await opened.store()
        mine = await kept_threads().get_thread_author(thread) == person
        text = await conversation_as_file(thread) if mine else None
    except CiceroneError as error:
        return PlainTextResponse(str(error), status_code=503)
    if text is None:
        return PlainTextResponse(say("There is no such conversation."), status_code=404)
    headers = {"Content-Disposition": 'attachment; filename="conversation.md"'}
    return Response(text, media_type="text/markdown; charset=utf-8", headers=headers)


def conversation_routes() -> list[Route]:
    """The address."""
    return [Route("/conversation/{thread}.md", conversation)]
