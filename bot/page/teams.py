"""Microsoft Teams: who writes, what is let in, thumbs that teach, and rows as a file.

Chainlit carries the messages. Left to it alone, two people of one name would be one person, a typed
"like" would fail, a thumb would take the place of the answer and teach nothing, Teams would refuse
the file, and what takes longer than Teams waits would be asked a second time.
"""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import Awaitable, Callable
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
from bot.page.behind import go_on
from bot.page.conversation_file import conversation_as_file
from bot.page.feedback import is_of, learn
from bot.page.lifespan import opened
from bot.page.rows import rows_as
from bot.page.teams_token import NotSigned, Signatures
from bot.render.chat import file_name
from bot.render.plain_text import chat_text
from bot.render.row_files import ROW_FILES

# Teams gives up on an address after fifteen seconds, and sends the message once more.
_PATIENCE = 10.0
_LARGEST = 256 * 1024
_REMEMBERED = 1000
_UPLOAD_SECONDS = 60.0
# Where Teams keeps files: OneDrive and SharePoint, also of the national clouds.
_UPLOAD_HOSTS = (
    ".sharepoint.com",
    ".sharepoint.us",
    ".sharepoint-mil.us",
    ".sharepoint.cn",
    ".onedrive.com",
)
_UPLOAD_SCHEME = "https"
_STARTERS = 3
_CONSENT = "application/vnd.microsoft.teams.card.file.consent"
_FILE = "application/vnd.microsoft.teams.card.file.info"
_NOT_UPLOADED = "The file could not be made; ask again for a new one."
_log = structlog.get_logger(__name__)


def teams_routes(adapter: Any = None, signatures: Signatures | None = None) -> list[Route]:
    """The address for Teams, where a bot is set up; it goes before Chainlit's own.

    Args:
        adapter: A `BotFrameworkAdapter`; by default Chainlit's, which reads the environment.
        signatures: Reads the tokens of what comes in; by default with Microsoft's keys.
    """
    app_id = os.environ.get("TEAMS_APP_ID")
    if not (app_id and os.environ.get("TEAMS_APP_PASSWORD")):
        return []
    if adapter is None:
        from chainlit.teams.app import adapter as of_chainlit

        adapter = of_chainlit
    events = _Events(adapter, signatures or Signatures(app_id))
    return [Route("/teams/events", events.take, methods=["POST"])]


def member(activity: Any) -> str:
    """Identifier of who sent it: the directory's, for two people can share a name."""
    sender = activity.from_property
    return f"teams_{getattr(sender, 'aad_object_id', None) or sender.id}"


async def offer_file(
    turn: Any, answer_id: str, content: Callable[[], Awaitable[bytes | None]], form: str
) -> None:
    """Offer all rows or the conversation as a file: Teams takes it in a personal chat alone."""
    if turn.activity.conversation.conversation_type != "personal":
        await turn.send_activity("The file can be had in a chat with me alone.")
        return
    made = await content()
    if made is None:
        return
    card = {
        "description": "Our conversation." if form == "md" else "All rows of this answer.",
        "sizeInBytes": len(made),
        "acceptContext": {"answer": answer_id, "form": form},
        "declineContext": {},
    }
    offered = _attachment(_CONSENT, file_name(form), card)
    await turn.send_activity(_activity("message", attachments=[offered]))


class _Events:
    """Takes what Teams sends; what takes long goes on behind the reply."""

    def __init__(self, adapter: Any, signatures: Signatures) -> None:
        self._adapter = adapter
        self._signatures = signatures
        self._seen: dict[tuple[str, str], None] = {}

    async def take(self, request: Request) -> Response:
        """One activity of the Bot Framework; nothing of it is believed before it is verified."""
        from botbuilder.schema import Activity
        from botframework.connector.auth import ClaimsIdentity

        header = request.headers.get("authorization", "")
        body = await _body(request) if header else b""
        if body is None:
            return PlainTextResponse("This is too long for a message.", status_code=413)
        try:
            given = json.loads(body or b"{}")
            claims = await self._signatures.claims(header, given if header else {})
            activity = Activity().deserialize(given)
        except NotSigned as error:
            _log.warning("what was not sent by Teams is refused", why=str(error))
            return PlainTextResponse("This was not sent by Teams.", status_code=401)
        except Exception:  # whatever is wrong with it, it is no activity
            return _no_activity()
        if not (activity.type and activity.from_property and activity.conversation):
            return _no_activity()
        if not _is_ours(activity) or self._again(activity):
            return Response(status_code=202)
        identity = ClaimsIdentity(claims, True)
        task = go_on(self._adapter.process_activity_with_identity(activity, identity, _taken))
        await asyncio.wait([task], timeout=_PATIENCE)
        if not task.done():
            return Response(status_code=202)
        if task.cancelled() or task.exception() is not None:
            return PlainTextResponse("Something went wrong on our side.", status_code=500)
        answered = task.result()
        if answered is None:
            return Response(status_code=202)
        return JSONResponse(answered.body, status_code=answered.status)

    def _again(self, activity: Any) -> bool:
        """Whether this very activity came before: Teams sends once more what took too long."""
        if not activity.id:
            return False
        told = (str(activity.conversation.id), str(activity.id))
        if told in self._seen:
            return True
        self._seen[told] = None
        if len(self._seen) > _REMEMBERED:
            del self._seen[next(iter(self._seen))]
        return False


