"""Pairs of things: pairs of users who follow each other, of players who played for the same club.

One of the two is asked for, and the other stands in its sentence: players who played for the same
club as another player. Then both are told, each pair once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.frames.bounds import NUMBER, SIGNS, number_of
from bot.offline.kinds import display_properties
from bot.offline.lexicon import NounTarget, RelationTarget
from bot.offline.naming import column_names
from bot.offline.subtrees import node_of, renamed, variables
from bot.offline.words import lemmas
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Comparison,
    Condition,
    Constant,
    Entity,
    Exists,
    Function,
    Not,
    Operand,
    Order,
    Pattern,
    Query,
)
from memory.text import split_name

_COST = 0.05
_LEAD = re.compile(
    rf"\b(?:the |all |any )*(?:top (?P<top>{NUMBER}) )?(?:different |distinct |possible )?"
    r"(?:pairs? of (?:two )?|couples of )(?:the |all )?(?P<noun>[a-z]+)",
    re.I,
)
_TWO = re.compile(
    r"\A\W*(?P<ask>which|what) (?P<lead>two |(?=[^?]*\b(?:each other|one another)\b(?!['’])))"
    r"(?P<noun>[a-z]+)",
    re.I,
)
_WHO = re.compile(
    r"\A\W*(?:(?:please )?(?:list|show|find|identify|name|display|give|get|return|retrieve)"
    r"(?: me)? )?(?P<lead>(?:all |the |any )*)(?P<noun>[a-z]+s|people)"
    r"(?= (?:who|that|which) [^?]*\b(?:each other|one another)\b(?!['’]))",
    re.I,
)
_MANY = (
    rf"(?:(?P<most>the most)|(?:(?P<sign>at least|more than|exactly|over) )?(?P<number>{NUMBER}))"
    r" (?:different |distinct |common |shared |of the same )?"
)
_EACH_OTHER = re.compile(r"\b(?:each other|one another)(?P<whose>['’]s)?\b", re.I)
_SAME = re.compile(r"\bthe same (?P<what>\w+(?: \w+)?)(?= and | but |,|\?|\.|\Z)", re.I)
_SHARED = re.compile(
    rf"\bshare (?:{_MANY}|an? |the same |some |their )?(?P<what>\w+(?: \w+)?)"
    r"(?: in common)?(?= and | but |,|\?|\.|\Z)",
    re.I,
)
_COMMON = re.compile(
    rf"\bhave (?:{_MANY}|an? |the same |some |their )?(?P<what>\w+(?: \w+)?) in common", re.I
)
_TOGETHER = re.compile(
    rf"\b(?P<verb>\w+) together (?P<on>on|in|at|for|with) (?:{_MANY}|the same |an? )"
    r"(?P<what>\w+)",
    re.I,
)
_MOST = re.compile(r"\b(?P<most>the most) (?P<what>\w+) together\b", re.I)
# Said of the two, or of both: what it says of one alone would be another question.
_BOTH = re.compile(
    r"\b(?:both|different|distinct|neither|either|most|fewest|total|average)\b", re.I
)
# How many they have in common is told anyway.
_COUNTED = re.compile(
    r",? and (?:also )?(?:give|show|list|return|state|tell) (?:me )?(?:the |their )?number of"
    r" (?:shared|common|such|these|those) \w+(?= *[.?!]?\Z)",
    re.I,
)
_APPEARING = frozenset(["appear", "occur", "be", "come", "go", "use", "find", "list"])
# As readings say it: pairs of farms, each once: those that supply the same fair as another farm.
_ONCE = re.compile(r",? each once: those\b", re.I)
_OF_THE_SAME = re.compile(rf"{_MANY}(?<=of the same )(?P<what>\w+)(?= as another )", re.I)
_FAMILIAR = frozenset(load("kinds")["symmetric"])


@dataclass(frozen=True, slots=True)
class _Told:
    """What was put for what is said of two, and how many they must have in common, or the most."""

    edit: Edit
    mutual: bool = False
    sign: str = ""
    number: int = 0
    most: bool = False


@cued("pair", "couples of ", "two ", "each other", "one another")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which pairs of players have played for the same club?"""
    for pattern in (_LEAD, _TWO, _WHO):
        found = pattern.search(asked.question)
        if found is None:
            continue
        lead = (found.start(), found.start("noun"), "")
        if pattern is not _LEAD:
            lead = (*found.span("lead"), "")
        told = _told(asked, found)
        counted = [(*one.span(), "") for one in _COUNTED.finditer(asked.question)]
        cut = [*told, *(_Told(edit) for edit in counted)]
        rest = _without(asked.question[found.end() :], found.end(), cut)
        once = [(*one.span(), "") for one in _ONCE.finditer(asked.question)]
        if _BOTH.search(rest) or sum(bool(one.sign) or one.most for one in told) > 1:
            return
        if not told and not once:
            return
        heard = asked.hear(lead, *counted, *once, *(one.edit for one in told))
        if heard is None:
            return
        query = _paired(asked, heard.query, told)
        top = found.groupdict().get("top")
        if query is not None and top:
            query = replace(query, limit=number_of(top)) if query.order else None
        if query is not None:
            yield heard.priced(_COST, query)
        return


