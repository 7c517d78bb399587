"""Properties of nodes: values as most passages have them, and where they come from."""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import Any

from bot.documents.ledger_rows import unpacked


def value_properties(key: str, counts: Counter[tuple[str, str]]) -> dict[str, Any]:
    """A property by what most passages say, the first where as many say otherwise."""
    values: Counter[str] = Counter()
    for (value, _), count in counts.items():
        values[value] += count
    best = max(values, key=lambda value: values[value])
    written = next(text for value, text in counts if value == best)
    one = unpacked(best)
    told: dict[str, Any] = {key: one.value}
    if one.currency:
        told[f"{key}_currency"] = one.currency
    if str(one.value) != written:
        told[f"{key}_written"] = written
    if len(values) > 1:
        others = [text for value, text in counts if value != best]
        told[f"{key}_also"] = list(dict.fromkeys(others))
    return told


def stamp(on: str | None, by: str | None) -> dict[str, Any]:
    """When something was extracted, and by which model."""
    told: dict[str, Any] = {}
    if on:
        told["extracted_on"] = date.fromisoformat(on)
    if by:
        told["extracted_by"] = by
    return told
