"""terminology.yaml: read, held against the graph, used by parser, links and prompt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from bot.errors import UsageError
from bot.models.prompt import write_prompt
from bot.offline.parser import Parser
from bot.offline.terms import NO_TERMS, Terminology, expand, places
from bot.ports import WriteRequest
from bot.settings import load_settings
from bot.steps.term_links import TermLinks
from bot.terminology import aside_text, read_terminology, terminology_of
from memory.schema import LinkedValue
from tests.unit.steps.graphs import fleet

SCHEMA = fleet()
TEXT = """
# our own words
tub: Ship
bulk: Ship.tonnage
makes for: CALLS_AT
home port: Port.name = Oslo
giant: ships with a tonnage over 50000
fleet:
  the cheap flag: Ship.flag = Panama
elsewhere:
  tub: Bath
"""


def terms() -> Terminology:
    found, mistakes = read_terminology(TEXT, "fleet", SCHEMA)
    assert mistakes == []
    return found


def test_each_kind_of_meaning_is_told_apart() -> None:
    found = terms()
    assert found.elements == {"tub": "Ship", "bulk": "Ship.tonnage", "makes for": "CALLS_AT"}
    assert {term: link.value for term, link in found.values.items()} == {
        "home port": "Oslo",
        "the cheap flag": "Panama",
    }
    assert found.phrases == {"giant": "ships with a tonnage over 50000"}


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("heavy: Ship.tonnage = 5", "say it in words"),
        ("the: Ship", "no word"),
        ("'!': Ship", "no word"),
        ("boat:", "has no meaning"),
        ("Boat: Ship\nboat: Port", "there twice"),
        ("boat: [Ship]", "written as"),
        ("- boat", "written as"),
        ("boat: 'Ship", "not YAML"),
        ("boat: \x00", "not YAML"),
        (f"boat: {'ships ' * 99}", "longer than"),
    ],
)
def test_each_mistake_is_a_sentence_with_its_line(line: str, words: str) -> None:
    _, (mistake, *_) = read_terminology(line, "fleet", SCHEMA)
    assert mistake.startswith("line ") and words in mistake and "\n" not in mistake


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("boat: Shipp", "is it Ship?"),
        ("boat: Ship.tons", "nothing"),
        ("boat: quixotic widgets", "nothing"),
        ("boat: Port.nam = Oslo", "is it Port.name?"),
        ("cheap: Ship.flag = Malte", "there is “Malta”"),
    ],
)
def test_what_a_graph_lacks_is_set_aside_and_the_rest_is_used(line: str, words: str) -> None:
    found, mistakes = read_terminology(f"tub: Ship\n{line}", "fleet", SCHEMA)
    assert mistakes == [] and found.elements == {"tub": "Ship"}
    (why,) = found.set_aside.values()
    assert why.startswith("line 2: ") and words in why and "\n" not in why
    assert not found.values and not found.phrases


def test_what_is_set_aside_is_told_in_one_sentence() -> None:
    found, _ = read_terminology("tub: Ship\ntalkie: Film", "fleet", SCHEMA)
    assert aside_text(found, "fleet") == "Set aside, for what it means is not in fleet: “talkie”."
    many, _ = read_terminology("".join(f"word{n}: Film\n" for n in range(20)), "fleet", SCHEMA)
    assert "“word7” and 12 more." in aside_text(many, "fleet")
    assert aside_text(terms(), "fleet") == ""


def test_what_is_hidden_has_no_word() -> None:
    labels = {"Port": SCHEMA.labels["Port"]}
    found, _ = read_terminology("tub: Ship", "fleet", replace(SCHEMA, labels=labels))
    assert found.elements == {} and list(found.set_aside) == ["tub"]


def test_the_parser_reads_terms() -> None:
    found = terms()
    parser = Parser(SCHEMA, found.elements, found.phrases)
    for asked, plainly in (
        ("Which tubs are there?", "Which ships are there?"),
        ("the bulk of Vega", "the tonnage of Vega"),
        ("How many giants are there?", "How many ships with a tonnage over 50000 are there?"),
        ("giants from Malta", "ships with a tonnage over 50000 from Malta"),
    ):
        read, meant = (
            parser.parse(question, _linked(question)).readings for question in (asked, plainly)
        )
        assert read and read[0].query == meant[0].query, asked
        assert all(asked[link.start : link.end] == link.text for link in read[0].used)
    assert Parser(SCHEMA).parse("How many giants are there?").unread == ("giants",)
    assert parser.parse("Which giants sing?").unread == ("sing",)


def _linked(question: str) -> list[LinkedValue]:
    stored = {"Vega": "name", "Malta": "flag"}
    return [
        LinkedValue(value, "Ship", name, value, *place)
        for value, name in stored.items()
        for place in places(value, question)
    ]


class Values:
    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        at = question.find("port")
        return [LinkedValue("port", "Ship", "name", "Port", at, at + 4, 0.9)] if at >= 0 else []


async def test_a_term_for_a_value_wins_over_what_is_like_it() -> None:
    links = TermLinks(terms(), Values())
    (link,) = await links.lookup("ships in the Home Port")
    assert (link.text, link.value, link.start, link.score) == ("Home Port", "Oslo", 13, 1.0)
    assert [one.value for one in await links.lookup("which port?")] == ["Port"]


async def test_a_name_that_is_longer_than_the_term_in_it_stays_whole() -> None:
    class Stored:
        async def lookup(self, question: str) -> Sequence[LinkedValue]:
            at = question.find("Home Port Two")
            return [LinkedValue("Home Port Two", "Ship", "name", "Home Port Two", at, at + 13)]

    (link,) = await TermLinks(terms(), Stored()).lookup("ships like Home Port Two")
    assert link.text == "Home Port Two"


def test_a_model_is_told_the_terms_of_its_question_only() -> None:
    told = terms().told("Do giants fly the cheap flag?")
    prompt = write_prompt(WriteRequest("?", SCHEMA, terminology=told))
    assert "giant: ships with a tonnage over 50000" in prompt
    assert "the cheap flag: Ship.flag = Panama" in prompt and "bulk" not in prompt


def test_links_keep_their_places() -> None:
    question = "giants of Malta and giants of Norway"
    links = [LinkedValue("Norway", "Ship", "flag", "Norway", 30, 36)]
    found = expand(question, links, {"giant": "big ships", "giants of malta": "islanders"})
    assert found is not None and found.question == "islanders and big ships of Norway"
    (moved,) = found.linked
    assert found.question[moved.start : moved.end] == "Norway"
    assert found.as_typed([moved]) == tuple(links)


def test_the_file_is_found_or_missed(tmp_path: Path) -> None:
    opened = load_settings(home=tmp_path, graph="fleet")
    assert terminology_of(opened, SCHEMA) is NO_TERMS
    (tmp_path / "terminology.yaml").write_text(TEXT)
    assert terminology_of(opened, SCHEMA).elements["tub"] == "Ship"
    (tmp_path / "terminology.yaml").write_text("a: Ship\nthe: Ship\ntub: Bath")
    with pytest.raises(UsageError, match=r"line 1: “a” .* \(1 more mistake\)"):
        terminology_of(opened, SCHEMA)
    with pytest.raises(UsageError, match="cannot be read"):
        terminology_of(load_settings(home=tmp_path, terminology=tmp_path / "no.yaml"), SCHEMA)
