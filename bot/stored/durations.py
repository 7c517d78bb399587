"""Durations that are not stored: the time from the beginning of a thing to its end.

A question is read over a schema in which what starts and ends on dates has a duration in days, or
in hours where the time of day is kept; in the tree that comes out it is reckoned (see `reckoned`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from bot.stored.ages import Lasted
from bot.stored.kinds import ISO, SPELT_DAYS, Kind
from bot.stored.measures import Measures
from bot.words.data import load
from bot.words.inflection import lemmas
from memory.schema import Label, Schema
from memory.text import split_name

_UNITS: dict[Kind, str] = {"date": "days", "datetime": "hours", "zoned": "hours"}
_UNITS |= dict.fromkeys((*ISO, *SPELT_DAYS), "days")  # type: ignore[arg-type]
_PAIRS = [(frozenset(x["begins"]), frozenset(x["ends"])) for x in load("durations")["pair"]]


def with_durations(schema: Schema, labels: Iterable[str] | None = None) -> Schema:
    """The schema in which those have a duration whose two ends are kept, and no duration is.

    Only some of its `labels`, where they are given.
    """
    measures, known = Measures(schema), schema.labels
    timed = {name: _timed(known[name], measures) for name in (known if labels is None else labels)}
    return replace(schema, labels={**known, **timed})


def _timed(label: Label, measures: Measures) -> Label:
    if measures.measures(label.name, ("duration",)):
        return label
    own = next(_spans(label, measures), None)
    return label if own is None else replace(label, properties={**label.properties, own.name: own})


def _spans(label: Label, measures: Measures) -> Iterator[Lasted]:
    """The time between the two dates of a pair, where there is no other such."""
    kinds = {name: measures.kind(label.name, name) for name in label.properties}
    dated = [name for name, kind in kinds.items() if kind in _UNITS]
    for begins, ends in _PAIRS:
        first, last = ([n for n in dated if said & _words(n)] for said in (begins, ends))
        if len(first) == len(last) == 1 and first != last and kinds[first[0]] == kinds[last[0]]:
            name = f"duration_{_UNITS[kinds[first[0]]]}"
            missing = max(label.properties[n].null_share for n in (*first, *last))
            since, until = first[0], last[0]
            yield Lasted(
                name,
                ("FLOAT",),
                null_share=missing,
                since=since,
                until=until,
                kind=kinds[since],
            )


def _words(name: str) -> set[str]:
    return {lemma for word in split_name(name) for lemma in lemmas(word)}
