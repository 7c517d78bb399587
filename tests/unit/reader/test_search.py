"""What the search can compose: each form is among the candidates of a question over ships."""

from __future__ import annotations

from dataclasses import replace
from datetime import date

import numpy as np
import pytest
from numpy.typing import NDArray

from bot.cypher.statement import to_cypher
from bot.reader.anchoring import anchors_of
from bot.reader.ground import Ground
from bot.reader.past import before, sketches_of
from bot.reader.pointing import pointed
from bot.reader.search import sketches
from bot.reader.training import Judged, Priors, fit
from bot.reader.tree import tree_of
from memory.conversation import Exchange, Mention
from memory.query import Attribute, Column, Comparison, Constant, Edge, Node, Pattern, Query
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema


def no_vectors(texts: list[str]) -> NDArray[np.float32]:
    """Nothing is like anything but by its letters."""
    return np.zeros((len(texts), 4), dtype=np.float32)


def _number(name: str, low: float = 1, high: float = 9000) -> Property:
    return Property(name, ("INTEGER",), (5,), None, low, high, 0.0, 40)


def _text(name: str, *values: str, null: float = 0.0) -> Property:
    kept = values if values else None
    return Property(name, ("STRING",), values[:1] or ("Vega",), kept, None, None, null, 40)


BUILT = Property("built_on", ("DATE",), (), None, date(1980, 1, 1), date(2024, 1, 1), 0.0, 40)
LEFT = Property("left_on", ("DATE",), (), None, date(2001, 1, 1), date(2024, 1, 1), 0.5, 20)
SCHEMA = Schema(
    {
        "Ship": Label(
            "Ship",
            40,
            {
                "name": _text("name"),
                "tonnage": _number("tonnage"),
                "crew": _number("crew", 1, 90),
                "built_on": BUILT,
                "retired": Property("retired", ("BOOLEAN",), (True,), (False, True), distinct=2),
                "flag": _text("flag", "Italy", "Norway", "Chile"),
            },
        ),
        "Port": Label("Port", 9, {"name": _text("name"), "country": _text("country", "Norway")}),
        "Sailor": Label("Sailor", 80, {"name": _text("name"), "country": _text("country")}),
    },
    {
        "CALLS_AT": Relationship(
            "CALLS_AT",
            90,
            (Join("Ship", "Port", 90),),
            {"berth": _text("berth", "north", "south"), "score": _number("score", -5, 5)},
        ),
        "SERVES_ON": Relationship(
            "SERVES_ON",
            80,
            (Join("Sailor", "Ship", 80),),
            {"left_on": LEFT, "role": _text("role", "head sailor", "cook")},
        ),
        "OWNS": Relationship("OWNS", 20, (Join("Sailor", "Ship", 20),), {}),
        "FOLLOWS": Relationship("FOLLOWS", 60, (Join("Sailor", "Sailor", 60),), {}),
    },
)
GROUND = Ground(SCHEMA, no_vectors)  # type: ignore[arg-type]
NAMES = {"Vega": "Ship", "Lyra": "Ship", "Bergen": "Port", "Ann Roe": "Sailor"}

