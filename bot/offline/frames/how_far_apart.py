"""How far apart two things are: how much older X is than Y, the ratio of their prices."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.frames.two_named import (
    COMPARATIVES,
    COMPARED,
    Sides,
    Two,
    of_figures,
    of_nodes,
    sides,
    two_named,
)
from bot.realiser.tree import rival
from bot.stored.ages import Age
from bot.words.inflection import is_plural
from bot.words.units import unit_of
from memory.query import (
    Arithmetic,
    Attribute,
    Column,
    Comparison,
    Function,
    Operand,
    Pattern,
    Query,
)
from memory.tree_edits import attributes_of

_COST = 0.1
_CUE = re.compile(
    r"\A\W*(?:by )?how (?:many|much|far|long)\b.*\b(?:than|between|apart|as|before|after)\b"
    r"|\b(?:difference|gap|ratio|minus|divided by|years (?:from|between)|days (?:from|between))\b",
    re.I,
)
_UNIT = r"(?P<unit>years|days)"
_BE = r"(?P<be>is|are|was|were)"
_AGAIN = r"(?: (?:does|did|do|has|have|had|is|are|was|were))?"
# How much older is X than Y, by how many years is X older than Y: as whether it is older.
_THAN = (
    rf"(?:by )?how (?:much|many {_UNIT}|many (?P<times>times)) (?P<comp>{COMPARED}) {_BE} @1"
    rf"(?P<than> than) @2{_AGAIN}",
    rf"by how (?:much|many {_UNIT}) {_BE} @1 (?P<comp>{COMPARED})(?P<than> than) @2{_AGAIN}",
    rf"how (?:much|many {_UNIT}) (?P<comp>before|after|earlier than|later than) @1"
    rf"(?P<than>) (?P<be>is|are|was|were|did) @2 (?P<done>\w+)",
    rf"how many {_UNIT} (?P<comp>apart) {_BE} @1(?P<than> and) @2 (?P<done>\w+)",
    rf"how (?:much|many {_UNIT}) (?P<comp>later|earlier|sooner) (?P<be>was|were|did) @1"
    rf" (?P<done>\w+)(?P<than> than) @2{_AGAIN}",
)
# How many more orders does X have than Y: as how many X has.
_MORE = (
    r"how (?:many|much) (?P<more>(?:more|fewer|less) )(?P<rest>.*?)@1(?P<verb>[^?.!]*?)"
    rf"(?P<than> than (?:(?:by|in|for|at|on|from|to|with|of|does|did|do) )?)@2{_AGAIN}"
    r"(?P<tail>(?: (?:in|on|at|during|since|before|after|from|for) [^?.!]*)?)",
    r"how (?:many|much) (?P<more>times (?:more|as (?:many|much)) )(?P<rest>.*?)@1(?P<verb>[^?.!]*?)"
    rf"(?P<than> (?:than|as) (?:(?:by|in|for|at|on|from|to|with|of|does|did|do) )?)@2{_AGAIN}"
    r"(?P<tail>)",
)
# What stands for a figure of the second thing that was told of the first.
_SECOND = r"(?P<second>(?:(?:that|those) of |by |for |of |in |at )?|(?P=of))@2(?P<whose>['’]s?)?"
_WHAT = r"(?:what(?: is| are| was|['’]s) |calculate |compute |give me )?(?:the )?"
_APART = r"(?P<how>(?:absolute )?difference|gap)"
_FIGURE = (
    r"(?P<figure>(?P<of>(?:the )?[\w' -]+? (?:of|in|for|at|by) )?@1(?:['’]s?(?P<its> [\w -]+?))?)"
)
_BETWEEN = (
    rf"{_WHAT}{_APART} between {_FIGURE} and (?:the )?{_SECOND}",
    rf"{_WHAT}(?P<how>ratio) (?:of|between) {_FIGURE} (?:to|and) (?:the )?{_SECOND}",
    rf"{_WHAT}{_UNIT} (?P<how>from|between) {_FIGURE} (?:to|and) {_SECOND}",
    rf"{_WHAT}{_FIGURE} (?P<how>minus|divided by) {_SECOND}",
    rf"how much (?P<how>{COMPARED}) {_BE} {_FIGURE} than {_SECOND}",
    rf"how (?:many {_UNIT}|long|much time) (?:(?:(?:are|were|was|is) there|passed|lie|lay|elapsed|"
    rf"are|is|were|was) )?(?P<how>between) {_FIGURE} and (?:the )?{_SECOND}",
)
# The same, where what it is a figure of stands apart from both.
_IN = (
    rf"{_WHAT}{_APART} (?:in|of) (?:the )?(?P<named>[\w' -]+?) (?:between|of) @1 and @2",
    rf"{_WHAT}{_APART} between @1 and @2 in (?:terms of )?(?:the )?(?P<named>[\w' -]+?)",
    rf"{_WHAT}(?P<named>\w[\w' -]*?) {_APART} between @1 and @2",
    rf"{_WHAT}(?P<how>ratio) of (?:the )?(?P<named>[\w' -]+?) (?:between|of) @1 (?:to|and) @2",
)
_TIMES = ("date", "datetime", "zoned")
_NUMBERS = ("number", "number_text", "year", "year_text")
_TOGETHER = {"ratio": "/", "divided by": "/", "minus": "-", "from": "-"}


@dataclass(frozen=True, slots=True)
class _Apart:
    """How two figures are put together: one less the other (-), either way (|), or by it (/)."""

    how: str
    unit: str = ""


@cued("how ", "difference", "gap", "ratio", "minus", "divided by", "years ", "days ")
def frame(asked: Asked) -> Iterator[Heard]:
    """How much more expensive is Heat than Cast Away, the difference between their budgets?"""
    if _CUE.search(asked.question) is None:
        return
    for two in two_named(asked):
        for way in (_by_test, _by_more, _by_figure, _by_name):
            heard = next(way(asked, two), None)
            if heard is not None:
                yield heard
                return


def _by_test(asked: Asked, two: Two) -> Iterator[Heard]:
    """How much older X is than Y, read as whether it is."""
    for template in _THAN:
        found = two.match(asked, template)
        if found is None:
            continue
        groups = found.groupdict()
        comp, done = found["comp"].lower(), groups.get("done")
        if done is not None:
            side = "after" if comp in ("before", "earlier than", "later") else "before"
            middle: Edit = (found.end("one"), found.start("other"), f" {done} {side} ")
            edits: tuple[Edit, ...] = ((0, found.start("one"), "Was "), middle)
            edits += ((found.end("other"), asked.end, ""),)
        else:
            comp_again: Edit = (found.end("one"), found.start("than"), f" {comp}")
            edits = ((0, found.start("one"), f"{found['be'].title()} "), comp_again)
            edits += ((found.end("other"), asked.end, ""),)
        heard = asked.hear(*edits)
        test = _rivals(heard) if heard is not None else None
        if heard is None or test is None or test.right is None:
            return
        low, high = (test.left, test.right) if "<" in test.operator else (test.right, test.left)
        how = "|" if comp == "apart" else "/" if groups.get("times") else "-"
        unit = groups.get("unit") or ("years" if comp in ("older", "younger") else "")
        where = tuple(t for t in heard.query.pattern.where if t != test)
        pattern = Pattern(heard.query.pattern.nodes, (), where)
        query = _put(asked, heard.query, pattern, high, low, _Apart(how, unit.lower()))
        if query is not None:
            yield heard.priced(_COST, query)
        return


def _rivals(heard: Heard) -> Comparison | None:
    """The one test that holds the one against the other, where nothing else is asked."""
    query = heard.query
    tests = [t for t in query.pattern.where if isinstance(t, Comparison) and rival(t)]
    plain = query.form == "yes_no" and len(query.pattern.nodes) == 2 and not query.pattern.edges
    whole = len(query.pattern.where) == 3 and not query.having and query.source is None
    return tests[0] if plain and whole and len(tests) == 1 else None


def _by_more(asked: Asked, two: Two) -> Iterator[Heard]:
    """How many more orders X has than Y, read as how many it has."""
    for template in _MORE:
        found = two.match(asked, template)
        if found is None:
            continue
        gone: tuple[Edit, ...] = ((*found.span("more"), ""),)
        heard = asked.hear(*gone, (found.start("than"), found.start("tail"), ""))
        both = sides(asked, heard, two) if heard is not None else None
        if heard is None or both is None:
            continue
        more = found["more"].strip().lower()
        how = "/" if more.startswith("times") else "-"
        query = _together(asked, both, _Apart(how), less=more in ("fewer", "less"))
        if query is not None:
            yield heard.priced(_COST, query)
            return


def _by_figure(asked: Asked, two: Two) -> Iterator[Heard]:
    """The difference between the price of X and that of Y."""
    for template in _BETWEEN:
        found = two.match(asked, template)
        if found is None:
            continue
        how = found["how"].lower()
        unit = (found.groupdict().get("unit") or "").lower()
        words = [*(found["of"] or "").split()[:-1], *(found["its"] or "").split()]
        if not words:
            continue
        be = "are" if is_plural(words[-1]) else "is"
        start = (0, found.start("figure"), f"What {be} ")
        heard = asked.hear(start, (found.end("figure"), asked.end, ""))
        if heard is None and how == "between" and found["of"]:
            dated = (found.end("of") - 3, found.end("of") - 3, "date ")
            heard = asked.hear(start, dated, (found.end("figure"), asked.end, ""))
        both = sides(asked, heard, two) if heard is not None else None
        if heard is None or both is None:
            continue
        sign = _TOGETHER.get(how, "-" if how in COMPARATIVES else "|")
        less = how == "from" or COMPARATIVES.get(how) == "<"
        query = _together(asked, both, _Apart(sign, unit), less=less)
        if query is not None and (bool(unit) or how != "between"):
            yield heard.priced(_COST, query)
            return


def _by_name(asked: Asked, two: Two) -> Iterator[Heard]:
    """The difference in price between X and Y."""
    for template in _IN:
        found = two.match(asked, template)
        if found is None:
            continue
        be = "are" if is_plural(found["named"].split()[-1]) else "is"
        if found.start("named") < found.start("one"):
            edits: tuple[Edit, ...] = (
                (0, found.start("named"), f"What {be} the "),
                (found.end("named"), found.start("one"), " of "),
                (found.end("one"), asked.end, ""),
            )
            heard = asked.hear(*edits)
        else:
            name = asked.question[slice(*found.span("named"))]
            heard = asked.hear(
                (0, found.start("one"), f"What {be} the {name} of "),
                (found.end("one"), asked.end, ""),
            )
        both = sides(asked, heard, two) if heard is not None else None
        if heard is None or both is None:
            continue
        sign = _TOGETHER.get(found["how"].lower(), "|")
        query = _together(asked, both, _Apart(sign))
        if query is not None:
            yield heard.priced(_COST, query)
            return


def _together(asked: Asked, both: Sides, apart: _Apart, *, less: bool = False) -> Query | None:
    """The tree with what the two figures come to."""
    found = of_nodes(both) or of_figures(both)
    if found is None:
        return None
    pattern, one, other = found
    high, low = (other, one) if less else (one, other)
    return _put(asked, both.one, pattern, high, low, apart)


def _put(
    asked: Asked, query: Query, pattern: Pattern, high: Operand, low: Operand, apart: _Apart
) -> Query | None:
    """A tree of two figures put together, where that makes sense for what they are."""
    subject = pattern.nodes[0].variable
    stored = attributes_of(high)
    operand: Operand
    name = "difference"
    if stored:
        label = query.pattern.nodes[0].labels[0]
        known = asked.lexicon.property(label, stored[0].property)
        aged = isinstance(known, Age)
        if isinstance(known, Age):
            # Who is older was born before.
            born = [Attribute(x.variable, known.since) for x in attributes_of(low)]
            high, low = *born, Attribute(stored[0].variable, known.since)
            stored = [*born]
        kind = asked.lexicon.kind(label, stored[0].property)
        if kind in _TIMES:
            unit = apart.unit or ("years" if aged else "days")
            if apart.how == "/":
                return None
            operand, name = Function(f"{unit}_between", (low, high)), unit
            if apart.how == "|":
                ends = (low, high) if aged else (high, low)
                operand = Function("abs", (Function(f"{unit}_between", ends),))
            return _value(pattern, operand, name, subject)
        if kind not in _NUMBERS:
            return None
        own = unit_of(stored[0].property)
        timed = kind in ("year", "year_text")
        said = own.name if own is not None else ""
        if apart.unit and not (apart.unit == "years" and timed) and said != apart.unit[:-1]:
            return None
        if timed and (apart.how == "/" or apart.unit == "days"):
            return None
    if apart.how == "/":
        operand, name = Arithmetic("/", Function("toFloat", (high,)), low), "ratio"
    else:
        operand = Arithmetic("-", high, low)
        name = "years" if stored and timed else name
        if apart.how == "|":
            operand = Function("abs", (operand,))
    return _value(pattern, operand, name, subject)


def _value(pattern: Pattern, operand: Operand, name: str, subject: str) -> Query:
    return Query(pattern, (Column(operand, name),), subject, form="value")
