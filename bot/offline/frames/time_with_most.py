"""The year that saw the most films; that had the most releases, births or hires.

What happened is a thing with a date of that name: the most releases are the most films released.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.kinds import TIME_KINDS
from bot.offline.lexicon import Lexicon, NounTarget
from bot.offline.vocabulary import expand
from bot.offline.wording import participle
from bot.offline.words import is_plural, lemmas, parts, plural, roots
from memory.query import Aggregate
from memory.text import split_name
from memory.tree_edits import attributes_of

_COST = 0.05
_SPAN = r"(?:year|decade|century|month|quarter)"
_TIME = re.compile(
    rf"\A\W*(?P<time>(?:in |during )?(?:which|what) {_SPAN}s?"
    rf"|(?P<find>find|identify|show(?: me)?|give me|display|return|name|what (?:is|was))"
    rf" the (?P<span>{_SPAN})) "
    r"(?P<saw>saw|with|sees|has seen|had seen|had|has|have|witnessed|brought|experienced) "
    r"the (?P<most>most|fewest|least|(?:highest|largest|greatest) number of|lowest number of) "
    r"(?P<noun>[a-z]+)\b",
    re.I,
)
_FEW = ("fewest", "least", "lowest number of")
_HAD = ("had", "has", "have")
_BIRTH = "birth"


@cued("the most", "the fewest", "the least", "number of ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which year saw the most releases?"""
    found = _TIME.search(asked.question)
    if found is None:
        return
    many = "fewest" if found["most"].lower() in _FEW else "most"
    noun = found["noun"].lower()
    if any(isinstance(target, NounTarget) for target in asked.lexicon.lookup((noun,))):
        if not found["find"] and found["saw"].lower() in _HAD and found["most"].lower() == many:
            return
        time = f"Which {found['span']}" if found["find"] else found["time"]
        heard = asked.hear((found.start("time"), found.end("most"), f"{time} had the {many}"))
    else:
        happening = _happening(asked.lexicon, noun) if is_plural(noun) else None
        if happening is None:
            return
        label, name, done = happening
        time = re.sub(r"\A(?:in|during) ", "", found["time"], flags=re.I)
        time = f"which {found['span']}" if found["find"] else time
        said = f"In {time} were the {many} {plural(' '.join(split_name(label)))} {done}"
        heard = asked.hear((found.start("time"), found.end(), said))
        if heard is not None and not _at(name, heard):
            return
    if heard is not None and _ranked(heard):
        yield heard.priced(_COST)


def _ranked(heard: Heard) -> bool:
    """Whether times are ranked by how many there were."""
    order = heard.query.order
    return len(order) == 1 and isinstance(order[0].operand, Aggregate)


def _at(name: str, heard: Heard) -> bool:
    """Whether the time is that of the date that was named, or the year kept beside it."""
    keys = [x for column in heard.query.columns for x in attributes_of(column.operand)]
    return all(x.property in (name, "year") for x in keys)


def _happening(lexicon: Lexicon, noun: str) -> tuple[str, str, str] | None:
    """The only things that something of that name happens to, its date and its participle."""
    found: dict[str, tuple[str, str]] = {}
    for label in lexicon.schema.labels:
        for name in lexicon.schema.labels[label].properties:
            timely = lexicon.kind(label, name) in TIME_KINDS
            if timely and (done := _done(lexicon, label, name, noun)):
                found.setdefault(label, (name, done))
    labels = [x for x in found if not set(lexicon.schema.labels[x].implies) & set(found)]
    return (labels[0], *found[labels[0]]) if len(labels) == 1 else None


def _done(lexicon: Lexicon, label: str, name: str, noun: str) -> str:
    """The participle of a date that a noun names: released, of releases; else empty."""
    if lemmas(noun)[-1] == _BIRTH:
        return "born" if name in dict(lexicon.measures(label, (_BIRTH,))) else ""
    first = split_name(name)[0]
    if not roots(noun) & roots(first):
        return ""
    verbal = "VERB" in parts(first) and first.endswith(("ed", "n"))
    done = first if verbal else participle(expand(split_name(name)))
    return done if done.endswith(("ed", "n")) else ""
