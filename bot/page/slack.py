"""Slack: thumbs that teach; Chainlit keeps them, and carries everything else."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable
from typing import Any

import structlog

from bot.errors import CiceroneError
from bot.page.feedback import learn
from bot.page.lifespan import opened

_THUMBS = {"thumbup": True, "thumbdown": False}
_log = structlog.get_logger(__name__)


def teach_by_thumbs() -> None:
    """Learn from the thumbs of Slack, where it is set up; before its first event comes."""
    if not (os.environ.get("SLACK_BOT_TOKEN") and os.environ.get("SLACK_SIGNING_SECRET")):
        return
    from chainlit.slack.app import get_user, slack_app

    @slack_app.middleware
    async def taught(body: dict[str, Any], next: Callable[[], Awaitable[Any]]) -> Any:
        answered = await next()
        for action in body.get("actions") or []:
            if action.get("action_id") in _THUMBS:
                person = (await get_user(body["user"]["id"])).identifier
                liked = _THUMBS[action["action_id"]]
                await _learnt(str(person), str(action.get("value")), liked)
        return answered


async def _learnt(person: str, answer_id: str, liked: bool) -> None:
    try:
        async with opened.held() as cicerone:
            await learn(cicerone, person, answer_id, liked)
    except CiceroneError as error:
        _log.warning("a thumb was not learnt from", why=str(error))