def _told(asked: Asked, lead: re.Match[str]) -> list[_Told]:
    """What is said of the two, from left to right."""
    question, start = asked.question, lead.end()
    noun = lemmas(lead["noun"].lower())[-1]
    who = _who_does(asked, noun)
    other = f"another {who or noun}"
    found: list[_Told] = []
    for one in _EACH_OTHER.finditer(question, start):
        found.append(_Told((*one.span(), other + (one["whose"] or "")), mutual=True))
    for one in _TOGETHER.finditer(question, start):
        bare = set(lemmas(one["verb"].lower())) & _APPEARING and not who
        verb = "" if bare else f"{one['verb']} "
        put = f"{verb}{one['on']} the same {_one(one['what'])} as {other}"
        found.append(_counted((*one.span(), put), one))
    for pattern in (_COMMON, _SHARED, _MOST):
        for one in pattern.finditer(question, start):
            have = "" if pattern is _MOST else "have "
            put = f"{have}the same {_one(one['what'])} as {other}"
            found.append(_counted((*one.span(), put), one))
    for one in _OF_THE_SAME.finditer(question, start):
        found.append(_counted((*one.span(), f"the same {_one(one['what'])}"), one))
    taken = [one.edit for one in found]
    for one in _SAME.finditer(question, start):
        if not any(a < one.end() and one.start() < b for a, b, _ in taken):
            found.append(_Told((one.end(), one.end(), f" as {other}")))
    return sorted(found, key=lambda one: one.edit[0])


def _who_does(asked: Asked, noun: str) -> str:
    """What those are of whom a noun says what they do: actors are people; "" for other nouns."""
    known = asked.lexicon.lookup((noun,))
    does = [t for t in known if isinstance(t, RelationTarget) and t.form in ("start", "end")]
    if len(does) != 1 or any(isinstance(t, NounTarget) for t in known):
        return ""
    joins = asked.lexicon.schema.relationships[does[0].type].joins
    ends = {join.start if does[0].form == "start" else join.end for join in joins}
    return " ".join(split_name(ends.pop())) if len(ends) == 1 else ""


def _one(words: str) -> str:
    *first, last = words.split()
    return " ".join([*first, lemmas(last.lower())[-1]])


def _counted(edit: Edit, found: re.Match[str]) -> _Told:
    """What is put for words that tell how many they have in common."""
    if found["most"] is not None:
        return _Told(edit, most=True)
    if found["number"] is None:
        return _Told(edit)
    number = number_of(found["number"])
    sign = SIGNS[found["sign"].lower()] if found["sign"] else "="
    one = (sign, number) == (">=", 1)
    return _Told(edit) if one else _Told(edit, sign=sign, number=number)


def _without(text: str, start: int, told: list[_Told]) -> str:
    """The words that are said as they are."""
    for first, end, _ in reversed([one.edit for one in told]):
        text = text[: first - start] + " " + text[end - start :]
    return text


