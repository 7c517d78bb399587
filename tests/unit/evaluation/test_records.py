"""The file of results: going on, starting afresh, and what an interruption leaves."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.errors import UsageError
from bot.evaluation.records import ResultsFile
from tests.unit.evaluation.made import record

ABOUT = {"graph": "films 1", "questions": "abc"}


def test_a_second_start_finds_what_the_first_wrote(tmp_path: Path) -> None:
    first = ResultsFile(tmp_path / "out", ABOUT)
    assert first.open() == {}
    kept = record("a", rows=[["é", 1, None]], steps={"run": 1.5})
    first.add(kept)
    again = ResultsFile(tmp_path / "out", ABOUT)
    assert again.open() == {("offline", 0, "a"): kept} and again.set_aside is None


def test_a_line_cut_short_is_forgotten_and_harms_no_other(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path, ABOUT)
    file.open()
    file.add(record("a"))
    with (tmp_path / "results.jsonl").open("a") as lines:
        lines.write('{"candidate": "offl')
    again = ResultsFile(tmp_path, ABOUT)
    again.open()
    again.add(record("b"))
    assert {key for _, _, key in ResultsFile(tmp_path, ABOUT).open()} == {"a", "b"}


def test_what_was_measured_on_something_else_is_put_aside(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path, ABOUT)
    file.open()
    file.add(record("a"))
    other = ResultsFile(tmp_path, ABOUT | {"graph": "films 2"})
    assert other.open() == {}
    assert other.set_aside and "graph has changed" in other.set_aside
    assert (tmp_path / "results.old.jsonl").exists()


def test_starting_over_on_purpose_needs_no_word(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path, ABOUT)
    file.open()
    file.add(record("a"))
    again = ResultsFile(tmp_path, ABOUT)
    assert again.open(fresh=True) == {} and again.set_aside is None


def test_a_part_that_was_away_is_asked_again(tmp_path: Path) -> None:
    file = ResultsFile(tmp_path, ABOUT)
    file.open()
    file.add(record("a", "declined", error="No model answers."))
    file.add(record("b", "declined", answer="I can't read that."))
    assert {key for _, _, key in ResultsFile(tmp_path, ABOUT).open()} == {"b"}


def test_a_folder_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="cannot be used"):
        ResultsFile(tmp_path / "file", ABOUT).open()
