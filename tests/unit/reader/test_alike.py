"""Which trees mean the same, however their conditions are told and their rows are shown."""

from __future__ import annotations

from dataclasses import replace

from bot.reader.alike import core_of
from memory.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Attribute,
    Column,
    Comparison,
    Constant,
    Edge,
    Entity,
    Function,
    Node,
    Not,
    Order,
    Pattern,
    Query,
)

NAME, TONNAGE = Attribute("ship", "name"), Attribute("ship", "tonnage")
FLAG = Attribute("ship", "flag")
CALLS = (Edge("ship", ("CALLS_AT",), "port"),)
BOTH = (Node("ship", ("Ship",)), Node("port", ("Port",)))


def _over(operator: str, value: float) -> Comparison:
    return Comparison(TONNAGE, operator, Constant(value))  # type: ignore[arg-type]


def _ships(*where: object, shown: tuple[object, ...] = (NAME,)) -> Query:
    columns = tuple(Column(one, f"c{n}") for n, one in enumerate(shown))  # type: ignore[arg-type]
    pattern = Pattern((Node("ship", ("Ship",)),), (), where)  # type: ignore[arg-type]
    return Query(pattern, columns, "ship")


def _alike(one: Query, other: Query) -> bool:
    return core_of(one).like(core_of(other))


def test_conditions_are_held_in_one_form() -> None:
    between = _over(">=", 5), _over("<=", 9)
    assert _alike(_ships(*between), _ships(AllOf(between)))
    assert _alike(_ships(Not(_over(">", 5))), _ships(_over("<=", 5)))
    italy, norway = (Comparison(FLAG, "=", Constant(x)) for x in ("Italy", "Norway"))
    one_of = Comparison(FLAG, "IN", Constant(("Norway", "Italy")))
    assert _alike(_ships(AnyOf((italy, norway))), _ships(one_of))
    assert not _alike(_ships(italy), _ships(one_of))


def test_what_is_shown_is_there_and_a_node_shows_all_it_has() -> None:
    there = Comparison(TONNAGE, "IS NOT NULL")
    assert _alike(_ships(there, shown=(TONNAGE,)), _ships(shown=(TONNAGE,)))
    assert _alike(_ships(shown=(Entity("ship"),)), _ships(shown=(NAME, TONNAGE)))
    assert _alike(_ships(shown=(Function("from_epoch_ms", (FLAG,)),)), _ships(shown=(FLAG,)))
    assert not _alike(_ships(shown=(NAME,)), _ships(shown=(TONNAGE,)))


def test_a_number_that_rows_are_held_to_need_not_be_shown() -> None:
    count = Aggregate("count", Entity("port"), distinct=True)
    more = Comparison(count, ">", Constant(3))
    silent = Query(
        Pattern(BOTH, CALLS), (Column(NAME, "name"),), "ship", having=(more,), distinct_on=("ship",)
    )
    told = replace(silent, columns=(*silent.columns, Column(count, "ports")))
    ranked = replace(told, having=(), order=(Order(count, True),), limit=1)
    assert _alike(silent, told)
    assert _alike(ranked, replace(ranked, columns=silent.columns))
    assert not _alike(told, ranked)


def test_yes_or_no_is_the_same_whoever_it_is_asked_of() -> None:
    asked = Query(Pattern(BOTH, CALLS), (), "ship", "yes_no")
    counted = (Column(Aggregate("count"), "answer"),)
    assert _alike(asked, replace(asked, columns=counted, subject="port"))
