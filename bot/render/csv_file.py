"""Rows as a CSV file that a spreadsheet opens without running anything in it."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import AsyncIterator, Sequence
from typing import Any, TypeAlias

# A spreadsheet takes these as the start of a formula (OWASP, "CSV Injection").
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "\n", "＝", "＋", "－", "＠")
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?")
_CHUNK = 32_768

# (columns, row) one by one, as `Graph.stream` gives them.
NamedRows: TypeAlias = AsyncIterator[tuple[tuple[str, ...], tuple[Any, ...]]]


def safe_cell(value: Any) -> str:
    """A value as a cell: exact, and never a formula (those get a leading apostrophe).

    >>> safe_cell("=HYPERLINK(A1)"), safe_cell(-3.5), safe_cell("-3.5"), safe_cell(None)
    ("'=HYPERLINK(A1)", '-3.5', '-3.5', '')
    >>> safe_cell(["a", 1]), safe_cell(True)
    ('["a", 1]', 'true')
    """
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(value)
    text = exact_text(value)
    dangerous = text.lstrip(" \u00a0").startswith(_FORMULA) and not _NUMBER.fullmatch(text)
    return f"'{text}" if dangerous else text


def exact_text(value: Any) -> str:
    """A value that is no number as text; lists and maps as JSON.

    >>> exact_text("1 m"), exact_text({"name": "Ada"})
    ('1 m', '{"name": "Ada"}')
    """
    if isinstance(value, list | tuple | dict):
        return json.dumps(value, ensure_ascii=False, default=str)
    return str(value)


def csv_line(values: Sequence[Any]) -> str:
    """One line of a CSV file (RFC 4180), its end included."""
    buffer = io.StringIO()
    csv.writer(buffer, lineterminator="\r\n").writerow([safe_cell(value) for value in values])
    return buffer.getvalue()


async def csv_stream(rows: NamedRows, columns: Sequence[str]) -> AsyncIterator[bytes]:
    """The file in pieces of about 32 kB: a byte order mark, the heads, the rows.

    Args:
        rows: The rows one by one.
        columns: Heads to write where there is no row at all.
    """
    heads: Sequence[str] | None = None
    pending = "\ufeff"  # Excel takes UTF-8 without it for the local code page.
    async for names, row in rows:
        if heads is None:
            heads = names
            pending += csv_line(heads)
        pending += csv_line(row)
        if len(pending) >= _CHUNK:
            yield _written(pending)
            pending = ""
    if heads is None:
        pending += csv_line(columns)
    yield _written(pending)


def _written(text: str) -> bytes:
    r"""The bytes of a piece: UTF-8, without NUL, at which many readers of CSV stop.

    >>> _written("a\x00b\ud83d")
    b'ab?'
    """
    return text.replace("\x00", "").encode("utf-8", "replace")
