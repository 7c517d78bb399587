"""Questions about relationships as things: which types are meant, and which of their values."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.lexicon import Lexicon, NounTarget, PropertyTarget
from bot.stored.kinds import kind_of
from bot.stored.things import Thing, nouns_of, thing_of
from bot.words.inflection import is_plural, lemmas, parts, plural, tokenize
from memory.schema import LinkedValue, Schema
from memory.text import fold

# A label's last word costs less, the doing that a label's nodes undergo so much.
_LABEL = 0.3
# A property's own word costs less, a synonym so much.
_PROPERTY = 0.15
_OWN = 0.05
# A verb follows these.
_WHERE = frozenset(["on", "in", "at", "from", "to", "through", "under"])
_SUBJECTS = frozenset(["who", "they", "we", "you", "i", "he", "she"])


def things_in(question: str, lexicon: Lexicon) -> list[Thing]:
    """The relationships that a question's nouns name, where the schema has no such noun."""
    found: dict[Thing, None] = {}
    for form in dict.fromkeys(_nominal(_words(question), lexicon)):
        nouns = [noun for noun in lemmas(form) if form in (noun, plural(noun), f"{noun}s")]
        for noun in nouns if not _known(lexicon, form) else ():
            found |= dict.fromkeys(lexicon.things.called(noun))
    return list(found)


def _words(question: str) -> list[str]:
    return [token.form for token in tokenize(question) if token.kind == "word"]


def _nominal(forms: list[str], lexicon: Lexicon) -> Iterator[str]:
    """The words but those that can only be verbs where they stand: who work, what runs on."""
    for before, form, after in zip(["", *forms], forms, [*forms[1:], ""], strict=False):
        done = form.endswith("ing") and is_plural(before)
        done = done or (before == "what" and after in _WHERE)
        done = done or (_plain_verb(form) and is_plural(before) and _is_label(lexicon, before))
        if before not in _SUBJECTS and not done:
            yield form


def _is_label(lexicon: Lexicon, form: str) -> bool:
    known = lexicon.lookup((form,)).items()
    return any(isinstance(target, NounTarget) and cost < _LABEL for target, cost in known)


def _plain_verb(form: str) -> bool:
    return not is_plural(form) and "VERB" in parts(form)


def thing_measured(question: str, lexicon: Lexicon) -> list[Thing]:
    """The relationship that alone has what a question names, without a noun for it.

    The average price per cabin, where only bookings have a price and a cabin.
    """
    forms = _words(question)
    runs = [tuple(forms[i : i + size]) for i in range(len(forms)) for size in (1, 2, 3)]
    owners: list[set[str]] = []
    for run in runs:
        named = {
            target.owner
            for target, cost in lexicon.lookup(run).items()
            if isinstance(target, PropertyTarget) and cost <= _OWN
        }
        owners += [named] if named else []
    alone = set.intersection(*owners) & set(lexicon.schema.relationships) if owners else set()
    things = (thing_of(lexicon.schema, t, noun) for t in alone for noun in nouns_of(t)[:1])
    return [thing for thing in things if thing is not None and len(alone) == 1]


def _known(lexicon: Lexicon, form: str) -> bool:
    """Whether a word is the schema's own for something else."""
    return any(
        isinstance(target, PropertyTarget) and cost < _PROPERTY
        for target, cost in lexicon.lookup((form,)).items()
    ) or _is_label(lexicon, form)


def links_of(question: str, thing: Thing, schema: Schema) -> Iterator[LinkedValue]:
    """The values that a relationship keeps, where a question has them."""
    own = schema.relationships[thing.type]
    for property in own.properties.values():
        for value in property.values or () if kind_of(property) == "text" else ():
            if fold(str(value)) == fold(thing.label):
                continue
            for place in re.finditer(rf"(?<!\w){re.escape(str(value))}(?!\w)", question, re.I):
                how = "exact" if place[0] == value else "folded"
                at = place.span()
                yield LinkedValue(place[0], thing.label, property.name, value, *at, method=how)
