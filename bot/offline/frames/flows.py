"""What went from one to another: how much money did A send to B, who got money from A.

Read of the one sort of event that has both sides: notices with payer and payee, payments from one
account to another, orders that one merchant placed for another.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.happenings import is_event
from bot.offline.lexicon import NounTarget
from bot.offline.money import money_of
from bot.offline.naming import free_name
from bot.offline.sides import Flow, Side
from bot.offline.words import lemmas, plural
from memory.query import Aggregate, Attribute, Column, Comparison, Edge, Node, Order, Query
from memory.text import fold, split_name

_COST = 0.1
_SURE = 0.13
_AMOUNTS = frozenset(["amount", "sum", "paid"])
_WHOS = frozenset(["name", *load("kinds")["body"], *load("kinds")["person"]])
_GIVES, _TAKES = ("|".join(load("directions")[kind]) for kind in ("gives", "takes"))
_MONEY, _GOODS = ("|".join(load("directions")[kind]) for kind in ("money", "goods"))
_MUCH = r"\A\W*(?:how much|what (?:sum|amount)(?: of)?)(?: (?:money|cash))?(?: in total)?"
_ALL = r"(?: in total| altogether| overall| in all)?\W*\Z"
_WENT = re.compile(
    rf"{_MUCH} (?:(?:has|have) )?(?:went|gone|goes|flowed|flows|moved|(?:was|were|been) "
    rf"(?:sent|transferred|paid|wired|moved)) (?P<way>(?:from|to) .+?){_ALL}",
    re.I,
)
_DID = re.compile(
    rf"{_MUCH} (?:did|do|does|has|have) (?P<who>.+?) (?:(?P<gives>{_GIVES})|{_TAKES})"
    rf"(?: in total)?(?P<way> (?:from|to) .+?)?{_ALL}",
    re.I,
)
_WHO = (
    r"\A\W*(?:(?:find|list|show(?: me)?|name)(?: all)?(?: the)? )?(?:which|what|who|whom)?"
    r"(?: ?(?P<noun>(?!has\b|have\b)[a-z]+(?: [a-z]+){0,2}?))?(?: (?:who|that|which))?"
    rf"(?: has| have)? (?:(?P<gives>{_GIVES})|{_TAKES}) "
)
_SOME = re.compile(
    rf"{_WHO}(?:any |some )?(?P<what>{_MONEY}|{_GOODS}|[a-z]+s) (?P<way>(?:from|to) .+?)\W*\Z", re.I
)
_WHOM = re.compile(
    rf"\A\W*(?P<to>to |from )?(?:which|what|who|whom)(?: (?P<noun>[a-z]+(?: [a-z]+)??))?"
    rf" (?:did|do|does|has|have) (?P<who>.+?)"
    rf" (?:(?P<pays>pay|paid)|(?:(?P<gives>{_GIVES})|{_TAKES})"
    rf" (?P<what>{_MONEY}|{_GOODS}|[a-z]+s))(?P<way> to| from)?\W*\Z",
    re.I,
)
_MOST = re.compile(
    rf"{_WHO}(?:the )?(?P<most>most|least) (?:{_MONEY})(?P<way> (?:from|to) .+?)?{_ALL}", re.I
)


@cued(" from ", " to ", "to ", "send", "sent", "paid", "pay", "receive", "money")
def frame(asked: Asked) -> Iterator[Heard]:
    """How much money went from A to B?"""
    known = asked.lexicon.flows
    if not known:
        return
    question = asked.question
    if (found := _WENT.match(question)) is not None:
        yield from _totalled(asked, known, " ", found.span("way"))
    elif (found := _DID.match(question)) is not None:
        own = " from " if found["gives"] else " to "
        if _is_turned(found, own):
            yield from _totalled(asked, known, own, found.span("who"), found.span("way"))
    elif (found := _MOST.match(question)) is not None:
        yield from _top(asked, known, found)
    elif (found := _SOME.match(question)) is not None and _is_turned(found, ""):
        yield from _ends(asked, known, found, bool(found["gives"]), found.span("way"))
    elif (found := _WHOM.match(question)) is not None:
        gives = bool(found["gives"] or found["pays"])
        said = (found["to"] or "") + (found["way"] or "")
        if said.strip().lower() in ("to" if gives else "from", "" if found["pays"] else "-"):
            own = "from " if gives else "to "
            yield from _ends(asked, known, found, not gives, own, found.span("who"))


def _is_turned(found: re.Match[str], own: str) -> bool:
    """Whether what is sent is sent *to* somebody, and what is got is got *from* them."""
    way = (found["way"] or "").split()
    return not way or way[0].lower() == ("to" if found["gives"] else "from")


def _paid(asked: Asked, known: list[Flow]) -> tuple[Flow, str] | None:
    """The one sort of event that keeps an amount of money, and where."""
    paid = [(flow, _moved(asked, flow)) for flow in known]
    found = [(flow, names[0]) for flow, names in paid if len(names) == 1]
    return found[0] if len(found) == 1 else None


def _moved(asked: Asked, flow: Flow) -> list[str]:
    """What holds how much went: an amount, but not the fee for it."""
    names = money_of(asked.lexicon, flow.label)
    return [name for name in names if split_name(name)[-1] in _AMOUNTS]


def _totalled(
    asked: Asked, known: list[Flow], own: str, *spans: tuple[int, int]
) -> Iterator[Heard]:
    if (paid := _paid(asked, known)) is None:
        return
    flow, name = paid
    lead = f"What is the total {' '.join(split_name(name))} of {_events(flow)}{own}"
    heard = asked.hear_pieces(lead, *(s for s in spans if s[0] >= 0), "?")
    if heard is not None and _sums(heard.query, name):
        yield heard.priced(_COST)


def _sums(query: Query, name: str) -> bool:
    """Whether one sum is told."""
    told = [c.operand for c in query.columns]
    return len(told) == 1 and all(
        isinstance(x, Aggregate) and isinstance(x.operand, Attribute) and x.operand.property == name
        for x in told
    )


def _events(flow: Flow) -> str:
    return plural(" ".join(split_name(flow.label)))


def _ends(
    asked: Asked,
    known: list[Flow],
    found: re.Match[str],
    giving: bool,
    *way: str | tuple[int, int],
) -> Iterator[Heard]:
    """Those who gave, or took, what went to or from somebody."""
    what = fold(found["what"] or "money")
    money = re.fullmatch(_MONEY, what, re.I)
    if not money and not re.fullmatch(_GOODS, what, re.I):
        known = [flow for flow in known if lemmas(what)[-1] == split_name(flow.label)[-1]]
    elif money:
        known = [flow for flow in known if _moved(asked, flow)]
    else:
        known = [flow for flow in known if is_event(flow.label)]
    if len(known) != 1:
        return
    sides = known[0].givers if giving else known[0].takers
    heard = asked.hear_pieces(f"Which {_events(known[0])} go ", *way, "?")
    heard = heard or asked.hear_pieces(f"{_events(known[0])} ", *way, "?")
    side = _meant(asked, sides, found["noun"])
    query = _of(asked, heard.query, known[0], side) if heard is not None and side else None
    if heard is not None and query is not None:
        yield heard.priced(_COST, query)


def _top(asked: Asked, known: list[Flow], found: re.Match[str]) -> Iterator[Heard]:
    """Who sent the most money: by what it adds up to."""
    paid = _paid(asked, known)
    if paid is None or not _is_turned(found, ""):
        return
    flow, name = paid
    way = found.span("way")
    heard = asked.hear_pieces(_events(flow), *([way] if way[0] >= 0 else ()), "?")
    side = _meant(asked, flow.givers if found["gives"] else flow.takers, found["noun"])
    query = _of(asked, heard.query, flow, side) if heard is not None and side else None
    if heard is None or query is None:
        return
    event = next(n.variable for n in query.pattern.nodes if flow.label in n.labels)
    total = Aggregate("sum", Attribute(event, name))
    columns = (*query.columns, Column(total, f"total_{name}"))
    order = (Order(total, found["most"].lower() == "most"),)
    query = replace(query, columns=columns, order=order, limit=1, distinct=False)
    yield heard.priced(_COST, query)


def _meant(asked: Asked, sides: tuple[Side, ...], noun: str | None) -> Side | None:
    """The side that a noun is for: the payee banks, for banks; the only one, for who."""
    if noun is None:
        named = [s for s in sides if s.label and _is_named(asked, s.label)]
        joined = named or [s for s in sides if not s.label and split_name(s.name)[-1] in _WHOS]
        return min(joined, key=lambda side: len(split_name(side.name)), default=None)
    words = fold(noun).split()
    said = {lemmas(word)[-1] for word in words}
    kept = [
        side
        for side in sides
        if not side.label
        and said <= {*split_name(side.name)}
        and lemmas(words[-1])[-1] == split_name(side.name)[-1]
    ]
    known = asked.lexicon.lookup((words[-1],)) if len(words) == 1 else {}
    for sure in (True, False):
        targets = {
            t.label
            for t, c in known.items()
            if isinstance(t, NounTarget) and (c < _SURE or not sure)
        }
        joined = [side for side in sides if side.label in targets]
        found = joined if sure else kept or joined
        if len(found) == 1:
            return found[0]
    return None


def _is_named(asked: Asked, label: str) -> bool:
    """Whether things of a label go by a name: nobody is an account with a number."""
    return split_name(asked.lexicon.shown(label)[0])[-1] in ("name", "title")


def _of(asked: Asked, query: Query, flow: Flow, side: Side) -> Query | None:
    """Who stands on that side of the events that a query lists."""
    event = next((n.variable for n in query.pattern.nodes if flow.label in n.labels), None)
    listed = (query.source, query.limit, query.order) == (None, None, ())
    if event is None or event != query.subject or not listed or query.form != "list":
        return None
    pattern = query.pattern
    if not side.label:
        attribute = Attribute(event, side.name)
        pattern = replace(pattern, where=(*pattern.where, Comparison(attribute, "IS NOT NULL")))
        columns = (Column(attribute, "_".join(split_name(side.name))),)
        return Query(pattern, columns, event, distinct=True)
    taken = {node.variable for node in pattern.nodes}
    name = free_name("_".join(split_name(side.label)), taken)
    ends = (event, name) if side.outgoing else (name, event)
    nodes = (Node(name, (side.label,)), *pattern.nodes)
    edges = (*pattern.edges, Edge(ends[0], (side.name,), ends[1]))
    shown = asked.lexicon.shown(side.label)[0]
    columns = (Column(Attribute(name, shown), "_".join(split_name(shown))),)
    pattern = replace(pattern, nodes=nodes, edges=edges)
    return Query(pattern, columns, name, distinct_on=(name,))
