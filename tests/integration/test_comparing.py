"""Two things compared over the sample graph, without a model."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.events import Event, Outcome
from bot.parts import Message
from bot.settings import load_settings
from memory.catalogue import speaking

SAID = {
    "Is Heat longer than Alien?": "Yes. Heat (runtime 170) and Alien (runtime 117).",
    "Is Heat longer than 180 minutes?": "No. Heat (runtime 170).",
    "Were Heat and Alien released in the same year?": "No. Heat (1995) and Alien (1979).",
    "Is Heat longer than the average film?": "Yes. Heat (runtime 170) and average runtime 127.02.",
    "Is Heat's revenue higher than its budget?": (
        "Yes. Heat (revenue 187,400,000, budget 60,000,000)."
    ),
    "Does Meg Ryan have more than 20 films?": "No. Meg Ryan (5 films).",
    "Is the director of Heat older than Ridley Scott?": (
        "No. Michael Mann (born 5 February 1943) and Ridley Scott (born 30 November 1937)."
    ),
    # Nothing is compared, or there is no one row of it.
    "Is Heat a crime film?": "Yes.",
    "Is there a film longer than 200 minutes?": "Yes.",
}
LOCAL = {
    "de": "Ja. Heat (revenue: 187.400.000, budget: 60.000.000).",
    "fr": "Oui. Heat (revenue : 187 400 000, budget : 60 000 000).",
    "es": "Sí. Heat (revenue: 187.400.000, budget: 60.000.000).",
    "zh": "是。 Heat (revenue：187,400,000, budget：60,000,000).",
    "ja": "はい。 Heat (revenue：187,400,000, budget：60,000,000).",
}


@pytest_asyncio.fixture(scope="module")
async def cicerone(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Cicerone]:
    settings = load_settings(home=tmp_path_factory.mktemp("home"), graph="films")
    async with open_cicerone(settings, conversations=InProcess()) as opened:
        yield opened


async def ask(cicerone: Cicerone, text: str) -> Outcome:
    async def listen(event: Event) -> None:
        """Nothing."""

    message = Message(text, str(uuid.uuid4()), "ada", engine="offline")
    outcome = await cicerone.ask(message, listen)
    assert outcome.error is None
    return outcome


@pytest.mark.parametrize("question", SAID)
async def test_a_yes_or_no_comes_with_what_was_compared(cicerone: Cicerone, question: str) -> None:
    assert (await ask(cicerone, question)).answer == SAID[question]


@pytest.mark.parametrize("code", LOCAL)
async def test_what_was_compared_is_told_by_locale(cicerone: Cicerone, code: str) -> None:
    with speaking(code):
        outcome = await ask(cicerone, "Is Heat's revenue higher than its budget?")
    told = (outcome.answer or "").replace("\u202f", " ").replace("\u00a0", " ")
    assert told == LOCAL[code]
