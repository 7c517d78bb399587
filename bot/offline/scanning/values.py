"""Stored values: what linking found, and what each costs to believe."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.offline.items import Value
from bot.offline.lexicon import NounTarget, PropertyTarget
from bot.offline.outcomes import forms_of
from bot.offline.phrases import phrases
from bot.offline.scanning.sheet import Sheet
from bot.stored.kept import is_role
from bot.words.data import load
from bot.words.inflection import is_plural, lemmas, parts
from bot.words.vocabulary import agentive
from memory.schema import LinkedValue
from memory.text import fold, split_name

_EVENTS = frozenset(noun for event in load("events")["event"] for noun in event["nouns"])


_LITERAL = (("word",), ("phrase",), ("term",), ("string",), ("text",), ("words",), ("letter",))
_INNER = 0.3
_SMALL = frozenset(
    ["free", "auxiliaries", "connectors", "relatives", "and", "or", "negation", "anaphora"]
)
# Products X bought: by X, not on an order that has X's name, which is fewer steps away.
_COPIED = 0.9
_ALL_OF_THEM = 0.4
# What is written at length: a part of it is not its name.
_PROSE = frozenset(["names.plot", "names.description", "names.summary", "names.bio"])
_DOERS = frozenset([*load("kinds")["person"], *load("roles")["people"]])
_CLOSING = ((), ("and",), ("or",), ("but",), (",",), (".",), ("?",), (")",))

_OBJECTS = (("a",), ("an",), ("the",), ("by",), ("any",), ("all",), ("every",), ("this",))
_BOUNDS = (("least",), ("most",), ("than",), ("minimum",), ("min",), ("maximum",), ("over",))


def put_values(sheet: Sheet, linked: Sequence[LinkedValue]) -> None:
    """Every link that is none of a broader label."""
    linked = sheet.lexicon.demonyms(sheet.tokens, linked)
    linked += sheet.lexicon.outcomes(sheet.tokens, linked)
    linked = [x for x in linked if not (_covered(sheet, x, linked) or _stretched(x))]
    linked = [x for x in linked if not (_inside_text(sheet, x) or _somebody_else(sheet, x))]
    linked = _surnamed(sheet, linked)
    sheet.spell([span for link in linked if (span := sheet.span(link.start, link.end))])
    linked = [_without_genitive(link) for link in linked]
    for link in linked:
        span = sheet.span(link.start, link.end)
        if span is None or _counting(sheet, *span) or _acting(sheet, link, span[1]):
            continue
        quoted = span[1] - span[0] == 1 and sheet.tokens[span[0]].kind == "quote"
        cost = _value_cost(sheet, link, quoted)
        if _minor(sheet, link, linked):
            cost += 0.15
        if _copied(sheet, link, linked):
            cost += _COPIED
        if _inside(link, linked):
            cost += _INNER
        if sheet.forms[span[0] - 1 : span[0]] in _LITERAL:
            cost += 1.0
        if not quoted and _of_another_label(sheet, link, span):
            cost += _ALL_OF_THEM
        if not quoted and link.text.islower() and _verbal_property(sheet, link.text):
            # Have been released, completed trials: a status; but released in a country is none.
            stative = sheet.forms[span[1] : span[1] + 1] in _CLOSING or _describes(
                sheet, link, span
            )
            cost = 0.12 if stative else 1.3
        elif not quoted and link.text.islower() and _describes(sheet, link, span):
            # Open cases: their status, not when they were opened.
            cost = min(cost, 0.12)
        sheet.add(Value(*span, cost, link, quoted, kept_by=_kept_by(sheet, link, linked)))


def _kept_by(sheet: Sheet, link: LinkedValue, linked: list[LinkedValue]) -> tuple[str, ...]:
    """The other labels of which a property, no name, keeps the same words."""
    return tuple(
        other.label
        for other in linked
        if (other.start, other.end, other.value) == (link.start, link.end, link.value)
        and other.label != link.label
        and other.property not in sheet.lexicon.shown(other.label)
    )


def _surnamed(sheet: Sheet, linked: list[LinkedValue]) -> list[LinkedValue]:
    """The links without first names behind "surnamed", where last names are kept."""
    said = {token.end for token in sheet.tokens if token.form == "surnamed"}
    if not said:
        return linked
    return [
        link
        for link in linked
        if not any(0 < link.start - end <= 1 for end in said)
        or link.property in _last_names(sheet, link.label)
        or not _last_names(sheet, link.label)
    ]


def _last_names(sheet: Sheet, label: str) -> list[str]:
    found = sheet.lexicon.lookup(("surname",))
    return [x.property for x in found if isinstance(x, PropertyTarget) and x.owner == label]


def _of_another_label(sheet: Sheet, link: LinkedValue, span: tuple[int, int]) -> bool:
    """Whether a word is the plural of another label's name: users are no word "user" of theirs."""
    if span[1] - span[0] > 1 or not is_plural(sheet.forms[span[0]]):
        return False
    found = sheet.lexicon.lookup(sheet.forms[span[0] : span[1]])
    labels = {target.label for target in found if isinstance(target, NounTarget)}
    return str(link.value) != link.text and bool(labels) and link.label not in labels