async def _body(request: Request) -> bytes | None:
    """The body; None where it is too long."""
    body = b""
    async for piece in request.stream():
        body += piece
        if len(body) > _LARGEST:
            return None
    return body


def _no_activity() -> Response:
    return PlainTextResponse("This is no activity of the Bot Framework.", status_code=400)


def _is_ours(activity: Any) -> bool:
    """Whether it comes out of Teams, of the tenant that may ask."""
    told = activity.channel_data if isinstance(activity.channel_data, dict) else {}
    tenant = (told.get("tenant") or {}).get("id")
    wanted = os.environ.get("TEAMS_APP_TENANT_ID")
    ours = activity.channel_id == "msteams" and wanted in ("*", tenant)
    if not ours:
        _log.warning("a message of another tenant or channel was let be")
    return ours


async def _taken(turn: Any) -> None:
    activity = turn.activity
    try:
        if activity.type == "message":
            await _message(turn)
        elif activity.type == "conversationUpdate":
            await _greet(turn)
        elif activity.type == "invoke" and activity.name == "fileConsent/invoke":
            await turn.send_activity(_answered())
            go_on(_hand_over(turn))
    except Exception as error:
        _log.error("a message of Teams was not answered", exc_info=error)
        await turn.send_activity("Something went wrong on our side; the log has the details.")


async def _message(turn: Any) -> None:
    from chainlit.teams.app import process_teams_message

    activity = turn.activity
    activity.attachments = []  # nothing is uploaded here, and no address of theirs is fetched
    activity.text = activity.text or ""
    given = _told(activity.value)
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
    person = member(turn.activity)
    try:
        if not await is_of(person, answer_id):
            await turn.send_activity("Only the person who asked can rate this.")
            return
        told = await learn(person, answer_id, liked)
        layer = get_data_layer()
        if layer is not None:
            await layer.upsert_feedback(Feedback(forId=answer_id, value=1 if liked else 0))
    except CiceroneError as error:
        told = str(error)
    await turn.send_activity(chat_text(told) or "Thank you, noted.")


async def _greet(turn: Any) -> None:
    added = [one.id for one in turn.activity.members_added or []]
    if turn.activity.recipient is None or turn.activity.recipient.id not in added:
        return
    try:
        cicerone = await opened.open()
        starters = (await cicerone.starters())[:_STARTERS]
        greeting = chat_text(await cicerone.greeting())
        told = "\n\n".join([greeting, *(f"- {chat_text(one.question)}" for one in starters)])
    except CiceroneError as error:
        told = chat_text(str(error))
    await turn.send_activity(told)


async def _hand_over(turn: Any) -> None:
    """Upload the rows that were offered, where Teams says."""
    given = _told(turn.activity.value)
    if given.get("action") != "accept":
        return
    upload, context = _told(given.get("uploadInfo")), _told(given.get("context"))
    try:
        address = str(upload.get("uploadUrl"))
        form, answer = str(context.get("form")), str(context.get("answer"))
        content = await _content(form, answer, member(turn.activity))
        if content is None or not _may_upload(address):
            await turn.send_activity("There is no such answer of yours.")
            return
        await _upload(address, content)
    except (CiceroneError, httpx.HTTPError, httpx.InvalidURL, ValueError) as error:
        _log.warning("rows were not uploaded", why=str(error))
        await turn.send_activity(_NOT_UPLOADED)
        return
    card = {"uniqueId": upload.get("uniqueId"), "fileType": upload.get("fileType")}
    done = _attachment(_FILE, upload.get("name"), card, content_url=upload.get("contentUrl"))
    await turn.send_activity(_activity("message", attachments=[done]))


async def _content(form: str, answer_id: str, person: str) -> bytes | None:
    """The file of an answer or of its conversation; None where this person got no such answer."""
    if form == "md":
        found = await (await opened.store()).answered(answer_id)
        theirs = found is not None and found.user == person
        return await conversation_as_file(found.thread) if found and theirs else None
    pieces = await rows_as(form if form in ROW_FILES else "csv", answer_id, person)
    return b"".join([piece async for piece in pieces]) if pieces is not None else None


def _may_upload(address: str) -> bool:
    """Whether rows may go there: to files of Teams, and to no other host."""
    parts = urlsplit(address)
    return parts.scheme == _UPLOAD_SCHEME and (parts.hostname or "").endswith(_UPLOAD_HOSTS)


async def _upload(address: str, content: bytes) -> None:
    told = {"Content-Range": f"bytes 0-{len(content) - 1}/{len(content)}"}
    async with httpx.AsyncClient(timeout=_UPLOAD_SECONDS) as client:
        reply = await client.put(address, content=content, headers=told)
        reply.raise_for_status()


def _told(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _answered() -> Any:
    from botbuilder.core import InvokeResponse

    return _activity("invokeResponse", value=InvokeResponse(status=200))


def _attachment(kind: str, name: Any, card: dict[str, Any], **told: Any) -> Any:
    from botbuilder.schema import Attachment

    return Attachment(content_type=kind, name=name, content=card, **told)


def _activity(kind: str, **told: Any) -> Any:
    from botbuilder.schema import Activity

    return Activity(type=kind, **told)
