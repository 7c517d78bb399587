"""Things that are amounts: the average payout, total donations, how much was paid out in 2024.

Only where a thing's one figure is just called its amount or value (a claim has more to it), or is a
span of time: the average delay.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.kinds import kind_of
from bot.offline.lexicon import NounTarget
from bot.offline.subtrees import reckoned
from bot.offline.words import is_plural, plural, roots
from memory.text import fold, split_name

_COST = 0.1
_AMOUNTS = frozenset(["amount", "value", "sum", "total"])
_SPANS = [[x] for x in ("seconds", "minutes", "hours", "days", "weeks", "months", "years")]
_WHOLE = r"(?:(?:of )?(?:all |the |our |my |your )*)"
_MEANS = ("average", "mean", "median")
_MEAN = rf"{'|'.join(_MEANS)}|total|overall|sum|combined|cumulative"
_FIGURE = re.compile(
    rf"\b(?P<mean>{_MEAN}) {_WHOLE}(?P<noun>(?!of\b)\w+)(?P<said> (?:amounts?|values?|sums?))?"
    r"(?! \w+(?:,| |\b)(?:of|for)\b)(?=\b)",
    re.I,
)
_BEHIND = re.compile(
    r"\b(?P<noun>\w+) (?P<mean>totals?|averages?)(?= (?:for|in|of|from|since|per|by)\b|\W*\Z)", re.I
)
_US = r"(?:we|you|they|i|people|everybody|everyone)"
_MUCH = re.compile(
    rf"\bhow much (?:money )?(?:(?:did|do|have|has) (?:{_US}|(?P<who>[\w'’. -]+?)) "
    r"|(?:was|were|is|has been|have been) )"
    r"(?:(?:ever|already|so far) )?(?P<verb>[a-z]+)(?: (?P<way>out|in|back))?"
    r"(?=\W*\Z| (?:in|for|to|on|since|from|by|during|between|before|after|at|with)\b)",
    re.I,
)


@cued("average", "mean", "median", "total", "overall", "sum", "combined", "cumulative", "how much")
def frame(asked: Asked) -> Iterator[Heard]:
    """What was the average payout in 2024?"""
    for pattern in (_FIGURE, _BEHIND):
        found = pattern.search(asked.question)
        if found is None:
            continue
        word = fold(found["noun"])
        if is_plural(word) and found["mean"].lower() in _MEANS:
            # How many there are on average.
            continue
        for label, name in _amounts(asked).items():
            if _names(asked, word, label) and found["mean"].lower() != name:
                mean = found["mean"].lower()
                mean = {"sum": "total", "overall": "total"}.get(mean, mean).removesuffix("s")
                said = f"{mean} {' '.join(split_name(name))} of {_several(word)}"
                heard = asked.hear((found.start(), found.end(), said))
                if heard is not None and reckoned(heard.query, name):
                    yield heard.priced(_COST)
                return
    done = _MUCH.search(asked.question)
    if done is not None:
        yield from _how_much(asked, done)


def _amounts(asked: Asked) -> dict[str, str]:
    """Labels that have one figure, and that just an amount."""
    found: dict[str, str] = {}
    for label in asked.lexicon.schema.labels.values():
        numbers = [p.name for p in label.properties.values() if kind_of(p) == "number"]
        spans = [name for name in numbers if split_name(name) in _SPANS]
        if len(numbers) == 1 and split_name(numbers[0])[0] in _AMOUNTS:
            found[label.name] = numbers[0]
        elif len(spans) == 1:
            # A delay, of so many minutes.
            found[label.name] = spans[0]
    return found


def _names(asked: Asked, word: str, label: str) -> bool:
    known = asked.lexicon.lookup((word,))
    return any(isinstance(t, NounTarget) and t.label == label and c < 0.3 for t, c in known.items())


def _several(word: str) -> str:
    return word if is_plural(word) else plural(word)


def _how_much(asked: Asked, done: re.Match[str]) -> Iterator[Heard]:
    """How much was donated: the total amount of donations."""
    verb, way = fold(done["verb"]), (done["way"] or "").lower()
    for label, name in _amounts(asked).items():
        words = split_name(label)
        if len(words) > 2:
            continue
        together = bool(way) and any(f"{root}{way}" == "".join(words) for root in roots(verb))
        if not together and not roots(verb) & roots(words[-1]):
            continue
        end = done.end("way" if together else "verb")
        things = plural(" ".join(words))
        said = f"what is the total {' '.join(split_name(name))} of {things}"
        heard = asked.hear((done.start(), end, said))
        if done["who"]:
            # How much did Ulla give: of hers.
            whose = (f"{said} by ", done.span("who"), (end, len(asked.question)))
            heard = asked.hear_pieces(*whose)
        if heard is not None and reckoned(heard.query, name):
            yield heard.priced(_COST)
