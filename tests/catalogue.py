"""Brings the catalogue's files to what the code says: `python -m tests.catalogue`.

What is said no longer goes; what is said anew is added without a translation, and told.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from memory.catalogue import LANGUAGES
from tests.unit.memory.test_catalogue import FOLDER, all_said

_WIDTH = 98


def brought_up(text: str, code: str) -> tuple[str, list[str]]:
    """Return a file's text as the code needs it, and what has no translation.

    Args:
        text: The file as it is.
        code: Of its language.
    """
    head, _, _ = text.partition("\n\n")
    catalogue = read_po(io.BytesIO(text.encode()), locale=code)
    there = {one.id if isinstance(one.id, tuple) else (one.id,) for one in catalogue if one.id}
    for gone in there - all_said():
        catalogue.delete(gone[0])
    for new in sorted(all_said() - there):
        catalogue.add(new if len(new) > 1 else new[0])
    written = io.BytesIO()
    write_po(written, catalogue, width=_WIDTH, omit_header=True, no_location=True, sort_output=True)
    return f"{head}\n\n{written.getvalue().decode()}", _untold(catalogue)


def _untold(catalogue: Catalog) -> list[str]:
    told = ((one.id, one.string) for one in catalogue if one.id)
    return [
        str(key)
        for key, string in told
        if not all(string if isinstance(string, tuple) else (string,))
    ]


def main(folder: Path) -> int:
    """Write the files; 1 where something has no translation yet."""
    lacking = 0
    for code in LANGUAGES:
        path = folder / f"{code}.po"
        if not path.exists():
            continue
        text, untold = brought_up(path.read_text(encoding="utf-8"), code)
        path.write_text(text, encoding="utf-8")
        for key in untold:
            print(f"{path.name}: {key}")
        lacking += len(untold)
    return bool(lacking)


if __name__ == "__main__":
    sys.exit(main(FOLDER))
