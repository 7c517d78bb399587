"""Words of a question that a tree cannot leave out: done on time, three times the cost."""

from __future__ import annotations

import re

from bot.offline.data import load
from bot.offline.tree_parts import walk
from bot.offline.words import lemmas, parts
from memory.query import Aggregate, Arithmetic, Attribute, Comparison, Constant, Not, Query, Share
from memory.text import split_name
from memory.tree_edits import attributes_of

_NUMBERS = "|".join(load("scales")["numbers"])
# Someone and what they do so often in.
_IN_PAIRS = 2
_TIMELY = re.compile(r"\bon time\b", re.I)
_YET = re.compile(r"\byet to (?:be )?[a-z]+", re.I)
_TOP = re.compile(
    r"(?:\b(?:who|what|which)\b[^,;]*? (?:the|our) |\A\W*(?:(?:list|show|name|give)(?: me)? )?"
    r"(?:the |our )?)top (?!of\b)[a-z]",
    re.I,
)
_INSIDE = re.compile(
    r"\A\W*what(?:['’]s| is| are| was| were)(?: there)? (?:in|inside|within|on|behind) "
    r"(?:the |an? )?[^,;?.!]+\W*\Z",
    re.I,
)
_RATE = re.compile(r"\b[a-z]+ rates?\W*\Z|\brate of\b", re.I)
# Which films did Ann rate?
_RATING = re.compile(r"\b(?:do|does|did|can|could|to|who|that) (?:[\w'’.-]+ ){0,4}rate\W*\Z", re.I)
_IN_ONE = re.compile(r"\b(?:in|within|during) (?:(?:a|one|any) single|any one) [a-z]", re.I)
_FOR_EVERY = re.compile(r"\A(?:is|are|was|were) there .*\b(?:every|each)\b", re.I)
_MOST_DONE = re.compile(r"\b(?:most|least) (?P<done>[a-z]+) [a-z]", re.I)
_MOST_SO = re.compile(r"\b(?:most|least) (?P<so>[a-z]+) (?:to|with)\b", re.I)
_LASTING = frozenset(["minutes", "minute", "min", "mins", "seconds", "hours", "days", "time"])
_TWO_DO = re.compile(r"\b(?:which|what) (?:two|2) [a-z]+ (?!are\b|have\b|has\b)[a-z]+", re.I)
_ABOUT = re.compile(
    r"\A\W*(?:what|whom?|(?:what|which) [a-z ]+?) (?:do|does|did|has|have) .+ about\W*\Z", re.I
)
_TOGETHER = re.compile(
    r"\b(?:which|what|who)\b.* together with \w"
    r"|\b(?:used|seen|found|combined|paired|mentioned|listed) (?:alongside|along with|with) \W?\w",
    re.I,
)
_MOST_OTHERS = re.compile(r"\bmost (?:of the )?others (?!are\b|is\b)[a-z]", re.I)
# A score over that of their best answer; a higher score than one of their answers.
_THAN_BEST = re.compile(
    r"\bthan (?:(?:that|those) of |the [a-z]+ of )?(?:their|its|his|her)(?: own)? "
    r"(?:best|worst|highest|lowest|top|newest|latest|oldest|largest|smallest)\b",
    re.I,
)
_THAN_ONE = re.compile(
    r"\b(?:higher|lower|greater|larger|smaller|better|worse) [a-z]+ than one of (?:their|its)\b",
    re.I,
)
_YEARS_OF = re.compile(
    r"\b(?:years?|months?|weeks?|days?|hours?|minutes?) of (?P<noun>[a-z]+)", re.I
)
_WORTH = re.compile(r"\b(?:value|worth)\b", re.I)
# How many there are, whatever each is worth.
_PIECES = frozenset(["unit", "units", "quantity", "qty", "stock", "pieces", "shares"])
# What a time between two dates may be called.
_SPENT = frozenset(["age", "duration", "service", "employment", "tenure", "work", "time", "life"])
_YEAR = re.compile(
    r"\b(?:in|of|during|since|before|after|from) (?:the )?year (?P<year>\d+)\b", re.I
)
_OF_TIMES = frozenset(
    ["year", "yr", "years", "date", "time", "born", "died", "founded", "built"]
) | {"established", "opened", "released", "launched", "started", "ended", "closed", "on", "at"}
_TIMES = re.compile(
    rf"\b(?:\d+(?:\.\d+)?|{_NUMBERS}) times (?:the|their|its|his|her|that|what|as)\b", re.I
)


