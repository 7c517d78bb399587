"""Which properties are the first and the last part of somebody's name."""

from __future__ import annotations

from memory.text import split_name

_GIVEN = frozenset(["first name", "given name", "forename", "firstname"])
_FAMILY = frozenset(["last name", "family name", "surname", "lastname"])


def is_given(property: str) -> bool:
    """Whether a property holds first names, of whomever.

    >>> is_given("firstName"), is_given("patient_given_name"), is_given("name")
    (True, True, False)
    """
    return _is(property, _GIVEN)


def is_family(property: str) -> bool:
    """Whether a property holds last names.

    >>> is_family("lastName"), is_family("surname"), is_family("first_name")
    (True, True, False)
    """
    return _is(property, _FAMILY)


def _is(property: str, names: frozenset[str]) -> bool:
    words = split_name(property)
    return " ".join(words[-2:]) in names or (bool(words) and words[-1] in names)
