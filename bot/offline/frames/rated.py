"""What was rated where only the rating itself keeps how well: best rated, got 5 stars, gave a 1.

Said as what is stored: those with the highest average of it, those that were reviewed with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.frames.bounds import NUMBER, SIGNS
from bot.offline.kinds import kind_of
from bot.offline.lexicon import Lexicon, NounTarget
from bot.offline.words import is_plural, lemmas, participles, plural
from memory.schema import Property
from memory.text import fold, split_name

_COST = 0.1
_RATINGS = frozenset(["rating", "stars", "score", "grade", "mark", "vote"])
# Nodes that keep what somebody thought.
_THOUGHTS = frozenset(["review", "rating", "feedback", "evaluation", "assessment", "appraisal"])
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
_SO = re.compile(
    rf"\b(?:is|are|was|were|has been|have been) {_DONE} (?:the )?{_POLE}"
    r"(?=\W*\Z| (?:in|by|of|among)\b)",
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

    `alone` where the thing keeps no rating itself; `by` is the word for nodes that keep it.
    """

    done: str
    how_well: str
    whose: str
    what: str
    alone: bool
    by: str = ""


@cued("rat", "review", "star", "scor", "grad", "rank")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which products got less than 3 stars?"""
    rating = _rating(asked.lexicon) or _kept_apart(asked.lexicon)
    if rating is None:
        return
    heard: Heard | None = None
    best = _best(asked, rating) if rating.alone else None
    if not rating.alone:
        heard = _so_well(asked, rating) if _GIVEN.search(asked.question) else None
    elif best is not None:
        heard = asked.hear(*best)
    elif rating.by:
        heard = _by_review(asked, rating)
    elif _STARRED.search(asked.question) and not _MEAN.search(asked.question):
        heard = _so_well(asked, rating)
    if heard is not None:
        yield heard.priced(_COST)


def _best(asked: Asked, rating: _Rating) -> list[Edit] | None:
    """The words that make the best rated those with the highest average."""
    best, has = _BEST.search(asked.question), _HAS.search(asked.question)
    so = _SO.search(asked.question)
    said = best or has or so
    if said is None or _is_of_one(asked, rating, said.start()):
        return None
    pole = _POLES.get(said["pole"].lower(), "lowest")
    figure = f"the {pole} average {rating.how_well}"
    if best is not None:
        named = _names(asked, best["noun"], rating.what) or _is_value(asked, best.span("noun"))
        start, end = best.span("noun")
        return [(best.start(), start, ""), (end, end, f" with {figure}")] if named else None
    return [(*said.span(), f"{said['has']} {figure}" if has is not None else f"has {figure}")]


def _is_of_one(asked: Asked, rating: _Rating, end: int) -> bool:
    """Whether it is what somebody thought that is the best: which review has the highest rating."""
    words = {form for word in asked.question[:end].split() for form in lemmas(fold(word))}
    return bool(rating.by) and rating.by in words


def _is_value(asked: Asked, span: tuple[int, int]) -> bool:
    """Whether a noun is a value: the best rated hotel, where that is a category."""
    return any((link.start, link.end) == span for link in asked.linked)


def _by_review(asked: Asked, rating: _Rating) -> Heard | None:
    """Who gave something so many: who has a review of it with that."""
    whom = _GAVE_IT.search(asked.question)
    if whom is None:
        return None
    start, end = whom.span("whom")
    much = f"a {rating.how_well} {whom['sign'] or 'of'} {whom['number']}"
    if is_plural(rating.how_well):
        much = f"{whom['sign'] or 'exactly'} {whom['number']} {rating.how_well}"
    of_it: Edit = (whom.start(), start, f"have a {rating.by} of ")
    return asked.hear(of_it, (end, whom.end(), f" with {much}"))


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


def _kept_apart(lexicon: Lexicon) -> _Rating | None:
    """The one kind of nodes that keep what somebody thought of one thing: reviews."""
    found, people = [], set(lexicon.pronouns.people)
    for label in lexicon.schema.labels.values():
        by = split_name(label.name)[-1]
        if by not in _THOUGHTS:
            continue
        named = [p.name for p in label.properties.values() if _is_rating(p)]
        ends = [{j.start, j.end} for _, j in lexicon.schema.joins()]
        rated = {x for e in ends if label.name in e for x in e} - people - {label.name}
        if len(named) != 1 or len(rated) != 1:
            continue
        (what,) = rated
        alone = not lexicon.measures(what, ("rating",))
        how_well, whose = " ".join(split_name(named[0])), "people"
        found.append(_Rating("", how_well, whose, " ".join(split_name(what)), alone, by))
    return found[0] if len(found) == 1 and found[0].alone else None


def _is_rating(property: Property) -> bool:
    return kind_of(property) == "number" and split_name(property.name)[-1] in _RATINGS


def _rating(lexicon: Lexicon) -> _Rating | None:
    """The one relationship with a rating."""
    found = []
    for relationship in lexicon.schema.relationships.values():
        done, ends = (
            split_name(relationship.type)[0],
            [(j.start, j.end) for j in relationship.joins],
        )
        named = [p.name for p in relationship.properties.values() if _is_rating(p)]
        if len(named) != 1 or len(ends) != 1 or done not in participles(done):
            continue
        ((start, end),) = ends
        if start != end:
            how_well, whose, what = (" ".join(split_name(x)) for x in (named[0], start, end))
            alone = not lexicon.measures(end, ("rating",))
            found.append(_Rating(done, how_well, whose, what, alone))
    return found[0] if len(found) == 1 else None
