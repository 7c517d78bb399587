"""A value as prose."""

from __future__ import annotations

import re
from calendar import month_name
from typing import Any

from bot.render.node_name import facts_of, name_of
from guardrails.nouns import spoken

DATE = re.compile(r"(\d{4})-(\d\d)-(\d\d)(?:T(\d\d:\d\d)[:.\d]*(Z|[+-]00:00)?)?")


def say_value(value: Any) -> str:
    """A value as people say it, days with their months.

    >>> say_value("1956-07-09"), say_value("1956-07-09T12:00:00"), say_value([1994, None])
    ('9 July 1956', '9 July 1956, 12:00', '1994, unknown')
    >>> say_value("2024-03-20T03:36:07Z"), say_value("2024-03-20T03:36:07+02:00")
    ('20 March 2024, 03:36 UTC', '2024-03-20T03:36:07+02:00')
    """
    if isinstance(value, list):
        return ", ".join(say_value(one) for one in value)
    found = DATE.fullmatch(value) if isinstance(value, str) else None
    if found is None or not 1 <= int(found[2]) <= 12:
        return plain(value)
    day = f"{int(found[3])} {month_name[int(found[2])]} {int(found[1])}"
    clock = f", {found[4]}{' UTC' if found[5] else ''}" if found[4] else ""
    return day + clock


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


def amount(value: float) -> str:
    """A number of which it is known that it is no year.

    >>> amount(1240), amount(7015.0), amount(94.83)
    ('1,240', '7,015', '94.83')
    """
    whole = isinstance(value, int) or float(value).is_integer()
    return f"{int(value):,}" if whole else plain(value)


def node_name(node: dict[str, Any]) -> str:
    """What a node is called; one without a name by what there is to tell of it.

    >>> node_name({"_labels": ["Goal"], "minute": 27, "kind": "header"})
    'header, minute 27'
    """
    name = name_of(node)
    if name is not None:
        return name
    told = [
        say_value(value) if isinstance(value, str) else f"{spoken(key)} {plain(value)}"
        for key, value in facts_of(node)
    ]
    return ", ".join(told) or "one of them"


def sentence(text: str) -> str:
    """Text with a full stop, where it has no end of its own.

    >>> sentence("Heat"), sentence("What a day!")
    ('Heat.', 'What a day!')
    """
    return text if text[-1:] in tuple(".!?…") else f"{text}."