READ = {
    "Which ships call at Bergen?": "(ship:Ship)-[:CALLS_AT]->(port:Port) WHERE port.name = $name",
    "How many ships are there?": "RETURN count(DISTINCT ship) AS ships",
    "Which ships have a tonnage over 500?": "ship.tonnage > $tonnage",
    "Which port has the most ships?": "ORDER BY ships DESC LIMIT 1",
    "Which ships call at no port?": "NOT EXISTS { MATCH (ship)-[:CALLS_AT]->(port:Port) }",
    "What is the average tonnage of ships?": "RETURN avg(ship.tonnage)",
    "ships by nobody served, number": "RETURN count(DISTINCT ship) AS ships",
    "Italian ships": "ship.flag = $flag",
    "ships that called at the northern berth, north": "calls_at_.berth = $berth",
    "ships called at with a positive score": "calls_at_.score > $score",
    "ships that still have sailors": "serves_on_.left_on IS NULL",
    "ships built in Q2 2020": "ship.built_on < $built_on2",
    "drop the ships below 500 tonnage": "ship.tonnage >= $tonnage",
    "Which is older, Vega or Lyra?": "LIMIT 1",
    "tonnage per crew of each ship": "* ship.tonnage) / ship.crew",
    "How much more tonnage has Vega than Lyra?": "ship.tonnage - ship2.tonnage",
    "Which ships have more tonnage than Vega?": "ship.tonnage > ship2.tonnage",
    "Which ships have the same flag as Vega?": "ship.flag = ship2.flag",
    "On average, how many ships call at a port?": "avg(ships)",
    "What percentage of ships of each flag are retired?": "RETURN ship.flag AS flag, avg(CASE",
    "What share of ships call at Bergen?": "avg(CASE WHEN EXISTS { MATCH (ship)-[:CALLS_AT]->",
    "Italian ships, tonnage desc": "ORDER BY ship.tonnage DESC",
    "retired ships, crew low to high": "ORDER BY ship.crew",
    "number of ships per owner": "RETURN sailor.name AS sailor_name, ships",
    "Which port has the fewest ships?": "OPTIONAL MATCH",
    "Did Vega call at more than 3 ports?": "WHERE value1 > $number RETURN count(*) > 0 AS answer",
    "In which year were the most ships built?": "ship.built_on.year AS year",
    "ships with ar in the name": "toLower(ship.name) CONTAINS toLower($name)",
    "ships w/o any sailor": "NOT EXISTS { MATCH (ship)<-[:SERVES_ON]-(sailor:Sailor) }",
    "ships whose tonnage is above the average of their flag": "avg(ship.tonnage)",
    "Which sailors serve on a ship that they also own?": "(ship:Ship)<-[:OWNS]-(sailor)",
    "Which sailors follow Ann Roe but are not followed back by her?": (
        "sailor2.name = $name AND NOT EXISTS { MATCH (sailor2)-[:FOLLOWS]->(sailor) }"
    ),
    "What share of ships call at a port?": "THEN 1.0 ELSE 0.0 END) AS share",
    "What is the difference between the highest and the lowest tonnage of ships?": (
        "max(ship.tonnage) - min(ship.tonnage)"
    ),
    "tonnage minus crew of each ship": "(ship.tonnage - ship.crew)",
    "Which ships call at Bergen? Show the ship and its sailors.": "sailor.name AS sailor_name",
    "Who is the owner of Vega?": "(sailor:Sailor)-[:OWNS]->(ship:Ship) WHERE ship.name = $name",
    "Which ports have both a ship built before 1990 and one built after 2010?": (
        "(port:Port)<-[:CALLS_AT]-(ship2:Ship) WHERE ship.built_on < $built_on AND ship2.built_on >"
    ),
    "ships whose tonnage is more than 2.5 times their crew": "> ($tonnage * ship.crew)",
    "Which ship has the longest flag?": "ORDER BY size(ship.flag) DESC LIMIT 1",
    "Who serves on ships but never called at a port?": "(sailor)-[:SERVES_ON]->(ship2) }",
    "Which ports does Vega not call at?": "NOT EXISTS { MATCH (port)<-[:CALLS_AT]-(ship:Ship)",
    "Which ports with at least 6 ships have an average tonnage over 500?": (
        "avg(ship.tonnage) AS average_ship_tonnage, count(DISTINCT ship) AS value2 WHERE value2 >="
    ),
    "the first 5 ships built after 2001": "ORDER BY ship.built_on LIMIT 5",
    "Which ship has the highest tonnage per crew?": "ship.crew IS NOT NULL RETURN",
    "Ports with at least 3 ships but never one over 500 tonnage": (
        "NOT EXISTS { MATCH (port)<-[:CALLS_AT]-(ship2:Ship) WHERE ship2.tonnage > $tonnage }"
    ),
    "Which sailors serve on a ship that calls at a port in their own country?": (
        "sailor.country = port.country"
    ),
    # One of two must hold, or one of two verbs.
    "sailors who owned or served on Vega": "(sailor:Sailor)-[:OWNS|SERVES_ON]->(ship:Ship)",
    "ships that are retired or built after 2010": "ship.built_on >= $built_on OR ship.retired =",
    "Italian ships or those that call at Bergen": (
        "ship.flag = $flag OR EXISTS { MATCH (ship)-[:CALLS_AT]->(port:Port) WHERE port.name"
    ),
    "ships over 500 or under 100 tonnage": "ship.tonnage > $tonnage OR ship.tonnage < $tonnage2",
    "# ships with tonnage>=500": "ship.tonnage >= $tonnage RETURN count(DISTINCT ship)",
    "ports where every ship is retired": (
        "NOT EXISTS { MATCH (port)<-[:CALLS_AT]-(ship2:Ship) WHERE ship2.retired = $retired }"
    ),
    "What else does the owner of Vega own?": (
        "(sailor:Sailor)-[:OWNS]->(ship:Ship), (sailor)-[:OWNS]->(ship2:Ship) WHERE ship2.name"
    ),
    "take off the ships below 500 tonnage, what's left": "ship.tonnage >= $tonnage",
    "drop the retired ones, how many ships call at Bergen": "ship.retired = $retired",
    "the ship with the highest tonnage, and who owns it": "sailor.name AS sailor_name",
    "Which sailors follow each other?": "elementId(sailor) < elementId(sailor2)",
    "How many crew do ships of Norway have in total?": "sum(ship.crew)",
    # Months of one year, years that are listed, a decade in words.
    "ships built between June and August 2018": "ship.built_on < $built_on2",
    "ships built in 2018 and 2020": "OR (ship.built_on >=",
    "ships built in the nineties": "ship.built_on >= $built_on AND ship.built_on < $built_on2",
    "ships with more than 500 tonnage, who serves on them": "sailor.name AS sailor_name",
    # A value ends in the noun that is asked for; what something comes to on average.
    "Name the head sailors.": "(sailor:Sailor)-[serves_on_:SERVES_ON]->(ship:Ship) WHERE",
    "Which followers of Ann Roe's followers own Vega?": (
        "-[:FOLLOWS]->(sailor2:Sailor), (sailor)-[:OWNS]->(ship:Ship) WHERE sailor2.name"
    ),
    "Which ships call at both Bergen and another port?": "port.name = $name AND port2.name <>",
    "Which ships share their flag with Vega?": "ship.flag = ship2.flag",
    "How much tonnage do ships that call at Bergen have on average?": "avg(ship.tonnage)",
}


