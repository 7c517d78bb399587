"""Passages read by a hand-made model: in batches, until the time is up, held to their words."""

from __future__ import annotations

import asyncio

from bot.errors import BudgetSpent, ModelError, PromptTooLong
from bot.events import Item, Source, Usage
from bot.ports import SeekRequest, Sought
from bot.steps.from_documents import united
from bot.steps.read_passages import Claim, Passage, read_passages
from bot.steps.sources import Thing, Told

PASSAGES = [
    Passage(str(n), f"Case {n} v. Byte is open. {'It was calm. ' * 300}", "a.md") for n in range(6)
]


class Model:
    """Finds the case of each passage; holds so many passages, fails at one, takes its time."""

    name = "made by hand"

    def __init__(self, most: int = 99, fails_at: str = "", slow_at: str = "") -> None:
        self.most, self.fails_at, self.slow_at = most, fails_at, slow_at
        self.sizes: list[int] = []

    async def seek(self, request: SeekRequest) -> tuple[tuple[Sought, ...], Usage]:
        self.sizes.append(len(request.extracts))
        text = " ".join(one.text for one in request.extracts)
        if len(request.extracts) > self.most:
            raise PromptTooLong("It is too long.")
        if self.fails_at and self.fails_at in text:
            raise BudgetSpent("The day's money is spent.")
        if self.slow_at and self.slow_at in text:
            await asyncio.sleep(60)
        found = [
            Sought(at, " ".join(one.text.split()[:4]), "is open")
            for at, one in enumerate(request.extracts)
        ]
        return (*found, Sought(0, "Case 9 v. Byte", "is open"), Sought(7, "x", "y")), Usage(1)


async def read(
    model: Model, seconds: float = 5.0, *, one_by_one: bool = False
) -> tuple[list[str], list[str], int, str, int]:
    ends, spent = asyncio.get_running_loop().time() + seconds, []
    given = ("open cases", "case", PASSAGES, model, ends, spent.append)
    so = await read_passages(*given, one_by_one=one_by_one)  # type: ignore[arg-type]
    return so.read, [one.name for one in so.claims], so.dropped, so.problem, len(spent)


async def test_every_passage_is_read_in_batches_and_what_is_not_there_is_dropped() -> None:
    model = Model()
    ids, names, dropped, problem, calls = await read(model)
    assert sorted(ids) == [one.id for one in PASSAGES] and not problem
    assert names == [f"Case {n} v. Byte" for n in range(6)]
    assert (dropped, calls) == (2 * len(model.sizes), len(model.sizes)) and max(model.sizes) > 1


async def test_a_model_that_holds_less_gets_less() -> None:
    ids, names, *_ = await read(Model(most=1))
    assert len(ids) == len(names) == 6


async def test_a_model_that_is_asked_apart_reads_one_passage_at_a_time() -> None:
    model = Model()
    ids, names, *_ = await read(model, one_by_one=True)
    assert len(ids) == len(names) == 6 and set(model.sizes) == {1}


async def test_what_fails_is_told_and_the_rest_is_read() -> None:
    ids, _, _, problem, _ = await read(Model(fails_at="Case 5"))
    assert problem == "The day's money is spent." and ids and "5" not in ids
    assert issubclass(BudgetSpent, ModelError)


async def test_when_the_time_is_up_what_was_read_counts() -> None:
    ids, names, *_ = await read(Model(slow_at="Case 0"), seconds=0.3)
    assert ids and "0" not in ids and len(names) == len(ids)


def test_one_thing_is_one_item_however_often_and_in_which_words_it_is_told() -> None:
    source = Source("a.md", "Ada v. Byte is open.", None, "1")
    thing = Thing("7", "Ada v. Byte Inc.", frozenset(["Ada v. Byte Inc.", "the gear case"]))
    told = Told((Item("Ada v. Byte Inc.", row=0),), (thing,), ("Case",))
    claims = [
        Claim("ada v. byte", source),
        Claim("The gear case", source),
        Claim("Cole v. Byte", source, "8"),
        Claim("Cole v. Byte (No. 3)", source),
        Claim("Dora inquiry", source),
    ]
    found = {one.name: (one.found_by, one.row) for one in united(told, claims)}
    assert found == {
        "Ada v. Byte Inc.": ("both", 0),
        "Cole v. Byte (No. 3)": ("passages", None),
        "Dora inquiry": ("passages", None),
    }