def _paired(asked: Asked, query: Query, told: list[_Told]) -> Query | None:
    """Both of the two, in the order of their names."""
    plain = query.form == "list" and not (query.having or query.order or query.source)
    if not plain or query.limit is not None or query.optional is not None or query.each:
        return None
    merged = _as_one(query)
    if merged is None:
        return None
    pattern, other = merged
    subject = query.subject
    apart = Comparison(Entity(subject), "<>", Entity(other))
    where = [t for t in pattern.where if t not in (apart, _turned(apart))]
    label = asked.lexicon.schema.labels[node_of(query, subject).labels[0]]
    own = [t for t in where if variables(t) == {subject}]
    if _beside(pattern, subject, other) or any(isinstance(t, Not | Exists) for t in where):
        return None
    where += [renamed(t, {subject: other}) for t in own]
    named = display_properties(label)[:1]
    if not named:
        return None
    keys = [Attribute(v, named[0]) for v in (subject, other)]
    where.append(_before(keys, unique=label.properties[named[0]].distinct >= label.count))
    edges = list(pattern.edges)
    if any(one.mutual for one in told):
        between = [e for e in edges if {e.start, e.end} == {subject, other}]
        alike = [e for e in between if all(_mutual(type_) for type_ in e.types)]
        edges = [replace(e, directed=False) if e in alike else e for e in edges]
        between = [e for e in between if e.directed and e not in alike]
        edges += [replace(e, start=e.end, end=e.start, variable="") for e in between]
    operands: list[Operand] = [*keys]
    having: list[Condition] = []
    order: list[Order] = []
    for one in (x for x in told if x.sign or x.most):
        middle = _between(pattern, subject, other)
        if not middle:
            return None
        count = Aggregate("count", Entity(middle), distinct=True)
        if one.most:
            order.append(Order(count, descending=True))
        else:
            having.append(Comparison(count, one.sign, Constant(one.number)))  # type: ignore[arg-type]
        operands.append(count)
    labels = {n.variable: n.labels for n in pattern.nodes}
    first, _, *counts = column_names(operands, labels, subject)
    names = [first, f"other_{first}", *counts]
    return Query(
        Pattern(pattern.nodes, tuple(edges), tuple(dict.fromkeys(where))),
        tuple(Column(o, name) for o, name in zip(operands, names, strict=True)),
        subject,
        having=tuple(having),
        order=tuple(order),
        limit=1 if order else None,
        distinct_on=(subject, other) if pattern.edges else (),
    )


def _mutual(type_: str) -> bool:
    """Whether what a type says of one it says of the other: married, interacts with."""
    words = split_name(type_)
    together = words[-1] == "with" and words[0] not in ("is", "has")
    return together or bool(_FAMILIAR & set(lemmas(words[0])))


def _as_one(query: Query) -> tuple[Pattern, str] | None:
    """The pattern in which all that the subject is not are one node, and that node."""
    others = [
        (t.right if t.left == Entity(query.subject) else t.left)
        for t in query.pattern.where
        if isinstance(t, Comparison)
        and t.operator == "<>"
        and Entity(query.subject) in (t.left, t.right)
    ]
    names = [one.variable for one in others if isinstance(one, Entity)]
    pattern = query.pattern
    if not names:
        labels = node_of(query, query.subject).labels
        near = [
            e.end if e.start == query.subject else e.start
            for e in pattern.edges
            if query.subject in (e.start, e.end)
        ]
        alike = [n.variable for n in pattern.nodes if n.labels == labels and n.variable in near]
        return (pattern, alike[0]) if len(alike) == 1 else None
    first, *rest = dict.fromkeys(names)
    merged = renamed(pattern, dict.fromkeys(rest, first))
    where = tuple(t for t in merged.where if getattr(t, "left", 0) != getattr(t, "right", 1))
    return replace(merged, nodes=tuple(dict.fromkeys(merged.nodes)), where=where), first


def _turned(test: Comparison) -> Comparison:
    return replace(test, left=test.right, right=test.left)  # type: ignore[arg-type]


def _before(keys: list[Attribute], *, unique: bool) -> Comparison:
    """That one of the two comes first, so that no pair is told twice."""
    if unique:
        return Comparison(keys[0], "<", keys[1])
    ids = [Function("elementId", (Entity(key.variable),)) for key in keys]
    return Comparison(ids[0], "<", ids[1])


def _beside(pattern: Pattern, subject: str, other: str) -> bool:
    """Whether something joined is said of one of them alone."""
    for edge in pattern.edges:
        if subject not in (edge.start, edge.end):
            continue
        reached = {edge.end if edge.start == subject else edge.start}
        while True:
            ends = [{e.start, e.end} - {subject} for e in pattern.edges]
            more = {v for pair in ends if pair & reached for v in pair} - reached
            if other in reached or not more:
                break
            reached |= more
        if other not in reached:
            return True
    return False


def _between(pattern: Pattern, subject: str, other: str) -> str:
    """The one node that both are joined to; "" where there is none."""
    near = []
    for one in (subject, other):
        ends = [
            e.end if e.start == one else e.start for e in pattern.edges if one in (e.start, e.end)
        ]
        near.append(ends)
    both = [n for n in near[0] if n in near[1]]
    return both[0] if len(both) == 1 else ""
