"""A term that people taught: a word and what it means, and for whom that holds."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from memory.codec import storable
from memory.english import in_dictionary, singulars
from memory.text import fold

Holds: TypeAlias = Literal["personal", "everybody"]


@dataclass(frozen=True, slots=True)
class Entry:
    """What one person said; `person` is "" for an operator, who speaks for everybody.

    `decided_by` and `decided` (UTC, ISO) tell of the operator who approved it, or who would not
    let it hold for everybody.
    """

    term: str
    meaning: str
    person: str
    created: str = ""
    decided_by: str = ""
    decided: str = ""


@dataclass(frozen=True, slots=True)
class Term:
    """A term with one of its meanings, written as in terminology.yaml.

    `people` is how many said so. `own` says that the person asked about did. `decided_by` and
    `decided` tell who approved or refused it, and when; `created` is when that person, or the
    first one, said so (UTC, ISO).
    """

    graph: str
    term: str
    meaning: str
    people: int = 1
    holds: Holds = "personal"
    own: bool = False
    created: str = ""
    decided_by: str = ""
    decided: str = ""

    @property
    def waits(self) -> bool:
        """Whether nobody has decided yet if it holds for everybody."""
        return self.holds == "personal" and not self.decided

    @property
    def id(self) -> str:
        """Eight hex digits, the same for whoever means the same."""
        told = storable("\n".join((self.graph, term_key(self.term), self.meaning)))
        return hashlib.sha256(told.encode()).hexdigest()[:8]


def term_key(term: str) -> str:
    """The form in which two terms are the same one.

    >>> term_key("Big  Hits") == term_key("big hit"), term_key("talkies") == term_key("talkie")
    (True, True)
    """
    *head, last = fold(storable(term)).split() or [""]
    one = (*singulars(last), last)[0]
    if one.endswith("ie"):
        one = f"{one[:-2]}y"
    elif one.endswith("e") and not in_dictionary(one):
        one = one[:-1]
    return " ".join((*head, one))


def meant(graph: str, entries: Sequence[Entry], person: str | None = None) -> list[Term]:
    """The meanings of one term by what people said of it, the one that holds for all first.

    Two people who mean the same speak for everybody, unless somebody means something else or an
    operator was against it; an operator always does.
    """
    people: dict[str, list[Entry]] = {}
    for entry in entries:
        people.setdefault(entry.meaning, []).append(entry)
    found = []
    for meaning, same in people.items():
        approved = any(not entry.person for entry in same)
        # The operator's own word stands before what was decided on anybody else's.
        decided = max(same, key=lambda entry: (not entry.person, entry.decided))
        count = sum(1 for entry in same if entry.person)
        everybody = approved or (count > 1 and len(people) == 1 and not decided.decided)
        own = any(entry.person == person for entry in same)
        holds: Holds = "everybody" if everybody else "personal"
        said = min(same, key=lambda entry: (entry.person != person, entry.created))
        told = (said.created, decided.decided_by, decided.decided)
        found.append(Term(graph, same[0].term, meaning, count, holds, own, *told))
    return sorted(found, key=lambda one: one.holds != "everybody")