def _counting(sheet: Sheet, at: int, end: int) -> bool:
    """Whether a number says how many: at least 3 ratings are not those of number 3."""
    figure = sheet.tokens[at].text.isdigit() and end == at + 1
    many = is_plural("".join(sheet.forms[end : end + 1]))
    return figure and many and sheet.forms[at - 1 : at] in _BOUNDS


def _acting(sheet: Sheet, link: LinkedValue, end: int) -> bool:
    """Whether a verb has an object, or a doer: what failed a test did not fail itself."""
    acted_on = sheet.forms[end : end + 1] in _OBJECTS
    return acted_on and fold(link.text) in forms_of(str(link.value))


def _inside_text(sheet: Sheet, link: LinkedValue) -> bool:
    """Whether the words only stand somewhere in a plot or a description: no name of it."""
    told = sheet.lexicon.groups_of(link.label, link.property)
    return link.method == "partial" and bool(told & _PROSE)


def _somebody_else(sheet: Sheet, link: LinkedValue) -> bool:
    """Whether a genitive was taken for a name with an s: Peter's house is not that of Peters."""
    text, value = link.text.lower().replace("’", "'"), str(link.value).lower()
    if not text.endswith("'s") or value != text.replace("'s", "s"):
        return False
    people = sheet.lexicon.pronouns.people
    return link.label in people and len(people) < len(sheet.lexicon.schema.labels)


def _covered(sheet: Sheet, link: LinkedValue, linked: Sequence[LinkedValue]) -> bool:
    """Whether a broader label bears the same value: a person's name, as an actor's.

    Of two labels that the same nodes bear the first holds it.
    """
    labels = sheet.lexicon.schema.labels
    label = labels.get(link.label)
    return label is not None and any(
        (o.start, o.end, o.property, o.value) == (link.start, link.end, link.property, link.value)
        for nth, o in enumerate(linked)
        if o.label in label.implies
        and (link.label not in labels[o.label].implies or nth < linked.index(link))
    )


def _inside(link: LinkedValue, linked: Sequence[LinkedValue]) -> bool:
    """Whether the words are only some of those of another value, which are all there."""
    return any(
        other.start <= link.start
        and link.end <= other.end
        and len(link.text) < len(other.text)
        and other.score == 1.0
        and other.text == other.value
        for other in linked
    )


def _stretched(link: LinkedValue) -> bool:
    """Whether words are far more than those of the value that they are taken for."""
    return link.score < 1.0 and len(link.text.split()) > 2 * len(str(link.value).split())


def _verbal_property(sheet: Sheet, word: str) -> bool:
    """Whether a value is written like a verb that a property answers: released, founded."""
    found = sheet.lexicon.lookup((fold(word),)) if word.isalpha() else {}
    verbal = "VERB" in parts(fold(word)) and word.endswith("ed")
    return verbal and any(isinstance(target, PropertyTarget) for target in found)


