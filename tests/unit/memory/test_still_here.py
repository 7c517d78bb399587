"""A conversation goes on only with what the graph still has."""

from __future__ import annotations

from memory.conversation import Exchange, Mention
from memory.query import Attribute, Column, Edge, Node, Pattern, Query
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema
from memory.still_here import still_here


def schema(label: str, *properties: str) -> Schema:
    known = {name: Property(name, ("STRING",)) for name in properties}
    return Schema(
        {label: Label(label, 3, known), "Valley": Label("Valley", 2, {})},
        {"LIES_IN": Relationship("LIES_IN", 3, (Join(label, "Valley", 3),))},
    )


HUTS = Query(
    Pattern((Node("h", ("Hut",)), Node("v", ("Valley",))), (Edge("h", ("LIES_IN",), "v"),)),
    (Column(Attribute("h", "name"), "name"),),
    "h",
)
ASKED = Exchange("Which huts are there?", "Which huts are there?", "answerable", query=HUTS)
THANKS = Exchange("thanks", "thanks", "small_talk")


def test_all_is_kept_while_the_graph_has_it() -> None:
    assert still_here([ASKED, THANKS], schema("Hut", "name")) == [ASKED, THANKS]


def test_nothing_is_kept_up_to_what_another_graph_had() -> None:
    for other in (schema("Lodge", "name"), schema("Hut", "title")):
        assert still_here([THANKS, ASKED, THANKS], other) == [THANKS]
        assert still_here([ASKED], other) == []


def test_names_and_answers_must_be_there_too() -> None:
    link = LinkedValue("Falcon", "Hut", "name", "Falcon", 0, 6)
    linked = Exchange("who keeps Falcon?", "who keeps Falcon?", "answerable", linked=(link,))
    shown = Exchange("huts", "huts", "answerable", mentions=(Mention("Hut", "name", "Falcon"),))
    for exchange in (linked, shown):
        assert still_here([exchange], schema("Hut", "name")) == [exchange]
        assert still_here([exchange], schema("Lodge", "name")) == []


def test_a_name_that_several_labels_have_is_somewhere() -> None:
    several = Exchange("names", "names", "answerable", mentions=(Mention("", "name", "Falcon"),))
    assert still_here([several], schema("Hut", "name")) == [several]
    assert still_here([several], schema("Hut", "title")) == []
