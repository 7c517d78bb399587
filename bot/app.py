"""Chainlit's callbacks, nothing else; `bot.serve` loads this file."""

from __future__ import annotations

from typing import Any

import chainlit as cl
from chainlit import server
from chainlit.config import config
from chainlit.context import context
from chainlit.data import get_data_layer
from chainlit.session import WebsocketSession
from chainlit.types import Feedback, ThreadDict

from bot.errors import CiceroneError
from bot.page.behind import finish
from bot.page.chat_settings import show_settings
from bot.page.choice import Menu, go_on, prepare_graph
from bot.page.choice import starters as chosen_starters
from bot.page.conversation import converse, person
from bot.page.feedback import learn
from bot.page.in_hand import ACTIONS
from bot.page.keeping import keep_settings, say_done_when_kept
from bot.page.lifespan import opened
from bot.page.sessions import sign_out
from bot.page.sign_in import ByPassword, by_headers
from bot.page.slack import teach_by_thumbs
from bot.page.socket_events import check_events
from bot.page.web_app import surround
from memory.catalogue import say
from memory.people import PasswordFile, sign_in
from memory.threads import Threads

_ON_PAGE = ("webapp", "copilot")


async def _nobody(thread: ThreadDict, viewer: cl.User | None) -> bool:
    return False


_way = sign_in(opened.settings.host, opened.settings.auth, proxied=opened.settings.behind_proxy)
surround(server.app, opened.settings, _way, server.get_html_template(""), opened.files)
teach_by_thumbs()
say_done_when_kept()
# Set past Chainlit's decorators, which make nothing of what is raised.
config.code.on_logout = sign_out
config.code.set_chat_profiles = Menu()
if isinstance(_way, PasswordFile):
    config.code.password_auth_callback = ByPassword(
        _way, opened.settings.sign_in_tries, opened.settings.lockout_seconds
    )
else:
    config.code.header_auth_callback = by_headers(_way)

if opened.settings.sharing:
    # Chainlit offers to share where it is asked who else may see what was not shared: nobody.
    cl.on_shared_thread_view(_nobody)


@cl.on_app_startup
async def start() -> None:
    """Begin to open the graph; the page is there first.

    Chainlit closes its data layer after our `stop`; made only then, it would find nothing open.
    """
    await opened.start()
    get_data_layer()


@cl.on_app_shutdown
async def stop() -> None:
    """Let go of the graph and the database."""
    await finish()
    await opened.close()


@cl.data_layer
def data_layer() -> Threads:
    """Where conversations are kept."""
    return opened.threads()


@cl.set_starters
async def starters(user: cl.User | None) -> list[cl.Starter]:
    """The person's pinned questions, then questions to begin with, proven on this graph."""
    return await chosen_starters(user.identifier if user else "")


@cl.on_chat_start
async def begin() -> None:
    """A new conversation."""
    if context.session.client_type in _ON_PAGE:
        await prepare_graph()
        await show_settings(opened.settings)


@cl.on_chat_resume
async def resume(thread: ThreadDict) -> None:
    """An old conversation goes on; what was said is in the store, by the thread's identifier."""
    await go_on(thread)
    await show_settings(opened.settings, context.session.chat_settings)


@cl.on_settings_update
async def settings_saved(settings: dict[str, Any]) -> None:
    """What the person has set is theirs again when the conversation is resumed."""
    del settings
    await keep_settings()


@cl.on_message
async def answer(message: cl.Message) -> None:
    """A message is answered."""
    run = context.current_run
    await converse(message.content, run.id if run else message.id)


@server.sio.on("stop")
async def stop_turn(sid: str) -> None:
    """Stop ends the turn, and with it its statement; the trail says so, in place of Chainlit."""
    session = WebsocketSession.get(sid)
    if session and session.current_task:
        session.current_task.cancel()


for _name, _act in ACTIONS.items():
    cl.action_callback(_name)(_act)


@cl.on_feedback
async def feedback(given: Feedback) -> None:
    """A thumb up or down teaches us, for this person."""
    try:
        told = await learn(person(), given.forId, given.value == 1)
    except CiceroneError as error:
        await context.emitter.send_toast(
            say("Nothing was learnt from it: {problem}", problem=error), "error"
        )
        return
    if told:
        await context.emitter.send_toast(told, "info")


# The last: it checks what is sent to the handlers above, too.
check_events()