def _describes(sheet: Sheet, link: LinkedValue, span: tuple[int, int]) -> bool:
    """Whether the noun of the value's own label stands right behind it."""
    found = sheet.lexicon.lookup(sheet.forms[span[1] : span[1] + 1])
    return NounTarget(link.label) in found


def _minor(sheet: Sheet, link: LinkedValue, linked: Sequence[LinkedValue]) -> bool:
    """Whether the same words are the same node's name as well."""
    label = sheet.lexicon.schema.labels.get(link.label)
    if label is None:
        return False
    shown = sheet.lexicon.shown(link.label)
    rank = shown.index(link.property) if link.property in shown else len(shown)
    return any(
        (o.start, o.end, o.label) == (link.start, link.end, link.label)
        and o.property in shown[:rank]
        for o in linked
    )


def _copied(sheet: Sheet, link: LinkedValue, linked: Sequence[LinkedValue]) -> bool:
    """Whether somebody bears a name that something else keeps, of which nothing is said."""
    *of, last = split_name(link.property)
    shown = link.property in sheet.lexicon.shown(link.label) and not is_event(link.label)
    if not of or shown or not (last == "name" or _by_another(sheet, link, last)):
        return False
    said = {lemma for token in sheet.tokens for lemma in lemmas(token.form)}
    own = (o for o in linked if (o.start, o.end, o.value) == (link.start, link.end, link.value))
    others = (o for o in own if o.label != link.label)
    borne = any(o.property in sheet.lexicon.shown(o.label)[:1] for o in others)
    return borne and not said & {lemma for word in of for lemma in lemmas(word)}


def _by_another(sheet: Sheet, link: LinkedValue, last: str) -> bool:
    """Whether it is *by* somebody, and a property keeps no doer: filings by X, for their bank."""
    span = sheet.span(link.start, link.end)
    by = span is not None and sheet.forms[span[0] - 1 : span[0]] == ("by",)
    return by and last != "by" and last not in _DOERS and agentive(last) is None


def _value_cost(sheet: Sheet, link: LinkedValue, quoted: bool) -> float:
    cost = (1.0 - link.score) * 2.0
    if str(link.value) != link.text:
        cost += 0.08
    if link.text.isdigit() and len(link.text) < 5 and not quoted:
        return cost + 0.9
    if (
        not quoted
        and link.text.islower()
        and any(role in _SMALL for role in phrases().get(tuple(fold(link.text).split()), ()))
    ):
        return cost + 1.5
    if quoted or link.method == "chosen":
        return cost + 0.02
    if str(link.value) == link.text and (link.text[:1].isupper() or not link.text.isalpha()):
        return cost + 0.1
    if link.score == 1.0 and link.text[:1].isupper() and str(link.value).isupper():
        # Montana, where MT is stored.
        return cost + 0.1
    return cost + (0.1 if " " in link.text or _who_is_so(sheet, link) else 0.45)


def _who_is_so(sheet: Sheet, link: LinkedValue) -> bool:
    """Whether a value is a noun for someone: a lawyer, by an occupation."""
    property = sheet.lexicon.property(link.label, link.property)
    words = tuple(fold(str(link.value)).split())
    return property is not None and bool(words) and is_role(property, words)


def _without_genitive(link: LinkedValue) -> LinkedValue:
    """A link of "Harry's" as one of "Harry", so that what is his can follow."""
    ends = next((end for end in ("'s", "’s") if link.text.endswith(end)), None)
    if ends is None or str(link.value).endswith(ends) or not isinstance(link.value, str):
        return link
    text = link.text.removesuffix(ends)
    same = fold(text) == fold(link.value)
    score, method = (1.0, "exact") if same else (link.score, link.method)
    return replace(link, text=text, end=link.end - len(ends), score=score, method=method)


def is_event(label: str) -> bool:
    """Whether a label is for something that happens once: an order."""
    return split_name(label)[-1] in _EVENTS
