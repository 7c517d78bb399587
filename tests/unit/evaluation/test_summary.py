"""Figures of results made by hand, each known beforehand."""

from __future__ import annotations

import pytest

from bot.errors import UsageError
from bot.evaluation.summary import figures, pairings, summarise
from bot.prices import Price, read_prices
from tests.unit.evaluation.made import record


def test_shares_of_one_run() -> None:
    found = figures(
        [
            record("a", ms=10.0, steps={"link": 4.0}),
            record("b", "other columns", ms=20.0, steps={"link": 8.0, "run": 3.0}),
            record("c", "wrong", ms=30.0),
            record("d", "failed", ms=40.0),
            record("e", "declined", ms=100.0),
        ],
        None,
    )
    assert (found.results, found.questions, found.answered) == (5, 5, 4)
    assert (found.strict, found.lenient, found.precision) == (0.2, 0.4, 0.5)
    assert (found.executable, found.declined, found.jaccard) == (0.75, 0.2, 0.2)
    assert found.jaro_winkler == pytest.approx(0.9) and found.relevancy is None
    assert (found.ms_mean, found.ms_p50, found.ms_p95) == (40.0, 30.0, pytest.approx(88.0))
    assert found.steps_ms == {"link": 12.0 / 5, "run": 3.0 / 5}
    assert found.outcomes == {
        "right": 1, "other columns": 1, "wrong": 1, "failed": 1, "declined": 1,
    }  # fmt: skip
    assert found.lenient_interval and found.lenient_interval[0] < 0.4 < found.lenient_interval[1]


def test_runs_give_pass_at_k_and_spread() -> None:
    runs = [("right", "wrong", "wrong"), ("wrong", "wrong", "wrong")]
    records = [
        record(name, outcome, run=run)
        for name, outcomes in zip("ab", runs, strict=True)
        for run, outcome in enumerate(outcomes)
    ]
    found = summarise("offline", records, None)
    assert found.total.pass_at == pytest.approx({1: 1 / 6, 2: 1 / 3, 3: 1 / 2})
    assert [each.lenient for each in found.by_run.values()] == [0.5, 0.0, 0.0]
    assert found.spread["lenient"].mean == pytest.approx(1 / 6)
    assert found.spread["lenient"].deviation == pytest.approx(3**-0.5 / 2)
    assert summarise("x", records[:1], None).spread["lenient"].deviation is None


def test_types_writers_and_money() -> None:
    records = [
        record("a", type="count", engine="offline"),
        record("b", type="list", engine="llm", calls=2, prompt_tokens=1000, completion_tokens=500),
    ]
    found = summarise("auto", records, Price(1.0, 4.0))
    assert list(found.by_type) == ["count", "list"] and list(found.by_writer) == ["llm", "offline"]
    assert found.total.money == pytest.approx(0.0015)
    assert found.money_total == pytest.approx(0.003)
    assert (found.total.calls, found.total.prompt_tokens) == (1.0, 500.0)
    assert summarise("auto", records, None).total.money is None
    assert summarise("offline", records[:1], None).total.money == 0.0


def test_two_candidates_on_the_same_questions() -> None:
    records = [record(q, "right" if q in "ab" else "wrong") for q in "abcd"]
    records += [record(q, "right" if q in "bc" else "wrong", candidate="llm") for q in "abcd"]
    [found] = pairings(records, ["offline", "llm"])
    assert (found.both, found.only_first, found.only_second, found.neither) == (1, 1, 1, 1)
    assert found.chance == 1.0


def test_a_price_that_cannot_be_read() -> None:
    with pytest.raises(UsageError, match="gpt=1"):
        read_prices("a=1/2, gpt=1")
