"""Who is the oldest of the sailors, the richest among the dead: they are the ones who are asked."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import FlagTarget, NounTarget
from bot.offline.marking_labels import tells_how
from bot.offline.words import lemmas

_COST = 0.05
_TAIL = re.compile(
    r"(?P<tail> (?P<of>of|among|amongst|out of) (?:all )?(?:of )?(?:the |our )?(?P<noun>\w+))"
    r"[\s.?!]*\Z",
    re.I,
)
_WHO = re.compile(r"\A\W*(?P<who>who|which one|which)(?='s | is | was | has | had )", re.I)
_MOST = re.compile(r"\b(?:most|least|fewest|highest|lowest|\w+est|best|worst)\b", re.I)
# The oldest of the sailors, but the best friend of the sailors.
_RIGHT_BEFORE = re.compile(r"\b(?:(?:most|least) [a-z]+|[a-z]+est|worst)\Z", re.I)
_WORD = re.compile(r"[a-z]\w+", re.I)


@cued(" of ", " among ", " amongst ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Who is the oldest of the sailors? Which three guests paid the most among the members?"""
    text = asked.question
    found = _TAIL.search(text)
    if found is None or not (_MOST.search(text, 0, found.start())):
        return
    if found["of"].lower() == "of" and not _RIGHT_BEFORE.search(text, 0, found.start()):
        return
    nouns, flags = _named(asked, found["noun"])
    who = _WHO.match(text)
    if who is not None and nouns:
        edit = (*who.span("who"), f"Which {lemmas(found['noun'])[-1]}")
    elif nouns or flags:
        placed = _asked_noun(asked, nouns | flags, found.start())
        if placed is None:
            return
        alone = nouns and not tells_how(found["noun"].lower())
        start, end = placed
        edit = (start, end, found["noun"] if alone else f"{found['noun']} {text[start:end]}")
    else:
        return
    heard = asked.hear(edit, (*found.span("tail"), ""))
    if heard is not None:
        yield heard.priced(_COST)


def _named(asked: Asked, word: str) -> tuple[set[str], set[str]]:
    """The labels that a word names, and those whose flag it says."""
    known = {
        target for form in {word.lower(), *lemmas(word)} for target in asked.lexicon.lookup((form,))
    }
    nouns = {target.label for target in known if isinstance(target, NounTarget)}
    return nouns, {target.owner for target in known if isinstance(target, FlagTarget)}


def _asked_noun(asked: Asked, labels: set[str], end: int) -> tuple[int, int] | None:
    """Where the first noun stands that is wider than those labels, or one of them."""
    schema = asked.lexicon.schema
    known = [schema.labels[x] for x in labels if x in schema.labels]
    wider = {name for label in known for name in (label.name, *label.implies)}
    for word in _WORD.finditer(asked.question, 0, end):
        if _named(asked, word[0])[0] & wider:
            return word.span()
    return None
