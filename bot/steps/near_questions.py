"""Questions near to one that is not answered: with a name that is stored, without a word."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from bot.steps.fresh_values import not_looked_up
from bot.steps.suggest import Suggestions
from guardrails.nouns import plural, singular, spoken
from guardrails.portrait import labels_about, name_property
from memory.catalogue import is_english, listed, say
from memory.english import FUNCTION_WORDS
from memory.schema import Label, Schema
from memory.text import fold, split_name

_NAME = re.compile(r"(?<=[\w,] )[A-Z][\w'’-]+(?: [A-Z][\w'’-]+)*")
# Words that lead to a word and go with it.
_LEADING = r"(?:\b(?:in|from|by|with|for|of|at|on|to|a|an|the|more|less|fewer) )*"
# Labels whose names are tried in place of an unknown one, and names that are told.
_LABELS, _TOLD, _TRIED = 8, 3, 4
# A name is taken to be that of a thing with which the question is read at no more than this cost.
_SURE = 0.3
_LONGEST = 30


@dataclass(frozen=True, slots=True)
class Near:
    """What is said of an unknown name, often "", and questions to be proven, nearest first."""

    text: str = ""
    questions: tuple[str, ...] = ()


async def near_questions(question: str, unread: Sequence[str], suggestions: Suggestions) -> Near:
    """What comes nearest to a question: another name in place of one that is not stored."""
    without = tuple(_without(question, unread))
    names = await _unknown(question, suggestions)
    if len(names) != 1:
        return Near(questions=without)
    if unsure := not_looked_up(names):
        return Near(unsure, without)
    found: list[tuple[float, Label, list[str]]] = []
    for label in _labels(question, suggestions.schema)[:_LABELS]:
        stored = [name for name in _examples(label) if fold(name) != fold(names[0])]
        asked = question.replace(names[0], stored[0]) if stored else ""
        cost = await suggestions.cost(asked) if stored else None
        if cost is not None and cost <= _SURE:
            found.append((cost, label, stored))
    if not found:
        return Near(say("“{name}” is not stored here.", name=names[0]), without)
    _, label, stored = min(found, key=lambda one: one[0])
    among = listed([*stored[:_TOLD], say("others")] if len(stored) > _TOLD else stored)
    things = plural(spoken(label.name)) if is_english() else label.name
    told = say(
        "“{name}” is not stored here; the {things} include {names}.",
        name=names[0],
        things=things,
        names=among,
    )
    others = (question.replace(names[0], name) for name in stored[:_TRIED])
    return Near(told, (*others, *without))


async def _unknown(question: str, suggestions: Suggestions) -> list[str]:
    """The names in a question, by their capitals, that no stored value and no word stands for."""
    links = [one for one in await suggestions.values.lookup(question) if one.score >= 1]
    known = schema_words(suggestions.schema)
    return [
        found.group()
        for found in _NAME.finditer(question)
        if not any(one.start < found.end() and found.start() < one.end for one in links)
        and not {singular(word) for word in fold(found.group()).split()} & known
    ]


def schema_words(schema: Schema) -> set[str]:
    """The words of the names of a schema, in the singular."""
    held = [label.properties for label in schema.labels.values()]
    held += [type_.properties for type_ in schema.relationships.values()]
    names = [*schema.labels, *schema.relationships, *(name for own in held for name in own)]
    return {singular(word) for name in names for word in split_name(name)}


def _labels(question: str, schema: Schema) -> list[Label]:
    """Labels whose names may have been meant: those joined with what is asked about first."""
    about = {label.name for label in labels_about(schema, question.split())}
    joined = {
        other
        for _, join_ in schema.joins()
        for one, other in ((join_.start, join_.end), (join_.end, join_.start))
        if one in about
    }
    labels = [label for label in schema.labels.values() if label.name not in about]
    return sorted(labels, key=lambda label: (label.name not in joined, label.count))


def _examples(label: Label) -> list[str]:
    """Stored names that read well in a sentence."""
    name = name_property(label)
    values = (name.values or name.examples) if name is not None else ()
    return [v for v in values if isinstance(v, str) and v[:1].isupper() and len(v) <= _LONGEST][:9]


def _without(question: str, unread: Sequence[str]) -> Iterator[str]:
    """The question without the words that nobody could read, where enough is left of it.

    Without the first of its words, what was asked for, a question is none.
    """
    rest = question
    for word in unread:
        if re.match(rf"\W*{_LEADING}{re.escape(word)}\b", question, re.I):
            return
        rest = re.sub(rf"{_LEADING}\b{re.escape(word)}\b", "", rest)
    rest = re.sub(r"\s+(?=[?.!,]|$)", "", re.sub(r"\s{2,}", " ", rest)).strip(" ,")
    said = [word for word in fold(rest).split() if word.strip("?") not in FUNCTION_WORDS]
    if rest != question and len(said) > 1:
        yield rest
