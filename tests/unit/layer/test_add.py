"""What is missing is added to a graph's file, and every line that was there stays as it was."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from bot.errors import UsageError
from bot.layer.add import Entry, add_missing
from bot.layer.draft import HEAD, Meaning, drafted
from bot.layer.read import read_layer
from tests.unit.steps.graphs import fleet

PATH = Path("fleet.yaml")
SCHEMA = fleet()
OURS = """\
# our own words, since 1999
title: "The fleet"   # not to be shouted

labels:
    # four blanks, as we like them
    Ship:
        synonyms: [tub]   # said on deck
        properties:
            crew: {unit: people}   # in braces
            # tonnage is next

            flag:
    Port: {name: harbour}
verified:
- question: How many?
  cypher: |
    MATCH (s:Ship)

    RETURN count(s)
  verified_by: Ada
  verified_on: 2026-11-27

# the end
"""
MEANINGS = {
    "Ship": Meaning("It sails: a ship.", synonyms=("keel", "on")),
    "Ship.flag": Meaning("Where it is registered", "yes"),
    "": Meaning("Our ships."),
}
PAIR = (
    Entry("question", "ships at {port}"),
    Entry("cypher", "MATCH (s:Ship)-->(:Port {name: $port})\nRETURN s"),
    Entry("parameters", {"port": "Oslo: centre"}),
    Entry("verified_by", "Ada L."),
    Entry("verified_on", date(2026, 11, 27)),
)


def lines_left(before: str, after: str) -> bool:
    """Whether each line stands in the new text, in order."""
    rest = iter(after.splitlines())
    return all(line in rest for line in before.splitlines())


def test_what_people_wrote_stays_and_the_rest_is_added() -> None:
    added = add_missing(PATH, OURS, drafted("fleet", SCHEMA, MEANINGS))
    assert lines_left(OURS, added.text)
    layer = read_layer(PATH, added.text).layer
    assert (layer.title, layer.description) == ("The fleet", "Our ships.")
    ship = layer.labels["Ship"]
    assert (ship.description, ship.synonyms) == ("It sails: a ship.", ["tub"])
    assert list(ship.properties) == ["crew", "flag", "name", "tonnage", "motto"]
    assert (ship.properties["crew"].unit, ship.properties["flag"].unit) == ("people", "yes")
    assert list(layer.relationships) == ["CALLS_AT"]
    # What stands in braces is not taken apart.
    assert added.left == ("line 13: properties of labels.Port",)
    assert "tonnage:  # INTEGER, 900 to 90000" in added.text
    assert "            tonnage:" in added.text and added.text.count("# the end") == 1


def test_a_second_draft_changes_nothing() -> None:
    new = add_missing(PATH, HEAD.format(graph="fleet"), drafted("fleet", SCHEMA, MEANINGS))
    assert new.text.startswith("# What people call the parts of the graph fleet,")
    again = add_missing(PATH, new.text, drafted("fleet", SCHEMA, MEANINGS))
    assert (again.text, again.count, again.left) == (new.text, 0, ())


@pytest.mark.parametrize("cut", [0, 1, 2, 3])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_list_grows_at_its_end(cut: int, end: str) -> None:
    """Also where the file ends in the middle of a block, without a line end."""
    text = OURS if not cut else OURS.partition("\n\n# the end")[0]
    text = (
        text
        if cut < 2
        else text.partition("  verified_by")[0].rstrip()
        + ("\n  verified_by: Ada\n  verified_on: 2026-11-27" * (cut == 2))
    )
    if cut == 3:
        text = text.partition("verified:")[0] + "verified:"
    text = text.replace("\n", end)
    added = add_missing(PATH, text, [Entry("verified", items=(PAIR,))])
    assert lines_left(text, added.text) and added.count == 1
    *_, last = read_layer(PATH, added.text).layer.verified
    assert last.cypher.strip() == "MATCH (s:Ship)-->(:Port {name: $port})\nRETURN s"
    assert (last.parameters, last.verified_by) == ({"port": "Oslo: centre"}, "Ada L.")


@pytest.mark.parametrize("odd", ["yes", "a: b", "# no", "'", '"', "1984", " x ", "*", "naïve\x7f"])
def test_odd_names_are_quoted(odd: str) -> None:
    given = Entry("words", below=(Entry(odd, f"Ship.name = {odd}"),))
    layer = read_layer(PATH, add_missing(PATH, "title: a", [given]).text).layer
    assert layer.words == {odd: f"Ship.name = {odd}"}


def test_a_file_with_a_mistake_is_not_touched() -> None:
    with pytest.raises(UsageError, match=r"fleet.yaml, line 1: “tilte” is not a key"):
        add_missing(PATH, "tilte: a", [Entry("title", "b")])
    whole = add_missing(PATH, "{title: a}", [Entry("description", "b")])
    assert (whole.text, whole.left) == ("{title: a}", ("line 1: description of the graph",))
