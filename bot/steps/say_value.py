"""A value as prose."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

from bot.render.node_name import facts_of, name_of
from guardrails.nouns import spoken
from memory.catalogue import day, number, rounded, say

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
    if found is None:
        return plain(value)
    try:
        told = day(date(int(found[1]), int(found[2]), int(found[3])))
    except ValueError:
        return plain(value)
    clock = f", {found[4]}{' UTC' if found[5] else ''}" if found[4] else ""
    return told + clock


def plain(value: Any) -> str:
    """A value as prose: numbers with thousands separators (not years), nodes by their name.

    >>> plain(28341469), plain(1994), plain(8.0), plain(None), plain(["a", "b"])
    ('28,341,469', '1994', '8', 'unknown', 'a, b')
    """
    match value:
        case None:
            return say("unknown")
        case bool():
            return say("yes") if value else say("no")
        case int():
            return str(value) if abs(value) < 10_000 else number(value)
        case float():
            if value.is_integer():
                return plain(int(value))
            return rounded(value)
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
    return number(int(value)) if whole else plain(value)


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
    return ", ".join(told) or say("one of them")


def sentence(text: str) -> str:
    """Text with a full stop, where it has no end of its own.

    >>> sentence("Heat"), sentence("What a day!")
    ('Heat.', 'What a day!')
    """
    return text if text[-1:] in tuple(".!?…") else f"{text}."
