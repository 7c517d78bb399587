"""Rows as Excel and JSON: whole, exact, and nothing in them runs."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest

from bot.render import xlsx_file
from bot.render.row_files import ROW_FILES

Row = tuple[tuple[str, ...], tuple[Any, ...]]


async def rows_of(*rows: Sequence[Any]) -> AsyncIterator[Row]:
    for row in rows:
        yield ("film", "year"), tuple(row)


async def made(form: str, rows: AsyncIterator[Row]) -> list[bytes]:
    return [piece async for piece in ROW_FILES[form].stream(rows, ["film", "=year"])]


async def sheet(rows: AsyncIterator[Row]) -> str:
    content = b"".join(await made("xlsx", rows))
    return ZipFile(io.BytesIO(content)).read("xl/worksheets/sheet1.xml").decode()


async def test_a_sheet_has_texts_as_texts_and_numbers_as_numbers() -> None:
    told = await sheet(
        rows_of(
            ("=1+1", 1999), ("http://x.example", 2**60), ("a\ud83d", float("nan")),
            (["a", 1], True), (None, None),
        )
    )  # fmt: skip
    assert "<f>" not in told and "hyperlink" not in told
    assert "=1+1" in told and "http://x.example" in told and "a?" in told
    assert "<v>1999</v>" in told and f">{2**60}<" in told and ">nan<" in told
    assert '["a", 1]' in told.replace("&quot;", '"') and 't="b"' in told


async def test_many_rows_are_written_in_batches_and_come_in_pieces(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(xlsx_file, "_CHUNK", 1000)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    many = [(f"Film {n}", n) for n in range(1200)]
    pieces = await made("xlsx", rows_of(*many))
    told = ZipFile(io.BytesIO(b"".join(pieces))).read("xl/worksheets/sheet1.xml").decode()
    assert len(pieces) > 3 and told.count("<row ") == 1201 and "Film 1199" in told
    assert list(tmp_path.iterdir()) == []


async def test_a_sheet_is_never_longer_than_excel_can_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(xlsx_file, "_MOST_ROWS", 3)
    told = await sheet(rows_of(*((f"Film {n}", n) for n in range(9))))
    assert told.count("<row ") == 4 and "Film 2" in told


async def test_json_is_a_list_of_objects() -> None:
    content = b"".join(await made("json", rows_of(("Ran", 1985), ("é\ud83d", [1, {"a": None}]))))
    assert json.loads(content) == [
        {"film": "Ran", "year": 1985},
        {"film": "é?", "year": [1, {"a": None}]},
    ]
    assert len(await made("json", rows_of(*((f"Film {n}", n) for n in range(5000))))) > 3


async def test_no_rows_are_an_empty_file_of_its_form() -> None:
    assert json.loads(b"".join(await made("json", rows_of()))) == []
    assert "=year" in await sheet(rows_of())
