"""The links of a question in the order in which they are offered."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from typing import Any

from memory.english import noun_singular
from memory.schema import LinkedValue
from memory.spans import Question
from memory.text import fold, split_name
from memory.value_found import Found

MOST_NAMES = 10


def without_weaker(parts: Iterable[Found], misspelt: Iterable[Found]) -> list[Found]:
    """Both, with each value kept only where most of its words are found: forest gump, not gump."""
    kept: dict[tuple[str, str, str], Found] = {}
    for f in (*parts, *misspelt):
        at = (f.link.label, f.link.property, str(f.link.value))
        if at not in kept or f.link.score > kept[at].link.score:
            kept[at] = f
    return list(kept.values())


def ranked(question: Question, found: Iterable[Found]) -> list[LinkedValue]:
    """Longest words first, then by place in the question, then best first; few names a stretch.

    Of equally good ones those come first whose label or property the question names.
    """
    said = {form for w in question.words for form in (w.bare, noun_singular(w.bare))}

    def order(f: Found) -> tuple[Any, ...]:
        link = f.link
        named = len(said.intersection((*split_name(link.label), *split_name(link.property))))
        return (
            f.first - f.last,
            link.start,
            link.end,
            -link.score,
            -named,
            link.method != "exact",
            fold(str(link.value)),
            link.label,
            link.property,
        )

    links: list[LinkedValue] = []
    by_words = groupby(sorted(found, key=order), key=lambda f: (f.link.start, f.link.end))
    for _, group in by_words:
        names: set[str] = set()
        for f in group:
            names.add(str(f.link.value))
            if len(names) > MOST_NAMES:
                break
            links.append(f.link)
    return links
