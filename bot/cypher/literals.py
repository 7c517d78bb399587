"""Cypher with its values written in, as a person would type it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time

_PARAMETER = re.compile(r"`(?:[^`]|``)*`|\$(\w+)")


def inline(cypher: str, parameters: Mapping[str, object]) -> str:
    """A statement with its parameters as literals; those it is not given stay.

    >>> print(inline("MATCH (n {name: $name}) WHERE n.born > $born RETURN n", {
    ...     "name": "Ada", "born": date(1815, 12, 10)}))
    MATCH (n {name: "Ada"}) WHERE n.born > date("1815-12-10") RETURN n
    """

    def written(found: re.Match[str]) -> str:
        name = found[1]
        return literal(parameters[name]) if name in parameters else found[0]

    return _PARAMETER.sub(written, cypher)


def literal(value: object) -> str:
    """A value as Cypher writes it.

    >>> literal(True), literal(1.5), literal(["a", 2]), literal(datetime(2020, 1, 31, 8))
    ('true', '1.5', '["a", 2]', 'localdatetime("2020-01-31T08:00:00")')
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return str(value)
        case datetime():
            kind = "localdatetime" if value.tzinfo is None else "datetime"
            return f'{kind}("{value.isoformat()}")'
        case date():
            return f'date("{value.isoformat()}")'
        case time():
            return f'{"localtime" if value.tzinfo is None else "time"}("{value.isoformat()}")'
        case list() | tuple():
            return "[" + ", ".join(literal(item) for item in value) + "]"
    text = str(value).replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{text}"'
