"""Which meanings of an unknown word a person would think of."""

import pytest

from bot.steps.plausible import Word, is_name, plausible
from memory.query import Attribute, Comparison, Constant, Edge, Node, Order, Pattern, Query
from memory.schema import Join, Label, Property, Relationship, Schema


def label(name: str, *properties: str) -> Label:
    return Label(name, 9, {one: Property(one, ("INTEGER",)) for one in properties})


TYPES = {
    name: Relationship(name, 9, (Join(start, end, 9),))
    for name, start, end in (
        ("PAINTED", "Painter", "Picture"),
        ("RESTORED", "Painter", "Picture"),
        ("HANGS_IN", "Picture", "Gallery"),
    )
}
SCHEMA = Schema(
    {
        one.name: one
        for one in (
            label("Picture", "title", "height"),
            label("Painter", "name", "born"),
            label("Gallery", "name"),
        )
    },
    TYPES,
)


def word(question: str, text: str) -> Word:
    before, after = question.lower().split(f"{text} ") if f"{text} " in question else (question, "")
    return Word(text, tuple(before.split()), tuple(after.split()))


def held(name: str, operator: str, value: object, variable: str = "p") -> Comparison:
    return Comparison(Attribute(variable, name), operator, Constant(value))  # type: ignore[arg-type]


PICTURES = Pattern((Node("p", ("Picture",)),))


def asked(*tests: Comparison, order: tuple[Order, ...] = (), edges: tuple[Edge, ...] = ()) -> Query:
    nodes = (Node("p", ("Picture",)), *([Node("q", ("Painter",))] if edges else []))
    return Query(Pattern(nodes, edges, tests), (), "p", order=order)


TALL = asked(held("height", ">", 200))


@pytest.mark.parametrize(
    ("kind", "element", "query", "question", "text"),
    [
        ("label", "Picture", TALL, "which canvases have a height over 200", "canvases"),
        ("property", "height", TALL, "pictures with a stature over 200", "stature"),
        (
            "property",
            "height",
            asked(order=(Order(Attribute("p", "height"), True),)),
            "which picture has the greatest tallness",
            "tallness",
        ),
        (
            "type",
            "PAINTED",
            asked(held("name", "=", "Goya", "q"), edges=(Edge("q", ("PAINTED",), "p"),)),
            "which pictures were daubed by Goya",
            "daubed",
        ),
    ],
)
def test_the_sentence_leaves_hardly_another_meaning(
    kind: str, element: str, query: Query, question: str, text: str
) -> None:
    assert plausible(kind, element, 0.1, query, SCHEMA, word(question, text))


@pytest.mark.parametrize(
    ("kind", "element", "query", "question", "text"),
    [
        ("label", "Gallery", TALL, "which pictures have a frame", "frame"),
        ("label", "Picture", asked(held("title", "=", "Maja")), "which shops show Maja", "shops"),
        ("property", "title", asked(), "what is the weight of Maja", "weight"),
        (
            "property",
            "height",
            asked(order=(Order(Attribute("p", "height"), True),)),
            "which picture has the best frame",
            "frame",
        ),
        ("type", "HANGS_IN", asked(), "which pictures are insured", "insured"),
        ("value", "Picture.title", asked(), "which oil pictures are there", "oil"),
    ],
)
def test_what_only_happens_to_fit_is_not_offered(
    kind: str, element: str, query: Query, question: str, text: str
) -> None:
    assert not plausible(kind, element, 0.2, query, SCHEMA, word(question, text))


def test_words_near_in_meaning_are_offered() -> None:
    near = word("which canvases are there", "canvases")
    assert plausible("label", "Picture", 0.4, asked(), SCHEMA, near)


def test_a_name_has_no_meaning() -> None:
    assert is_name("Goya", "Who taught Goya?", 11)
    assert not is_name("gOYA", "who taught gOYA?", 11) and not is_name("Oils", "Oils by Goya", 0)
