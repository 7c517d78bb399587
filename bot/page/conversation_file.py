"""The address at which a person's own conversation is had as Markdown."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from bot.errors import CiceroneError
from bot.page.lifespan import opened
from bot.page.limits import limits
from bot.render.conversation_file import conversation_text
from memory.asker import person_of


async def conversation(request: Request) -> Response:
    """The conversation as a file; who asks for another's is told that there is none."""
    person, thread = person_of(request.scope), request.path_params["thread"]
    if person is None:
        return PlainTextResponse("Sign in to download this.", status_code=401)
    if refused := limits().refusal_of_click(person):
        return PlainTextResponse(refused, status_code=429)
    try:
        await opened.store()
        threads = opened.threads()
        mine = await threads.get_thread_author(thread) == person
        found = await threads.get_thread(thread) if mine else None
    except CiceroneError as error:
        return PlainTextResponse(str(error), status_code=503)
    if found is None:
        return PlainTextResponse("There is no such conversation.", status_code=404)
    graph = (found["metadata"] or {}).get("graph") or opened.settings.graph_name
    text = conversation_text(found, str(graph))
    headers = {"Content-Disposition": 'attachment; filename="conversation.md"'}
    return Response(text, media_type="text/markdown; charset=utf-8", headers=headers)


def conversation_routes() -> list[Route]:
    """The address."""
    return [Route("/conversation/{thread}.md", conversation)]
