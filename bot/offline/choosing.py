"""The choice among finished states: the readings that tie, and none where one as good is unsaid."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import islice
from math import inf

from bot.offline.assemble import Assembler
from bot.offline.build import Unsaid, build
from bot.offline.far_fetched import far_fetched
from bot.offline.reading import Reading
from bot.offline.soundness import sound
from bot.offline.state import Link, State
from bot.realiser.english import to_english
from memory.query import Attribute, Comparison, Constant, Pattern, Query
from memory.schema import Schema

# Readings tie where one costs no more than so much above the other.
_TIE = 0.04
# So many states are looked at: those behind them say the same in other orders.
_FINISHED = 30
# Costs are sums of fractions: two as cheap may differ by so little.
_EQUAL = 0.0005


def chosen(
    assembler: Assembler, schema: Schema, states: Iterable[State], most: float
) -> tuple[Reading, ...]:
    """The readings of finished states, several where they tie; not told in English yet.

    There are none where a state as cheap has no tree that can be said: what comes next to it was
    believed less.

    Args:
        assembler: What the states were made with.
        schema: That of the graph as it is, in whose words the readings are told.
        states: The finished states, the cheapest first.
        most: The cost above which no reading is wanted.
    """
    readings: list[Reading] = []
    read: list[State] = []
    least, unsaid = most, inf
    for state in islice(states, _FINISHED):
        least = min(least, state.cost)
        if state.cost > most or (readings and state.cost > least + _TIE):
            break
        try:
            query = _tree(assembler, state)
        except Unsaid:
            unsaid = min(unsaid, state.cost)
            continue
        if query is None or any(_alike(query, other.query) for other in readings):
            continue
        if readings and _worse(query, readings[0].query):
            continue
        if readings and _worse(readings[0].query, query):
            readings, read = [], []
        if any(covers(schema, other, state) for other in read):
            continue
        wider = [covers(schema, state, other) for other in read]
        readings = [one for one, less in zip(readings, wider, strict=True) if not less]
        read = [one for one, less in zip(read, wider, strict=True) if not less]
        if not any(_renumbered(query, other.query, schema) for other in readings):
            readings.append(Reading(query, "", round(state.cost, 3), state.used))
            read.append(state)
    return tuple(readings) if readings and readings[0].cost <= unsaid + _EQUAL else ()


def _tree(assembler: Assembler, state: State) -> Query | None:
    """The tree of a state; None where it asks for nothing in particular.

    Raises:
        Unsaid: The state means something that no tree says, or that nobody would mean.
    """
    query = build(assembler, state)
    if query is None or _of_anything(query) or echoes(query):
        return None
    if not sound(query) or far_fetched(state):
        raise Unsaid
    return query


def _of_anything(query: Query) -> bool:
    """Whether a tree asks for all there is, as no question does."""
    joined = {end for edge in query.pattern.edges for end in (edge.start, edge.end)}
    return any(not n.labels and n.variable not in joined for n in query.pattern.nodes)


def _alike(one: Query, other: Query) -> bool:
    """Whether two trees ask for the same, though they may show it differently."""
    first, second = one.source, other.source
    if first is not None and second is not None and not _alike(first, second):
        return False
    return one.form == other.form and _meaning(one.pattern) == _meaning(other.pattern)


def _renumbered(one: Query, other: Query, schema: Schema) -> bool:
    """Whether a tree is another one with its nodes numbered otherwise."""
    return _shape(one) == _shape(other) and to_english(one, schema) == to_english(other, schema)


def _shape(query: Query) -> tuple[object, ...]:
    """What a tree is made of, whatever its variables are called."""
    nodes = Counter(node.labels for node in query.pattern.nodes)
    return nodes, Counter(edge.types for edge in query.pattern.edges)


def _worse(one: Query, other: Query) -> bool:
    """Whether another tree that costs about as much is to be preferred."""
    return _longer_way(one, other) or _fuller(other, one)


def _fuller(one: Query, other: Query) -> bool:
    """Whether a tree says all that the other does, and more: it accounts for more words."""
    edges, fewer = _meaning(one.pattern), _meaning(other.pattern)
    same = one.form == other.form and edges[:2] == fewer[:2] and one.having == other.having
    return same and set(one.pattern.where) > set(other.pattern.where)


def _longer_way(one: Query, other: Query) -> bool:
    """Whether a tree reaches over one more edge a value that the other finds on the way."""
    kept = {t.right for t in other.pattern.where if isinstance(t, Comparison)}
    same = (
        one.form == other.form
        and {t.right for t in one.pattern.where if isinstance(t, Comparison)} == kept
    )
    types, fewer = ([e.types for e in q.pattern.edges] for q in (one, other))
    longer = len(types) == len(fewer) + 1 and all(t in types for t in fewer)
    return same and bool(kept) and longer


def _meaning(pattern: Pattern) -> tuple[object, ...]:
    """A pattern without the order of its parts and the ends of undirected edges."""
    edges = {
        (e.types, e.hops, *((e.start, e.end) if e.directed else sorted((e.start, e.end))))
        for e in pattern.edges
    }
    return frozenset(pattern.nodes), frozenset(edges), frozenset(pattern.where)


def covers(schema: Schema, wide: State, narrow: State) -> bool:
    """Whether a state differs from another in one label alone, and all the other finds bears it."""
    if wide.links != narrow.links or wide.tests != narrow.tests or not _asks_alike(wide, narrow):
        return False
    if len(wide.vertices) != len(narrow.vertices):
        return False
    pairs = enumerate(zip(wide.vertices, narrow.vertices, strict=True))
    apart = [(n, one.labels, other.labels) for n, (one, other) in pairs if one != other]
    if len(apart) != 1:
        return False
    (vertex, labels, fewer), *_ = apart
    if len(labels) != 1 or len(fewer) != 1 or not schema.related(labels[0], fewer[0]):
        return False
    if labels[0] in schema.labels[fewer[0]].implies:
        return True
    at = (link for link in wide.links if vertex in (link.start, link.end) and link.directed)
    return any(_all_bear(schema, wide, link, vertex, fewer[0]) for link in at)


def _asks_alike(one: State, other: State) -> bool:
    """Whether two states ask for the same of their vertices."""
    asked = [
        [(ask.owner, ask.function, ask.candidates[0].property) for ask in state.asks]
        for state in (one, other)
    ]
    return asked[0] == asked[1] and one.ranks == other.ranks and one.tallies == other.tallies


def _all_bear(schema: Schema, state: State, link: Link, vertex: int, label: str) -> bool:
    """Whether all of a label to which a link leads also bear the label that the vertex has.

    Told by numbers: of the relationships none is left when those are taken off that lead to the
    vertex's label, and those that have nothing to do with either label or with where they start.
    """
    forward = vertex == link.end
    far = state.vertices[link.start if forward else link.end].labels
    own = state.vertices[vertex].labels[0]
    if len(far) != 1 or len(link.types) != 1 or link.start == link.end:
        return False
    known = schema.relationships[link.types[0]]
    left, elsewhere, beside = known.count, 0, 0
    for join in known.joins:
        start, end = (join.start, join.end) if forward else (join.end, join.start)
        if (start, end) == (far[0], own):
            left -= join.count
        elif not schema.related(start, far[0]):
            elsewhere = max(elsewhere, join.count)
        elif start == far[0] and not schema.related(end, own) and not schema.related(end, label):
            beside = max(beside, join.count)
    return left - elsewhere - beside == 0


def echoes(query: Query) -> bool:
    """Whether each value that a tree shows is one that it was told, of what has a relationship.

    What stands alone may be shown by its name: show the film Heat.
    """
    if query.form != "list" or query.source is not None or not query.pattern.edges:
        return False
    told = {
        test.left
        for test in query.pattern.where
        if isinstance(test, Comparison) and test.operator == "=" and _text(test.right)
    }
    shown = [column.operand for column in query.columns]
    return bool(shown) and all(isinstance(x, Attribute) and x in told for x in shown)


def _text(operand: object) -> bool:
    return isinstance(operand, Constant) and isinstance(operand.value, str)