def forgets_the_time(question: str, query: Query) -> bool:
    """Whether what was done *on time* is told as what was done."""
    if not _TIMELY.search(question):
        return False
    tests = [t for t in query.pattern.where if isinstance(t, Comparison)]
    held = any(attributes_of(t.left) and attributes_of(t.right) for t in tests)
    told = [*(c.operand for c in query.columns), *(t.left for t in tests)]
    named = {word for x in told for a in attributes_of(x) for word in split_name(a.property)}
    values = [str(t.right.value).lower() for t in tests if isinstance(t.right, Constant)]
    return not (held or {"on", "time"} <= named or any("time" in value for value in values))


def mistakes_the_year(question: str, query: Query) -> bool:
    """Whether *in the year 300* is taken for 300 of something that is no time."""
    years = {found["year"] for found in _YEAR.finditer(question)}
    for test in query.pattern.where if years else ():
        if not isinstance(test, Comparison) or not isinstance(test.right, Constant):
            continue
        named = [word for a in attributes_of(test.left) for word in split_name(a.property)]
        plain = isinstance(test.left, Attribute) and not _OF_TIMES & set(named)
        if plain and type(test.right.value) is int and str(test.right.value) in years:
            return True
    return False


def forgets_the_one(question: str, query: Query) -> bool:
    """Whether what is counted *in a single* thing is counted in all of them."""
    if not _IN_ONE.search(question):
        return False
    counted = [t.left for t in query.having if isinstance(t, Comparison)]
    counted += [order.operand for order in query.order]
    sums = any(isinstance(one, Aggregate) and one.function == "count" for one in counted)
    return sums and len(query.distinct_on) < _IN_PAIRS


def forgets_the_yet(question: str, query: Query) -> bool:
    """Whether what is *yet to be done* is told as done."""
    if not _YET.search(question):
        return False
    tests = query.pattern.where
    held = [t for t in tests if isinstance(t, Comparison)]
    undone = any(t.operator in ("IS NULL", "<>", ">", ">=") for t in held)
    return (
        not undone
        and not any(t.right == Constant(False) for t in held)
        and not any(isinstance(t, Not) for t in tests)
    )


def forgets_the_top(question: str, query: Query) -> bool:
    """Whether all are told where the *top* ones are asked for: the top scorer."""
    if not _TOP.search(question):
        return False
    parts: Query | None = query
    while parts is not None:
        if parts.order or parts.limit is not None:
            return False
        parts = parts.source
    told = str((query.pattern, query.columns, query.having)).lower()
    return query.form == "list" and "top" not in told and "max" not in told


def forgets_the_inside(question: str, query: Query) -> bool:
    """Whether a thing is told itself where it is asked what is *in* it."""
    if not _INSIDE.match(question) or query.pattern.edges or query.form != "list":
        return False
    tests = [t for t in query.pattern.where if isinstance(t, Comparison)]
    named = [a.property for t in tests if t.operator == "=" for a in attributes_of(t.left)]
    return bool(named) and all(split_name(name)[-1] in ("name", "title") for name in named)


def forgets_the_rate(question: str, query: Query) -> bool:
    """Whether the *rate* at which things are so is told as a score of those that are."""
    if not _RATE.search(question) or _RATING.search(question):
        return False
    told = [column.operand for column in query.columns] + [o.operand for o in query.order]
    words = {w for x in told for a in attributes_of(x) for w in split_name(a.property)}
    shares = any(isinstance(operand, Share | Aggregate) for operand in told)
    return not shares and not words & {"rate", "rates", "rating", "percent", "pct", "share"}