def _links(question: str) -> list[LinkedValue]:
    found = []
    for name, label in NAMES.items():
        if (at := question.find(name)) >= 0:
            found.append(LinkedValue(name, label, "name", name, at, at + len(name)))
    return found


def _told(question: str, history: tuple[Exchange, ...] = ()) -> list[str]:
    anchors, past = anchors_of(question, GROUND, _links(question)), before(history, GROUND)
    found = sketches(GROUND, anchors, Priors(), past)
    trees = [tree_of(sketch, GROUND) for sketch in found]
    return [" ".join(to_cypher(tree)[0].split()) for tree in trees if tree is not None]


def _tree(question: str, part: str) -> Query:
    found = sketches(GROUND, anchors_of(question, GROUND, _links(question)), Priors())
    trees = [tree for tree in (tree_of(sketch, GROUND) for sketch in found) if tree is not None]
    return next(tree for tree in trees if part in " ".join(to_cypher(tree)[0].split()))


def test_of_what_nobody_speaks_of_there_are_not_more_than_there_are() -> None:
    """40 ships and 80 sailors: of 5000 it is no count, of 70 it may be."""
    many, few = (_told(f"Does Vega serve over {figure}?") for figure in (5000, 70))
    assert any("value1 >" in text for text in few), few
    assert not any("value1 >" in text for text in many), many


