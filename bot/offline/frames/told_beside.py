"""A second thing told beside the first: the banks and the countries they are based in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued, used_by
from bot.offline.frames.named_columns import Columns
from bot.offline.frames.returned import LISTING, with_columns
from bot.offline.naming import node_names
from bot.offline.subtrees import node_of, renamed, variables
from bot.offline.top_first import picked_first
from bot.offline.words import lemmas, plural
from memory.query import Aggregate, Attribute, Node, Query
from memory.text import fold, split_name

_COST = 0.1
_SEVERAL = frozenset(["they", "them"])
_AND = r",? (?:and(?: also)?|(?:(?:along|together) )?with|as well as|alongside)"
_THING = r"(?:all )?the (?:names? of (?:the )?)?(?P<noun>\w+(?: \w+)?)"
_ASKING = r"\W*(?:who|which|what|whose|where|when|how|is|are|was|were|do|does|did|has|have|can)\b"
_ASKS = re.compile(_ASKING, re.I)
_CLAUSE = re.compile(rf"{_ASKING}|.*\b(?:who|whom|that|which|whose|where)\b.*\band\b", re.I)
_THEY = re.compile(
    rf"{_AND} {_THING}(?: (?:that|which|who|whom|where))? (?P<they>they|it|he|she)"
    r" (?P<rest>[^,;.?!]+)\W*\Z",
    re.I,
)
_THEM = re.compile(
    rf"{_AND} {_THING} (?:that|which|who) (?P<rest>[^,;.?!]+?) (?P<they>them|it|him|her)\W*\Z", re.I
)

_DONE = re.compile(rf"{_AND} {_THING} (?P<rest>\w+(?: \w+)?) (?P<they>them)\W*\Z", re.I)
_WHICH = re.compile(
    r",? and(?: also)? (?:which|what) (?P<noun>\w+(?: \w+)?)"
    r" (?:(?:do|does|did)|(?P<have>have|has|had))"
    r" (?P<they>they|it|he|she) (?P<rest>[^,;.?!]+)\W*\Z",
    re.I,
)
# Of what is with them it may be told which they are: with the most articles mentioning them.
_WITH = re.compile(r",? with\b", re.I)
# Pageants with their judges.
_THEIRS = re.compile(rf"{_AND} (?:their|its|his|her) (?P<noun>\w+)\W*\Z", re.I)
_EACH = re.compile(r"\b(?:each|every) (?P<one>\w+)\Z", re.I)


@cued("and ", "with ", "as well as ", "alongside ")
def frame(asked: Asked) -> Iterator[Heard]:
    """List the ships built after 2010 and the lines that operate them."""
    for pattern in (_THEY, _THEM, _DONE, _WHICH):
        found = pattern.search(asked.question)
        apart = LISTING.match(asked.question) or (found and found[0].startswith(","))
        apart = apart or pattern is _WHICH or not _CLAUSE.match(asked.question)
        first = _alone(asked, found.start()) if found and apart else None
        if found is None or first is None:
            continue
        whole = first.query if first.query.limit is None else picked_first(first.query)
        if whole is None or not _lists(first.query):
            continue
        if found["they"].lower() not in _SEVERAL and first.query.pattern.edges:
            # Those who opened an issue and the shop it was opened in: the issue was.
            continue
        subjects = plural(" ".join(split_name(_label(first.query))))
        said = _said(subjects, pattern, found)
        start, end = found.span("noun")
        second = asked.hear_part(start, end, "List the ", f" that {said}")
        query = _beside(asked, whole, second.query) if second is not None else None
        if second is not None and query is not None:
            cost = max(first.cost, second.cost) + _COST
            yield Heard(query, cost, used_by(first, second))
            return


def _said(subjects: str, pattern: re.Pattern[str], found: re.Match[str]) -> str:
    """What is said of them: that the ships call at, that operate the ships."""
    if pattern is _WHICH:
        return " ".join(filter(None, (subjects, found["have"] and "have", found["rest"])))
    return f"{subjects} {found['rest']}" if pattern is _THEY else f"{found['rest']} {subjects}"


def _alone(asked: Asked, end: int) -> Heard | None:
    """What comes first, all of them where it is said of each."""
    each = _EACH.search(asked.question, 0, end)
    edits = [(end, len(asked.question), "?")]
    if each is not None:
        edits.append((*each.span(), plural(each["one"])))
    return asked.hear(*edits)


def unshown(question: str, query: Query) -> bool:
    """Whether nothing is told but what came first: museums and the artworks that they hold."""
    if _only_there(question, query):
        return True
    found = None if _ASKS.match(question) else _THEY.search(question)
    if found is None and not _CLAUSE.match(question):
        found = _THEM.search(question) or _DONE.search(question)
    if found is None or _WITH.match(found[0]) or query.form != "list":
        return False
    if found["they"].lower() not in _SEVERAL:
        return False
    told = [c.operand for c in query.columns if not isinstance(c.operand, Aggregate)]
    return variables(tuple(told)) <= {query.subject}


def _only_there(question: str, query: Query) -> bool:
    """Whether things with *their* judges are only those that have any."""
    found = _THEIRS.search(question) if LISTING.match(question) else None
    if found is None or query.form != "list":
        return False
    ranks = {key.operand for key in query.order}
    columns = [c for c in query.columns if c.operand not in ranks]
    if len(columns) != 1 or (query.limit == 1 and not ranks):
        return False
    (told,) = columns
    if not isinstance(told.operand, Attribute) or told.operand.variable != query.subject:
        return False
    said = {fold(found["noun"]), *lemmas(fold(found["noun"]))}
    if said & {"name", "title", *split_name(told.operand.property)}:
        return False
    tested = variables(query.pattern.where) | {query.subject}
    return any(n.variable not in tested for n in query.pattern.nodes)


def _lists(query: Query) -> bool:
    """Whether a tree has a row for each of what is asked for, and no more to it."""
    plain = query.form == "list" and query.source is None and query.optional is None
    summed = any(isinstance(column.operand, Aggregate) for column in query.columns)
    return plain and not (summed or query.each or query.route) and _label(query) != ""


def _label(query: Query) -> str:
    return next(iter(node_of(query, query.subject).labels), "")


def _beside(asked: Asked, query: Query, other: Query) -> Query | None:
    """A tree with what another asks for in a column, joined to its own subject."""
    own = _label(query)
    same = [n for n in other.pattern.nodes if n.labels == (own,) and n.variable != other.subject]
    if not _lists(other) or len(same) != 1 or other.order or other.limit is not None:
        return None
    shared = _there_already(query, other, same[0].variable)
    if shared:
        shown = Columns(asked.lexicon, query).names(shared)
        return with_columns(query, [*(c.operand for c in query.columns), *shown])
    names = [node.variable for node in query.pattern.nodes]
    more = [n for n in other.pattern.nodes if n != same[0]]
    labels = [n.labels[0] if n.labels else "node" for n in (*query.pattern.nodes, *more)]
    fresh = [n if n not in names else f"{n}_" for n in node_names(labels)[len(names) :]]
    told = dict(zip((n.variable for n in more), fresh, strict=True))
    there = renamed(other, {**told, same[0].variable: query.subject})
    nodes = tuple(Node(told[n.variable], n.labels) for n in more)
    pattern = replace(
        query.pattern,
        nodes=(*query.pattern.nodes, *nodes),
        edges=(*query.pattern.edges, *there.pattern.edges),
        where=(*query.pattern.where, *there.pattern.where),
    )
    joined = replace(query, pattern=pattern)
    shown = Columns(asked.lexicon, joined).names(there.subject)
    return with_columns(joined, [*(c.operand for c in query.columns), *shown])


def _there_already(query: Query, other: Query, own: str) -> str:
    """The node of a tree that another asks for, by the one relationship that it has, too."""
    if len(other.pattern.edges) != 1 or other.pattern.where:
        return ""
    names = {own: query.subject, other.subject: ""}
    edge = renamed(other.pattern.edges[0], names)
    for known in query.pattern.edges:
        far = known.end if edge.start else known.start
        near = known.start if edge.start else known.end
        if known.types == edge.types and near == query.subject:
            return far if node_of(query, far).labels == node_of(other, other.subject).labels else ""
    return ""
