"""Relations that the graph keeps as two steps: a sibling is another child of a parent.

`(a)-[:HAS_SIBLING]-(b)` where people are joined by HAS_PARENT alone becomes
`(a)-[:HAS_PARENT]->()<-[:HAS_PARENT]-(b)`.
"""

from __future__ import annotations

from bot.steps.repair.bindings import Hop, bindings_of
from bot.steps.repair.fix import Edit, Fix, quoted
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from memory.catalogue import say
from memory.english import singular
from memory.text import split_name

_UP, _DOWN = frozenset({"parent", "mother", "father"}), frozenset({"child", "son", "daughter"})
_BOSS, _REPORT = frozenset({"manager", "boss", "supervisor"}), frozenset({"report", "subordinate"})
_EMPLOYER = frozenset({"work", "works", "worked", "employer", "employed"})
# The word: the ways to say it in two steps, each step as (words of a type, along its arrow).
_Step = tuple[frozenset[str], bool]
_TWICE: tuple[tuple[frozenset[str], tuple[tuple[_Step, _Step], ...]], ...] = (
    (
        frozenset({"sibling", "brother", "sister"}),
        (((_UP, True), (_UP, False)), ((_DOWN, False), (_DOWN, True))),
    ),
    (
        frozenset({"grandparent", "grandmother", "grandfather"}),
        (((_UP, True), (_UP, True)), ((_DOWN, False), (_DOWN, False))),
    ),
    (
        frozenset({"grandchild", "grandson", "granddaughter"}),
        (((_DOWN, True), (_DOWN, True)), ((_UP, False), (_UP, False))),
    ),
    (
        frozenset({"colleague", "coworker", "teammate"}),
        (
            ((_EMPLOYER, True), (_EMPLOYER, False)),
            ((_BOSS, True), (_BOSS, False)),
            ((_REPORT, False), (_REPORT, True)),
        ),
    ),
)


def kinship(statement: Statement, known: Known) -> list[Fix]:
    """Write relations of two steps, of which the graph has the steps alone, as two steps."""
    bindings = bindings_of(statement.query, known.schema)
    found = [_fixed(hop, bindings.labels(hop.left), known) for hop in bindings.hops]
    return [fix for fix in found if fix is not None]


def _fixed(hop: Hop, left: frozenset[str], known: Known) -> Fix | None:
    relationship = hop.relationship
    if len(hop.types) != 1 or hop.types[0] in known.schema.relationships:
        return None
    if relationship.variable or relationship.properties or relationship.hops:
        return None
    words = {singular(word) for word in split_name(hop.types[0])}
    for names, ways in _TWICE:
        if not names & words:
            continue
        for way in ways:
            steps = [_step(known, left, *step) for step in way]
            sure = [step for step in steps if step is not None]
            if len(sure) < len(steps):
                continue
            if relationship.direction == "<":
                sure = [(type_, not along) for type_, along in reversed(sure)]
            made = "()".join(_arrow(*step) for step in sure)
            told = say("two steps of {new} for {old}", new=sure[0][0], old=hop.types[0])
            return Fix("kinship", told, (Edit(relationship.start, relationship.end, made),))
    return None


def _step(
    known: Known, left: frozenset[str], words: frozenset[str], along: bool
) -> tuple[str, bool] | None:
    """The one type that has such a word and joins what stands at the left."""
    found = {
        type_
        for type_, join in known.schema.joins()
        if words & {*split_name(type_)} and left & {join.start, join.end}
    }
    return (found.pop(), along) if len(found) == 1 else None


def _arrow(type_: str, along: bool) -> str:
    return f"-[:{quoted(type_)}]->" if along else f"<-[:{quoted(type_)}]-"
