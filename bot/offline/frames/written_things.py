"""Reviews written by Ann, where she reviewed things: those she made, and nothing that she wrote."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.data import load
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, RelationTarget
from bot.offline.thing_questions import things_in
from bot.offline.words import lemmas, plural
from memory.text import fold, split_name

_COST = 0.05
_WRITTEN = frozenset(load("things")["written"])
_FORMS = {
    "wrote": "made",
    "written": "made",
    "write": "make",
    "writes": "makes",
    "writing": "making",
}
_WROTE = re.compile(rf"\b(?P<wrote>{'|'.join(_FORMS)})\b", re.I)
# Reviews (that were) written by; which reviews did Ann write.
_BEFORE = re.compile(
    r"(?P<noun>\w+) (?:(?:that|which) )?(?:(?:(?:was|were|is|are|been|have|has|had) )*\Z"
    r"|(?:(?:did|has|have|had|does|do) )?(?P<who>[^,;?]+) \Z)",
    re.I,
)
_WORD = re.compile(r"[\w'’-]+")
# So far behind the verb may be what it is done to: wrote at least five reviews.
_NEAR = 5


@cued(*_FORMS)
def frame(asked: Asked) -> Iterator[Heard]:
    """How many reviews were written by Ann?"""
    wrote = list(_WROTE.finditer(asked.question))
    if len(wrote) != 1:
        return
    nouns = {*_written_somehow(asked)}
    nouns |= {plural(noun) for noun in nouns}
    (found,) = wrote
    if nouns and (_before(asked, found, nouns) or _behind(asked, found, nouns)):
        heard = asked.hear((*found.span(), _FORMS[found[0].lower()]))
        if heard is not None:
            yield heard.priced(_COST)


def _written_somehow(asked: Asked) -> Iterator[str]:
    """Nouns for what is written, though no relationship of that name leads there."""
    schema = asked.lexicon.schema
    yield from {t.label.lower() for t in things_in(asked.question, asked.lexicon)} & _WRITTEN
    verbs = (t for t in asked.lexicon.lookup(("written",)) if isinstance(t, RelationTarget))
    joins = [j for t in verbs for j in schema.relationships[t.type].joins]
    written = {end for join in joins for end in (join.start, join.end)}
    for label in schema.labels.keys() - written:
        if split_name(label)[-1] in _WRITTEN:
            yield split_name(label)[-1]


def _before(asked: Asked, found: re.Match[str], nouns: set[str]) -> bool:
    """Whether it stands before the verb what was written."""
    last = not asked.question[found.end() : asked.end].strip()
    before = asked.question[: found.start()]
    for place in re.finditer(r"\w+", before):
        said = _BEFORE.fullmatch(before, place.start()) if fold(place[0]) in nouns else None
        if said is not None and (last or not said["who"]):
            return True
    return False


def _behind(asked: Asked, found: re.Match[str], nouns: set[str]) -> bool:
    """Whether it stands behind the verb, with no other thing between."""
    for word in _WORD.findall(asked.question[found.end() :])[:_NEAR]:
        if fold(word) in nouns:
            return True
        if fold(word) == "by" or _is_thing(asked, fold(word)):
            return False
    return False


def _is_thing(asked: Asked, word: str) -> bool:
    known = (x for form in {word, *lemmas(word)} for x in asked.lexicon.lookup((form,)))
    return any(isinstance(target, NounTarget) for target in known)
