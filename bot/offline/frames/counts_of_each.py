"""How many of several kinds each of something has: for each shelf the number of books and maps.

Each kind is counted by a question of its own; what has none of one kind still has of the others.
Properties may be told beside a number: the place of each shelf and the number of its books.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import PropertyTarget
from bot.offline.naming import column_names
from bot.offline.subtrees import apart, entity, node_of, renamed
from bot.offline.words import plural
from memory.query import Aggregate, Attribute, Column, Entity, Pattern, Query
from memory.text import fold

# Against the plain reading of a list whose numbers are passed over, -0.25 at its cheapest.
_COST = -0.3
# A noun costs less where it surely names a thing.
_SURE = 0.3
_EACH = r"(?:each|every|all)(?: of the)?(?: the)?"
_GROUP = r"(?P<group>[a-z]+(?: [a-z]+)?)"
_MANY = r"(?:(?:the |their |its )?(?:total )?(?:numbers?|counts?) of(?: the)?|how many)"
# How many members they *look after*.
_DONE = (
    r"(?: (?:they|it) (?!ha(?:ve|s)\b)(?:have |has )?[a-z]+(?: (?:after|at|by|for|in|on|to|with))?)"
)
_KIND = rf"(?:the |its |their )?[a-z]+(?: [a-z]+)??{_DONE}?"
_KINDS = rf"(?P<kinds>(?:{_MANY} )?{_KIND}(?:, (?:{_MANY} )?{_KIND})*,? and (?:{_MANY} )?{_KIND})"
_ASK = (
    r"(?:(?:please )?(?:count(?: up)?|list|show(?: me)?|give(?: me)?|find|get|return|display"
    r"|tell me|calculate|what (?:is|are|was|were)|what's) )"
)
_THERE = (
    r"(?: (?:are there|there are|exist|do (?:they|we) have|does it have|it has|they have"
    r"|(?:is|are) (?:in|at|on) it))?"
)
_NONE = r"(?P<none>, including those with none)?"
_FORMS = (
    re.compile(rf"\A\W*for {_EACH} {_GROUP},? {_ASK}?{_KINDS}{_THERE}{_NONE}\W*\Z", re.I),
    re.compile(
        rf"\A\W*(?={_MANY} ){_KINDS} (?:do|does|did) {_EACH} {_GROUP} "
        rf"(?:have|contain|own|include){_NONE}\W*\Z",
        re.I,
    ),
    re.compile(
        rf"\A\W*{_ASK}?{_KINDS}(?: are there)? (?:of|in|for|per|at|by) {_EACH} {_GROUP}"
        rf"{_NONE}\W*\Z",
        re.I,
    ),
    re.compile(
        rf"\A\W*{_ASK}(?:{_EACH} )?{_GROUP}(?:['’]s|,? (?:along |together )?with) {_KINDS}"
        rf"(?: (?:they|it|each) ha(?:ve|s))?{_NONE}\W*\Z",
        re.I,
    ),
)
_COUNTS = re.compile(rf"\b(?:count|{_MANY})\b", re.I)
_BEFORE = re.compile(rf"\A(?P<many>{_MANY} )?(?:the |its |their )?", re.I)
_DOING = re.compile(rf"{_DONE}\Z", re.I)
_BETWEEN = re.compile(r",? and |, ")


@cued("number of ", "how many ", "count")
def frame(asked: Asked) -> Iterator[Heard]:
    """For each shelf, show its place and count the books, maps and globes."""
    if asked.linked or not _COUNTS.search(asked.question):
        return
    for form in _FORMS:
        found = form.match(asked.question)
        group = _label(asked, found["group"]) if found is not None else ""
        told = _told(asked, found, group) if found is not None and group else None
        if found is None or told is None:
            continue
        counted, kept = told
        heard = [_counted(asked, kind, found["group"]) for kind, _ in counted]
        known = [one for one in heard if one is not None]
        query = _together([one.query for one in known], group, [label for _, label in counted])
        if len(known) == len(counted) and query is not None:
            cost = sum(one.cost for one in known) / len(known) + _COST
            yield Heard(_with(query, kept), cost, ())
            return


def _told(
    asked: Asked, found: re.Match[str], group: str
) -> tuple[list[tuple[str, str]], list[str]] | None:
    """What is counted, with its label, and which properties are told of each.

    None where it is something else, or nothing but one number.
    """
    many = bool(re.search(r"\bcount\b", asked.question[: found.start("kinds")], re.I))
    counted: list[tuple[str, str]] = []
    kept: list[str] = []
    for said in _BETWEEN.split(found["kinds"]):
        before = _BEFORE.match(said)
        kind = said[before.end() :] if before is not None else said
        many = many or bool(before and before["many"])
        own, label = _property(asked, kind, group), _label(asked, _DOING.sub("", kind))
        if many and label and label != group:
            counted.append((kind, label))
        elif own and not (before and before["many"]):
            kept.append(own)
        else:
            return None
    apart = len({label for _, label in counted}) == len(counted) > 0
    return (counted, kept) if apart and len(counted) + len(kept) > 1 else None


def _property(asked: Asked, noun: str, group: str) -> str:
    """The property of the group that a noun is for."""
    known = asked.lexicon.lookup(tuple(fold(noun).split()))
    found = [
        (cost, t.property)
        for t, cost in known.items()
        if isinstance(t, PropertyTarget) and t.owner == group and not t.of_relationship
    ]
    return min(found)[1] if found else ""


def _with(query: Query, kept: list[str]) -> Query:
    """The tree that tells properties of each, too, behind its name."""
    (whose,) = query.distinct_on
    more = [Attribute(whose, name) for name in dict.fromkeys(kept)]
    operands = [c.operand for c in query.columns]
    operands[1:1] = [one for one in more if one not in operands]
    labels = {
        n.variable: n.labels
        for pattern in (query.pattern, query.optional)
        for n in (pattern.nodes if pattern is not None else ())
    }
    names = column_names(operands, labels, query.subject)
    columns = tuple(Column(o, name) for o, name in zip(operands, names, strict=True))
    return replace(query, columns=columns)


def _label(asked: Asked, noun: str) -> str:
    """The label that a noun is surely for."""
    labels = asked.labels(noun, _SURE)
    return labels.pop() if len(labels) == 1 else ""


def _counted(asked: Asked, kind: str, group: str) -> Heard | None:
    if (done := _DOING.search(kind)) is None:
        return asked.read(f"How many {plural(kind)} are there for each {group}?", ())
    _, *verb = done[0].split()
    has = verb[0] in ("have", "has") or verb[0].endswith("ed")
    said = " ".join(verb[verb[0] in ("have", "has") :])
    things = plural(kind[: done.start()])
    return asked.read(f"How many {things} {'has' if has else 'does'} each {group} {said}?", ())


def _together(queries: list[Query], group: str, labels: list[str]) -> Query | None:
    """One tree with a count of each kind; None where they are not of the same groups."""
    if not queries:
        return None
    first, *others = queries
    whose = _group(first, group, labels[0])
    if whose is None or _chained(queries):
        return None
    nodes, edges = [*first.pattern.nodes], [*first.pattern.edges]
    operands = [column.operand for column in first.columns]
    for label, other in zip(labels[1:], others, strict=False):
        own = _group(other, group, label)
        if own is None:
            return None
        wide = replace(first, pattern=Pattern(tuple(nodes), tuple(edges)))
        other = renamed(other, apart(wide, other) | {own: whose})
        nodes += [node for node in other.pattern.nodes if node.variable != whose]
        edges += other.pattern.edges
        operands.append(other.columns[-1].operand)
    if not others:
        return first
    shown = {n.variable: n.labels for n in nodes}
    names = column_names(operands, shown, first.subject)
    return replace(
        first,
        pattern=Pattern((node_of(first, whose),)),
        optional=Pattern(tuple(n for n in nodes if n.variable != whose), tuple(edges)),
        columns=tuple(Column(o, name) for o, name in zip(operands, names, strict=True)),
    )


def _chained(queries: list[Query]) -> bool:
    """Whether one kind is reached through another: the authors of the books of each shelf."""
    ways = [{edge.types for edge in query.pattern.edges} for query in queries]
    return any(one < other for one in ways for other in ways)


def _group(query: Query, group: str, label: str) -> str | None:
    """The node that a tree counts nodes of a label for; None where it does more than that."""
    plain = query.source is None and query.optional is None and query.limit is None
    told = [column.operand for column in query.columns]
    if not plain or query.pattern.where or query.having or query.each or len(told) != 2:
        return None
    key, counted = told
    if len(query.distinct_on) != 1 or not isinstance(counted, Aggregate):
        return None
    (whose,) = query.distinct_on
    many = counted.function == "count" and counted.distinct and entity(counted.operand)
    if not many or node_of(query, many).labels != (label,):
        return None
    of_it = isinstance(key, Attribute | Entity) and key.variable == whose
    return whose if of_it and node_of(query, whose).labels == (group,) else None
