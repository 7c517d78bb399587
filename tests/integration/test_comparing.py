"""Two things compared over the sample graph, without a model."""

from __future__ import annotations

import uuid

import pytest

from bot.cicerone import Cicerone
from bot.events import Event, Outcome
from bot.parts import Message
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
# What is reckoned or ranked of two, and the only value of its only row.
RECKONED = {
    "What is the difference in runtime between Heat and Alien?": 53,
    "how much longer is Heat than Alien?": 53,
    "how much older is Tom Hanks than Meg Ryan?": 5,
    "Which is longer, Heat or Alien?": "Heat",
}
# What is not read for sure, and what the answers to the questions offered instead must hold.
OFFERED = {"compare Heat and Alien by runtime": {170, 117}}
LOCAL = {
    "de": "Ja. Heat (revenue: 187.400.000, budget: 60.000.000).",
    "fr": "Oui. Heat (revenue : 187 400 000, budget : 60 000 000).",
    "es": "Sí. Heat (revenue: 187.400.000, budget: 60.000.000).",
    "zh": "是。 Heat (revenue：187,400,000, budget：60,000,000).",
    "ja": "はい。 Heat (revenue：187,400,000, budget：60,000,000).",
}


async def ask(cicerone: Cicerone, text: str) -> Outcome:
    async def listen(event: Event) -> None:
        """Nothing."""

    message = Message(text, str(uuid.uuid4()), "ada", engine="offline")
    outcome = await cicerone.ask(message, listen)
    assert outcome.error is None
    return outcome


@pytest.mark.parametrize("question", SAID)
async def test_a_yes_or_no_comes_with_what_was_compared(opened: Cicerone, question: str) -> None:
    assert (await ask(opened, question)).answer == SAID[question]


@pytest.mark.parametrize("code", LOCAL)
async def test_what_was_compared_is_told_by_locale(opened: Cicerone, code: str) -> None:
    with speaking(code):
        outcome = await ask(opened, "Is Heat's revenue higher than its budget?")
    told = (outcome.answer or "").replace("\u202f", " ").replace("\u00a0", " ")
    assert told == LOCAL[code]


@pytest.mark.parametrize("question", RECKONED)
async def test_two_things_are_reckoned_with(opened: Cicerone, question: str) -> None:
    outcome = await ask(opened, question)
    assert outcome.result and len(outcome.result.rows) == 1
    assert RECKONED[question] in outcome.result.rows[0]


async def test_both_of_two_are_listed(opened: Cicerone) -> None:
    outcome = await ask(opened, "what is the runtime of Heat and Alien?")
    assert outcome.result and dict(outcome.result.rows) == {"Heat": 170, "Alien": 117}


@pytest.mark.parametrize("question", OFFERED)
async def test_a_comparison_that_is_not_read_is_asked_about(
    opened: Cicerone, question: str
) -> None:
    """Nothing is answered wrong; the first question that is offered gives both figures."""
    outcome = await ask(opened, question)
    assert outcome.result is None and outcome.choices
    other = await ask(opened, outcome.choices[0].question)
    assert other.result
    held = [value for row in other.result.rows for value in row]
    nodes = [list(value.values()) for value in held if isinstance(value, dict)]
    plain = [value for value in held if isinstance(value, int | float)]
    assert OFFERED[question] <= {*plain, *(v for n in nodes for v in n if isinstance(v, int))}


async def test_a_word_of_longer_phrases_can_be_taught(opened: Cicerone) -> None:
    """The choice "money = revenue" teaches the word, and the word can be given another meaning."""
    asked = "which film made the most money?"
    first = await ask(opened, asked)
    picked = {one.label: one.question for one in first.choices}
    assert {"money = revenue", "money = budget"} <= set(picked) and first.result is None
    told = await ask(opened, picked["money = revenue"])
    assert (told.answer or "").startswith("Noted: “money” means revenue. Avatar")
    again = await ask(opened, asked)
    assert (again.answer or "").startswith("Avatar (revenue 2,923,000,000).") and not again.choices
    assert (await ask(opened, "money means budget")).answer == "Noted: “money” means budget."
    assert ((await ask(opened, asked)).answer or "").startswith("The Lion King (budget")


async def test_one_word_for_an_element_is_heard_as_taught(opened: Cicerone) -> None:
    """However it sounds: "dosh = revenue" was taken for a wish to change the graph."""
    assert (await ask(opened, "dosh = revenue")).answer == "Noted: “dosh” means revenue."
    refused = await ask(opened, "delete = revenue")
    assert not (refused.answer or "").startswith("Noted")
