"""How a stored value is kept in the index, and read back from it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from datetime import date, datetime, time
from typing import Any

from memory.english import FUNCTION_WORDS, noun_singular, stem
from memory.index import Collection, Entry
from memory.schema import Scalar
from memory.text import fold

VALUES = Collection("values", letters=True, keywords=("keys", "words", "stems"))

LONGEST_VALUE = 200
_LONGEST_NAME = 80
_NAME_WORDS = 10
_SHARED = 5
_ARTICLES = ("the ", "a ", "an ")
# As catalogues write them: "Hanks, Tom", "Matrix, The", "Toy Story (1995)".
_INVERTED = re.compile(r"^([^,()]+), ((?:[^\s,()]+ ?){1,3})$")
_NOTE = re.compile(r"(?<=\S)\s*\([^()]*\)$")


def value_entry(identity: int, label: str, name: str, value: Scalar, count: int) -> Entry | None:
    """The entry of one stored value, or None where no question could name it.

    `keys` are the folded forms it is found under, the plain one first. `words` and trigrams are
    kept of names only, not of codes, addresses or prose; `stems` of names of several words that
    many nodes share: states and kinds, which people put in words of their own.
    """
    text = str(value)
    folded = fold(text)
    if not folded or len(text) > LONGEST_VALUE or isinstance(value, bool):
        return None
    named = _is_name(text, folded)
    payload: dict[str, Any] = {
        "label": label,
        "property": name,
        **_encoded(value),
        "count": count,
        "keys": _keys(text, folded, named),
    }
    if named:
        words = {w for w in folded.split() if len(w) > 1 and w not in FUNCTION_WORDS}
        payload["words"] = sorted(words)
        if count >= _SHARED and len(words) > 1:
            payload["stems"] = sorted({stem(w) for w in words})
    return Entry(identity, payload, letters=folded if named else None)


def _is_name(text: str, folded: str) -> bool:
    plain = _NOTE.sub("", text)
    return (
        sum(c.isalpha() for c in plain) * 2 > len(plain)
        and len(text) <= _LONGEST_NAME
        and folded.count(" ") < _NAME_WORDS
        and not any(c in text for c in "@/\\_{}=")
    )


def _keys(text: str, folded: str, named: bool) -> list[str]:
    """The forms a question may use, the plain one first and the singular last."""
    keys = [folded]
    if any(c.isalpha() for c in folded) and " " in folded:
        keys.append(folded.replace(" ", ""))
    if named:
        plain = _NOTE.sub("", text)
        turned = fold(_INVERTED.sub(r"\2 \1", plain))
        bare = _without_article(turned)
        keys += [fold(plain), turned, bare]
        keys += [fold(text.replace("&", " and ")), fold(re.sub(r"\band\b", " ", text))]
        head, _, last = bare.rpartition(" ")
        if last.endswith("s"):
            keys.append(f"{head} {noun_singular(last)}".strip())
    return [key for key in dict.fromkeys(keys) if key]


def _without_article(folded: str) -> str:
    for article in _ARTICLES:
        folded = folded.removeprefix(article)
    return folded


def _encoded(value: Scalar) -> dict[str, Any]:
    if isinstance(value, datetime):
        return {"value": value.isoformat(), "kind": "datetime"}
    if isinstance(value, date):
        return {"value": value.isoformat(), "kind": "date"}
    if isinstance(value, time):
        return {"value": value.isoformat(), "kind": "time"}
    return {"value": value}


def decoded(payload: Mapping[str, Any]) -> Scalar:
    """The stored value as the graph has it."""
    value: Scalar = payload["value"]
    match payload.get("kind"):
        case "datetime":
            return datetime.fromisoformat(str(value))
        case "date":
            return date.fromisoformat(str(value))
        case "time":
            return time.fromisoformat(str(value))
    return value
