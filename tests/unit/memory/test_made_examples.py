"""Made pairs are found by the form of a question, in a real index."""

from __future__ import annotations

from pathlib import Path

import pytest

from memory.embedding import StaticEmbedder
from memory.index_open import Indexes
from memory.made_examples import MadeExample, MadeExamples, made_collection
from memory.question_form import question_form

PAIRS = (
    ("What are the top 5 ships with the highest tonnage?", "top", ()),
    ("How many ships are there for each flag?", "group", ()),
    ("What is the average tonnage of ships with flag Malta?", "aggregate", ("Malta",)),
    ("What are the ships that called at Oslo?", "linked", ("Oslo",)),
    ("What are the ships launched after 1999?", "date", ()),
    ("What are the ships without a flag?", "missing", ()),
)


def made() -> list[MadeExample]:
    return [MadeExample(q, f"// {shape}", shape, question_form(q, v)) for q, shape, v in PAIRS]


async def opened(home: Path, state: str = "one") -> MadeExamples:
    embedder = StaticEmbedder()
    index = await Indexes(home, "fleet").open(made_collection(embedder))
    return MadeExamples(index, embedder, state)


@pytest.mark.parametrize(
    ("question", "value", "shape"),
    [
        ("Which three vessels have the largest tonnage?", "", "top"),
        ("number of ships per flag", "", "group"),
        ("mean tonnage of vessels flying the flag of Panama", "Panama", "aggregate"),
        ("Which ships called at Vladivostok?", "Vladivostok", "linked"),
        ("ships launched since 2011", "", "date"),
        ("Which ships have no flag?", "", "missing"),
    ],
)
async def test_the_nearest_in_form_comes_first(
    tmp_path: Path, question: str, value: str, shape: str
) -> None:
    examples = await opened(tmp_path)
    await examples.build(made())
    found = await examples.nearest(question_form(question, [value]), 3)
    assert found[0][2] == shape
    await examples.close()


async def test_they_belong_to_one_state_of_the_schema(tmp_path: Path) -> None:
    examples = await opened(tmp_path)
    assert not await examples.fresh()
    await examples.build(made())
    assert await examples.fresh() and await examples.count() == len(PAIRS)
    await examples.close()
    later = await opened(tmp_path)
    assert await later.fresh()
    await later.close()
    changed = await opened(tmp_path, "two")
    assert not await changed.fresh()
    await changed.close()


async def test_pairs_of_one_form_come_in_the_same_order(tmp_path: Path) -> None:
    examples = await opened(tmp_path)
    names = [f"Port {n}" for n in range(12)]
    form = [question_form(f"What are the ships that called at {name}?", [name]) for name in names]
    pairs = [MadeExample(f"At {n}?", n, "linked", f) for n, f in zip(names, form, strict=True)]
    await examples.build(pairs)
    found = [question for question, _, _ in await examples.nearest(form[0], 5)]
    await examples.build(pairs[::-1])
    assert [question for question, _, _ in await examples.nearest(form[7], 5)] == found
    assert found == sorted(found)
    await examples.close()


def test_values_do_not_matter_to_the_form() -> None:
    one = question_form('Ships named "Vega" with over 5,000 tonnes', [])
    other = question_form('Ships named "The Lyra" with over 70 tonnes', [])
    assert one == other and "vega" not in one.text
