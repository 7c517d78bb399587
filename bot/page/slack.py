"""Slack: thumbs that teach, and only of who asked; Chainlit keeps them, and carries the rest."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from bot.errors import CiceroneError
from bot.page.behind import go_on
from bot.page.feedback import is_of, learn

_THUMBS = {"thumbup": True, "thumbdown": False}
_log = structlog.get_logger(__name__)


def teach_by_thumbs() -> None:
    """Learn from the thumbs of Slack, where it is set up; before its first event comes."""
    if not (os.environ.get("SLACK_BOT_TOKEN") and os.environ.get("SLACK_SIGNING_SECRET")):
        return
    from chainlit.slack.app import get_user, slack_app
    from slack_bolt import BoltResponse

    @slack_app.middleware
    async def taught(body: dict[str, Any], client: Any, next: Callable[[], Awaitable[Any]]) -> Any:
        given = [x for x in body.get("actions") or [] if x.get("action_id") in _THUMBS]
        if not given:
            return await next()
        person = str((await get_user(body["user"]["id"])).identifier)
        answer, liked = str(given[0].get("value")), _THUMBS[given[0]["action_id"]]
        if not await _owns(person, answer):
            go_on(_decline(client, body))
            return BoltResponse(status=200, body="")
        # Slack waits three seconds for its reply.
        go_on(_learnt(person, answer, liked))
        return await next()


async def _owns(person: str, answer_id: str) -> bool:
    try:
        return await is_of(person, answer_id)
    except CiceroneError as error:
        _log.warning("a thumb was not kept", why=str(error))
        return False


async def _decline(client: Any, body: dict[str, Any]) -> None:
    told = "Only the person who asked can rate this."
    place, person = body["channel"]["id"], body["user"]["id"]
    await client.chat_postEphemeral(channel=place, user=person, text=told)


async def _learnt(person: str, answer_id: str, liked: bool) -> None:
    await learn(person, answer_id, liked)
