"""Which graph a conversation of Slack or Teams asks, where there is no menu: `graph NAME`.

The page has Chainlit's menu and the widget its snippet. Here a message of that form chooses, alone
or before a question, as in `graph alps: which huts have the most beds?`, and the conversation goes
on with it; `graph` alone tells which there are.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from chainlit import Message
from chainlit.context import get_context

from bot.offers import Offer
from bot.page.choice import graph_of_thread, keep_graph
from bot.page.lifespan import opened
from bot.render.plain_text import chat_text
from memory.catalogue import say

_FORM = re.compile(r"(/?)graph(?:\s+([^:\n]+?))?\s*(?::\s*(\S.*))?", re.IGNORECASE | re.DOTALL)


async def chosen(text: str) -> str:
    """What is left to be asked of a message, once its graph is asked; "" where nothing is.

    Raises:
        StoreError: the store fails.
    """
    session, there = get_context().session, opened.graphs.offers
    if len(there) == 1:
        return text
    session.chat_profile = await graph_of_thread(session.thread_id) or None
    given = _FORM.fullmatch(text.strip())
    if given is None:
        return text
    slash, name, question = given.groups()
    offer = _named(name or "", there)
    if offer is None and name and not slash:
        return text  # a question that begins with the word
    if offer is None:
        await _tell(_which(there, session.chat_profile or there[0].name))
        return ""
    session.chat_profile = offer.name
    await keep_graph()
    if not question:
        await _tell(say("This conversation asks {graph} from here on.", graph=offer.title))
    return question or ""


def _named(name: str, there: Sequence[Offer]) -> Offer | None:
    told = {key.casefold(): one for one in reversed(there) for key in (one.title, one.name)}
    return told.get(name.casefold())


def _which(there: Sequence[Offer], asked: str) -> str:
    lines = [f"- {one.name}" + (f": {one.title}" if one.title != one.name else "") for one in there]
    told = say(
        "This conversation asks {graph}. Write “graph NAME” to ask another of these, or “graph "
        "NAME: …” with a question:",
        graph=asked,
    )
    return "\n".join([told, *lines])


async def _tell(told: str) -> None:
    await Message(content=chat_text(told)).send()
