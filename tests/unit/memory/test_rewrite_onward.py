"""How a conversation goes on from a ranking, a figure or one person; two small schemas."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from memory.conversation import Exchange, Mention
from memory.query import Aggregate, Attribute, Column, Edge, Entity, Node, Order, Pattern, Query
from memory.rewrite import Rewrite, rewrite
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema
from memory.tree_edits import individuals


def label(name: str, count: int, *properties: str) -> Label:
    known = {p: Property(p, ("STRING",), distinct=count) for p in properties}
    return Label(name, count, known)


def joined(type_: str, start: str, end: str, count: int) -> Relationship:
    return Relationship(type_, count, (Join(start, end, count),))


SCHEMA = Schema(
    {
        one.name: one
        for one in (
            label("Sailor", 20, "name", "surname"),
            label("Ship", 8, "name"),
            label("Voyage", 40, "name"),
            label("Port", 6, "name"),
            label("Parrot", 30, "name"),
        )
    },
    {
        one.type: one
        for one in (
            joined("SERVED_ON", "Sailor", "Ship", 60),
            joined("MADE", "Ship", "Voyage", 40),
            joined("PAINTED", "Sailor", "Voyage", 45),
            joined("OWNED", "Sailor", "Parrot", 30),
            joined("CALLED_AT", "Voyage", "Port", 90),
        )
    },
)


async def nothing(text: str) -> Sequence[LinkedValue]:
    return []


async def read(message: str, *history: Exchange) -> Rewrite:
    return await rewrite(message, history, nothing, SCHEMA)


def exchange(question: str, query: Query, *mentions: Mention, **more: Any) -> Exchange:
    rows = more.pop("row_count", len(mentions))
    return Exchange(
        question,
        question,
        "answerable",
        cypher="RETURN 1",
        query=query,
        mentions=mentions,
        row_count=rows,
        **more,
    )


def ranking(limit: int | None = None) -> Query:
    count = Aggregate("count", Entity("v"))
    pattern = Pattern(
        (Node("s", ("Sailor",)), Node("v", ("Voyage",))), (Edge("s", ("PAINTED",), "v"),)
    )
    columns = (Column(Attribute("s", "name"), "name"), Column(count, "voyages"))
    return Query(pattern, columns, "s", order=(Order(count, True),), limit=limit)


def sailors(*names: str) -> list[Mention]:
    return [Mention("Sailor", "name", name) for name in names]


MOST = exchange("Which 2 sailors painted the most voyages?", ranking(2), *sailors("Ada", "Lev"))
ALL = exchange("Which sailors painted the most voyages?", ranking(), *sailors("Ada", "Lev"))
ONE = exchange(
    "Who is tallest?", Query(Pattern((Node("s", ("Sailor",)),)), (), "s"), *sailors("Ada")
)


@pytest.mark.parametrize(
    ("message", "base", "standalone"),
    [
        ("what about parrots?", MOST, "Which 2 sailors have the most parrots?"),
        ("and ports?", MOST, "Which 2 ports have the most voyages?"),
        ("what about parrots?", ALL, "Which sailors have the most parrots?"),
    ],
)
async def test_a_ranking_is_asked_anew(message: str, base: Exchange, standalone: str) -> None:
    assert (await read(message, base)).standalone == standalone


@pytest.mark.parametrize(
    ("message", "skip"), [("and the second?", 1), ("who came third?", 2), ("the 2nd most?", 1)]
)
async def test_the_next_place_of_a_ranking(message: str, skip: int) -> None:
    found = await read(message, exchange("Who painted the most?", ranking(1), *sailors("Ada")))
    assert found.query is not None and (found.query.skip, found.query.limit) == (skip, 1)


async def test_a_figure_of_what_was_named_is_not_it() -> None:
    column = Column(Attribute("s", "guns"), "guns")
    query = Query(Pattern((Node("s", ("Ship",)),)), (column,), "s")
    link = LinkedValue("Victory", "Ship", "name", "Victory", 14, 21)
    base = exchange(
        "How many guns has Victory?", query, Mention("Ship", "guns", 72), linked=(link,)
    )
    assert (await read("who served on it?", base)).standalone == 'who served on "Victory"?'


async def test_an_average_is_listed_as_what_it_was_taken_of() -> None:
    mean = Column(Aggregate("avg", Attribute("s", "wage")), "average_wage")
    query = Query(Pattern((Node("s", ("Sailor",)),)), (mean,), "s", form="value")
    found = await read("list them", exchange("average wage of sailors", query, row_count=1))
    assert found.context is not None and not found.context.columns


async def test_a_mean_of_each_is_of_all_where_none_of_those_has_it() -> None:
    first, *others = (await read("what is the average surname by name?", ALL)).meanings()
    assert first.context is not None
    assert not others[-1].follows and others[-1].context is None


async def test_she_of_whom_nobody_spoke() -> None:
    assert (await read("which ships did she serve on?")).unclear == ("she",)
    assert not (await read("which sailor painted his own ship?")).unclear


async def test_they_of_whom_nobody_spoke() -> None:
    assert (await read("and the longest of them?")).unclear == ("them",)
    assert not (await read("how many ships have sailors that own them?")).unclear


async def test_all_ranked_are_turned_round() -> None:
    found = await read("and the fewest?", ALL)
    assert found.query is not None and not found.query.order[0].descending


async def test_both_are_offered_where_both_can_be_meant() -> None:
    found = await read("what about ships?", MOST)
    assert found.choices == (
        "Which 2 sailors have the most ships?",
        "Which 2 ships have the most voyages?",
    )


@pytest.mark.parametrize(
    ("message", "function"), [("and the total?", "sum"), ("the highest", "max")]
)
async def test_another_figure_takes_the_place_of_one(message: str, function: str) -> None:
    mean = Column(Aggregate("avg", Attribute("s", "wage")), "average_wage")
    query = Query(Pattern((Node("s", ("Sailor",)),)), (mean,), "s", form="value")
    found = await read(message, exchange("average wage of sailors", query, row_count=1))
    assert found.query is not None
    operand = found.query.columns[0].operand
    assert isinstance(operand, Aggregate) and operand.function == function
    assert found.query.columns[0].name != "average_wage"


@pytest.mark.parametrize(
    ("message", "asked", "descending"),
    [
        ("the top 3", "sort them by wage", True),
        ("the first 3", "sort them by wage", False),
        ("the top 3", "cheapest first", False),
    ],
)
async def test_the_top_of_a_sorted_list(message: str, asked: str, descending: bool) -> None:
    order = (Order(Attribute("s", "wage"), False),)
    query = Query(Pattern((Node("s", ("Sailor",)),)), (), "s", order=order)
    found = await read(message, exchange(asked, query, *sailors("Ada", "Lev", "Mo", "Kit")))
    assert found.query is not None and found.query.limit == 3
    assert found.query.order[0].descending is descending


@pytest.mark.parametrize(
    ("message", "standalone"),
    [
        ("what else did they paint?", 'which voyages did "Ada" paint?'),
        ("how many did she paint?", 'how many voyages did "Ada" paint?'),
        ("when were they born?", 'when were "Ada" born?'),
    ],
)
async def test_one_person_and_what_they_did(message: str, standalone: str) -> None:
    assert (await read(message, ONE)).standalone == standalone


async def test_a_whole_list_has_no_more() -> None:
    query = Query(Pattern((Node("s", ("Sailor",)),)), (), "s")
    found = await read("who else?", exchange("sailors", query, *sailors("Ada", "Lev")))
    assert (found.query, found.note) == (query, "That is all there is, 2 in all.")


async def test_those_of_a_top_are_named() -> None:
    found = await read("which ships?", MOST)
    assert found.context is not None and found.context.limit is None


async def test_a_year_that_nobody_named_is_asked_for() -> None:
    assert (await read("who served that year?", ONE)).unclear == ("that year",)


@pytest.mark.parametrize(
    ("message", "whole"),
    [
        ("frigates with Ada", True),
        ("top 3 schooners", True),
        ("fastest schooners", True),
        ("average tonnage in Hull", False),
    ],
)
async def test_a_noun_phrase_of_its_own_comes_first(message: str, whole: bool) -> None:
    found = await read(message, ONE)
    assert (found.follows, found.context, found.whole) == (False, None, whole)


@pytest.mark.parametrize(
    "message",
    [
        "schooners",
        "only schooners with Ada",
        "and schooners with Ada",
        "without the schooners of Ada",
        "the schooners with Ada",
        "Ada Hanks after 1990",
        "schooners with Ada too",
        "fastest first",
    ],
)
async def test_what_leans_on_the_last_answer_does_not(message: str) -> None:
    assert (await read(message, ONE)).follows


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("per ship", "for each ship"),
        ("by ship?", "for each ship"),
        ("and for every port", "for each port"),
    ],
)
async def test_a_number_is_asked_for_each_of_something(message: str, said: str) -> None:
    count = Column(Aggregate("count", Entity("s")), "sailors")
    query = Query(Pattern((Node("s", ("Sailor",)),)), (count,), "s", form="count")
    found = await read(message, exchange("How many sailors are there?", query, row_count=1))
    assert (found.standalone, found.context) == (said, query)


async def test_by_a_word_that_the_schema_lacks_is_no_group() -> None:
    count = Column(Aggregate("count", Entity("s")), "sailors")
    query = Query(Pattern((Node("s", ("Sailor",)),)), (count,), "s", form="count")
    found = await read("by Melville", exchange("How many sailors are there?", query, row_count=1))
    assert found.standalone == "by Melville"


@pytest.mark.parametrize(
    ("message", "shown", "descending"),
    [
        ("which one has the most?", "wage", True),
        ("who has the lowest?", "wage", False),
        ("which of them have the fewest?", "wage", False),
    ],
)
async def test_the_most_is_of_the_figure_shown(message: str, shown: str, descending: bool) -> None:
    columns = (Column(Attribute("s", "name"), "name"), Column(Attribute("s", shown), shown))
    query = Query(Pattern((Node("s", ("Sailor",)),)), columns, "s")
    found = await read(message, exchange("wages of sailors", query, *sailors("Ada", "Lev", "Mo")))
    assert found.query is not None and found.query.limit == 1
    assert found.query.order == (Order(Attribute("s", shown), descending),)


@pytest.mark.parametrize(
    ("message", "figure", "descending"),
    [
        ("the worst 3", "delay", True),
        ("the best 3", "delay", False),
        ("the worst 3", "wage", False),
        ("the top 3", "delay", True),
    ],
)
async def test_the_worst_delays_are_the_longest(
    message: str, figure: str, descending: bool
) -> None:
    mean = Aggregate("avg", Attribute("v", figure))
    columns = (Column(Attribute("s", "name"), "name"), Column(mean, f"average_{figure}"))
    query = Query(Pattern((Node("s", ("Ship",)), Node("v", ("Voyage",)))), columns, "s")
    found = await read(message, exchange(f"average {figure} per ship", query, row_count=8))
    assert found.query is not None and found.query.order == (Order(mean, descending),)


async def test_it_may_be_the_one_that_was_picked_on_the_way() -> None:
    ship = Pattern((Node("s", ("Ship",)),))
    longest = Query(ship, (), "s", order=(Order(Attribute("s", "length"), True),), limit=1)
    pattern = Pattern((Node("s"), Node("p", ("Sailor",))), (Edge("p", ("SERVED_ON",), "s"),))
    query = Query(pattern, (Column(Attribute("p", "name"), "name"),), "p", source=longest)
    asked = exchange("Who served on the longest ship?", query, *sailors("Ada", "Lev"))
    found = await read("how long is it?", asked)
    assert (found.standalone, found.context) == ("how long is it?", longest)
    assert (await read("how old is she?", asked)).context != longest


async def test_what_was_picked_on_the_way_comes_before_what_it_was_picked_by() -> None:
    """The sailors of the longest ship of the East Company: *it* is the ship."""
    company = Mention("Company", "name", "East Company")
    linked = (LinkedValue("East Company", "Company", "name", company.value, 35, 47),)
    ship = Pattern((Node("s", ("Ship",)), Node("c", ("Company",))), (Edge("c", ("HAS",), "s"),))
    longest = Query(ship, (), "s", order=(Order(Attribute("s", "length"), True),), limit=1)
    pattern = Pattern((Node("s"), Node("p", ("Sailor",))), (Edge("p", ("SERVED_ON",), "s"),))
    query = Query(pattern, (Column(Attribute("p", "name"), "name"),), "p", source=longest)
    question = "Who served on the longest ship of East Company?"
    asked = exchange(question, query, *sailors("Ada"), linked=linked)
    found = list((await read("and when was it built?", asked)).meanings())
    assert [m.context for m in found] == [longest, None]
    assert found[1].standalone == 'when was "East Company" built?'
    (her,) = (await read("how old is she?", asked)).pinned
    assert her.value == "Ada"


async def test_the_answer_comes_before_what_was_picked_on_the_way() -> None:
    pattern = Pattern((Node("h", ("Port",)), Node("s", ("Ship",))), (Edge("s", ("LIES",), "h"),))
    order = (Order(Attribute("s", "length"), True),)
    query = Query(pattern, (Column(Attribute("h", "name"), "name"),), "h", order=order, limit=1)
    asked = exchange("Which port has the longest ship?", query, Mention("Port", "name", "Cadiz"))
    found = list((await read("how large is it?", asked)).meanings())
    assert found[0].standalone == 'how large is "Cadiz"?'
    assert found[1].context is not None and found[1].context.subject == "s"


async def test_a_name_taken_over_from_the_question_before_is_no_nearer_than_its_answer() -> None:
    ada = LinkedValue("Ada", "Sailor", "name", "Ada", 17, 20)
    one = Query(Pattern((Node("p", ("Sailor",)),)), (Column(Attribute("p", "name"), "name"),), "p")
    ship = Query(Pattern((Node("s", ("Ship",)),)), (Column(Attribute("s", "name"), "name"),), "s")
    first = exchange("Who served with Ada?", one, *sailors("Lev"), linked=(ada,))
    then = exchange("on which ship?", ship, Mention("Ship", "name", "Argo"), linked=(ada,))
    (he,) = (await read("how old is he?", first, then)).pinned
    assert he.value == "Lev"


async def test_the_oldest_of_them_is_picked_among_those_meant() -> None:
    people = Query(Pattern((Node("p", ("Sailor",)),)), (), "p")
    ports = Query(Pattern((Node("h", ("Port",)),)), (), "h")
    first = exchange("Who served on Argo?", people, *sailors("Ada", "Lev"))
    then = exchange("where?", ports, *(Mention("Port", "name", n) for n in ("Rome", "Oslo")))
    found = await read("who is the oldest of them?", first, then)
    assert (found.standalone, found.context) == ("which of them is the oldest?", people)


async def test_those_answered_are_named_where_their_tree_cannot_be_gone_on_from() -> None:
    older = Pattern((Node("p", ("Sailor",)), Node("q", ("Sailor",))))
    query = Query(older, (Column(Attribute("p", "name"), "name"),), "p")
    names = [f"Ada {n}" for n in range(3)]
    asked = exchange("Who is older than Lev?", query, *sailors(*names))
    anyone = replace(SCHEMA.labels["Sailor"], count=3)
    schema = replace(SCHEMA, labels={**SCHEMA.labels, "Sailor": anyone})
    found = await rewrite("which of them sailed first?", (asked,), nothing, schema)
    contexts = [meaning.context for meaning in found.meanings()]
    assert contexts == [query, individuals("Sailor", "name", names)]
    more = replace(asked, row_count=9)
    found = await rewrite("which of them sailed first?", (more,), nothing, schema)
    assert [meaning.context for meaning in found.meanings()] == [query]


async def test_a_question_anew_picks_none_of_those_offered() -> None:
    offered = Exchange(
        "how long is it?",
        "how long is it?",
        "ambiguous",
        choices=("Which ship made the most voyages?", "Which sailor painted the most voyages?"),
    )
    assert (await read("who painted it?", offered)).standalone == "who painted it?"
    assert (await read("who painted the most", offered)).standalone == offered.choices[1]


async def test_it_is_what_the_same_message_named() -> None:
    async def named(text: str) -> Sequence[LinkedValue]:
        at = text.find("Argo")
        return [LinkedValue("Argo", "Ship", "name", "Argo", at, at + 4)] if at >= 0 else []

    before = exchange("Which ship is the oldest?", ranking(1), Mention("Ship", "name", "Vasa"))
    message = "When was Argo built and how long is it?"
    assert (await rewrite(message, (before,), named, SCHEMA)).standalone == message
