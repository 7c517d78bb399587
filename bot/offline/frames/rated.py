"""What was rated where only the rating itself keeps how well: best rated, got 5 stars, gave a 1.

Said as what is stored: those with the highest average of it, those that were reviewed with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.frames.bounds import NUMBER, SIGNS
from bot.offline.kinds import kind_of
from bot.offline.lexicon import Lexicon, NounTarget
from bot.offline.words import participles, plural
from memory.text import fold, split_name

_COST = 0.1
_RATINGS = frozenset(["rating", "stars", "score", "grade", "mark", "vote"])
_POLES = {"best": "highest", "top": "highest", "highest": "highest", "worst": "lowest"}
_POLE = r"(?P<pole>best|top|highest|worst|lowest)"
_DONE = r"(?:rated|reviewed|scored|graded|ranked|rating|reviews?|scoring)"
_SIGN = "|".join(sorted(SIGNS, key=len, reverse=True))
_MANY = rf"(?:(?P<sign>{_SIGN}) )?(?P<number>\d+(?:\.\d+)?|{NUMBER})(?:[ -]stars?)?"
_BEST = re.compile(rf"\b{_POLE}[ -]{_DONE} (?P<noun>\w+)", re.I)
_HAS = re.compile(
    rf"\b(?P<has>has|have|had|got|gets?|with) (?:the )?{_POLE} (?:ratings?|reviews?|scores?)\b"
    r"(?! of)",
    re.I,
)
_GOT = re.compile(
    r"\b(?P<noun>\w+) (?:(?:that|which|who) )?(?:(?:is|are|was|were|have|has|had|been|get|got|"
    r"received|given|with|scored|rated|reviewed) )+(?:an? )?"
    rf"(?:(?:rating|review|score|grade)s? )?(?:of )?{_MANY}"
    r"(?=\W*\Z|,| (?:in|by|from|for|since|before|after|and|or|on|during|with|who|that|which)\b)",
    re.I,
)
_GAVE = re.compile(
    r"\b(?:gave|gives?|awarded|awards?) (?:an? )?(?:(?:rating|review|score|grade)s? )?"
    rf"(?:of )?{_MANY}(?: (?:ratings?|reviews?|scores?))?"
    r"(?: to (?:an? |any |some )?(?P<thing>\w+))?"
    r"(?=\W*\Z|,| and\b)",
    re.I,
)
_GAVE_IT = re.compile(
    rf"\b(?:gave|gives?|awarded) (?P<whom>.+?) (?:an? )?(?:(?:rating|score|grade) )?(?:of )?{_MANY}"
    r"(?: rating| review| score)?\W*\Z",
    re.I,
)
_STARRED = re.compile(r"\b(?:rat\w+|stars?|reviews?|reviewed|scor\w+|grad\w+)\b", re.I)
_GIVEN = re.compile(r"\b(?:gave|gives?|given|awarded|awards?)\b", re.I)
_MEAN = re.compile(r"\b(?:average|mean|avg|most|many)\b", re.I)


@dataclass(frozen=True, slots=True)
class _Rating:
    """A relationship by which one thing is rated: its words, and those of its two ends.

    `alone` where the thing keeps no rating itself.
    """

    done: str
    how_well: str
    whose: str
    what: str
    alone: bool


@cued("rat", "review", "star", "scor", "grad", "rank")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which products got less than 3 stars?"""
    rating = _rating(asked.lexicon)
    if rating is None:
        return
    best, has = _BEST.search(asked.question), _HAS.search(asked.question)
    heard: Heard | None = None
    if not rating.alone:
        heard = _so_well(asked, rating) if _GIVEN.search(asked.question) else None
    elif best is not None and _names(asked, best["noun"], rating.what):
        pole = _POLES.get(best["pole"].lower(), "lowest")
        said = f"{best['noun']} with the {pole} average {rating.how_well}"
        heard = asked.hear((*best.span(), said))
    elif has is not None:
        pole = _POLES.get(has["pole"].lower(), "lowest")
        heard = asked.hear((*has.span(), f"{has['has']} the {pole} average {rating.how_well}"))
    elif _STARRED.search(asked.question) and not _MEAN.search(asked.question):
        heard = _so_well(asked, rating)
    if heard is not None:
        yield heard.priced(_COST)


def _so_well(asked: Asked, rating: _Rating) -> Heard | None:
    """What got, or who gave, so many."""
    got, gave = _GOT.search(asked.question), _GAVE.search(asked.question)
    if gave is not None:
        what = gave["thing"] or plural(rating.what)
        said = f"{rating.done} {what} with {_amount(gave, rating)}"
        return asked.hear((*gave.span(), said))
    if got is not None and _names(asked, got["noun"], rating.what):
        said = f" that {plural(rating.whose)} {rating.done} with {_amount(got, rating)}"
        return asked.hear((got.end("noun"), got.end(), said))
    whom = _GAVE_IT.search(asked.question)
    if whom is not None:
        start, end = whom.span("whom")
        before: tuple[int, int, str] = (whom.start(), start, f"{rating.done} ")
        return asked.hear(before, (end, whom.end(), f" with {_amount(whom, rating)}"))
    return None


def _amount(found: re.Match[str], rating: _Rating) -> str:
    return f"a {rating.how_well} {found['sign'] or 'of'} {found['number']}"


def _names(asked: Asked, word: str, what: str) -> bool:
    """Whether a word is for what is rated."""
    known = asked.lexicon.lookup((fold(word),))
    labels = {t.label for t, cost in known.items() if isinstance(t, NounTarget) and cost < 0.3}
    return any(" ".join(split_name(label)) == what for label in labels)


def _rating(lexicon: Lexicon) -> _Rating | None:
    """The one relationship with a rating."""
    found = []
    for relationship in lexicon.schema.relationships.values():
        done, ends = (
            split_name(relationship.type)[0],
            [(j.start, j.end) for j in relationship.joins],
        )
        kept = [p for p in relationship.properties.values() if kind_of(p) == "number"]
        named = [p.name for p in kept if split_name(p.name)[-1] in _RATINGS]
        if len(named) != 1 or len(ends) != 1 or done not in participles(done):
            continue
        ((start, end),) = ends
        if start != end:
            how_well, whose, what = (" ".join(split_name(x)) for x in (named[0], start, end))
            alone = not lexicon.measures(end, ("rating",))
            found.append(_Rating(done, how_well, whose, what, alone))
    return found[0] if len(found) == 1 else None
