"""What was asked before, as something to go on from: earlier readings, and whom they named.

An answer stays as a result set: its tree, from which a next message may add, replace or ask on, and
its individuals, which pronouns and ordinals may stand for. They compete with reading a message as
if nothing had been said before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from bot.cypher.subtrees import renamed, variables
from bot.reader.anchors import Anchors
from bot.reader.ground import Ground
from bot.reader.returning import renewed, returned
from bot.reader.sketch import Link, Shown, Sketch, Sorting, Tally, Test, Vertex
from memory.conversation import Exchange
from memory.query import (
    Aggregate,
    AllOf,
    Attribute,
    Column,
    Comparison,
    Condition,
    Constant,
    Entity,
    Function,
    Operand,
    Query,
)

# So many answers back are gone on from, and so many names stand for all of an answer.
_BACK, MOST_NAMES = 3, 50
_ASIDE = ("small_talk", "off_topic", "harmful")


@dataclass(frozen=True, slots=True)
class Before:
    """One earlier answer: as it was read, and as the set of what it is about; who was in it.

    `counted` is what was counted for one that has the most of it. `recalled` are the words of the
    message that name it, by its place or by what it was about, `leads` those that lead back to it.
    """

    whole: Sketch | None
    set: Sketch | None
    answer: Exchange
    counted: Sketch | None = None
    recalled: int = 0
    leads: int = 0


def asked_of(history: Sequence[Exchange]) -> list[Exchange]:
    """Return the turns that asked something of the graph."""
    return [x for x in history if not x.act and x.verdict not in _ASIDE]


def before(
    history: Sequence[Exchange], ground: Ground, found: Anchors | None = None
) -> list[Before]:
    """Return what a next message can go on from, the last first.

    Args:
        history: Earlier turns.
        ground: The schema, prepared.
        found: The message's anchors: what it names is there, however long ago; nothing is, where
            it begins anew.
    """
    answers = [x for x in history if not x.act and (x.query or x.mentions or x.linked)]
    if found is not None and renewed(found):
        return []
    named = returned(found, answers) if found is not None else {}
    gone_on = list[Before]()
    for nth in range(len(answers) - 1, -1, -1):
        answer = answers[nth]
        if nth < len(answers) - _BACK and nth not in named:
            continue
        # Of what a model wrote only those who were answered are known.
        query, whole, alone = answer.query, None, None
        if query is not None:
            whole, alone = sketches_of(query, ground)
        if alone is None or query is None or query.limit is not None:
            alone = _these(answer, ground) or alone
        gone_on.append(
            Before(whole, alone, answer, _counted(whole, answer), *named.get(nth, (0, 0)))
        )
    return gone_on


def _counted(whole: Sketch | None, answer: Exchange) -> Sketch | None:
    """What was counted for the one that has the most of it: the ships of the busiest port."""
    if whole is None or whole.tally is None or whole.key is None or answer.row_count != 1:
        return None
    tally, key = whole.tally, whole.key
    plain = tally.function == "count" and tally.property is None and key.property is None
    told = [one for one in answer.mentions if one.label == whole.owner(key.ref)]
    if not plain or tally.ref < 0 or len(told) != 1 or whole.order is None:
        return None
    test = Test(key.ref, told[0].property, "", "=", told[0].value, told[0].nodes)
    alone = whole.but(target=tally.ref, tests=(*whole.tests, test), key=None, tally=None)
    alone.order, alone.limit, alone.having, alone.columns = None, None, None, ()
    return alone.but(kept=frozenset(alone.tests))


# A tree as a sketch


def sketches_of(query: Query, ground: Ground) -> tuple[Sketch | None, Sketch | None]:
    """Return the sketch of a tree, and that of the set it is about; None where there is none."""
    plain = query.source is None and query.optional is None and query.route is None
    if not plain or query.form == "none" or query.subject not in _variables_of(query):
        return None, None
    try:
        return _Back(query, ground).both()
    except _Unlike:
        return None, None


def _these(answer: Exchange, ground: Ground) -> Sketch | None:
    """Return those of an answer as a set, where all of one kind are known by name.

    So is what was cut to so many rows, and what no sketch tells of.
    """
    told = answer.mentions
    kinds = {(one.label, one.property) for one in told}
    if len(kinds) != 1 or len(told) != answer.row_count or len(told) > MOST_NAMES:
        return None
    label, name = kinds.pop()
    if (label, name) not in ground.measures or not ground.is_label(label):
        return None
    values: Any = tuple(one.value for one in told)
    nodes = tuple(id_ for one in told for id_ in one.nodes)
    alone, several = Sketch(), len(values) > 1
    test = Test(0, name, "", "IN" if several else "=", values if several else values[0], nodes)
    alone.vertices, alone.given, alone.way = (Vertex(label),), 1, "past"
    return alone.but(tests=(test,), kept=frozenset({test}))


def _variables_of(query: Query) -> list[str]:
    return [node.variable for node in query.pattern.nodes]


class _Unlike(Exception):
    """A tree has a form that sketches lack."""


class _Back:
    def __init__(self, query: Query, ground: Ground) -> None:
        self._query, self._ground = query, ground
        self._refs = {name: n for n, name in enumerate(_variables_of(query))}
        for n, edge in enumerate(query.pattern.edges):
            if edge.variable:
                self._refs[edge.variable] = -1 - n

    def both(self) -> tuple[Sketch | None, Sketch]:
        query, alone = self._query, Sketch()
        nodes = query.pattern.nodes
        labels = [node.labels or self._of_any(node.variable) for node in nodes]
        if any(len(one) != 1 or one[0] not in self._ground.schema.labels for one in labels):
            raise _Unlike
        alone.vertices = tuple(
            Vertex(one[0], every_kind=not node.labels)
            for one, node in zip(labels, nodes, strict=True)
        )
        alone.links = tuple(self._links())
        alone.deep = frozenset(n for n, e in enumerate(query.pattern.edges) if e.hops != (1, 1))
        alone.target, alone.way = self._refs[query.subject], "past"
        alone.given = len(labels)
        alone.tests = tuple(self._tests(query.pattern.where))
        whole = self._whole(alone)
        shown = {(c.ref, c.property) for c in whole.columns} if whole is not None else set()
        if whole is not None and whole.order is not None and whole.order.by is not None:
            shown.add((whole.order.by.ref, whole.order.by.property))
        # What is only there to be shown is no condition of the set.
        kept = tuple(
            t
            for t in alone.tests
            if t.operator != "IS NOT NULL" or (t.ref, t.property) not in shown
        )
        return whole, alone.but(tests=kept, kept=frozenset(kept))

    def _of_any(self, variable: str) -> tuple[str, ...]:
        """One of the labels that a node may have, where it may have several."""
        pattern = self._query.pattern
        edges = [e for e in pattern.edges if variable in (e.start, e.end)]
        if len(edges) != 1 or edges[0].start == edges[0].end:
            raise _Unlike
        edge, forward = edges[0], edges[0].start == variable
        far = pattern.nodes[self._refs[edge.end if forward else edge.start]].labels
        kinds = self._ground.kinds_at(edge.types[0], far[0], forward=forward) if far else []
        if not kinds:
            raise _Unlike
        return (kinds[0],)

    def _links(self) -> Iterator[Link]:
        for edge in self._query.pattern.edges:
            if len(edge.types) != 1 or edge.hops[0] != 1:
                raise _Unlike
            yield Link(self._refs[edge.start], edge.types[0], self._refs[edge.end])

    def _tests(self, where: Iterable[Condition]) -> Iterator[Test]:
        for one in where:
            if isinstance(one, AllOf):
                yield from self._tests(one.conditions)
            else:
                yield self._plain(one) or self._raw(one)

    def _plain(self, one: Condition) -> Test | None:
        if not isinstance(one, Comparison) or not isinstance(one.left, Attribute):
            return None
        ref, name = self._refs.get(one.left.variable), one.left.property
        value = one.right.value if isinstance(one.right, Constant) else None
        constant = one.right is None or isinstance(one.right, Constant)
        folding = one.operator in ("CONTAINS", "STARTS WITH", "ENDS WITH")
        if ref is None or not constant or one.folded != folding:
            return None
        if (self._owner(ref), name) not in self._ground.measures:
            return None
        return Test(ref, name, "", one.operator, value, one.nodes)

    def _raw(self, one: Condition) -> Test:
        """A condition as it stands, its variables called by their numbers."""
        used = {name: ref for name, ref in self._refs.items() if name in variables(one)}
        if not used:
            raise _Unlike
        told = renamed(one, {name: f"@{ref}" for name, ref in used.items()})
        inner = {name: f"{name}_" for name in variables(told) if not name.startswith("@")}
        refs = ",".join(str(ref) for ref in used.values())
        return Test(next(iter(used.values())), refs, "raw", "", renamed(told, inner))

    def _owner(self, ref: int) -> str:
        pattern = self._query.pattern
        if ref < 0:
            return pattern.edges[-1 - ref].types[0]
        node = pattern.nodes[ref]
        return (node.labels or self._of_any(node.variable))[0]

    def _whole(self, alone: Sketch) -> Sketch | None:
        query, whole = self._query, alone.but(kept=frozenset(alone.tests))
        whole.form = query.form if query.form in ("yes_no", "count") else "list"
        plain, told = list[Column](), list[Operand]()
        for column in query.columns if query.form != "yes_no" else ():
            if isinstance(column.operand, Aggregate):
                told.append(column.operand)
            else:
                plain.append(column)
        if len(told) > 1 or (query.each and told):
            return None
        shown = [self._shown(column.operand) for column in plain]
        if any(one is None for one in shown):
            return None
        columns = [one for one in shown if one is not None]
        try:
            if told:
                whole.tally = self._tally(told[0])
                if columns:
                    whole.key = self._key(columns, whole.tally.ref)
            else:
                whole.columns, whole.whole = self._columns(columns, alone.target)
            whole.having, whole.order = self._having(), self._order(columns)
        except _Unlike:
            return None
        whole.limit, whole.skip = query.limit, query.skip
        if query.each:
            one = self._shown(query.each[0])
            if one is None:
                return None
            whole.each = one
        return whole

    def _shown(self, operand: Operand) -> Shown | None:
        part = ""
        if isinstance(operand, Function) and operand.name in ("year", "month"):
            part, operand = operand.name, operand.operands[0]
        if isinstance(operand, Entity) and operand.variable in self._refs:
            return Shown(self._refs[operand.variable], None)
        inner = _attribute(operand)
        if inner is None or inner.variable not in self._refs:
            return None
        return Shown(self._refs[inner.variable], inner.property, part)

    def _columns(self, columns: list[Shown], target: int) -> tuple[tuple[Shown, ...], bool]:
        display = self._ground.display.get(self._owner(target), ())
        named = any(c.ref == target and c.property in display for c in columns)
        rest = tuple(c for c in columns if not (c.ref == target and c.property in display))
        return (rest, False) if named or not columns else (tuple(columns), True)

    def _key(self, columns: list[Shown], counted: int) -> Shown:
        first = columns[0]
        # Photos by label are not told photo by photo.
        if (
            first.ref >= 0
            and first.ref != counted
            and first.property in self._ground.display.get(self._owner(first.ref), ())
        ):
            return Shown(first.ref, None)
        return first

    def _tally(self, operand: Operand) -> Tally:
        if not isinstance(operand, Aggregate) or operand.function == "collect":
            raise _Unlike
        inner = operand.operand
        if isinstance(inner, Entity) and inner.variable in self._refs:
            return Tally("count", self._refs[inner.variable], None)
        held = _attribute(inner) if inner is not None else None
        if held is None or held.variable not in self._refs:
            raise _Unlike
        return Tally(operand.function, self._refs[held.variable], held.property)

    def _having(self) -> tuple[str, int | float] | None:
        held = self._query.having
        if not held:
            return None
        one = held[0]
        if len(held) > 1 or not isinstance(one, Comparison) or not isinstance(one.right, Constant):
            raise _Unlike
        if not isinstance(one.right.value, int | float):
            raise _Unlike
        return one.operator, one.right.value

    def _order(self, columns: list[Shown]) -> Sorting | None:
        orders = self._query.order
        if not orders:
            return None
        first = orders[0]
        if isinstance(first.operand, Aggregate):
            return Sorting(None, first.descending)
        shown = self._shown(first.operand)
        if shown is None or shown.property is None:
            raise _Unlike
        return Sorting(shown, first.descending)


def _attribute(operand: Operand | None) -> Attribute | None:
    """The property that a figure is made of."""
    while isinstance(operand, Function) and len(operand.operands) == 1:
        operand = operand.operands[0]
    return operand if isinstance(operand, Attribute) else None
