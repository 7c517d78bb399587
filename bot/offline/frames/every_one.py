"""Films in every genre, kept all the breeds: as many different ones as there are in all."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, RelationTarget
from bot.offline.subtrees import compared, entity, node_of, reached, variables
from bot.offline.words import is_plural, parts, plural
from memory.query import (
    Aggregate,
    Column,
    Entity,
    Figure,
    Pattern,
    Query,
)

# Stands for how many there are; no amount that anybody names.
_AMOUNT = 976_341_853
_COST = 0.1
_EVERY = re.compile(
    r"\b(?P<all>every(?: single)?(?: one of(?: the)?)?|each and every|each (?:one )?of the"
    r"|all(?: of)?(?: the)?) (?P<thing>(?!of\b|one\b|their\b|its\b|his\b|her\b|them\b|time\b)"
    r"[a-z][\w-]*(?: [a-z][\w-]*){0,2})",
    re.I,
)
_CLAUSE = re.compile(r"\b(?:which|what|who|that|whose)\b(?P<between>.*)\Z", re.I)
_DENIED = re.compile(
    r"\b(?:not|no|never|none|nobody|without|except|but|least|most|\w+n['’]t)\b", re.I
)
# Every visit they paid: of theirs, not of all that there are.
_THEIRS = re.compile(r"\s+(?:(?:that|which|whom) )?(?:they|he|she|it)\b(?!['’])", re.I)
_SUBJECT = re.compile(r" (?:do|does|did|are|is|were|was|have|has)\Z", re.I)
_SAYING = frozenset(["with", "that", "who", "which", "having"])
_HAVING = _SAYING | frozenset(
    [
        "have",
        "has",
        "had",
        "are",
        "is",
        "were",
        "was",
        "been",
        "appear",
        "appears",
        "do",
        "does",
        "did",
    ]
)


@cued("every", "all ", "each of the", "each one of the")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which directors have films in every genre?"""
    found = [*_EVERY.finditer(asked.question)]
    if len(found) != 1 or _DENIED.search(asked.question):
        return
    (every,) = found
    clause = _CLAUSE.search(asked.question[: every.start()].rstrip())
    if clause is None or not _says(asked, clause["between"]):
        return
    for end, things in _things(asked, every):
        if _THEIRS.match(asked.question, end):
            return
        heard = asked.hear((every.start(), end, f"exactly {_AMOUNT} {things}"))
        whole = _all_of_them(heard.query) if heard is not None else None
        if heard is not None and whole is not None:
            yield heard.priced(_COST, whole)
            return


def _says(asked: Asked, between: str) -> bool:
    """Whether a verb stands before: who *is* the director of all films says nothing of them."""
    words = re.findall(r"[\w'-]+", between.lower())
    if words[:1] and words[0] in ("is", "are", "was", "were") and "in" not in words:
        said = [n for n, word in enumerate(words) if word in _SAYING]
        if not said:
            return len(words) == 1 and not _SUBJECT.fullmatch(between)
        words = words[said[-1] :]
    if words and any(isinstance(t, NounTarget) for t in asked.lexicon.lookup((words[0],))):
        words = words[1:]
    return any(word in _HAVING or "VERB" in parts(word) or _does(asked, word) for word in words)


def _does(asked: Asked, word: str) -> bool:
    found = asked.lexicon.lookup((word,))
    return any(isinstance(t, RelationTarget) and t.form == "verb" for t in found)


def _things(asked: Asked, every: re.Match[str]) -> Iterator[tuple[int, str]]:
    """Where the noun ends, and its plural; the longest first."""
    words = [*re.finditer(r"[\w-]+", every["thing"])]
    for size in range(len(words), 0, -1):
        named = tuple(word[0].lower() for word in words[:size])
        if not any(isinstance(t, NounTarget) for t in asked.lexicon.lookup(named)):
            continue
        last = named[-1] if is_plural(named[-1]) else plural(named[-1])
        yield every.start("thing") + words[size - 1].end(), " ".join([*named[:-1], last])


def _all_of_them(query: Query) -> Query | None:
    """The tree with the number of all of them in the place of the amount."""
    found = compared(query, _AMOUNT)
    test = found[0] if found is not None and found[1] else None
    counting = query.source if test is not None and test not in query.having else query
    counted = entity(test.left.operand) if test and isinstance(test.left, Aggregate) else ""
    if test is None or counting is None or not counted or query.form not in ("list", "count"):
        return None
    figure = _number(counting, counted)
    kept = all(c.operand != test.left for c in query.columns)
    if figure is None or not kept or query.limit is not None or query.each:
        return None
    having = tuple(replace(t, right=figure) if t == test else t for t in counting.having)
    order = tuple(o for o in query.order if o.operand != test.left)
    if counting is query:
        return replace(query, having=having, order=order)
    return replace(query, source=replace(counting, having=having, order=()), order=order)


def _number(query: Query, counted: str) -> Figure | None:
    """How many there are of what is counted, of those of the sort that is meant."""
    pattern = query.pattern
    own = reached(pattern, query.subject, counted)
    far = {n.variable for n in pattern.nodes} - own
    edges = tuple(e for e in pattern.edges if {e.start, e.end} <= far)
    held = far | {e.variable for e in edges if e.variable}
    where = tuple(t for t in pattern.where if variables(t) & held)
    if counted in own or not all(variables(t) <= held for t in where):
        return None
    nodes = tuple(n for n in pattern.nodes if n.variable in far)
    whole = Pattern(nodes, edges, where)
    labels = node_of(query, counted).labels
    if not labels or labels == node_of(query, query.subject).labels:
        # Nobody follows themselves.
        return None
    operand = Aggregate("count", Entity(counted), distinct=True)
    return Figure(Query(whole, (Column(operand, f"all_{counted}"),), counted, form="count"))
