"""Values asked for by how many have them: which vendors have more than three switches."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER, SIGNS, number_of
from bot.offline.lexicon import NounTarget, PropertyTarget
from bot.offline.literal import literally
from bot.offline.phrases import function_words
from bot.words.data import load
from bot.words.inflection import is_plural, lemmas, plural
from bot.words.vocabulary import agentive
from memory.query import (
    Aggregate,
    Attribute,
    Comparison,
    Constant,
    Entity,
    Function,
    Operand,
    Order,
    Query,
)
from memory.text import fold, split_name
from memory.tree_edits import attributes_of

_COST = 0.1
_SIGNS = SIGNS | {"only": "=", "just": "="}
_PERIODS = frozenset(load("phrases")["period"])
# The highest number of customers.
_MORE = r"(?:the )?(?:highest|largest|greatest|biggest|maximum|most) (?:total )?(?:number|count) of"
_LESS = r"(?:the )?(?:lowest|smallest|minimum|least|fewest) (?:total )?(?:number|count) of"
_MANY = (
    rf"(?P<how>(?P<more>{_MORE})|(?P<less>{_LESS})|the most|most|the fewest"
    rf"|(?:{'|'.join(_SIGNS)}) (?P<number>{NUMBER}))"
)
_MAIN = ("main", "principal", "leading", "chief", "usual", "typical", "predominant")
_VALUE = r"(?P<value>\w+(?: \w+){0,2}?)"
_OF = r"(?: (?:among|of|in|for|across) (?:all |the |our |those |an? )*(?P<whole>.+))?"
_KEPT = (
    r"(?:have|has|had|with|(?:is|are) home to|are there|(?:appear|occur)(?:s|ed)? in"
    r"|(?:contain|boast)s?)"
)
_ASK = (
    r"(?:(?:what|which)(?: is|['’]s| are)|(?:in )?(?:which|what)|list|show|name|find|identify"
    r"|return|get|give(?: me)?|display)"
)
_HAVING = re.compile(
    rf"\A\W*{_ASK}(?: the)? (?:(?P<top>{NUMBER}) )?{_VALUE}"
    rf" (?:that |which )?(?:{_KEPT} )?(?:(?P<verb>(?!the\b)\w+) )?"
    rf"{_MANY} (?:different )?(?P<whole>.+?)\W*\Z",
    re.I,
)
_COMMON = re.compile(
    rf"\A\W*(?:(?:which|what|who)(?: is| are| was| were|['’]s) |show |list |name |give me )?"
    rf"(?:the )?(?:(?:top )?(?P<top>{NUMBER}) )?"
    r"(?:(?P<how>most|least) (?:common|frequent|widespread|usual)"
    rf"|{'|'.join(_MAIN)}) {_VALUE}{_OF}\W*\Z",
    re.I,
)
_OFTEN = re.compile(
    rf"\A\W*(?:which|what) {_VALUE} (?:is|occurs|appears|comes up|turns up) (?:the )?"
    rf"(?P<how>most|least) (?:common|frequent|often|frequently|commonly)(?P<top>\Z)?{_OF}\W*\Z",
    re.I,
)
_WHOLE_OFTEN = re.compile(
    rf"\A\W*(?:which|what) {_VALUE} (?:of|for|among) (?:all |the |our |those |an? )*(?P<whole>.+?)"
    r" (?:is|are|occurs?|appears?|comes? up|turns? up|happens?) (?:the )?"
    r"(?P<how>most|least) (?:common|frequent|often|frequently|commonly)(?P<top>\Z)?\W*\Z",
    re.I,
)
# What has a value need not be said to have it in other words.
_DO = re.compile(
    rf"\A\W*(?:(?:in|from|to) )?(?:which|what) {_VALUE} (?:do|does|did) (?:the )?"
    r"(?P<how>most|fewest)(?P<top>\Z)? (?:of )?(?:the )?(?P<whole>.+?)"
    r" (?:have|come from|come|live in|live|belong to|belong|hold|speak|possess|use)\W*\Z",
    re.I,
)


@cued("most", "least", "fewest", "number of", "count of", *_MAIN, *_SIGNS)
def frame(asked: Asked) -> Iterator[Heard]:
    """Which cities have at least three customers? What is the most common severity?"""
    for pattern in (_HAVING, _COMMON, _OFTEN, _WHOLE_OFTEN, _DO):
        found = pattern.match(asked.question)
        if found is None or _names_nodes(asked, found["value"]):
            continue
        if found["value"].count(" ") > 1 and not is_kept(asked, found["value"]):
            continue
        if fold(found["value"]) in _PERIODS or not _names_values(asked, found["value"]):
            continue
        if pattern is _HAVING and found["verb"] and not _makes(found["value"], found["verb"]):
            continue
        for heard in _counted(asked, found):
            query = _asked(heard.query, found)
            if query is not None:
                modest = pattern is not _HAVING and _whose(asked, found["value"]) is None
                yield Heard(query, heard.cost + _COST, heard.used, modest=modest)


def _names_nodes(asked: Asked, words: str) -> bool:
    """Whether words are a label's, so that no value is meant."""
    known = asked.lexicon.lookup(tuple(fold(words).split()))
    if literally(fold(words), known):
        return False
    return any(isinstance(t, NounTarget) and cost < 0.2 for t, cost in known.items())


