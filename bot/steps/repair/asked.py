"""What the question says of a number: more than, at least, under...

A draft that writes `{revenue: {revenue: 50000000}}` has lost the comparison; the question has it.
"""

from __future__ import annotations

import re

_UNITS = {"k": 1e3, "thousand": 1e3, "m": 1e6, "million": 1e6, "bn": 1e9, "b": 1e9, "billion": 1e9}
_NUMBER = r"[$€£]?\s*(\d[\d,]*(?:\.\d+)?)\s*(%|k\b|thousand|million|m\b|bn\b|billion|b\b)?"
_BEFORE = {
    ">=": r"at least|no less than|not less than|minimum of|from|no fewer than|since",
    "<=": r"at most|no more than|not more than|up to|maximum of|until",
    ">": (
        r"more than|greater than|larger than|higher than|longer than|bigger than|older than|"
        r"later than|over|above|exceed(?:s|ing)?|beyond|after|past|(?:is|are) more than"
    ),
    "<": (
        r"less than|fewer than|smaller than|lower than|shorter than|younger than|earlier than|"
        r"under|below|before"
    ),
    "<>": r"not|other than|except",
}
_BEHIND = {
    ">=": r"or (?:more|higher|above|later|greater|longer)",
    "<=": r"or (?:less|fewer|lower|below|earlier)",
}


def comparison_asked(question: str | None, number: float | None = None) -> tuple[str, float] | None:
    """The comparison in the question with that number, or with the only number it compares.

    >>> comparison_asked("revenue above 50 million?", 50000000)
    ('>', 50000000.0)
    >>> comparison_asked("with a score of 0.8 or higher"), comparison_asked("in 1995")
    (('>=', 0.8), None)
    """
    found = []
    for match in re.finditer(_NUMBER, question or "", re.I):
        value = float(match.group(1).replace(",", ""))
        value *= _UNITS.get((match.group(2) or "").lower(), 1)
        operator = _operator(question or "", match.start(), match.end())
        if operator is not None and (number is None or value == number):
            found.append((operator, value))
    return found[0] if len(set(found)) == 1 else None


def _operator(question: str, start: int, end: int) -> str | None:
    before, behind = question[:start].lower().rstrip(" ($>"), question[end:].lower().lstrip()
    for operator, words in _BEHIND.items():
        if re.match(words, behind):
            return operator
    for operator, words in _BEFORE.items():
        if re.search(rf"\b(?:{words})(?: the| a| an| than| of)?$", before):
            return operator
    sign = re.search(r"(>=|<=|>|<)\s*[$€£(]?\s*$", question[:start])
    return sign.group(1) if sign else None


def plain_number(value: float) -> str:
    """A number as Cypher writes it.

    >>> plain_number(5e7), plain_number(0.8)
    ('50000000', '0.8')
    """
    return str(int(value)) if value == int(value) else repr(value)
