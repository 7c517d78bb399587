"""A message of a conversation becomes a turn, shown in the channel it came from."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from functools import partial
from typing import Any

import structlog
from chainlit import ErrorMessage, user_session
from chainlit import Message as Said
from chainlit.context import get_context

from bot.cicerone import Cicerone
from bot.errors import CiceroneError, UsageError
from bot.events import Outcome
from bot.page.charts import picture_of
from bot.page.conversation_file import conversation_as_file
from bot.page.graph_command import chosen
from bot.page.keeping import kept_threads, tell_what_is_not_kept
from bot.page.lifespan import opened
from bot.page.limits import ENDING, limits, who_asks
from bot.page.teams import offer_file
from bot.parts import Message
from bot.render.channel import Channel
from bot.render.chat import Chat
from bot.render.web import Web
from memory.catalogue import preferred, say, speak
from memory.schema import LinkedValue

_MENTION = re.compile(r"<at>.*?</at>|<@\w+>")
_WEB = ("webapp", "copilot")
_log = structlog.get_logger()


async def converse(
    text: str, answer_id: str, overrules: Sequence[LinkedValue] = (), cypher: str | None = None
) -> None:
    """Answer one message where it came from; a failure becomes one sentence there.

    Args:
        text: What the person wrote.
        answer_id: The run the answer belongs to; feedback and downloads name it.
        overrules: Values the person chose instead of ours.
        cypher: A statement of theirs that answers the text.
    """
    channel: Channel | None = None
    # Slack and Teams do not tell theirs.
    speak(preferred(getattr(get_context().session, "language", "")))
    try:
        question = _asked(text)
        if get_context().session.client_type not in _WEB:
            asked = await chosen(question)
            if question and not asked:
                return
            question = asked
            await _keep_said(question)
        await opened.open()
        async with opened.held() as cicerone:
            channel = _channel(cicerone, answer_id)
            settings, session = _chosen_settings(), get_context().session
            message = Message(
                question,
                thread=session.thread_id,
                user=person(),
                engine=settings.get("engine"),
                flow=settings.get("flow"),
                overrules=tuple(overrules),
                answer_id=answer_id,
                cypher=cypher,
            )
            who = who_asks(session)
            # On the page that was asked before anything was kept of the message.
            if session.client_type not in _WEB and (told := limits().refusal(who)):
                raise UsageError(told)
            async with limits().turn(who, session.thread_id, channel.waits) as answered:
                outcome = await cicerone.ask(message, channel)
                await channel.finish(outcome)
                answered()
                await tell_what_is_not_kept(outcome, answer_id)
    except asyncio.CancelledError:
        if channel is not None:
            await channel.stop()
        if limits().closed:
            await ErrorMessage(content=say(ENDING)).send()
        raise
    except CiceroneError as error:
        await ErrorMessage(content=str(error)).send()
    except Exception as error:
        _log.error("a message was not answered", exc_info=error)
        await ErrorMessage(
            content=say("Something went wrong on our side; the log has the details.")
        ).send()


async def _keep_said(question: str) -> None:
    """Keep what somebody wrote in Slack, which Chainlit keeps everywhere else."""
    if get_context().session.client_type == "slack":
        said = Said(content=question, type="user_message", author=person())
        await kept_threads().create_step(said.to_dict())


def person() -> str:
    """Identifier of who is writing."""
    user = get_context().session.user
    return str(user.identifier) if user else "anonymous"


def _channel(cicerone: Cicerone, answer_id: str) -> Channel:
    kind = get_context().session.client_type
    if kind in _WEB:
        settings, has_model = cicerone.settings, cicerone.model_name is not None
        hosts, charts = settings.link_hosts_allowed, settings.charts
        return Web(answer_id, settings.max_export, has_model, hosts, charts)

    def rows(outcome: Outcome) -> Any:
        return cicerone.export(outcome.cypher or "", outcome.parameters, person())

    talk = partial(conversation_as_file, get_context().session.thread_id)
    if kind == "teams":
        offer = partial(offer_file, user_session.get("teams_turn_context"), answer_id)
        return Chat("teams", rows, talk, offer, picture_of)
    return Chat("slack", rows, talk, draw=picture_of)


def _asked(text: str) -> str:
    """The message without mentions of us."""
    return _MENTION.sub("", text).strip()


def _chosen_settings() -> dict[str, Any]:
    return user_session.get("chat_settings") or {}