def is_kept(asked: Asked, words: str) -> bool:
    """Whether words are all of a property's name."""
    known = asked.lexicon.lookup(tuple(fold(plural_to_one(words)).split()))
    kept = any(isinstance(t, PropertyTarget) and cost == 0 for t, cost in known.items())
    return kept and not any(isinstance(t, NounTarget) for t in known)


def _names_values(asked: Asked, words: str) -> bool:
    """Whether the last of the words can be a name, as what has values must have: not *three*."""
    last = tuple(fold(words).split())[-1:]
    return bool(asked.lexicon.lookup(last)) or not function_words().issuperset(last)


def _makes(value: str, verb: str) -> bool:
    """Whether a verb is what such a maker does: publishers released."""
    done = set(lemmas(fold(verb)))
    doer = agentive(lemmas(fold(value.split()[-1]))[-1])
    making = done & {*load("kinds")["making"], "release", "sell", "supply", "offer", "deliver"}
    return doer is not None and (doer in done or bool(making))


def _counted(asked: Asked, found: re.Match[str]) -> Iterator[Heard]:
    """How many there are for each value, of what is said or else of what has such a value."""
    value = plural_to_one(found["value"])
    if found["whole"]:
        start, end = found.span("whole")
        heard = asked.hear_part(start, end, "How many ", f" are there for each {value}")
        if heard is not None:
            yield heard
        return
    if (whose := _whose(asked, found["value"])) is not None:
        heard = asked.read(f"How many {whose[0]} are there for each {whose[1]}?", ())
        if heard is not None:
            yield heard
        return
    known = asked.lexicon.lookup(tuple(fold(found["value"]).split()))
    owners = {t.owner for t, c in known.items() if isinstance(t, PropertyTarget) and c < 0.3}
    if len(owners) == 1 and next(iter(owners)) in asked.lexicon.schema.labels:
        nouns = plural(" ".join(split_name(next(iter(owners)))))
        heard = asked.read(f"How many {nouns} are there for each {value}?", ())
        if heard is not None:
            yield heard


def _whose(asked: Asked, words: str) -> tuple[str, str] | None:
    """The things and their property, where both are named: a work order's status."""
    *owner, name = fold(plural_to_one(words)).split()
    known = asked.lexicon.lookup(tuple(owner)) if owner else {}
    labels = {t.label for t, cost in known.items() if isinstance(t, NounTarget) and cost < 0.2}
    kept = asked.lexicon.lookup((name,)).items()
    owners = {t.owner for t, cost in kept if isinstance(t, PropertyTarget) and cost < 0.3}
    return (plural(" ".join(owner)), name) if labels & owners else None


def plural_to_one(words: str) -> str:
    """The last word in the singular.

    >>> plural_to_one("operating systems"), plural_to_one("status")
    ('operating system', 'status')
    """
    *head, last = words.split()
    one = lemmas(fold(last))[-1] if is_plural(fold(last)) else last
    return " ".join([*head, one])


def _is_value(group: Operand, having: bool) -> bool:
    """Whether a group is a property; or each of what one lists, where its commonest is asked."""
    listed = isinstance(group, Function) and group.name == "each"
    return isinstance(group, Attribute) or (listed and not having)


def _extreme(found: re.Match[str]) -> str:
    """Most or fewest, where the highest or the lowest number was said."""
    said = found.groupdict()
    return "most" if said.get("more") else "fewest" if said.get("less") else ""


def _asked(query: Query, found: re.Match[str]) -> Query | None:
    """The count of a tree as a condition on its groups, or as their order."""
    counts = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    groups = [c.operand for c in query.columns if not isinstance(c.operand, Aggregate)]
    number = Aggregate("count", Entity(query.subject), distinct=True)
    if counts != [number] or len(groups) != 1 or not _is_value(groups[0], found.re is _HAVING):
        return None
    if any(x.variable in query.distinct_on for x in attributes_of(groups[0])):
        # Things are told by their names: which customers have more than one policy.
        return None
    if query.having or query.order or query.limit or query.source is not None:
        return None
    how = _extreme(found) or (found["how"] or "most").lower().removeprefix("the ")
    if how in ("most", "fewest", "least"):
        top = found["top"] if found["top"] else None
        size = number_of(top) if top else None if is_plural(fold(found["value"].split()[-1])) else 1
        return replace(query, order=(Order(number, how == "most"),), limit=size)
    sign = _SIGNS[how.removesuffix(found["number"].lower()).strip()]
    test = Comparison(number, sign, Constant(number_of(found["number"])))  # type: ignore[arg-type]
    return replace(query, having=(test,))
