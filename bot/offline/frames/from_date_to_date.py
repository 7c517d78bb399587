"""Date against date: average days from order to delivery, filed a week after the loss, overdue.

The words of the dates are taken out, what is left is read, and the one thing in it that has such
dates has them compared.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date, datetime

from bot.offline.comparing import comparable
from bot.offline.data import load
from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.frames.bounds import NUMBER, SIGNS, number_of
from bot.offline.frames.date_spans import (
    UNITS,
    akin,
    averaged,
    dates_of,
    dates_said,
    span_said,
)
from bot.offline.kinds import Kind
from bot.offline.naming import column_names
from bot.offline.words import lemmas, parts, plural
from memory.query import Attribute, Column, Comparison, Constant, Query
from memory.text import split_name
from memory.tree_edits import attributes_of

_COST = 0.1
_DUE: dict[str, list[str]] = load("done")["due"]
_CUE = re.compile(
    r"\b(?:between|from|after|before|within|overdue|late|on time|in time|on schedule|past due"
    r"|deadline)\b",
    re.I,
)
_UNIT = r"(?P<unit>minute|hour|day|week|year)s?"
_SO_LONG = (
    r"(?:time|delay|gap|interval|lag|duration|(?:number of )?(?P<unit>minute|hour|day)s)"
    r"(?: (?:that )?(?:passes|passed|elapsed|it takes|it took|taken))?"
)
_MEANS = {"average": "avg", "mean": "avg", "longest": "max", "shortest": "min"}
_MEANS |= {"highest": "max", "maximum": "max", "lowest": "min", "minimum": "min"}
_ENDS = (
    r"(?:between|from) (?:the |an? )?(?P<first>[a-z ]+?) (?:and|to|until|till) (?:the |an? )?"
    r"(?P<last>(?:being )?[a-z]+(?: date| time)?)"
)
_REST = (
    r"(?: (?:of|for|in|across) (?:the |all |all the |an? )?(?!each|every)(?P<rest>[a-z][^?.!,]*?))?"
    r"(?P<per>,? (?:per|by|for (?:each|every)) [a-z ]+?)?"
)
_MEAN = (
    re.compile(
        rf"\A\W*(?:what(?:'s| is| are| was) )?(?:the )?(?P<mean>{'|'.join(_MEANS)}) {_SO_LONG}"
        rf" {_ENDS}{_REST}[\s?.!]*\Z",
        re.I,
    ),
    re.compile(
        r"\A\W*how (?:long|many (?P<unit>minute|hour|day)s)(?: (?:is it|is there|are there|pass|"
        rf"passed|lie))? (?P<mean>on average|typically|usually) {_ENDS}{_REST}[\s?.!]*\Z",
        re.I,
    ),
    re.compile(
        r"\A\W*how (?:long|many (?P<unit>minute|hour|day)s)(?: (?:is it|is there|are there|pass|"
        rf"passed|lie))? {_ENDS}{_REST} (?P<mean>on average|typically|usually)[\s?.!]*\Z",
        re.I,
    ),
)
_SIGNS = {**SIGNS, "over": ">", "longer than": ">"}
_BE = r"(?P<be>\b(?:(?:that|which|who) )?(?:(?:is|are|was|were|have been|has been) )?)?"
_TO = r"(?P<to>(?:[a-z]+ ){0,3}?[a-z]+(?: date)?)"
_ON = r"(?=[\s?.!]*\Z|,| (?:by|in|at|for|on|and|with|are)\b)"
_APART = re.compile(
    rf"{_BE}\b(?P<done>[a-z]+) (?:(?P<sign>{'|'.join(_SIGNS)}) )?(?P<number>an?|{NUMBER}) {_UNIT}"
    rf"(?P<more> or more)? (?P<side>after|before) {_TO}{_ON}",
    re.I,
)
_WITHIN = re.compile(
    rf"{_BE}\b(?P<done>[a-z]+) (?P<sign>within|in under|in less than) (?P<number>an?|{NUMBER})"
    rf" {_UNIT}(?P<more>) (?P<side>of|after|from) {_TO}{_ON}",
    re.I,
)
_HAVING = re.compile(
    rf"(?P<be>)\bwith (?P<sign>{'|'.join(_SIGNS)}) (?P<number>an?|{NUMBER}) {_UNIT}(?P<more>)"
    rf" (?P<side>from) (?P<to>[a-z ]+?) to (?P<done>(?:being )?[a-z]+(?: date)?){_ON}",
    re.I,
)
_DAY = r"(?:due date|deadline)"
_LATE = re.compile(
    rf"{_BE}\b(?P<done>[a-z]+(?:ed|en|nt|id|ne|lt|ld)) (?:(?P<late>{'|'.join(_DUE['late'])}"
    rf"|(?P<past>after|past) (?:the|its|their) {_DAY})|{'|'.join(_DUE['timely'])}"
    rf"|(?P<side>by|before|on or before) (?:the|its|their) {_DAY})\b",
    re.I,
)
_OVERDUE = re.compile(
    r"(?P<be>\b(?:(?:that|which) )?(?:is|are|was|were) (?:still )?)?\boverdue\b", re.I
)


@cued(
    "between",
    "from",
    "after",
    "before",
    "within",
    "due",
    "late",
    "in time",
    "on time",
    "on schedule",
    "deadline",
)
def frame(asked: Asked) -> Iterator[Heard]:
    """Claims filed more than 30 days after the loss, the average days from start to completion."""
    if _CUE.search(asked.question) is None:
        return
    for pattern in _MEAN:
        if found := pattern.match(asked.question):
            yield from _averaged(asked, found)
            return
    apart = (pattern.search(asked.question) for pattern in (_APART, _WITHIN, _HAVING))
    if found := next(filter(None, apart), None):
        yield from _far_apart(asked, found)
    elif found := _LATE.search(asked.question):
        yield from _late(asked, found)
    elif found := _OVERDUE.search(asked.question):
        yield from _overdue(asked, found)


def _averaged(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """Heard as how many there are of what has both dates."""
    unit = f"{found['unit']}s" if found["unit"] else ""
    if found["rest"]:
        start = (0, found.start("rest"), "How many ")
        there = (found.end("rest"), found.end("rest"), " are there")
        end = (found.end("per") if found["per"] else found.end("rest"), asked.end, "")
        heard = asked.hear(start, there, end) or asked.hear(start, end)
    else:
        heard = _of_all(asked, found)
    span = span_said(asked, heard.query, found["first"], found["last"], unit) if heard else None
    if heard is None or span is None:
        return
    query = averaged(heard.query, span, _MEANS.get(found["mean"].lower(), "avg"))
    if query is not None:
        yield heard.priced(_COST, query)


def _of_all(asked: Asked, found: re.Match[str]) -> Heard | None:
    """How many there are of the one label that has both dates."""
    labels = [
        label
        for label in asked.lexicon.schema.labels
        if all(len(dates_said(asked, label, found[end])) == 1 for end in ("first", "last"))
    ]
    if len(labels) != 1:
        return None
    end = found.start("per") if found["per"] else asked.end
    many = f"How many {plural(' '.join(split_name(labels[0])))} are there"
    return asked.hear((0, end, many))


def _far_apart(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """Shipped more than ten days after they were ordered."""
    done = found["done"].lower()
    if "VERB" not in parts(done) and found.re is not _HAVING:
        return
    sign = _SIGNS.get(found["sign"].lower(), "<=") if found["sign"] else "="
    sign = ">=" if found["more"] else sign
    unit, times = UNITS[found["unit"].lower()]
    for heard in _without(asked, found):
        ends = (done, found["to"]) if found["side"].lower() == "before" else (found["to"], done)
        span = span_said(asked, heard.query, *ends, unit)
        if span is not None:
            many = Constant(number_of(found["number"], 1) * times)
            test = Comparison(span.operand, sign, many)  # type: ignore[arg-type]
            yield heard.priced(_COST, _with(heard.query, test))
            return


def _late(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """Completed late: after the date by which it was due."""
    late = found["late"] or found["past"]
    sign = ">" if late else "<" if (found["side"] or "").lower() == "before" else "<="
    for heard in _without(asked, found):
        held = list(_due(asked, heard.query, found["done"].lower()))
        if len(held) == 1:
            done, due = held[0]
            kind = _kind(asked, heard.query, due)
            sides = (comparable(done, kind), comparable(due, kind))
            test = Comparison(sides[0], sign, sides[1])  # type: ignore[arg-type]
            yield heard.priced(_COST, _with(heard.query, test))
            return


def _overdue(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """Overdue: not done, though the date by which it was due is over."""
    for heard in _without(asked, found):
        held = list(_due(asked, heard.query, ""))
        if len(held) == 1:
            done, due = held[0]
            kind = _kind(asked, heard.query, due)
            today: date = date.today()
            if kind not in ("date", "datetime", "zoned"):
                return
            if kind != "date":
                today = datetime(today.year, today.month, today.day)
            tests = (Comparison(done, "IS NULL"), Comparison(due, "<", Constant(today)))
            yield heard.priced(_COST, _with(heard.query, *tests))
            return


def _without(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """What is left without the words: which orders, how many orders are there."""
    start, end = found.span()
    rest = asked.question[end : asked.end].strip()
    edits: list[Edit] = [(start, end, "")]
    if found["be"] and not found["be"].lower().startswith(("that", "which", "who")):
        edits = [(start, end, "are" if rest else "are there")]
    elif found["be"] and rest:
        edits.append((start, end, found["be"]))
    for edit in edits:
        heard = asked.hear(edit)
        if heard is not None and heard.query.source is None:
            yield heard


def _due(asked: Asked, query: Query, verb: str) -> Iterator[tuple[Attribute, Attribute]]:
    """When a thing was done and by when it was due, where it has one date of each."""
    for node in query.pattern.nodes:
        for label in node.labels[:1]:
            dates = list(dates_of(asked, label))
            due = [n for n in dates if {*split_name(n)} & {*_DUE["words"]}]
            done = [n for n in dates if n not in due and _ends(n, verb)]
            kinds = {asked.lexicon.kind(label, n) for n in (*due, *done)}
            if len(due) == len(done) == len(kinds) == 1:
                yield Attribute(node.variable, done[0]), Attribute(node.variable, due[0])


def _ends(name: str, verb: str) -> bool:
    """Whether a date is named for a verb; without one, for any of an end."""
    named = split_name(name)
    if verb:
        return any(akin(verb, part) for part in named)
    return any({*lemmas(part)} & {*_DUE["ending"]} for part in named)


def _kind(asked: Asked, query: Query, attribute: Attribute) -> Kind:
    (node,) = (n for n in query.pattern.nodes if n.variable == attribute.variable)
    return asked.lexicon.kind(node.labels[0], attribute.property)


def _with(query: Query, *tests: Comparison) -> Query:
    """The tree with more tests, and the dates that they are about beside names."""
    pattern = replace(query.pattern, where=(*query.pattern.where, *tests))
    told = [c.operand for c in query.columns]
    named = query.form == "list" and all(isinstance(x, Attribute) for x in told)
    dates = [x for t in tests for side in (t.left, t.right) for x in attributes_of(side)]
    dates = [x for x in dates if x.variable == query.subject and x not in told and named]
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    names = column_names([*told, *dates], labels, query.subject)[len(told) :]
    more = tuple(Column(x, name) for x, name in zip(dates, names, strict=True))
    return replace(query, pattern=pattern, columns=(*query.columns, *more))
