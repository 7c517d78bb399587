"""Questions made of a schema read as a person would ask them."""

from __future__ import annotations

import pytest

from guardrails.phrases import Tie, asked_of, each_of, happened, most_of
from guardrails.suggest import candidates
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema


def number(name: str, low: float, high: float, distinct: int = 50) -> Property:
    kind = "INTEGER" if isinstance(low, int) else "FLOAT"
    return Property(name, (kind,), (low,), None, low, high, 0.0, distinct)


def asked(*held: Property, label: str = "Hut") -> set[str]:
    name = Property("name", ("STRING",), ("Alpenrose", "Bergheim"), distinct=80)
    owned = {prop.name: prop for prop in (name, *held)}
    return set(candidates(Schema({label: Label(label, 80, owned)})))


@pytest.mark.parametrize(
    ("prop", "there", "not_there"),
    [
        (number("beds", 4, 120), "Which hut has the most beds?", "highest"),
        (number("beds", 4, 120), "Which huts have more than 70 beds?", "above"),
        (number("beds", 4, 120), "What is the average number of beds of huts?", "average beds"),
        (number("elevation", 800, 3200), "Which huts have an elevation above 2,000?", "than"),
        (number("elevation", 800, 3200), "Which hut has the highest elevation?", "most"),
        (number("climb_min", 20, 400), "Which hut has the highest climb?", "climb min"),
        (number("opening_year", 1850, 2020), "Which huts have an opening year after 1950?", "abov"),
        (number("founded_year", 1850, 2020), "Which huts were founded after 1950?", "year"),
        (number("host_since_year", 1850, 2020), "How many huts are there?", "highest"),
        (number("cost_m", 1, 90), "Which hut has the highest cost?", "above"),
        (number("kind", 0, 2, distinct=3), "How many huts are there?", "kind"),
        (number("latitude", 45, 49), "How many huts are there?", "latitude"),
    ],
)
def test_a_number_is_asked_about_by_what_it_is(prop: Property, there: str, not_there: str) -> None:
    found = asked(prop)
    assert there in found
    assert not [question for question in found if not_there in question]


@pytest.mark.parametrize(
    ("type_", "forward", "words"),
    [
        ("LIES_IN", True, "huts lie in Tyrol"),
        ("LIES_IN", False, "huts did Tyrol lie in"),
        ("LOCATED_IN", True, "huts are located in Tyrol"),
        ("BUILT_IN", True, "huts were built in Tyrol"),
        ("INTERACTS_WITH", True, "huts interact with Tyrol"),
        ("USING", True, "huts use Tyrol"),
        ("TAGS", True, "huts are tagged with Tyrol"),
        ("TAGGED", True, "huts are tagged with Tyrol"),
        ("OWNS", True, "huts own Tyrol"),
        ("DIRECTED", False, "huts did Tyrol direct"),
        ("LIVES_IN", False, "huts did Tyrol live in"),
    ],
)
def test_a_relationship_is_asked_about_by_its_verb(type_: str, forward: bool, words: str) -> None:
    tie = Tie(Label("Hut", 9, {}), type_, Label("Region", 9, {}), forward, 9)
    assert asked_of(tie, "Tyrol") == words


@pytest.mark.parametrize(
    ("type_", "forward", "most", "each"),
    [
        ("BUILT", True, "Which guide built the most huts", "How many huts did each guide build"),
        ("BUILT", False, "Which guide did the most huts build", "How many huts built each guide"),
        ("BUILT_BY", False, "Which guide built the most huts",
         "How many huts were built by each guide"),
        ("WRITTEN_BY", True, "Which guide was written by the most huts",
         "How many huts are there per guide"),
        ("LOCATED_IN", False, "In which guide are the most huts located",
         "How many huts are located in each guide"),
        ("BORN_IN", False, "In which guide were the most huts born",
         "How many huts were born in each guide"),
        ("LIES_IN", False, "In which guide do the most huts lie",
         "How many huts lie in each guide"),
        ("ACTED_IN", True, "Which guide acted in the most huts",
         "How many huts did each guide act in"),
        ("OWNS", True, "Which guide owns the most huts", "How many huts does each guide own"),
        ("HUTS", False, "Which guide has the most huts", "How many huts are there per guide"),
        ("IN_REGION", False, "Which guide has the most huts", "How many huts are there per guide"),
        ("PART_OF", False, "Which guide has the most huts", "How many huts are there per guide"),
        ("CITIZEN_OF", False, "Which guide has the most citizens",
         "How many citizens are there per guide"),
        ("CITIZEN_OF", True, "Which guide is a citizen of the most huts",
         "How many huts are there per guide"),
        ("ABOUT", True, "Which guide is about the most huts", "How many huts are there per guide"),
        ("HAS_HUT", True, "Which guide has the most huts", "How many huts are there per guide"),
        ("TAGGED", True, "Which guide has the most huts", "How many huts are there per guide"),
    ],
)  # fmt: skip
def test_the_most_is_asked_after_in_the_words_of_what_joins(
    type_: str, forward: bool, most: str, each: str
) -> None:
    tie = Tie(Label("Guide", 9, {}), type_, Label("Hut", 9, {}), forward, 20)
    assert (most_of(tie), each_of(tie)) == (most, each)


