"""Who does something in a relationship, and who does it by what they made.

Users *mention* somebody in what they post, though only the posts are joined to whom they mention;
what they post they don't do by being mentioned in it.
"""

from __future__ import annotations

from collections.abc import Container, Iterable, Sequence

from bot.stored.joins import Step
from bot.words.data import load
from bot.words.inflection import lemmas
from bot.words.vocabulary import agentive
from memory.text import split_name

_REACTING = frozenset(load("kinds")["reacting"])
_MAKING = frozenset(load("kinds")["making"])
# What comes after these words, or before 's, is who did it.
_BY_SOMEONE = frozenset(["", "of", "by", "from", "have", "has", "had"])
_IDLE = 0.15
_BY_WHAT_THEY_MADE = 0.3


def makes(type_: str) -> bool:
    """Whether a type's verb is one of bringing about: wrote."""
    return bool(_MAKING & set(lemmas(split_name(type_)[0])))


def reacts(type_: str) -> bool:
    """Whether a type's verb is about what others made: liked."""
    return bool(_REACTING & set(lemmas(split_name(type_)[0])))


def acts_first(type_: str, *, forward: bool) -> bool:
    """Whether of a step it is the end it leaves that does something, by the type's name."""
    last = split_name(type_)[-1]
    return forward != (last == "by" or agentive(last) is not None)


def maker(options: Iterable[tuple[str, bool]], word: str) -> str | None:
    """The one type of making among steps (type, forward), the others of which only react.

    What is someone's is also not what only speaks of them: their posts don't mention them.
    """
    options = list(options)
    making = {type_ for type_, _ in options if makes(type_)}
    acting = {acts_first(type_, forward=forward) for type_, forward in options if type_ in making}
    for type_, forward in options:
        turned = word in _BY_SOMEONE and acting == {not acts_first(type_, forward=forward)}
        if type_ not in making and not reacts(type_) and not turned:
            return None
    return next(iter(making)) if len(making) == 1 else None


def agency(path: Sequence[Step], acting: int, wanted: Container[str]) -> float:
    """What it costs, or saves, that the end of a path that acts does so by these steps.

    Args:
        path: Steps from one end to the other.
        acting: 1 where its start acts, -1 where its end does, 0 where nobody knows.
        wanted: The types of the verb.
    """
    if not acting:
        return 0.0
    price = 0.0
    acts = 0 if acting > 0 else len(path) - 1
    for i, step in enumerate(path):
        turned = acts_first(step.type, forward=step.forward) != (acting > 0)
        if turned and (i == acts or step.type in wanted):
            price += _IDLE
    # Who answers X answers what X wrote, by what they wrote themselves.
    for end in (acts,) if len(path) < 3 else (0, len(path) - 1):
        step = path[end]
        made = acts_first(step.type, forward=step.forward) == (end == 0) and makes(step.type)
        if made and wanted and step.type not in wanted:
            price -= _BY_WHAT_THEY_MADE
    return price
