"""A length told in time where a way is kept, too: the longest voyage, in days or in miles."""

from __future__ import annotations

import re

from bot.offline.measures import Measures
from memory.query import Query
from memory.schema import Schema
from memory.tree_edits import attributes_of

_LONG = re.compile(r"\b(?:longest|shortest|longer|shorter)\b", re.I)
_TIME = re.compile(
    r"\b(?:days?|weeks?|months?|years?|hours?|minutes?|time|durations?|last(?:s|ed|ing)?|took|takes?"
    r"|taken|taking|spent|spend|stay(?:s|ed)?)\b",
    re.I,
)


def measures_otherwise(question: str, query: Query, schema: Schema) -> bool:
    """Whether *longest* is told by a time that is only reckoned, of what keeps a distance.

    Nothing in the words says which of the two is meant: of flights, tours, hauls.
    """
    if not _LONG.search(question) or _TIME.search(question):
        return False
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    tests = [getattr(test, "left", None) for test in query.pattern.where]
    held = [a for x in (*(o.operand for o in query.order), *tests) for a in attributes_of(x)]
    measures = Measures(schema)
    return any(
        label in schema.labels
        and a.property not in schema.labels[label].properties
        and a.property.startswith("duration")
        and bool(measures.measures(label, ("distance",)))
        for a in held
        for label in labels.get(a.variable, ())
    )
