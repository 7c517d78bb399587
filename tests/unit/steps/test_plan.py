"""A question in steps: how many, what is handed on, and what is told where it does not work."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

import pytest

from bot.errors import StatementFailed
from bot.events import Rows
from bot.models.planning import plan_from
from bot.steps.plan import MOST_VALUES, Found, Pins, handed_on, left_out, through
from memory.schema import LinkedValue
from tests.unit.steps.graphs import fleet

VEGA = LinkedValue("Vega", "Ship", "name", "Vega", 0, 0)
OSLO = LinkedValue("Oslo", "Port", "name", "Oslo", 0, 0)
STEPS = ("Which ship is newest?", "Which ports does {1} call at?", "Who calls at {2} but {1}?")


def plan(*steps: str) -> tuple[str, ...] | None:
    return plan_from(json.dumps({"steps": steps}))


def test_a_plan_has_at_most_three_steps_that_name_earlier_ones() -> None:
    assert plan(*STEPS) == STEPS
    assert plan(*STEPS, "How many of {3}?") is None
    assert plan("", "Who is {1}?") is None and plan() is None
    assert plan("Who is {1}?") is None and plan("Ships?", "Ports of {3}?", "{1}?") is None


class Answers:
    """Plays who answers a step, and keeps what it was asked."""

    def __init__(self, found: Mapping[str, Found | int | Exception | None]) -> None:
        self.found = found
        self.asked: list[tuple[str, Pins]] = []
        self.told: list[str] = []

    async def __call__(self, text: str, pins: Pins) -> Found | int | None:
        self.asked.append((text, pins))
        found = next(value for start, value in self.found.items() if text.startswith(start))
        if isinstance(found, Exception):
            raise found
        return found

    async def tell(self, text: str) -> None:
        self.told.append(text)

    async def last(self, steps: Sequence[str] = STEPS) -> tuple[str, Pins] | None:
        return await through(steps, self, self.tell)


async def test_each_step_is_told_what_earlier_ones_found() -> None:
    answers = Answers({"Which ship": Found((VEGA,)), "Which ports": Found((OSLO, "Split"))})
    last = await answers.last()
    assert last is not None
    text, pins = last
    assert text == "Who calls at Oslo or Split but Vega?"
    assert [text[pin.start : pin.end] for pin in pins] == ["Oslo", "Vega"]
    assert [asked for asked, _ in answers.asked] == [STEPS[0], "Which ports does Vega call at?"]
    assert answers.told[-1] == f"Step 3 of 3: {text}"


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (None, "Step 1 did not work"),
        (0, "Step 1 found nothing to go on with"),
        (26, "Step 1 found more than the 25 values"),
        (StatementFailed("It failed."), "Step 1 did not work"),
    ],
)
async def test_a_step_that_comes_to_nothing_ends_the_plan(
    found: int | Exception | None, said: str
) -> None:
    answers = Answers({"Which ship": found})
    assert await answers.last() is None and len(answers.asked) == 1
    assert answers.told[-1].startswith(said) and "as a whole" in answers.told[-1]


def names(count: int, truncated: bool = False) -> Rows:
    rows = tuple((f"Ship {n}",) for n in range(count))
    return Rows(("s.name",), rows, None if truncated else count, truncated)


def test_only_so_many_values_are_handed_on() -> None:
    most = handed_on(names(MOST_VALUES), None, fleet())
    assert isinstance(most, Found) and len(most.values) == MOST_VALUES == 25
    first = most.values[0]
    assert isinstance(first, LinkedValue) and (first.property, first.value) == ("name", "Ship 0")
    assert handed_on(names(MOST_VALUES + 1), None, fleet()) == 26
    assert handed_on(names(3, truncated=True), None, fleet()) == 4
    assert handed_on(names(0), None, fleet()) == 0
    counts = Rows(("n",), ((7,), (7,), (None,)), 3, False)
    assert handed_on(counts, None, fleet()) == Found((7,))


def test_what_a_plan_must_not_lose() -> None:
    asked = "Which ports with over 40 berths does Vega call at?"
    link = LinkedValue("Vega", "Ship", "name", "Vega", 37, 41)
    assert left_out(asked, ["Ports of Vega?", "Which of {1} are big?"], [link]) == "40"
    assert left_out(asked, ["Ports?", "Which of {1} have over 40 berths?"], [link]) == "Vega"
    assert left_out(asked, ["Ports of Vega?", "Which of {1} have over 40?"], [link]) == ""
