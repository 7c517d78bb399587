"""Execution accuracy, Jaccard, completeness and the difference, on cases that people meet."""

from __future__ import annotations

from typing import Any

import pytest

from bot.steps.same_rows import completeness, difference, jaccard, lenient, strict

ALIEN = {"_labels": ["Film"], "title": "Alien", "year": 1979, "note": None}
HEAT = {"_labels": ["Film"], "title": "Heat", "year": 1995}
Rows = list[list[Any]]


@pytest.mark.parametrize(
    ("gold", "got", "is_strict", "is_lenient"),
    [
        ([["a", 1]], [[1, "a"]], True, True),
        ([["a"], ["b"]], [["b"], ["a"]], True, True),
        ([[ALIEN]], [["Alien", 1979]], True, True),
        ([[ALIEN]], [["Alien"]], False, True),
        ([["Alien"]], [[ALIEN]], False, True),
        ([["Alien", 1979]], [["Alien", 1980]], False, False),
        ([["a"], ["a"], ["b"]], [["a"], ["b"], ["b"]], True, True),
        ([["a"], ["b"]], [["a"], ["b"], ["b"]], False, False),
        ([[None]], [[0]], False, False),
        ([[1]], [[1.00001]], True, True),
        ([["2020-01-01T00:00:00Z"]], [["2020-01-01T00:00:00.000+00:00"]], True, True),
        ([["2020-01-01T00:00:00.120+02:00"]], [["2020-01-01T00:00:00.12+02:00"]], True, True),
        ([[["x", "y"]]], [[["y", "x"]]], True, True),
        ([], [], True, True),
        ([], [["a"]], False, False),
        ([["a"]], [], False, False),
        # A row of nulls stands for a node that lacks the property shown, for up to half of them.
        ([[ALIEN], [HEAT]], [["Alien"], [None]], False, True),
        ([[ALIEN], [HEAT], [{"name": "Up"}]], [["Alien"], [None], [None]], False, False),
    ],
)  # fmt: skip
def test_accuracy(gold: Rows, got: Rows, is_strict: bool, is_lenient: bool) -> None:
    assert (strict(gold, got), lenient(gold, got)) == (is_strict, is_lenient)


def test_a_pairing_is_found_where_the_first_partner_is_the_wrong_one() -> None:
    gold = [["x", "y"], ["x", "z"]]
    assert lenient(gold, [["x"], ["y"]]) and lenient(gold, [["x"], ["x"]])
    chain = [[i, i + 1] for i in range(300)]
    assert lenient(chain, [[i] for i in range(300)]) and lenient(
        chain, [[i + 1] for i in range(300)]
    )


def test_order_counts_where_it_is_asked_for() -> None:
    gold = [["a", 1], ["b", 2]]
    assert strict(gold, gold, ordered=True) and not strict(gold, gold[::-1], ordered=True)
    assert lenient(gold, [["a"], ["b"]], ordered=True)
    assert not lenient(gold, [["b"], ["a"]], ordered=True)


def test_many_alike_rows_come_to_an_end() -> None:
    gold = [[i, "same"] for i in range(3000)]
    got = [["same", f"x{i}"] for i in range(3000)]
    assert not lenient(gold, got)


def test_jaccard_and_completeness() -> None:
    assert jaccard([["a"], ["b"]], [["b"], ["c"]]) == 1 / 3
    assert jaccard([], []) == 1.0 and jaccard([["a"]], []) == 0.0
    assert completeness([[ALIEN], [HEAT]], [["Heat"], ["Up"], ["Cars"]]) == 0.5
    assert completeness([], [["a"]]) is None


def test_the_difference_names_what_has_no_partner() -> None:
    found = difference([[ALIEN], [HEAT]], [["Heat"], ["Up"]])
    assert found.missing == ([ALIEN],) and found.extra == (["Up"],)
    assert difference([["a"], ["a"]], [["a"]]) == difference([], [])
    assert difference([["a"]], [["a"], ["a"]]).extra == (["a"],)
