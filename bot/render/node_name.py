"""What a node is called: its name, else the number it goes by, else the first of its facts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from memory.person_names import is_family, is_given
from memory.text import split_name

# The last word of a property that names a node, best first: names, then what tells it from others.
_NAMES = (
    *("name", "title", "label", "headline", "hostname", "username"),
    *("ref", "reference", "code", "symbol", "no", "nr", "number", "id", "key", "sku", "vin"),
    *("isbn", "issn", "iban", "cidr", "serial", "plate", "registration", "model", "address"),
    *("email", "url", "surname", "nickname"),
)
# What names somebody better than first and last name.
_OWN = ("name", "label", "headline", "hostname")
# Ahead of these, a part of a name or a name of another.
_PARTLY = frozenset(
    [
        *("given", "first", "last", "middle", "family", "maiden", "nick", "contact", "user"),
        *("job", "phone", "fax", "version", "shirt"),
    ]
)
_TIMED = re.compile(r"\d{4}-\d\d-\d\d(?:T.*)?")
_FACTS = 2


def name_of(node: Mapping[str, Any]) -> str | None:
    """The value of the property that names it; None where none does.

    >>> name_of({"_labels": ["Plant"], "city": "Leipzig", "code": "LEJ", "opened": 1998})
    'LEJ'
    >>> name_of({"surname": "Mann", "givenName": "Ada", "name": "Ada Mann", "title": "Dr"})
    'Ada Mann'
    >>> name_of({"no": 7, "lastName": "Mann", "firstName": "Ada"})
    'Ada Mann'
    """
    key = name_property(node)
    whole = _whole_name(node)
    if whole and (key is None or is_given(key) or split_name(key)[-1] not in _OWN):
        return whole
    return str(node[key]) if key is not None else None


def name_property(node: Mapping[str, Any]) -> str | None:
    """The property that names a node; None where none does."""
    best = min(_ranked(node), default=None)
    return best[-1] if best is not None else None


def _whole_name(node: Mapping[str, Any]) -> str:
    """First and last name, where they are stored apart; "" where one is missing."""
    given = next((v for k, v in node.items() if v and is_given(k)), None)
    family = next((v for k, v in node.items() if v and is_family(k)), None)
    return f"{given} {family}" if isinstance(given, str) and isinstance(family, str) else ""


def _ranked(node: Mapping[str, Any]) -> Iterator[tuple[bool, int, int, str]]:
    for key, value in node.items():
        words = split_name(key)
        scalar = isinstance(value, str | int) and not isinstance(value, bool) and value != ""
        if key.startswith("_") or not scalar or words[-1] not in _NAMES:
            continue
        if isinstance(value, str) and _TIMED.fullmatch(value):
            continue
        partly = len(words) > 1 and words[0] in _PARTLY
        yield partly, _NAMES.index(words[-1]), len(words), key


def facts_of(node: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """The facts that tell a node without a name best: texts, then days, then figures.

    >>> facts_of({"_labels": ["Goal"], "minute": 27, "kind": "header", "own": False})
    [('kind', 'header'), ('minute', 27)]
    """
    kinds: tuple[list[tuple[str, Any]], ...] = ([], [], [])
    for key, value in node.items():
        if key.startswith("_") or isinstance(value, bool):
            continue
        if isinstance(value, str) and value:
            kinds[bool(_TIMED.fullmatch(value))].append((key, value))
        elif isinstance(value, int | float):
            kinds[2].append((key, value))
    return [fact for kind in kinds for fact in kind][:_FACTS]
