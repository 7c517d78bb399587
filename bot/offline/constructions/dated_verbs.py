"""Resolved in 2022: a time said after a verb is that of what it did, not of who did it."""

from __future__ import annotations

from bot.offline.agency import reacts
from bot.offline.assemble import Assembler
from bot.offline.state import State, variable
from bot.stored.kinds import TIME_KINDS
from bot.words.data import load
from bot.words.inflection import lemmas, roots
from bot.words.vocabulary import type_words
from memory.query import Attribute, Comparison
from memory.text import fold, split_name

_ITS_OWN = 0.1
_SOMEONE = 0.5
_BEGINNINGS = frozenset(load("kinds")["beginnings"])
_FOUNDING = frozenset(["founded", "birth", "hired", "joined"])
_HAVING = frozenset(
    ["", "of", "with", "has", "have", "had", "having", "own", "owns", "in", "at", "from"]
)


def dated_by_verb(a: Assembler, state: State, site: int, label: str) -> tuple[str, float] | None:
    """The date that an end of the last verb's link keeps of it: resolvedAt, of RESOLVED."""
    verb = _last_type(state, site)
    if verb is None:
        return None
    done = roots(type_words(verb)[0])
    for name in a.schema.labels[label].properties:
        timely = a.kind(label, name) in TIME_KINDS
        if timely and any(done & roots(word) for word in split_name(name)):
            return name, _ITS_OWN
    return None


def dated_by_value(a: Assembler, state: State, site: int, label: str) -> tuple[str, float] | None:
    """The date on which something got the state it is said to be in: sold in May, by soldOn."""
    for _, test in state.tests:
        stored = test.left if isinstance(test, Comparison) else None
        value = getattr(getattr(test, "right", None), "value", None)
        own = isinstance(stored, Attribute) and stored.variable == variable(site)
        if not own or not isinstance(value, str) or not value:
            continue
        done = roots(fold(value).split(" ")[0])
        for name in a.schema.labels[label].properties:
            timely = a.kind(label, name) in TIME_KINDS
            if timely and done & roots(split_name(name)[0]):
                return name, _ITS_OWN
    return None


def of_someone(a: Assembler, state: State, site: int, label: str) -> float:
    """What it costs that a time after a verb and its object is the date of a person.

    Who fixed the most incidents in 2022 says nothing of when they joined.
    """
    if len(a.people) == len(a.schema.labels) or label not in a.people:
        return 0.0
    verb = _last_type(state, site)
    acted = verb is not None and any(
        site in (link.start, link.end)
        and any(
            a.lexicon.measures(other, ("@time",))
            for end in {link.start, link.end} - {site}
            for other in state.vertices[end].labels[:1]
        )
        for link in state.links
        if link.types == (verb,)
    )
    return _SOMEONE if acted else 0.0


def done_by_verb(state: State) -> bool:
    """Whether a verb was said last, or what it was done to or by."""
    verb = state.last_verb
    if state.bound or state.previous == "closed":
        return True
    return verb is not None and bool(verb.types or verb.word not in _HAVING)


def meant_by_verb(
    a: Assembler, state: State, site: int, label: str, name: str, *, unsaid: bool
) -> bool:
    """Whether a time said after a verb can be that which a property tells.

    Published in a journal after 2005: that is not when the journal was founded. Sent in 2022: nor
    when the account was opened that is `unsaid` yet.
    """
    began = any(_BEGINNINGS & set(lemmas(word)) for word in split_name(name))
    groups = a.lexicon.groups_of(label, name)
    began = began or (unsaid and bool(_FOUNDING & groups))
    if "created" in groups:
        # Recipes submitted in May: not by those who signed up in May. Liked then: not made then.
        waiting = state.pending is not None and state.pending.types
        verb = waiting[0][0] if waiting else _last_type(state, site)
        someone = label in a.people and len(a.people) < len(a.schema.labels)
        began = began or (unsaid and someone) or (verb is not None and reacts(verb))
    if not began or a.kind(label, name) not in TIME_KINDS:
        return True
    own = dated_by_verb(a, state, site, label)
    return own is not None and own[0] == name


def _last_type(state: State, site: int) -> str | None:
    """The type of the last link, where a verb made it and a vertex is at one of its ends."""
    verb = state.last_verb
    if verb is None or not verb.types:
        return None
    if verb.empty and verb.site == site:
        # Held in a place in 2019: the verb joined nothing.
        return verb.types[0][0]
    if not state.links:
        return None
    link = state.links[-1]
    named = link.types[0] in dict(verb.types) and site in (link.start, link.end)
    return link.types[0] if named and len(link.types) == 1 else None
