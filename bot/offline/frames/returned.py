"""What is to be shown, in a sentence of its own: ... Return the person, the title and the score."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.named_columns import Columns, edge_name, joined, nameable
from bot.words.naming import column_names
from memory.query import Aggregate, Attribute, Column, Entity, Operand, Pattern, Query

_COST = 0.05
_SHOW = r"(?:return|give|show|list|include|provide|report|output|display|state|tell|print|name)"
# List those who own a ship and the name of the ship.
_THEIRS = re.compile(
    r",? and (?P<list>the [^.,?!;]+? of (?:those|these|that|the|their|each) [^.,?!;]+)[.?! ]*\Z",
    re.I,
)
_LISTS = (
    re.compile(
        rf"[.?!;]+ *(?:please )?(?:also )?{_SHOW}(?: me| us)?(?: also| only| just)? "
        r"(?P<list>[^.?!;]+)[.?! ]*\Z",
        re.I,
    ),
    re.compile(
        r",? (?:(?:together|along) with|as well as|with) "
        r"(?P<list>(?:their|its|his|her|the|those) [^.?!;]+?)"
        r"(?:, and which (?P<which>[^.?!;,]+))?[.?! ]*\Z",
        re.I,
    ),
    re.compile(
        rf",? and (?:please )?(?:also )?{_SHOW}(?: me| us)? "
        r"(?P<list>(?:their|its|the|each|both) [^.?!;]+)[.?! ]*\Z",
        re.I,
    ),
    _THEIRS,
)
# Are there clubs with notes? Show the name and the note: which those are, and not whether.
_THERE = re.compile(r"\A\W*(?P<there>(?:are|is|were|was) there (?:any |some )?)", re.I)
_AND = re.compile(r",? and the\b", re.I)
# Who sang along with their tutor: that is no list.
_ALONG = re.compile(r"(?P<apart>,)? (?:together|along) with\b", re.I)
LISTING = re.compile(
    r"\A\W*(?:please |can you |could you )*(?:list|show|find|give|name|return|get|display|tell|"
    r"what are|what is|provide|print|report)\b",
    re.I,
)
_BETWEEN = re.compile(r",? and (?:also )?|, ?|,? as well as ")
_SMALL = re.compile(
    r"\A(?:(?:the|a|an|their|its|his|her|those|all|each|respective|corresponding) )+", re.I
)


@cued()
def frame(asked: Asked) -> Iterator[Heard]:
    """Which critics saw a play on a Monday? Return the critic, the play and the mood."""
    for pattern in _LISTS:
        found = pattern.search(asked.question)
        if found is None or not found.start():
            continue
        if pattern is _THEIRS and not LISTING.match(asked.question):
            continue
        parts = [*_BETWEEN.split(found["list"].strip()), *_which(found)]
        if not all(nameable(asked.lexicon, _bare(part)) for part in parts):
            continue
        several = pattern is _LISTS[0] and len(parts) > 1
        there = _THERE.match(asked.question) if several else None
        listed = [(*there.span("there"), "which ")] if there is not None else []
        heard = asked.hear(*listed, (found.start(), len(asked.question), "?"))
        query = _showing(asked, heard.query, parts, found.start()) if heard is not None else None
        if heard is not None and query is not None:
            modest = pattern not in (_LISTS[0], _THEIRS) and not _lists_along(asked, found.start())
            yield Heard(query, heard.cost + _COST, heard.used, modest=modest)
            return


def _lists_along(asked: Asked, start: int) -> bool:
    """Whether what is along with the things of a list is to be listed beside them."""
    along = _ALONG.match(asked.question, start)
    return along is not None and bool(along["apart"] or LISTING.match(asked.question))


def _which(found: re.Match[str]) -> list[str]:
    """And which of those on the way are shown, too."""
    which = found.groupdict().get("which") or ""
    return _BETWEEN.split(which) if which else []


def _bare(part: str) -> str:
    return _SMALL.sub("", part.strip())


def _showing(asked: Asked, query: Query, parts: list[str], start: int) -> Query | None:
    """The tree with a column for each thing of a list, what is asked for first."""
    plain = query.form == "list" and query.source is None and query.optional is None
    if not plain or query.each or query.route is not None:
        return None
    told = Columns(asked.lexicon, query)
    found: list[Operand] = []
    for part in parts:
        words = _bare(part)
        operands = told.meant(words)
        said_before = words.lower().split(" ")[-1] in asked.question[:start].lower()
        wider = None if operands or said_before else joined(asked.lexicon, query, words)
        if wider is not None:
            query, told = wider, Columns(asked.lexicon, wider)
            operands = told.meant(words)
        if not operands:
            return None
        found += [x for x in operands if x not in found]
    own = [x for x in told.names(query.subject) if x not in found]
    beside = _AND.match(asked.question, start) is not None
    named = not beside and any(getattr(x, "variable", "") == query.subject for x in found)
    return with_columns(query, found if named else [*own, *found])


def with_columns(query: Query, operands: list[Operand]) -> Query | None:
    """The tree with these columns, a row for each of what they are of."""
    edges = tuple(replace(e, variable=edge_name(query, e)) for e in query.pattern.edges)
    used = set(_of(operands))
    edges = tuple(
        new if new.variable in used else old
        for old, new in zip(query.pattern.edges, edges, strict=True)
    )
    beside = used - {query.subject}
    summed = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    operands += [x for x in summed if x not in operands]
    keys = [o.operand for o in query.order if isinstance(o.operand, Attribute)]
    operands += [x for x in keys if x not in operands]
    if beside and (summed or query.having or query.limit is not None):
        return None
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    rows = tuple(dict.fromkeys((query.subject, *(v for v in _of(operands) if v in labels))))
    linked = beside - set(labels)
    names = column_names(operands, labels, query.subject)
    return replace(
        query,
        pattern=Pattern(query.pattern.nodes, edges, query.pattern.where),
        columns=tuple(Column(o, name) for o, name in zip(operands, names, strict=True)),
        distinct=bool(linked),
        distinct_on=() if linked else rows if beside else query.distinct_on,
    )


def _of(operands: list[Operand]) -> list[str]:
    return [x.variable for x in operands if isinstance(x, Attribute | Entity)]
