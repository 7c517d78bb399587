"""What a message says of how it goes on: those of them that, the same for, the newest first.

And what it goes on from: a number, one row, several.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.reader.anchors import Anchors
from bot.reader.lexicon import LEXICON
from bot.reader.past import Before
from bot.reader.pointing import PLACED, kinds_at
from memory.query import Aggregate

_CHOOSING = {"which", "who", "whom", "what", "any", "anyone", "anybody"}
_THESE = {"them", "these", "those", "they"}
_ORDERED, _ONLY = {"first", "top"}, {"only", "just"}


def cues(found: Anchors) -> list[str]:
    """Return what in a message speaks for or against that it goes on from what was before."""
    words = [f for f, t in zip(found.forms, found.tokens, strict=True) if t.kind != "mark"]
    said = []
    if words[:1] and words[0] in LEXICON.joiners:
        said.append(f"opens_{words[0]}")
    if set(words) & LEXICON.plurals:
        said.append("plural")
    if set(words) & LEXICON.singulars:
        said.append("singular")
    length = len(words)
    said.append("short" if length <= 3 else "middle" if length <= 7 else "long")
    if found.opening in ("who", "what", "which", "where", "when", "how", "how_many", "auxiliary"):
        said.append("question")
    if any(one.links[0].method in PLACED for one in found.values):
        said.append("placed")
    return [*said, *_going_on(found, words)]


def named(found: Anchors) -> Iterator[str]:
    """Yield what a message names: things, relationships, properties, values, figures."""
    kinds = {m.element[0] for m in found.mentions if m.sure}
    yield from sorted(kinds)
    if any(not one.links[0].method.startswith("past_") for one in found.values):
        yield "value"
    if found.numbers:
        yield "figure"
    if not kinds:
        yield "nothing"


def after(past: Sequence[Before]) -> Iterator[str]:
    """Yield what the last answer was: a number, yes or no, one row or several."""
    told = next((one.answer for one in past if not one.recalled), None)
    if told is None or told.query is None:
        return
    if told.query.form in ("yes_no", "count"):
        yield f"after_{told.query.form}"
    elif any(isinstance(column.operand, Aggregate) for column in told.query.columns):
        yield "after_figures"
    else:
        yield "after_one" if told.row_count == 1 else "after_several"


def _going_on(found: Anchors, words: Sequence[str]) -> Iterator[str]:
    """What says how it goes on: those of them that; the same for; the newest first; not these."""
    for at, word in enumerate(words[:-1]):
        behind, asks = words[at + 1 : at + 4], {*words[: min(at, 2)]} & _CHOOSING
        if (word == "of" and at < 4 and asks and set(behind) & _THESE) or (
            word in ("which", "who") and at < 2 and behind[0] in _THESE
        ):
            yield "of_them"
            break
    if words[:2] in (["which", "ones"], ["what", "ones"]) and len(words) < 5:
        yield "ones"
    if set(words[:4]) & LEXICON.sames or words[-1:] in (["same"], ["too"]):
        yield "same"
    if set(words[:4]) & LEXICON.others:
        yield "else"
    if set(words) & LEXICON.corrections:
        yield "corrects"
    if found.removals and not set(words) & LEXICON.question_words:
        yield "removes"
    if set(words[:2]) & LEXICON.listings:
        yield "lists"
    if len(words) > 1 and (words[-1] in _ORDERED):
        yield "orders"
    if len(words) > 1 and (words[-1] in _ONLY or words[0] in _ONLY):
        yield "only"
    if words[-1:] == ["each"]:
        yield "each"
    if _complete(found, words):
        yield "complete"
    kinds = {m.element[0] for m in found.mentions if m.sure}
    if words[-1:] == ["there"] and {*words[-3:-1]} & {"is", "are"} and "label" in kinds:
        yield "exists"
    if set(words[-2:]) & LEXICON.additions or set(words[:4]) & LEXICON.additions:
        yield "also"


def kind_of_them(found: Anchors) -> set[str]:
    """Return the labels of what is picked from: which of the drugs; which of those drugs."""
    forms = found.forms
    for at in range(1, min(5, len(forms) - 2)):
        picked = forms[at] == "of" and forms[at + 1] in (_THESE | {"the"})
        if picked and {*forms[:at]} & _CHOOSING:
            return {*kinds_at(found, at + 2)}
    return set()


def _complete(found: Anchors, words: Sequence[str]) -> bool:
    """Return whether a message says itself what it asks, and of which: it leans on nothing."""
    leaning = LEXICON.singulars | LEXICON.plurals | LEXICON.others | LEXICON.sames
    asks = bool(words) and (found.opening != "other" or words[0] in LEXICON.listings)
    kinds = {m.element[0] for m in found.mentions if m.sure}
    named = any(not one.links[0].method.startswith("past_") for one in found.values)
    closed = named or "there" in words or bool(found.ranks) or bool(found.numbers)
    told = kinds & {"label", "type"} and (closed or "label" in kinds)
    return asks and bool(told) and not leaning & {*words}