@pytest.mark.parametrize(("question", "part"), READ.items(), ids=READ)
def test_the_form_is_among_the_candidates(question: str, part: str) -> None:
    told = _told(question)
    assert any(part in text for text in told), told[:5]


VEGA = Mention("Ship", "name", "Vega")
LYRA = Mention("Ship", "name", "Lyra")

FOLLOWED = {
    "only those with a tonnage over 500": "port.name = $name AND ship.tonnage > $tonnage",
    "how many are they?": "port.name = $name RETURN count(DISTINCT ship) AS ships",
    "who serves on the second one?": "ship.name = $name WITH DISTINCT sailor",
    "the most crew": "ORDER BY ship.crew DESC LIMIT 1",
    "retired?": "ship.retired = $retired",
    "which sailors serve on them": "WITH DISTINCT sailor RETURN sailor.name AS name",
    "which of the two is bigger": "ORDER BY ship.tonnage DESC LIMIT 1",
    "the smallest on top": "ORDER BY ship.tonnage",
    "not Bergen": "port.name <> $name",
    "ports where both call": "(port:Port)<-[:CALLS_AT]-(ship2:Ship) WHERE ship.name = $name AND",
    "where do they call": "(ship)-[:CALLS_AT]->(port2:Port)",
    "who serves on number two": "ship.name = $name WITH DISTINCT sailor",
    "who serves on the first of them": "ship.name = $name WITH DISTINCT sailor",
}
# What is meant, by far: the likeliest with the priors alone.
MEANT = {
    "remove the retired ones": "port.name = $name AND ship.retired = $retired WITH DISTINCT ship",
    "drop the ones that are not retired": "port.name = $name AND ship.retired = $retired WITH",
    "newest first": "port.name = $name AND ship.built_on IS NOT NULL WITH DISTINCT ship "
    "RETURN ship.name AS name, ship.built_on AS built_on ORDER BY ship.built_on DESC",
}
AFTER_A_FIGURE = {
    "over 800": "ship.tonnage > $tonnage RETURN ship.name",
    "any tonnage": "(ship:Ship) RETURN ship.name",
    "since 2020": "ship.built_on >= $built_on",
    "make that 900": "ship.tonnage > $tonnage RETURN ship.name",
    "on average?": "ship.tonnage > $tonnage RETURN avg(ship.tonnage)",
}


def _ships() -> Exchange:
    question = "Which ships call at Bergen?"
    return Exchange(
        question,
        question,
        "answerable",
        row_count=2,
        query=_tree(question, "(port:Port) WHERE port.name = $name WITH DISTINCT ship"),
        linked=tuple(_links(question)),
        mentions=(VEGA, LYRA),
    )


@pytest.mark.parametrize(("message", "part"), FOLLOWED.items(), ids=FOLLOWED)
def test_what_goes_on_from_an_answer_is_among_the_candidates(message: str, part: str) -> None:
    told = _told(message, (_ships(),))
    assert any(part in text for text in told), told[:5]


@pytest.mark.parametrize(("message", "part"), MEANT.items(), ids=MEANT)
def test_what_goes_on_from_an_answer_is_the_likeliest(message: str, part: str) -> None:
    told = _told(message, (_ships(),))
    assert part in told[0], told[:5]


def test_an_answer_in_an_order_is_cut_to_the_first_of_it() -> None:
    question = "The smallest first: ships"
    tree = _tree(question, "ORDER BY ship.tonnage")
    tree = replace(tree, limit=None)
    past = (Exchange(question, question, "answerable", row_count=40, query=tree),)
    assert _told("only the top 3", past)[0].endswith("ORDER BY ship.tonnage LIMIT 3")


def test_what_was_cut_to_a_few_is_gone_on_from_as_those_alone() -> None:
    """The biggest ship: who serves on it, not on all that have a tonnage."""
    question = "The biggest ship"
    tree = _tree(question, "ORDER BY ship.tonnage DESC LIMIT 1")
    past = (Exchange(question, question, "answerable", row_count=1, query=tree, mentions=(VEGA,)),)
    told = _told("the sailors serving on it", past)
    assert "(sailor:Sailor)-[:SERVES_ON]->(ship:Ship) WHERE ship.name = $name" in told[0]


