"""Which of several names is meant by one that is not among them."""

from __future__ import annotations

from collections.abc import Iterable

from rapidfuzz.distance import OSA

from memory.english import stem
from memory.text import fold, split_name

# One slip in four letters.
_SIMILAR = 0.75
_SHARED = 0.5


def nearest(written: str, names: Iterable[str]) -> str | None:
    """The one name that `written` is in other letters, a slip away from, or made of the words of.

    >>> nearest("relesed", ["released", "revenue"]), nearest("MENTIONED_IN", ["MENTIONS", "IN"])
    ('released', 'MENTIONS')
    >>> nearest("colour", ["released"])
    """
    known = list(dict.fromkeys(names))
    for same in (_squashed, _stems):
        found = [name for name in known if same(name) == same(written)]
        if found:
            return found[0] if len(found) == 1 else None
    misspelt = _best({name: _spelling(written, name) for name in known}, _SIMILAR)
    return misspelt or _best({name: _shared(written, name) for name in known}, _SHARED)


# What the one is to the other, the other is to it the second; English kinship, work and trade.
_CONVERSES = (
    ("parent", ("child", "subsidiary", "son", "daughter")),
    ("supplier", ("customer", "client", "buyer")),
    ("employer", ("employee", "staff", "worker")),
    ("manager", ("report", "subordinate", "team")),
    ("owner", ("property", "asset", "possession")),
    ("teacher", ("student", "pupil")),
    ("investor", ("investment", "portfolio")),
    ("follower", ("following", "followee")),
)


def converse_of(written: str, names: Iterable[str]) -> str | None:
    """The one name that says the same from the other end.

    >>> converse_of("HAS_PARENT", ["HAS_SUBSIDIARY", "HAS_SUPPLIER"])
    'HAS_SUBSIDIARY'
    """
    words = set(_stems(written))
    wanted: set[str] = set()
    for one, others in _CONVERSES:
        stems = {stem(other) for other in others}
        if stem(one) in words:
            wanted |= stems
        if words & stems:
            wanted.add(stem(one))
    found = [name for name in names if wanted & set(_stems(name))]
    return found[0] if len(found) == 1 else None


def misspelling(written: str, names: Iterable[str]) -> str | None:
    """Like `nearest`, but by letters alone.

    >>> misspelling("Name", ["name"]), misspelling("title", ["name"])
    ('name', None)
    """
    known = list(dict.fromkeys(names))
    found = [name for name in known if _squashed(name) == _squashed(written)]
    if len(found) == 1:
        return found[0]
    return _best({name: _spelling(written, name) for name in known}, _SIMILAR)


def _best(scores: dict[str, float], least: float) -> str | None:
    ranked = sorted(scores, key=lambda name: -scores[name])
    if not ranked or scores[ranked[0]] < least:
        return None
    if len(ranked) > 1 and scores[ranked[1]] == scores[ranked[0]]:
        return None
    return ranked[0]


def _squashed(name: str) -> str:
    return fold(name.replace("_", " ")).replace(" ", "")


def _stems(name: str) -> tuple[str, ...]:
    return tuple(stem(word) for word in split_name(name))


def _spelling(a: str, b: str) -> float:
    first, second = _squashed(a), _squashed(b)
    if [c for c in first if c.isdigit()] != [c for c in second if c.isdigit()]:
        return 0.0
    if min(len(first), len(second)) < 4:
        return 0.0
    return float(OSA.normalized_similarity(first, second))


def _shared(a: str, b: str) -> float:
    """The share of the longer words of both names that they have in common."""
    first = {s for s in _stems(a) if len(s) > 2}
    second = {s for s in _stems(b) if len(s) > 2}
    if not first or not second:
        return 0.0
    return len(first & second) / len(first | second)
