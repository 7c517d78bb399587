"""The most money made, how much money it cost: the figure of money that the verb alone asks for."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.lexicon import Lexicon, NounTarget
from bot.offline.money import money_of
from bot.offline.words import lemmas
from memory.query import Aggregate, Attribute, Operand, Query

_COST = 0.05
_MADE = r"makes?|made|earns?|earned|gross(?:es|ed)?"
_GOT_IN = r"(?:brings?|brought|takes?|took|pulls?|pulled|rakes?|raked) in"
_PAID = r"costs?|spends?|spent|charges?|charged"
_MOST = re.compile(
    rf"\b(?:(?P<made>{_MADE}|{_GOT_IN})|(?P<paid>{_PAID})) "
    r"(?:the )?(?P<end>most|least) money\b(?! than\b)",
    re.I,
)
_HOW_MUCH = re.compile(r"\bhow much money(?= (?:did|does|do|has|have|had|was|were|is|are)\b)", re.I)
_WHICH = re.compile(r"\A\W*(?:which|what) (?P<noun>.+?)(?: (?:has|have|had))? *\Z", re.I)


@cued(" money")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which film made the most money? How much money did it make?"""
    most = _MOST.search(asked.question)
    if most is not None:
        verb = "earned" if most["made"] else most["paid"]
        heard = asked.hear((*most.span(), f"{verb} the {most['end']}"))
        if heard is not None and _ranks(asked.lexicon, heard.query):
            which = _WHICH.match(asked.question[: most.start()])
            if which is None or _asks_for(asked.lexicon, heard.query, which["noun"]):
                yield heard.priced(_COST)
        return
    much = _HOW_MUCH.search(asked.question)
    if much is None:
        return
    edit: Edit = (*much.span(), "how much")
    heard = asked.hear(edit)
    if heard is None or len(heard.query.columns) != 1:
        return
    if _is_money(asked.lexicon, heard.query, heard.query.columns[0].operand):
        yield heard.priced(_COST)


def _ranks(lexicon: Lexicon, query: Query) -> bool:
    """Whether things are ranked by their own money, or by the sum of what is joined to them."""
    if query.form != "list" or len(query.order) != 1:
        return False
    operand = query.order[0].operand
    own = isinstance(operand, Attribute) and operand.variable == query.subject
    return (own or isinstance(operand, Aggregate)) and _is_money(lexicon, query, operand)


def _is_money(lexicon: Lexicon, query: Query, operand: Operand) -> bool:
    if isinstance(operand, Aggregate):
        return operand.operand is not None and _is_money(lexicon, query, operand.operand)
    if not isinstance(operand, Attribute):
        return False
    nodes = [n.labels for n in query.pattern.nodes if n.variable == operand.variable]
    edges = [e.types for e in query.pattern.edges if e.variable == operand.variable]
    owners = [name for names in (*nodes, *edges) for name in names]
    return any(operand.property in money_of(lexicon, owner) for owner in owners)


def _asks_for(lexicon: Lexicon, query: Query, noun: str) -> bool:
    """Whether the list is of what a noun names, where it names things of the schema."""
    *before, last = noun.lower().split()
    named = {
        target.label
        for form in {last, *lemmas(last)}
        for target in lexicon.lookup((*before, form))
        if isinstance(target, NounTarget)
    }
    subject = {x for n in query.pattern.nodes if n.variable == query.subject for x in n.labels}
    return not named or bool(named & subject)
