"""Names of properties that end with what they are measured in: delay_min, durationSeconds."""

from __future__ import annotations

from guardrails.nouns import singular
from guardrails.words import words
from memory.english import MEASURED_BY
from memory.text import split_name

# Abbreviations behind a name that say what it is measured in; the last may be a scale as well.
_UNITS = words(
    "min mins sec secs hr hrs ms km ft mi cm mm kg lb lbs kb mb gb tb px kbps mbps gbps w kw kwh "
    "hz mhz ghz usd eur gbp"
)
_NUMBER = words("nbr num nr")
SCALES = words("m k bn mn")


def without_unit(name: str) -> str:
    """A name as words, without its unit and without saying that it is a number.

    >>> without_unit("delay_min"), without_unit("wordCount"), without_unit("nbrEmployees")
    ('delay', 'word count', 'employees')
    >>> without_unit("durationSeconds"), without_unit("km")
    ('duration', 'km')
    """
    *rest, last = split_name(name)
    if rest and rest[0] in _NUMBER:
        return " ".join([*rest[1:], last])
    of_it = MEASURED_BY.get(singular(last), frozenset()) & set(rest)
    return (
        " ".join(rest) if rest and (last in _UNITS | SCALES or of_it) else " ".join([*rest, last])
    )