def test_everything_that_is_to_go_takes_nothing_back() -> None:
    question = "Italian ships"
    tree = _tree(question, "ship.flag = $flag")
    past = (Exchange(question, question, "answerable", row_count=9, query=tree),)
    for message in ("kill everything under 500 tonnage", "throw out all with a tonnage under 500"):
        told = _told(message, past)
        assert "ship.flag = $flag AND ship.tonnage >= $tonnage" in told[0], told[:3]


def test_what_goes_and_is_denied_stays() -> None:
    """Drop those that are not retired: the retired ones stay, the others where it is not denied."""
    for message, stays in (("drop the ones not retired", True), ("drop the retired ones", False)):
        anchors, past = anchors_of(message, GROUND, []), before((_ships(),), GROUND)
        best = tree_of(sketches(GROUND, anchors, Priors(), past)[0], GROUND)
        assert best is not None and stays in to_cypher(best)[1].values(), message


def test_what_is_denied_is_what_the_verb_says_and_what_is_received_others_did() -> None:
    """Never owned one: of the relationships that lead there, that."""
    denied = _told("Which sailors serve on a ship but never owned a ship?")[0]
    assert "NOT EXISTS { MATCH (sailor)-[:OWNS]->(ship2:Ship) }" in denied
    received = _told("Which sailors received more than 2 follows?")
    assert "(sailor2:Sailor)-[:FOLLOWS]->(sailor:Sailor)" in received[0], received[:3]


def test_the_share_is_of_what_is_said_last() -> None:
    """Of the ships built in 2018, those that are retired."""
    told = _told("What percentage of the ships built in 2018 are retired?")
    assert "avg(CASE WHEN ship.retired" in told[0], told[:3]


def test_what_is_asked_behind_is_what_is_wanted() -> None:
    """Are there any? Which ones?"""
    told = _told("Are there ships over 500 tonnage? Which ones?")
    assert "AS answer" not in told[0], told[:3]
    assert "AS answer" in _told("Are there ships over 500 tonnage?")[0]


def test_how_many_kinds_there_are_is_told_of_none_of_them() -> None:
    """How many flags: not how many of each; in all ports: not in each."""
    told = _told("How many different flags of ships are there?")
    assert "count(DISTINCT ship.flag)" in told[0], told[:3]
    together = _told("What is the total score of Vega across all ports?")
    assert "port.name" not in together[0], together[:3]


def test_what_is_neither_a_place_nor_a_pronoun_points_at_nobody() -> None:
    """Both this and that, the newest first, how many there are: names of the answer before."""
    for message in ("both retired and Italian", "newest first", "how many ships are there"):
        found = anchors_of(message, GROUND, [])
        assert not list(pointed(found, before((_ships(),), GROUND), GROUND)), message


@pytest.mark.parametrize(("message", "part"), AFTER_A_FIGURE.items(), ids=AFTER_A_FIGURE)
def test_what_was_asked_of_a_property_is_asked_otherwise_or_taken_back(
    message: str, part: str
) -> None:
    question = "Which ships have a tonnage over 500?"
    tree = _tree(question, "ship.tonnage > $tonnage")
    told = _told(message, (Exchange(question, question, "answerable", row_count=2, query=tree),))
    assert any(part in text for text in told), told[:5]


def test_the_same_is_asked_of_something_else() -> None:
    question = "Which ports does Vega call at?"
    tree = _tree(question, "ship.name = $name WITH DISTINCT port")
    past = (Exchange(question, question, "answerable", row_count=2, query=tree),)
    told = _told("and the sailors?", past)
    assert any("-[:SERVES_ON]->(ship:Ship) WHERE ship.name = $name" in text for text in told)


