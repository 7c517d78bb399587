"""The link step: slice and values, decided by the index, the rewriting and the person."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from bot.steps.link import link
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema
from memory.schema_slice import Ranking


@dataclass
class FakeValues:
    """Links that a test put there."""

    links: Sequence[LinkedValue] = ()

    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        return self.links


@dataclass
class FakeElements:
    """A ranking that a test put there, and whether it was asked for."""

    ranking: Ranking = field(default_factory=Ranking)
    asked: list[str] = field(default_factory=list)

    async def lookup(self, question: str) -> Ranking:
        self.asked.append(question)
        return self.ranking


def value(text: str, label: str, stored: str, start: int, score: float = 1.0) -> LinkedValue:
    return LinkedValue(text, label, "name", stored, start, start + len(text), score)


SMALL = Schema({"City": Label("City", 3), "Person": Label("Person", 9)})
QUESTION = "Who lives in Paris near paris road?"
PARIS = value("Paris", "City", "Paris", 13)


def big() -> Schema:
    names = [f"Label{n}" for n in range(200)]
    labels = {n: Label(n, 1, {"name": Property("name", ("STRING",))}) for n in names}
    labels["City"] = Label("City", 1)
    relationships = {
        f"NEXT_{a}": Relationship(f"NEXT_{a}", 1, (Join(a, b, 1),)) for a, b in pairwise(names)
    }
    relationships["IN"] = Relationship("IN", 1, (Join("Label3", "City", 1),))
    return Schema(labels, relationships)


async def test_a_small_schema_is_whole_and_the_elements_are_not_asked() -> None:
    elements = FakeElements()
    linked = await link(QUESTION, SMALL, FakeValues([PARIS]), elements, schema_tokens=2000)
    assert linked.slice is SMALL
    assert linked.linked == (PARIS,)
    assert elements.asked == []


async def test_values_of_labels_that_are_left_out_are_no_links() -> None:
    hidden = value("Paris", "Secret", "Paris", 13)
    linked = await link(QUESTION, SMALL, FakeValues([hidden]), FakeElements(), schema_tokens=2000)
    assert linked.linked == ()


async def test_a_large_schema_is_cut_around_links_and_ranking() -> None:
    elements = FakeElements(Ranking(labels=("Label5",)))
    linked = await link(QUESTION, big(), FakeValues([PARIS]), elements, schema_tokens=300)
    assert elements.asked == [QUESTION]
    assert {"City", "Label3", "Label4", "Label5"} <= set(linked.slice.labels)
    assert {"IN", "NEXT_Label3", "NEXT_Label4"} <= set(linked.slice.relationships)
    assert linked.linked == (PARIS,)
    again = await link(QUESTION, big(), FakeValues([PARIS]), elements, schema_tokens=300)
    assert again == linked


async def test_guesses_do_not_decide_the_slice_and_go_with_their_label() -> None:
    guess = value("Paris", "Label150", "Parys", 13, score=0.6)
    elements = FakeElements(Ranking(labels=("Label5",)))
    linked = await link(QUESTION, big(), FakeValues([guess]), elements, schema_tokens=300)
    assert "Label150" not in linked.slice.labels
    assert linked.linked == ()


async def test_the_person_overrules_every_place_of_the_words() -> None:
    chosen = LinkedValue("paris", "Person", "name", "Paris Geller", 0, 5)
    found = [PARIS, value("lives", "Person", "Lives", 4)]
    linked = await link(
        QUESTION, SMALL, FakeValues(found), FakeElements(), schema_tokens=2000, overrules=[chosen]
    )
    shown = [(v.text, v.value, v.method, v.start) for v in linked.linked]
    assert shown == [
        ("Paris", "Paris Geller", "chosen", 13),
        ("paris", "Paris Geller", "chosen", 24),
        ("lives", "Lives", "exact", 4),
    ]
    assert all(QUESTION[v.start : v.end] == v.text for v in linked.linked)


async def test_the_person_says_that_words_are_no_value() -> None:
    nothing = LinkedValue("paris", "", "", "", 0, 0)
    linked = await link(
        QUESTION,
        SMALL,
        FakeValues([PARIS]),
        FakeElements(),
        schema_tokens=2000,
        overrules=[nothing],
    )
    assert linked.linked == ()


async def test_an_overrule_leaves_longer_words_alone_only_where_they_do_not_touch() -> None:
    longer = value("Paris near", "City", "Paris Near", 13)
    chosen = LinkedValue("Paris", "Person", "name", "Paris Geller", 0, 5)
    linked = await link(
        QUESTION,
        SMALL,
        FakeValues([longer]),
        FakeElements(),
        schema_tokens=2000,
        overrules=[chosen],
    )
    assert {v.value for v in linked.linked} == {"Paris Geller"}


async def test_pinned_values_win_over_found_ones_and_lose_to_the_person() -> None:
    pinned = value("Paris", "Person", "Paris Geller", 13)
    found = FakeValues([PARIS, value("Paris", "Person", "Paris Hill", 13)])
    linked = await link(QUESTION, SMALL, found, FakeElements(), schema_tokens=2000, pinned=[pinned])
    assert {v.value for v in linked.linked} == {"Paris Geller"}
    nothing = LinkedValue("Paris", "", "", "", 0, 0)
    linked = await link(
        QUESTION,
        SMALL,
        found,
        FakeElements(),
        schema_tokens=2000,
        pinned=[pinned],
        overrules=[nothing],
    )
    assert linked.linked == ()


async def test_a_pinned_individual_keeps_its_other_labels() -> None:
    schema = Schema(
        {
            "Person": Label("Person", 9),
            "Director": Label("Director", 2, implies=("Person",)),
            "Ship": Label("Ship", 2),
        }
    )
    ann = [value("Ann", label, "Ann", 1) for label in ("Director", "Person", "Ship")]
    pinned = value("Ann", "Person", "Ann", 1)
    linked = await link(
        '"Ann"\'s films',
        schema,
        FakeValues(ann),
        FakeElements(),
        schema_tokens=2000,
        pinned=[pinned],
    )
    assert {v.label for v in linked.linked} == {"Director", "Person"}


async def test_words_that_are_not_in_the_question_decide_nothing() -> None:
    absent = LinkedValue("London", "City", "name", "London", 0, 6)
    linked = await link(
        QUESTION, SMALL, FakeValues([PARIS]), FakeElements(), schema_tokens=2000, overrules=[absent]
    )
    assert linked.linked == (PARIS,)


async def test_of_an_individuals_labels_the_general_one_comes_first() -> None:
    labels = {
        "Baker": Label("Baker", 2, implies=("Person",)),
        "Person": Label("Person", 9),
        "City": Label("City", 3),
    }
    baker, person = (value("Rose Day", label, "Rose Day", 10) for label in ("Baker", "Person"))
    better = value("Rose Day", "City", "Rose-Day", 10, 0.9)
    links = FakeValues([baker, person, better])
    found = await link(
        "Who knows Rose Day?", Schema(labels), links, FakeElements(), schema_tokens=9
    )
    assert found.linked[0] == person
