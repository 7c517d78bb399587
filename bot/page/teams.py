"""Microsoft Teams: who writes, what is let in, thumbs that teach, and rows as a file.

Chainlit carries the messages. Left to it alone, two people of one name would be one person, a typed
"like" would fail, a thumb would take the place of the answer and teach nothing, Teams would refuse
the file, and what takes longer than Teams waits would be asked a second time.
"""

from __future__ import annotations

import asyncio
import os
from datetime import date
from typing import Any
from urllib.parse import urlsplit

import httpx
import structlog
from chainlit.data import get_data_layer
from chainlit.types import Feedback
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from bot.errors import CiceroneError
from bot.page.feedback import learn
from bot.page.lifespan import opened
from bot.page.rows import rows_as_csv
from bot.render.plain_text import numbered

# Teams gives up on an address after fifteen seconds, and sends the message once more.
_PATIENCE = 10.0
_UPLOAD_SECONDS = 60.0
_UPLOAD_SCHEMES = frozenset({"https"})
_STARTERS = 3
_CONSENT = "application/vnd.microsoft.teams.card.file.consent"
_FILE = "application/vnd.microsoft.teams.card.file.info"
_FILE_NAME = "rows.csv"
_log = structlog.get_logger(__name__)


def teams_routes(adapter: Any = None) -> list[Route]:
    """The address for Teams, where a bot is set up; it goes before Chainlit's own.

    Args:
        adapter: A `BotFrameworkAdapter`; by default Chainlit's, which reads the environment.
    """
    if not (os.environ.get("TEAMS_APP_ID") and os.environ.get("TEAMS_APP_PASSWORD")):
        return []
    if adapter is None:
        from chainlit.teams.app import adapter as of_chainlit

        adapter = of_chainlit
    return [Route("/teams/events", _Events(adapter).take, methods=["POST"])]


def member(activity: Any) -> str:
    """Identifier of who sent it: the directory's, for two people can share a name."""
    sender = activity.from_property
    return f"teams_{getattr(sender, 'aad_object_id', None) or sender.id}"


async def offer_rows(turn: Any, answer_id: str, size: int) -> None:
    """Offer all rows as a file of `size` bytes, which Teams takes in a personal chat alone."""
    from botbuilder.schema import Activity, Attachment

    if turn.activity.conversation.conversation_type != "personal":
        await turn.send_activity("The file with all rows can be had in a chat with me alone.")
        return
    card = {
        "description": "All rows of this answer.",
        "sizeInBytes": size,
        "acceptContext": {"answer": answer_id},
        "declineContext": {},
    }
    offered = Attachment(content_type=_CONSENT, name=_FILE_NAME, content=card)
    await turn.send_activity(Activity(type="message", attachments=[offered]))


class _Events:
    """Takes what Teams sends; what takes long goes on behind the reply."""

    def __init__(self, adapter: Any) -> None:
        self._adapter = adapter
        self._under_way: set[asyncio.Task[Any]] = set()

    async def take(self, request: Request) -> Response:
        """One activity of the Bot Framework."""
        from botbuilder.schema import Activity

        try:
            activity = Activity().deserialize(await request.json())
            assert activity.type and activity.from_property and activity.conversation
        except Exception:  # whatever is wrong with it, it is no activity
            return PlainTextResponse("This is no activity of the Bot Framework.", status_code=400)
        signed = request.headers.get("authorization", "")
        task = asyncio.create_task(self._adapter.process_activity(activity, signed, _taken))
        self._under_way.add(task)
        task.add_done_callback(self._under_way.discard)
        await asyncio.wait([task], timeout=_PATIENCE)
        if not task.done():
            task.add_done_callback(_ended)
            return Response(status_code=202)
        return _ended(task)


def _ended(task: asyncio.Task[Any]) -> Response:
    if task.cancelled():
        return Response(status_code=503)
    error = task.exception()
    if isinstance(error, PermissionError):
        return PlainTextResponse("This was not sent by Teams.", status_code=401)
    if error is not None:
        _log.error("a message of Teams was not answered", exc_info=error)
        return PlainTextResponse("Something went wrong on our side.", status_code=500)
    answered = task.result()
    if answered is None:
        return Response(status_code=202)
    return JSONResponse(answered.body, status_code=answered.status)


