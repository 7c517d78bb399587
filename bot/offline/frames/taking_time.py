"""How long things took: resolved within two hours, took over ten days to ship, time to resolve.

The words stand for a date that is never reached; the property that was held against it is the end
of the time, and the one other date of the same thing that is a beginning is its start.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import date

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.frames.bounds import NUMBER, SIGNS, number_of
from bot.offline.frames.date_spans import DATED, DAYS, UNITS, Span, akin, averaged
from bot.offline.subtrees import node_of
from bot.offline.words import inflect, lemmas, parts, plural
from memory.query import Attribute, Comparison, Constant, Query
from memory.text import split_name
from memory.tree_edits import attributes_of

_COST = 0.1
_NEVER = date(1871, 3, 5)
_AFTER = f"after {_NEVER}"
_NUMBER = rf"(?P<number>an?|{NUMBER})"
_UNITS = r"(?P<unit>minute|hour|day|week)s?"
_SIGNS = SIGNS | {"longer than": ">"}
_WITHIN = re.compile(
    rf"\b(?P<done>[a-z]+(?:ed|en|nt|ld|de|id)) (?:within|in under|in less than|in at most)"
    rf" {_NUMBER} {_UNITS}"
    r"(?P<since> (?:of|after|from) (?:(?:having been|being|it was|they were|the|their|its) )?"
    r"(?P<start>[a-z]+)(?: date| time)?)?",
    re.I,
)
_TOOK = re.compile(
    rf"(?P<who>\b(?:that |which |who ))?\b(?:took|take|takes|needed|need|needs)"
    rf" (?P<sign>{'|'.join(_SIGNS)}) {_NUMBER} {_UNITS}"
    r" (?:to (?:be |get )?(?P<verb>[a-z]+)|until (?:they|it) (?:were|was) (?P<done>[a-z]+))",
    re.I,
)
_MEAN = re.compile(
    r"\A\W*(?:what(?:'s| is| was) )?(?:the )?(?:average|mean) (?:time|duration|(?:number of )?"
    r"(?P<unit>minute|hour|day)s?)(?: (?:that )?it (?:takes|took)| taken| needed| required)?"
    r" (?:to (?:be |get )?(?P<verb>[a-z]+)|until|between)? ?(?:a |an |the )?",
    re.I,
)
_LONG = re.compile(
    r"\A\W*how (?:long|many (?P<unit>minute|hour|day)s) (?:does|did|do) it (?:usually |"
    r"typically )?take (?:on average |typically |usually )?to (?P<verb>[a-z]+) (?:a |an |the )?",
    re.I,
)
_USUAL = re.compile(r",? (?:on average|typically|usually)(?=\W*\Z)", re.I)
_BEGINNINGS = frozenset([*load("kinds")["coming_first"], *load("done")["starting"]["words"]])


@cued("within", "in under", "in less than", "in at most", "take", "took", "need", "average", "mean")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which incidents were resolved within four hours, the average time to resolve them."""
    if found := _WITHIN.search(asked.question):
        done = f"{found['done']} {_AFTER}"
        yield from _tested(asked, found, found["done"], (*found.span(), done), "<=")
    if found := _TOOK.search(asked.question):
        verb = found["done"] or inflect(found["verb"].lower(), "VBN")
        be = f"{found['who'] or ''}were {verb} {_AFTER}"
        yield from _tested(asked, found, verb, (*found.span(), be), _SIGNS[found["sign"].lower()])
    if found := _MEAN.match(asked.question) or _LONG.match(asked.question):
        yield from _meant(asked, found)


def _tested(
    asked: Asked, found: re.Match[str], verb: str, edit: Edit, sign: str
) -> Iterator[Heard]:
    heard = asked.hear(edit)
    unit, times = UNITS[found["unit"].lower()]
    groups = found.groupdict()
    span = _span(asked, heard.query, verb, unit, groups.get("start")) if heard else None
    if heard is None or span is None:
        return
    many = number_of(found["number"], 1)
    test = Comparison(span.operand, sign, Constant(many * times))  # type: ignore[arg-type]
    yield heard.priced(_COST, _with(heard.query, test))


def _meant(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """Heard as how many of them there are, each of which took its time."""
    verb = (found["verb"] or "").lower()
    noun = re.match(r"[\w-]+", asked.question[found.end() :])
    if not verb or "VERB" not in parts(verb) or noun is None:
        return
    done = inflect(verb, "VBN")
    many = plural(noun[0]) if lemmas(noun[0].lower())[-1] == noun[0].lower() else noun[0]
    end = found.end() + noun.end()
    usual = _USUAL.search(asked.question, end)
    rest: tuple[Edit, ...] = ((*usual.span(), ""),) if usual else ()
    heard = asked.hear((0, end, f"How many {many} were {done} {_AFTER}"), *rest)
    span = _span(asked, heard.query, done, f"{found['unit'] or ''}s", None) if heard else None
    if heard is None or span is None:
        return
    query = averaged(_with(heard.query, None), span)
    if query is not None:
        yield heard.priced(_COST, query)


def _span(asked: Asked, query: Query, verb: str, unit: str, start: str | None) -> Span | None:
    """From which property to which, where there is no doubt."""
    tests = [t for t in query.pattern.where if isinstance(t, Comparison) and _never(t)]
    dates = attributes_of(tests[0].left) if len(tests) == 1 and query.source is None else ()
    if len(dates) != 1:
        return None
    (end,) = dates
    if not any(n.variable == end.variable for n in query.pattern.nodes):
        return None
    label = node_of(query, end.variable).labels[0]
    kind = asked.lexicon.kind(label, end.property)
    if kind not in DATED or not _says(end.property, verb):
        return None
    unit = unit if unit != "s" else "days" if kind in DAYS else "hours"
    if kind in DAYS and unit != "days":
        return None
    others = [
        name
        for name in asked.lexicon.schema.labels[label].properties
        if name != end.property and asked.lexicon.kind(label, name) == kind
    ]
    if start:
        said = [n for n in others if _says(n, start)]
    else:
        # Of an order that was never begun, when it was ordered.
        own = [n for n in others if any(_says(n, word) for word in split_name(label))]
        said = [n for n in others if _begins(n)] or own
    if len(said) != 1:
        return None
    return Span(Attribute(end.variable, said[0]), end, unit, kind)


def _never(test: Comparison) -> bool:
    value = test.right.value if isinstance(test.right, Constant) else None
    return isinstance(value, (date, str)) and str(value).startswith(f"{_NEVER.year}-")


def _says(name: str, word: str) -> bool:
    """Whether a property is named with a form of a word."""
    return any(akin(part, word.lower()) for part in split_name(name))


def _begins(name: str) -> bool:
    return any(set(lemmas(part)) & _BEGINNINGS for part in split_name(name))


def _with(query: Query, test: Comparison | None) -> Query:
    """The tree with a test for that against the date that is never reached."""
    kept = tuple(t for t in query.pattern.where if not (isinstance(t, Comparison) and _never(t)))
    where = kept if test is None else (*kept, test)
    return replace(query, pattern=replace(query.pattern, where=where))
