"""The file of a graph: what is read of it, and what is told of its mistakes."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

import bot.layer
from bot.errors import UsageError
from bot.layer.form import Layer
from bot.layer.read import layer_of, read_layer
from bot.settings import load_settings
from bot.terminology import layer_terms, terminology_of
from memory.schema import LinkedValue
from tests.unit.steps.graphs import fleet

SCHEMA = fleet()
SHOWN = (bot.layer.__doc__ or "").partition("\n\n")[2]
FLEET = """
# Ours, since 1999.
title: Our fleet
instructions: |
  Say tonnage in tons.

  Never speak of mottos.
labels:
  Ship:
    name: vessel
    description: A ship of ours.
    properties:
      tonnage: {name: bulk, unit: tons}
      crew:
  Port:
    synonyms: [harbour, vessel]
relationships:
  CALLS_AT:
    synonyms: [makes for]
words:
  the capital: Port.name = Oslo
  giant: ships with a tonnage over 50000
hidden: [Ship.motto]
"""


def read(text: str) -> Layer:
    return read_layer(Path("fleet.yaml"), text).layer


def test_the_example_of_the_docstring_is_read() -> None:
    layer = read(SHOWN)
    assert layer.labels["Film"].properties["revenue"].told == "What it took worldwide (in USD)"
    assert layer.verified[0].verified_on == date(2026, 11, 27)
    assert layer.verified[0].example == "films by Clint Eastwood"


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("title: Films\nlabels:\n  Film:\n    sinonyms: [a]", "line 4: “sinonyms” is not a key"),
        ("titel: Films", "line 1: “titel” is not a key here; there is title, description"),
        ("title: 7", "line 1: title has to be a text; put it in quotes"),
        ("title: [", "line 1: this is not YAML"),
        ("title: a\ntitle: b", "line 2: “title” is there twice"),
        ("- a", "line 1: a graph is described as"),
        ("labels: [a]", "line 1: labels has to hold"),
        ("\nhidden: a", "line 2: hidden has to be a list"),
        ("words:\n  a: &x [*x]", "line 2: the file is too large"),
        ("verified:\n  - question: a\n    cypher: b", "line 2: verified.1 has no verified_by"),
        ("[" * 5000, "nested too deep"),
    ],
)
def test_each_mistake_is_a_sentence_with_its_line(text: str, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(text)
    assert told in str(caught.value) and str(caught.value).startswith("fleet.yaml, line ")
    assert "\n" not in str(caught.value)


def pair(question: str, cypher: str = "RETURN $a", more: str = "parameters: {a: x}") -> str:
    return (
        f"  - question: '{question}'\n    cypher: {cypher}\n    {more}\n"
        "    verified_by: Ada\n    verified_on: 2026-11-27\n"
    )


@pytest.mark.parametrize(
    ("pairs", "told"),
    [
        (pair("who is {b}?"), "line 2: the Cypher has no $b"),
        (pair("who is {a}?", more="parameters: {}"), "{a} has no value under parameters"),
        (pair("who is {a}?", more="parameters: {a: true}"), "{a} has to be a text, a number"),
        (pair("{a}?"), "no words of its own"),
        (pair("{a} or {b} or {c} or {d} or {e}"), "more than 4 parameters"),
        (pair("who is {a} {a}?"), "between two parameters"),
        (pair("who is {a} or {a}?"), "is there twice"),
        (pair("who is {a}?") + pair("Who is  {a}"), "line 7: it is the same question as number 1"),
        (pair("who?").replace("2026-11-27", "today"), "line 6: verified.1.verified_on has to be"),
        (pair("who?").replace("2026-11-27", "2026-02-30"), "line 6: “2026-02-30” cannot be read"),
    ],
)
def test_a_verified_question_is_held_to_its_parameters(pairs: str, told: str) -> None:
    with pytest.raises(UsageError) as caught:
        read(f"verified:\n{pairs}")
    assert told in str(caught.value)


def test_its_words_are_terms() -> None:
    terms, mistakes = layer_terms(read_layer(Path("f"), FLEET), SCHEMA)
    assert not mistakes
    # A word of two elements means the first.
    assert terms.elements == {
        "vessel": "Ship", "bulk": "Ship.tonnage", "harbour": "Port", "makes for": "CALLS_AT",
    }  # fmt: skip
    assert [link.value for link in terms.values.values()] == ["Oslo"]
    assert terms.phrases == {"giant": "ships with a tonnage over 50000"}
    told = terms.for_model("How many giants?", SCHEMA.restrict(["Ship"], []))
    assert told.splitlines() == [
        "giant: ships with a tonnage over 50000",
        "Ship: A ship of ours",
        "Ship.tonnage: (in tons)",
        "Rule: Say tonnage in tons.",
        "Rule: Never speak of mottos.",
    ]


def test_it_goes_before_terminology_yaml_and_both_are_used(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path, graph="fleet", hide="Port.name")
    assert layer_of(settings).layer == Layer() and settings.hidden.patterns == ("Port.name",)
    (tmp_path / "terminology.yaml").write_text("vessel: Port\nboat: Ship\n")
    (tmp_path / "graphs").mkdir()
    (tmp_path / "graphs" / "fleet.yaml").write_text(FLEET)
    terms = terminology_of(settings, SCHEMA)
    assert (terms.elements["vessel"], terms.elements["boat"]) == ("Ship", "Ship")
    assert isinstance(terms.values["the capital"], LinkedValue) and terms.rules
    assert settings.hidden.patterns == ("Port.name", "Ship.motto")
    assert settings.hidden.property(["Ship"], "motto")


def test_what_cannot_be_read_hides_nothing_unknown(tmp_path: Path) -> None:
    (tmp_path / "fleet.yaml").write_text("hidden: Secret")
    settings = load_settings(home=tmp_path, graph="fleet", layers=tmp_path)
    with pytest.raises(UsageError, match=r"fleet.yaml, line 1: hidden has to be a list"):
        _ = settings.hidden
    (tmp_path / "fleet.yaml").write_text("words:\n  the: Ship")
    with pytest.raises(UsageError, match=r"fleet.yaml, line 2: “the” is no word"):
        terminology_of(settings, SCHEMA)
