"""A value as prose."""

from __future__ import annotations

import re
from calendar import month_name
from typing import Any

DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)")


def say_value(value: Any) -> str:
    """A value as people say it, days with their months.

    >>> say_value("1956-07-09"), say_value("1956-07-09T12:00:00"), say_value([1994, None])
    ('9 July 1956', '1956-07-09T12:00:00', '1994, unknown')
    """
    if isinstance(value, list):
        return ", ".join(say_value(one) for one in value)
    found = DATE.fullmatch(value) if isinstance(value, str) else None
    if found is None or not 1 <= int(found[2]) <= 12:
        return plain(value)
    return f"{int(found[3])} {month_name[int(found[2])]} {int(found[1])}"


def plain(value: Any) -> str:
    """A value as prose: numbers with thousands separators (not years), nodes by their name.

    >>> plain(28341469), plain(1994), plain(8.0), plain(None), plain(["a", "b"])
    ('28,341,469', '1994', '8', 'unknown', 'a, b')
    """
    match value:
        case None:
            return "unknown"
        case bool():
            return "yes" if value else "no"
        case int():
            return str(value) if abs(value) < 10_000 else f"{value:,}"
        case float():
            return (
                plain(int(value))
                if value.is_integer()
                else f"{value:,.4g}"
                if (abs(value) < 1000)
                else f"{value:,.2f}"
            )
        case list():
            return ", ".join(plain(v) for v in value)
        case dict():
            return node_name(value)
    return str(value)


def node_name(node: dict[str, Any]) -> str:
    """What a node is called."""
    for ending in ("name", "title", "label", "id"):
        for key, value in node.items():
            if key.lower().endswith(ending) and not key.startswith("_") and value is not None:
                return str(value)
    return next((str(v) for k, v in node.items() if not k.startswith("_")), "one of them")


def sentence(text: str) -> str:
    """Text with a full stop, where it has no end of its own.

    >>> sentence("Heat"), sentence("What a day!")
    ('Heat.', 'What a day!')
    """
    return text if text[-1:] in tuple(".!?…") else f"{text}."
