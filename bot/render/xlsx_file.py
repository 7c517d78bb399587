"""Rows as an Excel file. Every text is written as text: nothing in it is a formula or a link."""

from __future__ import annotations

import asyncio
import math
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from xlsxwriter import Workbook
from xlsxwriter.worksheet import Worksheet

from bot.render.csv_file import NamedRows, exact_text

_CHUNK = 65_536
# Rows that are written at once, beside the event loop.
_BATCH = 500
# What a sheet holds below its heads, what a cell holds, and what it takes for an exact number.
_MOST_ROWS, _LONGEST, _EXACT = 1_048_575, 32_767, 2**53
_NARROWEST, _WIDEST = 8, 60


async def xlsx_stream(rows: NamedRows, columns: Sequence[str]) -> AsyncIterator[bytes]:
    """The file in pieces; it is made in a temporary folder, a row at a time.

    Args:
        rows: The rows one by one; what a sheet cannot hold is left out.
        columns: Heads to write where there is no row at all.
    """
    with TemporaryDirectory(prefix="cicerone-") as folder:
        path = Path(folder) / "rows.xlsx"
        await _write(path, rows, columns)
        with path.open("rb") as file:
            while piece := await asyncio.to_thread(file.read, _CHUNK):
                yield piece


async def _write(path: Path, rows: NamedRows, columns: Sequence[str]) -> None:
    book = Workbook(path, {"constant_memory": True, "tmpdir": str(path.parent)})
    sheet = book.add_worksheet("Rows")
    sheet.freeze_panes(1, 0)
    heads: Sequence[str] | None = None
    batch: list[Sequence[Any]] = []
    at = 0
    async for names, row in rows:
        if heads is None:
            heads = names
            batch.append(heads)
        batch.append(row)
        if len(batch) >= _BATCH:
            at = await asyncio.to_thread(_put, sheet, at, batch)
            batch = []
        if at + len(batch) > _MOST_ROWS:
            break
    if heads is None:
        batch.append(columns)
    await asyncio.to_thread(_put, sheet, at, batch)
    await asyncio.to_thread(book.close)


def _put(sheet: Worksheet, at: int, batch: Sequence[Sequence[Any]]) -> int:
    """Write rows from a row on; the first after them. Columns are as wide as the first ask for."""
    if at == 0:
        for column, held in enumerate(zip(*batch, strict=True)):
            longest = max(len(exact_text(value)) for value in held) + 2
            sheet.set_column(column, column, min(max(longest, _NARROWEST), _WIDEST))
    for row in batch:
        for column, value in enumerate(row):
            _cell(sheet, at, column, value)
        at += 1
    return at


def _cell(sheet: Worksheet, row: int, column: int, value: Any) -> None:
    if value is None:
        return
    if isinstance(value, bool):
        sheet.write_boolean(row, column, value)
    elif isinstance(value, int | float) and math.isfinite(value) and abs(value) <= _EXACT:
        sheet.write_number(row, column, value)
    else:
        text = exact_text(value).encode("utf-8", "replace").decode()
        sheet.write_string(row, column, text[:_LONGEST])
