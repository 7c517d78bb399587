"""Values as people read them, and rows as a table of plain text."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Any

from bot.render.node_name import facts_of, name_of
from bot.render.printable import printable_line
from guardrails.words import words
from memory.catalogue import told_as
from memory.text import split_name

_WIDEST = 40
_UNGROUPED = 10_000
# So many characters of a text an answer tells in a sentence.
MOST_TOLD = 1_000
_LIKE_A_YEAR = range(100, 2101)
# Numbers that say when, which or where, and not how much.
NO_AMOUNT = words(
    "year founded built born died released number no nr code id key zip phone version rank index "
    "floor page latitude longitude lat lon lng"
)


def cell_text(value: Any) -> str:
    """One value in words: a node by its name, a path as a chain, a list with commas.

    >>> cell_text({"_labels": ["Person"], "born": 1956, "name": "Tom Hanks"})
    'Tom Hanks'
    >>> cell_text(28341469), cell_text(1994), cell_text(7.800000000000001), cell_text(True)
    ('28,341,469', '1994', '7.8', 'yes')
    >>> cell_text(["a", None, 3]), cell_text(None)
    ('a, –, 3', '–')
    """
    match value:
        case None:
            return "–"
        case bool():
            return "yes" if value else "no"
        case int():
            return f"{value:,}" if abs(value) >= _UNGROUPED else str(value)
        case float():
            return _float_text(value)
        case dict():
            return _object_text(value)
        case list() | tuple():
            return _path_text(value) if _is_path(value) else ", ".join(map(cell_text, value))
    return str(value)


def text_table(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """An aligned table: numbers to the right, long values cut with an ellipsis.

    >>> print(text_table(["film", "year"], [["Heat", 1995], ["Ran", 985]]))
    film  year
    ----  ----
    Heat  1995
    Ran    985
    """
    values = [[row[at] for row in rows] for at in range(len(columns))]
    amounts = [are_amounts(*column) for column in zip(columns, values, strict=True)]
    cells = [[_one_line(_cell(*cell)) for cell in zip(row, amounts, strict=True)] for row in rows]
    heads = [_one_line(column) for column in columns]
    widths = [
        max([_width(head), *(_width(row[at]) for row in cells)]) for at, head in enumerate(heads)
    ]
    right = [_is_numeric([row[at] for row in rows]) for at in range(len(heads))]
    lines = [heads, ["-" * width for width in widths], *cells]
    return "\n".join("  ".join(map(_pad, line, widths, right)).rstrip() for line in lines)


def _cell(value: Any, is_amount: bool) -> str:
    """A value as it stands in its column."""
    whole = isinstance(value, int) and not isinstance(value, bool)
    return f"{value:,}" if whole and is_amount else cell_text(value)


def is_numeric_column(rows: Sequence[Sequence[Any]], position: int) -> bool:
    """Whether a column holds numbers only (and at least one), so that it aligns to the right."""
    return _is_numeric([row[position] for row in rows])


def _is_numeric(values: Sequence[Any]) -> bool:
    present = [value for value in values if value is not None]
    return bool(present) and all(
        isinstance(value, int | float) and not isinstance(value, bool) for value in present
    )


def _float_text(value: float) -> str:
    if value != value or value in (float("inf"), float("-inf")):
        return str(value)
    if abs(value) >= 1e15 or 0 < abs(value) < 1e-4:
        return f"{value:.6g}"
    told = told_as(value)
    text = f"{told:,.6f}" if abs(value) >= _UNGROUPED else f"{told:.6f}"
    return text.rstrip("0").rstrip(".")


def are_amounts(column: str, values: Sequence[Any]) -> bool:
    """Whether a column of numbers tells how much, and not which or when: 1,577, but 1994.

    >>> are_amounts("rate", [1577, 88]), are_amounts("year", [1994, 88]), are_amounts("x", [1994])
    (True, False, False)
    """
    if set(split_name(column)) & NO_AMOUNT:
        return False
    numbers = [one for one in values if isinstance(one, int | float) and not isinstance(one, bool)]
    return any(isinstance(one, float) and not one.is_integer() for one in numbers) or any(
        abs(one) not in _LIKE_A_YEAR for one in numbers
    )


def _object_text(value: dict[str, Any]) -> str:
    named = _name_of(value)
    if "_type" in value:
        own = {key: part for key, part in value.items() if key != "_type"}
        return f"{value['_type']} ({_pairs(own)})" if own else str(value["_type"])
    if "_labels" in value:
        return named if named is not None else ":".join(map(str, value["_labels"])) or "node"
    return _pairs(value)


def _name_of(value: dict[str, Any]) -> str | None:
    """What a node is called, else what there is to tell of it."""
    name = name_of(value)
    if name is None:
        name = ", ".join(cell_text(part) for _, part in facts_of(value))
    return name or None


def _pairs(value: dict[str, Any]) -> str:
    return ", ".join(f"{key}: {cell_text(part)}" for key, part in value.items())


def _is_path(value: Sequence[Any]) -> bool:
    kinds = [isinstance(part, dict) and ("_labels" in part, "_type" in part) for part in value]
    nodes, links = kinds[0::2], kinds[1::2]
    return (
        len(kinds) > 2
        and all(k == (True, False) for k in nodes)
        and all(k == (False, True) for k in links)
    )


def _path_text(value: Sequence[Any]) -> str:
    parts = [f" –{part['_type']}– " if at % 2 else cell_text(part) for at, part in enumerate(value)]
    return "".join(parts)


def _one_line(text: str) -> str:
    flat = printable_line(text)
    if _width(flat) <= _WIDEST:
        return flat
    kept = ""
    for character in flat:
        if _width(kept + character) >= _WIDEST:
            break
        kept += character
    return kept + "…"


def _width(text: str) -> int:
    """Columns on a screen: East Asian wide characters take two, combining marks none."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _pad(text: str, width: int, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space
