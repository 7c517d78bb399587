"""Rows as a JSON file: a list of objects, one a row and one a line."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Sequence

from bot.render.csv_file import NamedRows

_CHUNK = 32_768


async def json_stream(rows: NamedRows, columns: Sequence[str]) -> AsyncIterator[bytes]:
    """The file in pieces of about 32 kB.

    Args:
        rows: The rows one by one.
        columns: Not used: a list without rows names none.
    """
    del columns
    pending, parted = "[", "\n"
    async for names, row in rows:
        told = json.dumps(dict(zip(names, row, strict=True)), ensure_ascii=False, default=str)
        pending += f"{parted}{told}"
        parted = ",\n"
        if len(pending) >= _CHUNK:
            yield _written(pending)
            pending = ""
    yield _written(f"{pending}\n]\n")


def _written(text: str) -> bytes:
    return text.encode("utf-8", "replace")
