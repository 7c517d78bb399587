"""What was done, told as what it was done to: inspections in 2023, as ships built in that year."""

from __future__ import annotations

from collections.abc import Iterator

from bot.offline.agency import makes
from bot.offline.lexicon import Lexicon, NounTarget
from bot.offline.thing_questions import things_in
from bot.offline.things import Thing
from bot.offline.tree_parts import walk
from bot.offline.words import plural
from memory.query import Comparison, Constant, Edge, Query

# A label's own words and their synonyms cost less, the doing that its nodes undergo so much.
_UNDERGONE = 0.3


def forgets_the_deed(question: str, query: Query, lexicon: Lexicon) -> bool:
    """Whether a noun for a doing is told of things of which nobody asks whether it was done.

    Publications are what was published, and creations what was created: those are there at all by
    what was done.
    """
    labels = {x for n in query.pattern.nodes if n.variable == query.subject for x in n.labels}
    things = [t for t in things_in(question, lexicon) if labels & _done_to(t, lexicon)]
    types = {t for edge in walk(query) if isinstance(edge, Edge) for t in edge.types}
    texts = " ".join(_texts(query))
    things = [t for t in things if t.label.lower() not in texts]
    return bool(things) and not any(makes(t.type) or t.type in types for t in things)


def _done_to(thing: Thing, lexicon: Lexicon) -> set[str]:
    """The labels that a thing's noun may also be a word for: of what it is done to."""
    noun = thing.label.lower()
    known = lexicon.lookup((noun,)) | lexicon.lookup((plural(noun),))
    nouns = {target.label: cost for target, cost in known.items() if isinstance(target, NounTarget)}
    ends = {end for j in lexicon.schema.relationships[thing.type].joins for end in (j.start, j.end)}
    return {label for label in ends if nouns.get(label, 0.0) >= _UNDERGONE}


def _texts(query: Query) -> Iterator[str]:
    """The values that a tree tests for: under investigation."""
    for test in query.pattern.where:
        if isinstance(test, Comparison) and isinstance(test.right, Constant):
            yield str(test.right.value).lower()
