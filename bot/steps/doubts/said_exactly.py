"""Words that can be said in one way only: the name of a yes-or-no property."""

from __future__ import annotations

from itertools import pairwise

from bot.events import Rows
from bot.reader.lexicon import LEXICON
from bot.steps.doubts.asked import Asked
from guardrails.cypher import Statement
from guardrails.syntax import LabelName, MapOf, MapProjection, Property
from memory.catalogue import say
from memory.english import singular
from memory.text import fold, split_name

_OPENINGS = ("is", "has", "was")
_LASTING = frozenset(phrase[0] for phrase in LEXICON.lasting if len(phrase) == 1)


def flag_unused(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A yes-or-no property is named in full, and the statement does not ask for it."""
    said = f" {fold(asked.question)} "
    parts = list(statement.query.walk())
    used = {part.name for part in parts if isinstance(part, Property)}
    for part in parts:
        if isinstance(part, MapOf | MapProjection):
            used |= {key for key, _ in part.entries if key}
    labels, types = asked.schema.labels, asked.schema.relationships
    for name in dict.fromkeys(part.name for part in parts if isinstance(part, LabelName)):
        owner = labels.get(name) or types.get(name)
        for flag in owner.properties.values() if owner is not None else ():
            if flag.types != ("BOOLEAN",) or flag.name in used:
                continue
            words = [word for word in split_name(flag.name) if word not in _OPENINGS]
            phrase = " ".join(words)
            if words and _says(said, words, name) and not _valued(asked, phrase):
                return say(
                    "“{words}” is {name}, which it does not ask for.",
                    words=phrase,
                    name=f"{name}.{flag.name}",
                )
    return None


def _says(said: str, words: list[str], owner: str) -> bool:
    """Whether a question has the words; a single one as what the owner is: public firms."""
    phrase = " ".join(words)
    if len(words) > 1:
        return f" {phrase} " in said
    forms, nouns = said.split(), {singular(word) for word in split_name(owner)}
    before = {one for one, word in pairwise(forms) if word == phrase}
    after = {singular(word) for one, word in pairwise(forms) if one == phrase}
    are = before & (LEXICON.auxiliaries | LEXICON.negations | _LASTING)
    return bool(are) or bool(after & nouns)


def _valued(asked: Asked, phrase: str) -> bool:
    """Whether a stored value has the words."""
    return any(phrase in fold(link.text) for link in asked.linked)
