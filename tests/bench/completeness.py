"""How complete are lists from documents?"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from memory.legal_forms import LEGAL_FORMS
from tests.corpus import ListAll, is_called


@dataclass(frozen=True, slots=True)
class Score:
    """What of a list is there: names of items found and missing, and what was told too much."""

    found: tuple[str, ...]
    missing: tuple[str, ...]
    wrong: tuple[str, ...]
    doubles: tuple[str, ...]


def score(told: Sequence[str], question: ListAll) -> Score:
    """Hold the items of an answer to those that the reports tell of.

    >>> from tests.corpus import Corpus
    >>> question = Corpus("companies", "five").questions[3]
    >>> found = score(["Aveiro plant", "the Aveiro plant", "Vigo"], question)
    >>> found.found, found.missing[:1], found.wrong, found.doubles
    (('Aveiro plant',), ('Maia gripper works',), ('Vigo',), ('the Aveiro plant',))
    """
    found: list[str] = []
    wrong, doubles = [], []
    for one in told:
        meant = [item.name for item in question.items if is_called(one, item, LEGAL_FORMS)]
        new = [name for name in meant if name not in found]
        if new:
            found.append(new[0])
        else:
            (doubles if meant else wrong).append(one)
    missing = [item.name for item in question.items if item.name not in found]
    return Score(tuple(found), tuple(missing), tuple(wrong), tuple(doubles))