def test_directors_are_had_for_they_do_nothing_but_direct() -> None:
    tie = Tie(Label("Film", 9, {}), "DIRECTED", Label("Director", 9, {}), False, 20)
    assert most_of(tie) == "Which film has the most directors"
    assert each_of(tie) == "How many directors are there per film"
    tie = Tie(Label("Director", 9, {}), "DIRECTED", Label("Film", 9, {}), True, 20)
    assert most_of(tie) == "Which director has the most films"


def test_what_happened_is_told_in_its_tense() -> None:
    assert [happened(name) for name in ("closedAt", "expires", "joinedOn")] == [
        "were closed",
        "expire",
        "joined",
    ]


def test_a_stored_sentence_is_no_example() -> None:
    name = Property("name", ("STRING",), ("Inn",), distinct=3)
    said = Property("motto", ("STRING",), (), ("Rest well up here.",), distinct=1)
    region = Label("Region", 4, {"name": name})
    hut = Label("Hut", 9, {"name": name, "motto": said})
    lies = Relationship("LIES_IN", 9, (Join("Hut", "Region", 9),), {})
    found = set(candidates(Schema({"Hut": hut, "Region": region}, {"LIES_IN": lies})))
    assert "Which huts lie in Inn?" in found
    assert not [question for question in found if "motto" in question]


def alps() -> Schema:
    name = Property("name", ("STRING",), ("Alpenrose",), distinct=80)
    hut = Label("Hut", 80, {"name": name, "beds": number("beds", 4, 120)})
    joins = {
        type_: Relationship(type_, 90, (Join(*ends, 90),), {})
        for type_, ends in (
            ("LIES_IN", ("Hut", "Region")),
            ("RUNS", ("Guide", "Hut")),
            ("BORN_IN", ("Guide", "Region")),
        )
    }
    others = {label: Label(label, 9, {"name": name}) for label in ("Region", "Guide")}
    return Schema({"Hut": hut, **others}, joins)


def test_what_was_named_is_asked_about_first() -> None:
    tyrol = LinkedValue("tyrol", "Region", "name", "Tyrol", 0, 5)
    found = list(candidates(alps(), ("tyrol",), (tyrol,)))
    assert found[:2] == ["Which huts lie in Tyrol?", "Which guides were born in Tyrol?"]
    # Only what names a thing names it.
    beds = LinkedValue("9", "Hut", "beds", 9, 0, 1)
    assert next(iter(candidates(alps(), (), (beds,)))) == next(iter(candidates(alps())))


def test_another_turn_begins_with_other_questions() -> None:
    first = {tuple(list(candidates(alps(), turn=turn))[:3]) for turn in range(12)}
    assert len(first) > 6
    assert all(set(candidates(alps(), turn=turn)) for turn in range(12))
    about_huts = list(candidates(alps(), ("huts",), turn=7))
    assert "hut" in about_huts[0]


def test_names_that_are_known_come_before_others() -> None:
    known = {("Region", "LIES_IN"): ("Tyrol",), ("Guide", "LED"): ("Heidi",)}
    found = set(candidates(alps(), known=known))
    # Of what no relationship makes known it is those that another one does.
    assert {"Which huts lie in Tyrol?", "Which guides were born in Tyrol?"} <= found
    assert any("Heidi" in question for question in found)