async def _taken(turn: Any) -> None:
    activity = turn.activity
    tenant = os.environ.get("TEAMS_APP_TENANT_ID")
    if tenant and activity.conversation.tenant_id != tenant:
        _log.warning("a message of another tenant was let be")
        return
    if activity.type == "message":
        await _message(turn)
    elif activity.type == "conversationUpdate":
        await _greet(turn)
    elif activity.type == "invoke" and activity.name == "fileConsent/invoke":
        await _hand_over(turn)


async def _message(turn: Any) -> None:
    from chainlit.teams.app import process_teams_message

    activity = turn.activity
    activity.attachments = []  # nothing is uploaded here, and no address of theirs is fetched
    activity.text = activity.text or ""
    given = activity.value if isinstance(activity.value, dict) else {}
    if given.get("feedback") in ("like", "dislike"):
        await _rate(turn, str(given.get("step_id")), given["feedback"] == "like")
    elif not activity.text.strip():
        await turn.send_activity("I read text alone: ask me in words.")
    else:
        # Chainlit tells people apart by this name.
        activity.from_property.name = member(activity).removeprefix("teams_")
        await turn.send_activity(_activity("typing"))
        await process_teams_message(turn, f"Teams, {date.today().isoformat()}")


async def _rate(turn: Any, answer_id: str, liked: bool) -> None:
    try:
        layer = get_data_layer()
        if layer is not None:
            await layer.upsert_feedback(Feedback(forId=answer_id, value=1 if liked else 0))
        async with opened.held() as cicerone:
            told = await learn(cicerone, member(turn.activity), answer_id, liked)
    except CiceroneError as error:
        told = str(error)
    await turn.send_activity(told or "Thank you, noted.")


async def _greet(turn: Any) -> None:
    added = [one.id for one in turn.activity.members_added or []]
    if turn.activity.recipient is None or turn.activity.recipient.id not in added:
        return
    try:
        cicerone = await opened.open()
        starters = (await cicerone.starters())[:_STARTERS]
        told = "\n\n".join([cicerone.greeting(), *numbered(starters)])
    except CiceroneError as error:
        told = str(error)
    await turn.send_activity(told)


async def _hand_over(turn: Any) -> None:
    """Upload the rows that were offered, where Teams says."""
    from botbuilder.core import InvokeResponse

    await turn.send_activity(_activity("invokeResponse", value=InvokeResponse(status=200)))
    given = turn.activity.value if isinstance(turn.activity.value, dict) else {}
    if given.get("action") != "accept":
        return
    upload, context = given.get("uploadInfo") or {}, given.get("context") or {}
    try:
        pieces = await rows_as_csv(str(context.get("answer")), member(turn.activity))
        if pieces is None or urlsplit(str(upload.get("uploadUrl"))).scheme not in _UPLOAD_SCHEMES:
            await turn.send_activity("There is no such answer of yours.")
            return
        await _upload(str(upload["uploadUrl"]), b"".join([piece async for piece in pieces]))
    except (CiceroneError, httpx.HTTPError) as error:
        _log.warning("rows were not uploaded", why=str(error))
        await turn.send_activity("The file could not be made; ask again for a new one.")
        return
    await turn.send_activity(_activity("message", attachments=[_uploaded(upload)]))


async def _upload(address: str, content: bytes) -> None:
    told = {"Content-Range": f"bytes 0-{len(content) - 1}/{len(content)}"}
    async with httpx.AsyncClient(timeout=_UPLOAD_SECONDS) as client:
        reply = await client.put(address, content=content, headers=told)
        reply.raise_for_status()


def _uploaded(upload: dict[str, Any]) -> Any:
    from botbuilder.schema import Attachment

    card = {"uniqueId": upload.get("uniqueId"), "fileType": upload.get("fileType")}
    address, name = upload.get("contentUrl"), upload.get("name")
    return Attachment(content_type=_FILE, content_url=address, name=name, content=card)


def _activity(kind: str, **told: Any) -> Any:
    from botbuilder.schema import Activity

    return Activity(type=kind, **told)
