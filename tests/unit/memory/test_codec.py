"""What is written down is read back the same, and nothing else is read at all."""

from __future__ import annotations

import json
import random
from dataclasses import is_dataclass
from datetime import UTC, date, datetime, time, timedelta
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest

from memory.codec import (
    dump_exchange,
    dump_parameters,
    dump_query,
    load_exchange,
    load_parameters,
    load_query,
)
from memory.conversation import Exchange, Mention
from memory.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Arithmetic,
    Attribute,
    Column,
    Comparison,
    Condition,
    Constant,
    Edge,
    Entity,
    Exists,
    Function,
    Node,
    Not,
    Operand,
    Order,
    Pattern,
    Query,
)
from memory.schema import LinkedValue, Scalar


class Maker:
    """Random trees, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def text(self) -> str:
        return self.random.choice(["", "name", "Léon", "a\x00b", "\ud83d", '"q"', "日本", "$date"])

    def scalar(self) -> Scalar:
        return self.random.choice(
            [
                self.text(),
                self.random.randint(-(2**70), 2**70),
                self.random.uniform(-1e9, 1e9),
                float("inf"),
                True,
                False,
                1,
                1.0,
                date(1994, 9, 14),
                datetime(1994, 9, 14, 20, 15, 0, 250),
                datetime(1994, 9, 14, tzinfo=UTC),
                time(23, 59, 1),
            ]
        )

    def operand(self, depth: int) -> Operand:
        kinds = 3 if depth == 0 else 6
        match self.random.randrange(kinds):
            case 0:
                return Entity(self.text())
            case 1:
                return Attribute(self.text(), self.text())
            case 2:
                few = tuple(self.scalar() for _ in range(self.random.randrange(3)))
                return Constant(self.random.choice([self.scalar(), few]))
            case 3:
                return Function("year", (self.operand(depth - 1),))
            case 4:
                sign = self.random.choice("+-*/")
                return Arithmetic(sign, self.operand(depth - 1), self.operand(depth - 1))  # type: ignore[arg-type]
            case _:
                inner = self.random.choice([None, self.operand(depth - 1)])
                return Aggregate("count", inner, self.random.random() < 0.5)

    def condition(self, depth: int) -> Condition:
        match self.random.randrange(1 if depth == 0 else 5):
            case 0:
                right = self.random.choice([None, self.operand(1)])
                return Comparison(self.operand(1), "=", right, self.random.random() < 0.5)
            case 1:
                return AllOf((self.condition(depth - 1), self.condition(depth - 1)))
            case 2:
                return AnyOf((self.condition(depth - 1),))
            case 3:
                return Not(self.condition(depth - 1))
            case _:
                return Exists(self.pattern(depth - 1))

    def pattern(self, depth: int) -> Pattern:
        edge = Edge("a", ("ACTED_IN", "DIRECTED"), "b", "r", False, (1, self.random.randint(1, 9)))
        return Pattern(
            (Node("a", ("Person", "Actor")), Node("b")),
            (edge, Edge("a", (), "b")),
            tuple(self.condition(depth) for _ in range(self.random.randrange(3))),
        )

    def query(self) -> Query:
        return Query(
            self.pattern(3),
            (Column(self.operand(2), self.text()), Column(self.operand(2), "n")),
            "a",
            self.random.choice(["list", "value", "count", "yes_no", "none"]),  # type: ignore[arg-type]
            self.random.random() < 0.5,
            tuple(self.condition(1) for _ in range(self.random.randrange(2))),
            (Order(self.operand(1), True), Order(self.operand(1))),
            self.random.choice([None, 1, 10]),
            self.random.randrange(3),
        )

    def exchange(self) -> Exchange:
        parameters = {
            "plain": [1, "two", None, {"x": [date(2020, 2, 29)]}],
            "pair": (1, (2,)),
            "long": timedelta(days=-1, microseconds=3),
            "odd": {"$date": "not a date", "is": "Node"},
            self.text(): self.scalar(),
        }
        link = LinkedValue(self.text(), "Genre", "name", self.scalar(), 3, 9, 0.5, "fuzzy", 2)
        return Exchange(
            self.text(),
            self.text(),
            "answerable",
            self.random.choice([None, "MATCH (n) RETURN n"]),
            parameters,
            ("a", "b"),
            self.random.choice([None, 0, 3]),
            None,
            self.random.choice([None, self.query()]),
            (link, LinkedValue("x", "Film", "title", "X", 0, 1)),
            (Mention("Film", "title", self.scalar()),),
        )


def same(left: object, right: object) -> bool:
    """Equal, and of the same types all through: 1, 1.0 and True are three things."""
    return left == right and repr(left) == repr(right)


@pytest.mark.parametrize("seed", range(300))
def test_a_query_survives_the_round_trip(seed: int) -> None:
    query = Maker(seed).query()
    assert same(load_query(dump_query(query)), query)


@pytest.mark.parametrize("seed", range(100))
def test_an_exchange_survives_the_round_trip(seed: int) -> None:
    exchange = Maker(seed).exchange()
    text = dump_exchange(exchange)
    assert text.isascii()
    assert same(load_exchange(text), exchange)


def test_defaults_take_no_room() -> None:
    query = Query(
        Pattern((Node("f", ("Film",)),)), (Column(Attribute("f", "title"), "title"),), "f"
    )
    assert len(dump_query(query)) < 240


@pytest.mark.parametrize(
    "damaged",
    [
        "",
        "null",
        "[]",
        "{",
        '{"v":1}',
        '{"v":99,"of":{}}',
        '{"v":1,"of":null}',
        '{"v":1,"of":{"is":"Exchange"}}',
        '{"v":1,"of":{"is":"Query","pattern":{"is":"Node","variable":"a"},"columns":[],"subject":"a"}}',
        '{"v":1,"of":{"is":"os.system"}}',
        "[" * 100_000,
    ],
)
def test_what_is_not_ours_is_none(damaged: str) -> None:
    assert load_query(damaged) is None
    assert load_exchange(damaged) is None


@pytest.mark.parametrize("seed", range(100))
def test_a_damaged_tree_is_none_or_whole(seed: int) -> None:
    """Any part replaced by something else: never an exception, never a tree of wrong types."""
    maker = Maker(seed)
    tree = json.loads(dump_query(maker.query()))
    parts = [tree["of"]]
    while True:
        part = parts[-1]
        if not isinstance(part, dict | list) or not part:
            break
        key = maker.random.choice(list(part) if isinstance(part, dict) else range(len(part)))
        parts.append(part[key])
        if not isinstance(part[key], dict | list) or maker.random.random() < 0.2:
            part[key] = maker.random.choice([None, 7, "x", [], {}, {"is": "Node"}, [1], True])
            break
    found = load_query(json.dumps(tree))
    assert found is None or same(load_query(dump_query(found)), found)


def test_a_field_of_a_newer_version_is_not_dropped_silently() -> None:
    tree = json.loads(dump_query(Query(Pattern((Node("a"),)), (), "a")))
    tree["of"]["optional"] = True
    assert load_query(json.dumps(tree)) is None


def test_a_parameter_that_cannot_be_kept_is_named() -> None:
    with pytest.raises(TypeError, match="object cannot be kept"):
        dump_parameters({"x": object()})


def test_parameters_alone() -> None:
    parameters = {"names": ["Léon", "a\x00"], "after": date(1994, 9, 14), "none": None}
    assert load_parameters(dump_parameters(parameters)) == parameters


def test_every_field_is_of_a_kind_that_can_be_kept() -> None:
    """Fails when a field is added to a tree or an exchange that the codec does not know."""
    seen: set[Any] = set()
    waiting: list[Any] = [Exchange]
    while waiting:
        kind = waiting.pop()
        if kind in seen or get_origin(kind) is Literal:
            continue
        seen.add(kind)
        if is_dataclass(kind):
            waiting += get_type_hints(kind).values()
        elif get_origin(kind) in (tuple, Union, UnionType):
            waiting += [part for part in get_args(kind) if part is not Ellipsis]
        elif get_origin(kind) is not dict:
            assert kind in (str, int, float, bool, date, datetime, time, type(None)), kind
    assert Query in seen
