"""Which relationships tell who owns what, and where somebody is from or lives; others don't."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import cache

from bot.offline.state import Link, Vertex
from bot.words.data import load
from bot.words.inflection import lemmas
from memory.text import split_name

# The words of connections that only some relationships tell of.
OWNING = "owning"
OWNED = "owned"
ORIGIN = "origin"
RESIDING = "residing"
BELONGING = "belonging"
MEANT = frozenset([OWNING, OWNED, ORIGIN])
_OWN = frozenset(["own", "possess"])
LIVING = frozenset(["live", "reside", "dwell"])
_COME = frozenset(["come", "hail", "originate", "stem"])


def connecting(words: str) -> str:
    """The word by which a connection waits for its other end.

    >>> connecting("owned by"), connecting("comes from"), connecting("linked to")
    ('owned', 'origin', 'to')
    >>> connecting("belongs to")
    'belonging'
    """
    head, *_, last = words.split() * 2
    said = set(lemmas(head))
    if said & _OWN:
        return OWNED if head in ("owned", "possessed") else OWNING
    if "belong" in said:
        return BELONGING
    return ORIGIN if said & _COME and last == "from" else last


def owned_by(said: str, type_: str) -> bool:
    """Whether a type can be meant by a word of owning: nobody owns whom they only look after.

    >>> owned_by("owns", "OWNS"), owned_by("owns", "MANAGES"), owned_by("runs", "MANAGES")
    (True, False, True)
    """
    told = {*load("telling_types")["owning"], *load("telling_types")["owned"]}
    return not set(lemmas(said)) & _OWN or bool(_lemmas(type_) & told)


def tells(
    word: str, site: int, vertices: Sequence[Vertex], links: Sequence[Link], people: Collection[str]
) -> bool:
    """Whether relationships say what is asked of a site by the word of a connection.

    The first of them is that of the site.
    """
    (first, *more) = links
    if word in (OWNING, OWNED):
        owner = first.start if (first.start == site) == (word == OWNING) else first.end
        said = (_owns(first, owner, vertices, people, type_) for type_ in first.types)
        return not more and all(said)
    told = _residence if word == RESIDING else _origin
    return all(told(first, vertices, people, type_) for type_ in first.types)


def _owns(
    link: Link, owner: int, vertices: Sequence[Vertex], people: Collection[str], type_: str
) -> bool:
    """Who has a thing owns it; a firm does not own whom it has for a director."""
    said, kinds = _lemmas(type_), load("telling_types")
    start, end = ({*vertices[n].labels} <= {*people} for n in (link.start, link.end))
    if said & {*kinds["owning"]}:
        return True
    if said & {*kinds["having"]} and _no_more(type_, vertices[link.end].labels):
        return owner == link.start and not end
    return bool(said & {*kinds["belonging"]}) and owner == link.end and not start


def _no_more(type_: str, labels: Collection[str]) -> bool:
    """Whether a type says no more than that there is one: HAS_PHONE, HOLDS; but HAS_HUB."""
    named = {form for label in labels for word in split_name(label) for form in lemmas(word)}
    named |= {*load("telling_types")["owned"]}
    return all(set(lemmas(word)) & named for word in split_name(type_)[1:])


def _origin(link: Link, vertices: Sequence[Vertex], people: Collection[str], type_: str) -> bool:
    kinds = load("telling_types")
    ends = ({*vertices[n].labels} <= {*people} for n in (link.start, link.end))
    words = split_name(type_)
    told = kinds["from_people" if any(ends) else "from_things"]
    return bool(_lemmas(type_) & {*told}) or words[0] in kinds["from_words"]


def _residence(link: Link, vertices: Sequence[Vertex], people: Collection[str], type_: str) -> bool:
    """Where people live is not where they work, nor what they are citizens of."""
    kinds = load("telling_types")
    if not any({*vertices[n].labels} <= {*people} for n in (link.start, link.end)):
        return True
    said = _lemmas(type_)
    return bool(said & {*kinds["living"]}) or said <= {*kinds["living_words"]}


@cache
def _lemmas(type_: str) -> frozenset[str]:
    return frozenset(lemma for word in split_name(type_) for lemma in lemmas(word))