def forgets_the_worth(question: str, query: Query) -> bool:
    """Whether the *value* of what is in stock is told as how many are."""
    if not _WORTH.search(question):
        return False
    summed = [getattr(c.operand, "operand", None) or c.operand for c in query.columns]
    told = [a.property for operand in summed for a in attributes_of(operand)]
    return any(_PIECES & {*split_name(name)} for name in told) and not any(
        {"value", "price", "worth", "cost"} & {*split_name(name)} for name in told
    )


def forgets_the_every(question: str, query: Query) -> bool:
    """Whether one *for every* thing is told as one for any of them."""
    return query.form == "yes_no" and bool(_FOR_EVERY.search(question))


def ranks_by_time(question: str, query: Query) -> bool:
    """Whether what is *most read* is told by how long it takes to read."""
    done = {lemma for found in _MOST_DONE.finditer(question) for lemma in lemmas(found["done"])}
    names = [split_name(a.property) for o in query.order for a in attributes_of(o.operand)]
    return any(name[-1] in _LASTING and done & set(lemmas(name[0])) for name in names)


def picks_two_apart(question: str, query: Query) -> bool:
    """Whether *which two people meet the most* picks two that meet others the most.

    Two that act together do it with each other as well.
    """
    if query.limit == _IN_PAIRS and re.search(r"\btogether\b", question, re.I):
        return bool(_TWO_DO.search(question))
    labels = {node.variable: node.labels for node in query.pattern.nodes}
    mutual = (e for e in query.pattern.edges if not e.directed)
    alike = any(labels.get(e.start) == labels.get(e.end) for e in mutual)
    return query.limit == _IN_PAIRS and alike and bool(_TWO_DO.search(question))


def forgets_the_about(question: str, query: Query) -> bool:
    """Whether what somebody writes is told where it is asked what they write *about*."""
    if not _ABOUT.match(question):
        return False
    told = [a.property for c in query.columns for a in attributes_of(c.operand)]
    types = [type_ for edge in query.pattern.edges for type_ in edge.types]
    return len(types) == 1 and not any("about" in split_name(name) for name in (*told, *types))


def lasts_otherwise(question: str, query: Query) -> bool:
    """Whether *three years of experience* are told as how long something else lasted."""
    nouns = {found["noun"].lower() for found in _YEARS_OF.finditer(question)} - _SPENT
    if not nouns:
        return False
    tests = [t for t in query.pattern.where if isinstance(t, Comparison)]
    held = [split_name(a.property) for test in tests for a in attributes_of(test.left)]
    return any("duration" in name and not nouns & {*name} for name in held)


def forgets_the_together(question: str, query: Query) -> bool:
    """Whether a thing is told itself where it is asked what goes *together with* it."""
    return query.form == "list" and not query.pattern.edges and bool(_TOGETHER.search(question))


def forgets_the_most(question: str, query: Query) -> bool:
    """Whether what is *most similar to* a thing is told as what is similar to it in any way."""
    ranked = query.order or (query.source is not None and query.source.order)
    return not ranked and any("ADJ" in parts(x["so"].lower()) for x in _MOST_SO.finditer(question))


def forgets_the_best(question: str, query: Query) -> bool:
    """Whether what is over that of *their best* X is held against any X, or their number."""
    summed = any(isinstance(part, Aggregate) for part in walk(query))
    if _THAN_BEST.search(question):
        return not summed
    return summed and bool(_THAN_ONE.search(question))


def forgets_the_others(question: str, query: Query) -> bool:
    """Whether what *most others* do is told of no other things of the same kind."""
    labels = [node.labels for node in query.pattern.nodes]
    alike = any(labels.count(one) > 1 for one in labels)
    return not alike and bool(_MOST_OTHERS.search(question))


def forgets_how_often(question: str, query: Query) -> bool:
    """Whether what is more than *three times the cost* is told as more than three."""
    reckoned = any(isinstance(part, Arithmetic) for part in walk(query))
    return not reckoned and bool(_TIMES.search(question))