def test_a_figure_that_a_relationship_holds_is_gone_on_from() -> None:
    question = "How many points did Vega score at Bergen?"
    tree = Query(
        Pattern(
            (Node("ship", ("Ship",)), Node("port", ("Port",))),
            (Edge("ship", ("CALLS_AT",), "port", "call"),),
            (Comparison(Attribute("ship", "name"), "=", Constant("Vega")),),
        ),
        (Column(Attribute("call", "score"), "score"),),
        "ship",
        "count",
    )
    past = (Exchange(question, question, "answerable", row_count=1, query=tree),)
    assert any("calls_at_.score" in text for text in _told("and Lyra?", past))


GONE_ON_FROM = {
    "Which ships call at Bergen?": "WITH DISTINCT ship",
    "Which port has the most ships?": "ORDER BY ships DESC LIMIT 1",
    "What is the average tonnage of ships?": "avg(ship.tonnage)",
    "Which ships have a tonnage over 500?": "ship.tonnage > $tonnage",
    "How many ships are there?": "count(DISTINCT ship)",
}


@pytest.mark.parametrize(("question", "part"), GONE_ON_FROM.items(), ids=GONE_ON_FROM)
def test_a_tree_can_be_gone_on_from(question: str, part: str) -> None:
    tree = _tree(question, part)
    whole, alone = sketches_of(tree, GROUND)
    assert whole is not None and alone is not None
    again = tree_of(whole, GROUND)
    assert again is not None
    assert to_cypher(again) == to_cypher(tree)


def test_what_is_not_there_is_kept_as_it_stands() -> None:
    tree = _tree("Which ships call at no port?", "NOT EXISTS")
    whole, _ = sketches_of(tree, GROUND)
    assert whole is not None and [test.part for test in whole.tests] == ["raw"]
    assert "NOT EXISTS" in to_cypher(tree_of(whole, GROUND) or tree)[0]


def test_weights_learn_what_tells_right_from_wrong() -> None:
    told = [Judged(({"join.named": 1.0}, {"left.content": 1.0}), (False, True))] * 20
    weights = fit(told)
    assert weights["left.content"] > weights["join.named"]


BACK = {
    "back to the first list, only those with a tonnage over 500": "port.name = $name AND ship.ton",
    "which of the first list are retired": "port.name = $name AND ship.retired",
}


@pytest.mark.parametrize(("message", "part"), BACK.items(), ids=BACK)
def test_an_answer_that_is_named_by_its_place_is_gone_on_from(message: str, part: str) -> None:
    asked = {
        "Which ships call at Bergen?": "(port:Port) WHERE port.name = $name WITH DISTINCT ship",
        "Which ships have a tonnage over 500?": "ship.tonnage > $tonnage",
        "Which ports does Vega call at?": "ship.name = $name WITH DISTINCT port",
        "How many ships are there?": "RETURN count(DISTINCT ship)",
        "Italian ships": "ship.flag = $flag",
    }
    history = tuple(
        Exchange(one, one, "answerable", row_count=2, query=_tree(one, tree))
        for one, tree in asked.items()
    )
    anchors = anchors_of(message, GROUND, [])
    # What is named is there, however long ago, beside the last three.
    assert [bool(one.recalled) for one in before(history, GROUND, anchors)] == [False] * 3 + [True]
    found = sketches(GROUND, anchors, Priors(), before(history, GROUND, anchors))
    best = next(tree for tree in (tree_of(one, GROUND) for one in found) if tree is not None)
    assert part in " ".join(to_cypher(best)[0].split())


def test_a_number_that_cannot_be_told_is_no_meaning() -> None:
    """Held to an average, beside what is counted; without what is counted there is none."""
    anchors = anchors_of("Which ports have more ships than average?", GROUND, [])
    found = sketches(GROUND, anchors, Priors())
    one = next(x for x in found if x.having == (">", ("average",)) and x.tally is not None)
    assert tree_of(one, GROUND) is not None
    alone = one.but(tally=None, having=None, held=((one.tally, *one.having),))
    assert tree_of(alone, GROUND) is None
