"""Which flags are nouns for what has them: contractor and is_admin, but not newsletter."""

from __future__ import annotations

from collections.abc import Sequence

from bot.words.data import load
from bot.words.inflection import parts
from bot.words.vocabulary import agentive

_THINGS = frozenset(load("flags")["nouns"])
_PEOPLE = frozenset(load("roles")["people"])


def names_one(words: Sequence[str]) -> bool:
    """Whether the name of a flag says who or what has it, not how that is or what it has.

    >>> names_one(["contractor"]), names_one(["is", "veteran"]), names_one(["newsletter"])
    (True, True, False)
    >>> names_one(["is", "allergen"]), names_one(["is", "public"]), names_one(["is", "draft"])
    (True, False, False)
    """
    first, last = words[0], words[-1]
    if len(words) > 2 or (len(words) == 2 and first not in ("is", "was")):
        return False
    if last in _THINGS:
        return True
    person = agentive(last) is not None and "NOUN" in parts(last)
    return (last in _PEOPLE or person) and "ADJ" not in parts(last)
