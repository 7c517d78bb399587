"""How long somebody has been here: since when that is; who has been here longest came first.

Being a member, being in business and working for us say no more than that somebody or something
came: when that was is kept with them. Of two things joined it is since when they are.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from datetime import date, datetime

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER, SIGNS, number_of
from bot.offline.lexicon import NounTarget
from bot.offline.subtrees import node_of
from memory.query import Attribute, Comparison, Condition, Constant, Query
from memory.text import fold
from memory.tree_edits import attributes_of

_COST = 0.05
_WORDS = load("lasting")
# What measures when somebody came.
_CAME = frozenset(_WORDS["came"])
_AS = rf"(?:{'|'.join(_WORDS['being'])}) (?:an? |our )(?P<noun>[a-z]+)(?: of ours| here| with us)?"
_BEING = rf"(?:{'|'.join(_WORDS['here'])}|{_AS})"
_LONG = re.compile(r"\A\W*(?:and |so )?(?:for )?how long (?P<be>has|have|is|are)\b", re.I)
_TAIL = re.compile(rf" {_BEING}(?=[ ?.!]*\Z)", re.I)
_HAVE = r"(?P<who>\b(?:that |which |who )?)(?:\b(?:has|have|had) |(?<=\w)['’](?:s|ve) )"
_LONGEST = re.compile(rf"{_HAVE}{_BEING} (?:for )?(?:the )?longest(?: time)?\b", re.I)
_SERVING = re.compile(r"\blongest[ -](?:serving|standing|tenured) (?P<whom>\w+)", re.I)
_SO_LONG = re.compile(
    rf"{_HAVE}{_BEING} (?:for )?(?P<sign>{'|'.join(SIGNS)}|longer than)"
    rf" (?P<number>{NUMBER}|an?) (?P<unit>year|month|week|day)s?\b",
    re.I,
)
_DEEDS = ("joined", "were hired", "were opened", "were founded")
_WHO = re.compile(r"\A\W*who\b", re.I)
_MONTHS = {"month": 1, "year": 12}


@cued("long", "year", "month", "week", "day")
def frame(asked: Asked) -> Iterator[Heard]:
    """How long has X been with us, who has been here longest, who for over ten years?"""
    deeds = _DEEDS[:2] if _WHO.match(asked.question) else _DEEDS
    if found := _LONG.match(asked.question):
        yield from _since_when(asked, found)
    for longest in _LONGEST.finditer(asked.question):
        yield from _came(asked, longest, (f"{deed} first" for deed in deeds))
    for serving in _SERVING.finditer(asked.question):
        yield from _came(asked, serving, (f"{serving['whom']} that {deed} first" for deed in deeds))
    for bound in _SO_LONG.finditer(asked.question):
        more = SIGNS.get(bound["sign"].lower(), ">")[0] == ">"
        day = _ago(number_of(bound["number"], 1), bound["unit"].lower())
        when = f"{'before' if more else 'after'} {day}"
        yield from _came(asked, bound, (f"{deed} {when}" for deed in deeds))


def _since_when(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """Since when that is; of a relationship, since when it holds."""
    tail = _TAIL.search(asked.question, found.end())
    if tail is None and found["be"].lower() in ("is", "are"):
        return
    edits = [(found.start(), found.end(), f"since when {found['be']}")]
    heard = asked.hear(*edits, *([(*tail.span(), " here")] if tail else []))
    if heard is None or heard.query.form != "list":
        return
    told = attributes_of(heard.query.columns[-1].operand)
    if _tell(asked, heard.query, told, tail and tail["noun"]):
        yield heard.priced(_COST)


def _came(asked: Asked, found: re.Match[str], said: Iterable[str]) -> Iterator[Heard]:
    """The words that tell of a date on which somebody came, where they all mean the same people."""
    held = found.groupdict()
    read: list[Heard] = []
    for words in said:
        heard = asked.hear((*found.span(), f" {held.get('who') or ''}{words}"))
        if heard is None:
            continue
        query = heard.query
        told = [x for order in query.order for x in attributes_of(order.operand)]
        told += [x for test in query.pattern.where for x in _dated(test)]
        if _tell(asked, query, told, held.get("noun")):
            read.append(heard)
    if len({node_of(heard.query, heard.query.subject).labels for heard in read}) == 1:
        yield read[0].priced(_COST)


def _ago(number: int, unit: str) -> date:
    """The day so long ago."""
    today = date.today()
    if unit not in _MONTHS:
        return date.fromordinal(today.toordinal() - number * (7 if unit == "week" else 1))
    months = today.year * 12 + today.month - 1 - number * _MONTHS[unit]
    return date(months // 12, months % 12 + 1, min(today.day, 28))


def _dated(test: Condition) -> list[Attribute]:
    """What a test holds against a day."""
    right = test.right if isinstance(test, Comparison) else None
    dated = isinstance(right, Constant) and isinstance(right.value, (date, datetime))
    return attributes_of(test.left) if dated and isinstance(test, Comparison) else []


def _tell(asked: Asked, query: Query, told: list[Attribute], noun: str | None) -> bool:
    """Whether properties measure when their owners came, or since when these are joined.

    Of whom it is said what they have been all the while, that is what they are.
    """
    owners = {n.variable: n.labels for n in query.pattern.nodes}
    owners |= {e.variable: e.types for e in query.pattern.edges if e.variable}
    targets = asked.lexicon.lookup((fold(noun),)) if noun else {}
    named = {t.label for t in targets if isinstance(t, NounTarget)}
    for one in told:
        groups = {g for x in owners[one.variable] for g in asked.lexicon.groups_of(x, one.property)}
        joined = "joined" in groups and not targets and fold(noun or "") in _WORDS["members"]
        if not groups & _CAME or not (noun is None or joined or named & {*owners[one.variable]}):
            return False
    return bool(told)
