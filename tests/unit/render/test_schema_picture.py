from typing import Any

from bot.layer.form import Layer, Owner
from bot.layer.form import Property as Said
from bot.render.schema_picture import label_props, schema_props
from memory.schema import Join, Label, Property, Relationship, Schema

SCHEMA = Schema(
    {
        "Person": Label(
            "Person",
            9,
            {
                "name": Property("name", ("STRING",), ("Tom Hanks", "Meg Ryan")),
                "born": Property("born", ("DATE",), minimum="1900-01-01", maximum="1999-12-31"),
            },
            together=("Actor",),
        ),
        "Actor": Label("Actor", 4, {}, implies=("Person",)),
        "Film": Label(
            "Film",
            5,
            {
                "title": Property("title", ("STRING",), ("Heat", "x" * 99)),
                "made": Property("made", ("INTEGER",), (1995,), minimum=1920, maximum=2024),
                "form": Property("form", ("STRING",), ("short",), ("feature", "short")),
            },
        ),
    },
    {
        "ACTED_IN": Relationship(
            "ACTED_IN", 7, (Join("Person", "Film", 7), Join("Actor", "Film", 7))
        ),
        "BORN_WITH": Relationship(
            "BORN_WITH", 3, (Join("Actor", "Actor", 1), Join("Person", "Person", 3))
        ),
    },
)
LAYER = Layer(
    title="Films",
    labels={
        "Film": Owner(
            name="film", synonyms=["movie"], properties={"made": Said(description="Its year.")}
        )
    },
)


def test_each_join_is_drawn_once_where_it_says_most() -> None:
    drawn = schema_props(SCHEMA, LAYER)
    assert drawn["about"] == "Films."
    assert drawn["lines"] == [
        ["Actor", "acted in", "Film", "7 relationships"],
        ["Person", "born with", "Person", "3 relationships"],
    ]
    assert [(e["start"], e["type"], e["end"]) for e in drawn["edges"]] == [
        ("Actor", "ACTED_IN", "Film"),
        ("Person", "BORN_WITH", "Person"),
        ("Actor", "is a", "Person"),
    ]
    film = drawn["nodes"][2]
    assert film["facts"] == [["how many", "5 nodes"], ["meaning", "film, movie"]]
    assert film["size"] < drawn["nodes"][0]["size"]


def told(label: str, *, samples: bool = True) -> dict[str, Any]:
    found = label_props(label, SCHEMA, LAYER, samples=samples)
    assert found is not None
    return {one["name"]: (one["told"], one["samples"]) for one in found["properties"]}


def test_a_label_has_its_properties_with_samples_but_none_of_people() -> None:
    assert told("Film") == {
        "title": ("", f"Heat, {'x' * 60}…"),
        "made": ("Its year", "1920 to 2024"),
        "form": ("", "feature, short"),
    }
    assert told("Person") == {"name": ("", ""), "born": ("", "")}
    assert set(told("Film", samples=False).values()) == {("", ""), ("Its year", "")}
    assert label_props("Vault", SCHEMA, LAYER, samples=True) is None
