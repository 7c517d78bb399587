"""The forms in which all rows of an answer can be had as a file."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass

from bot.render.csv_file import NamedRows, csv_stream
from bot.render.json_file import json_stream
from bot.render.xlsx_file import xlsx_stream


@dataclass(frozen=True, slots=True)
class RowFile:
    """A form: what people call it, its media type, and what makes it, piece by piece."""

    label: str
    media: str
    stream: Callable[[NamedRows, Sequence[str]], AsyncIterator[bytes]]


ROW_FILES = {
    "csv": RowFile("CSV", "text/csv; charset=utf-8", csv_stream),
    "xlsx": RowFile(
        "Excel", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", xlsx_stream
    ),
    "json": RowFile("JSON", "application/json", json_stream),
}
