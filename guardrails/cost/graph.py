"""The graph as its counts tell it: how many nodes, and how many paths lead on from them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from math import inf
from types import MappingProxyType
from typing import TypeAlias

from guardrails.cost.sizes import STORED_LIST, STORED_NUMBER, STORED_TEXT, Size, list_of, number
from guardrails.elements import alternatives
from guardrails.syntax import (
    Element,
    GroupPattern,
    LabelExpression,
    LabelName,
    NodePattern,
    Path,
    RelationshipPattern,
)
from memory.schema import Property, Relationship, Schema

# Taken where no schema tells.
_NODES, _LABEL, _DEGREE = 10_000.0, 1_000.0, 3.0
# What a path without an upper bound is given.
MAX_HOPS = 15
# What hangs below a node of a tree, at all depths.
_DESCENDANTS = 100.0
# How many times as large the largest number of a graph may be as that of a sample of it.
_UNSEEN = 10.0
_NUMBERS = ("INTEGER", "FLOAT", "NUMBER")
_TEXTS = ("STRING", "ANY")

# How many nodes of each label a walk has come to; the empty label where no schema tells.
Standing: TypeAlias = dict[str, float]


@dataclass(frozen=True, slots=True)
class _Way:
    """From one label to another over relationships of a type: how many for a node of the first."""

    type: str
    direction: str
    end: str
    each: float


def graph_of(schema: Schema | None) -> Graph:
    """The counts of a schema; those of the last one are kept, as it is asked about again."""
    for known, graph in _last:
        if known is schema:
            return graph
    graph = Graph(schema)
    _last[:] = [(schema, graph)]
    return graph


class Graph:
    """Counts of nodes and paths; averages, as a schema has them."""

    def __init__(self, schema: Schema | None) -> None:
        self.schema = schema if schema is not None and schema.labels else None
        self._ways: dict[str, list[_Way]] = {}
        self._wide: list[str] = []
        if self.schema is not None:
            self._wide = [n for n, one in self.schema.labels.items() if not one.implies]
            self._wide = self._wide or list(self.schema.labels)
            for relationship in self.schema.relationships.values():
                self._learn(relationship)

    def _learn(self, relationship: Relationship) -> None:
        assert self.schema is not None
        for join in relationship.joins:
            for start, end, direction in ((join.start, join.end, ">"), (join.end, join.start, "<")):
                label = self.schema.labels.get(start)
                each = join.count / max(label.count, 1) if label else _DEGREE
                self._ways.setdefault(start, []).append(
                    _Way(relationship.type, direction, end, each)
                )

    # --- nodes -----------------------------------------------------------------------------------

    def everywhere(self) -> Standing:
        """All nodes."""
        if self.schema is None:
            return {"": _NODES}
        return {name: float(self.schema.labels[name].count) for name in self._wide}

    def nodes(
        self, node: NodePattern, known: Mapping[str, Size] = MappingProxyType({})
    ) -> Standing:
        """The nodes that a pattern may be, by its labels or those its variable has already."""
        if node.labels is not None:
            return self.labelled(node.labels)
        bound = known.get(node.variable or "")
        if bound is not None and bound.names:
            return {name: self._count(name) for name in bound.names}
        return self.everywhere()

    def labelled(self, labels: LabelExpression) -> Standing:
        """The nodes that bear one of the sets of labels that an expression asks for."""
        found: Standing = {}
        for one in alternatives(labels):
            if not one:
                return self.everywhere()
            name = min(one, key=self._count)
            found[name] = self._count(name)
        return found

    def _count(self, label: str) -> float:
        known = self.schema.labels.get(label) if self.schema else None
        return float(known.count) if known else _LABEL

    def total(self) -> float:
        """How many nodes there are."""
        return max(sum(self.everywhere().values()), 1.0)

    def relationships(self, types: frozenset[str] | None = None) -> float:
        """How many relationships there are, of some types or of all."""
        if self.schema is None:
            return _NODES * _DEGREE
        known = self.schema.relationships
        return float(sum(r.count for name, r in known.items() if types is None or name in types))

    # --- paths -----------------------------------------------------------------------------------

    def walk(self, path: Path, known: Mapping[str, Size]) -> float:
        """How many paths fit a pattern, its conditions aside, for each of what is known already."""
        found = sum(self._through(path.elements, None, known).values())
        for name in dict.fromkeys(_node_variables(path)):
            if name in known:
                at = next(
                    e for e in path.elements if isinstance(e, NodePattern) and e.variable == name
                )
                found /= max(sum(self.nodes(at, known).values()), 1.0)
        return found

    def _through(
        self,
        elements: tuple[Element, ...],
        standing: Standing | None,
        known: Mapping[str, Size] = MappingProxyType({}),
    ) -> Standing:
        for element in elements:
            match element:
                case NodePattern():
                    standing = self._arrived(standing, element, known)
                case RelationshipPattern():
                    standing = self._along(standing or self.everywhere(), element)
                case GroupPattern():
                    standing = self._repeated(standing or self.everywhere(), element)
        return standing or {}

    def _arrived(
        self, standing: Standing | None, node: NodePattern, known: Mapping[str, Size]
    ) -> Standing:
        """Those of a walk that are such nodes."""
        wanted = self.nodes(node, known)
        if standing is None:
            return wanted
        bound = known.get(node.variable or "")
        if node.labels is None and not (bound is not None and bound.names):
            return self._once(standing)
        if self.schema is None:
            return standing
        return {name: standing[name] for name in wanted if name in standing}

    def _once(self, standing: Standing) -> Standing:
        """Without the labels whose nodes another label counts too."""
        if self.schema is None:
            return standing
        labels = self.schema.labels
        return {
            name: count
            for name, count in standing.items()
            if name not in labels or not any(one in standing for one in labels[name].implies)
        }

    def _along(self, standing: Standing, element: RelationshipPattern) -> Standing:
        low, high = element.hops or (1, 1)
        found = self._hops(low or 0, high, standing, lambda at: self._hop(at, element))
        if high is not None or element.types is None:
            return found
        # Followed to its end a relationship is mostly one of a tree, whatever the average says.
        every = self.relationships(self._types(element))
        most = sum(standing.values()) * max(min(every, _DESCENDANTS), 1.0)
        share = min(most / max(sum(found.values()), 1.0), 1.0)
        return {name: count * share for name, count in found.items()}

    def _repeated(self, standing: Standing, group: GroupPattern) -> Standing:
        low, high = group.hops or (1, 1)
        return self._hops(
            low or 0, high, standing, lambda at: self._through(group.path.elements, at)
        )

    def _hops(
        self, low: int, high: int | None, standing: Standing, hop: Callable[[Standing], Standing]
    ) -> Standing:
        found: Standing = dict(standing) if low == 0 else {}
        for length in range(1, min(MAX_HOPS if high is None else high, 4 * MAX_HOPS) + 1):
            standing = hop(self._once(standing))
            if length >= low:
                for name, count in standing.items():
                    found[name] = found.get(name, 0.0) + count
        return found

    def _hop(self, standing: Standing, element: RelationshipPattern) -> Standing:
        if self.schema is None:
            degree = _DEGREE if element.direction == "" else _DEGREE / 2
            return {"": sum(standing.values()) * degree}
        types = self._types(element)
        found: Standing = {}
        for label, count in standing.items():
            for way in self._ways.get(label, ()):
                fits = element.direction in ("", way.direction)
                if fits and (types is None or way.type in types):
                    found[way.end] = found.get(way.end, 0.0) + count * way.each
        return found

    def _types(self, element: RelationshipPattern) -> frozenset[str] | None:
        if element.types is None:
            return None
        sets = alternatives(element.types)
        return None if frozenset() in sets else frozenset().union(*sets)

    # --- what a pattern binds --------------------------------------------------------------------

    def bound(self, path: Path) -> dict[str, Size]:
        """What the variables of a path can be."""
        found: dict[str, Size] = {}
        for element in path.elements:
            match element:
                case NodePattern(variable=variable) if variable:
                    standing = self.nodes(element)
                    names = tuple(standing) if element.labels is not None else ()
                    found[variable] = Size("element", count=sum(standing.values()), names=names)
                case RelationshipPattern(variable=variable, types=types, hops=hops) if variable:
                    one = Size("element", names=tuple(_names(types)) or ())
                    most = float((hops[1] or MAX_HOPS) if hops else 1)
                    found[variable] = one if hops is None else list_of(one, most)
                case GroupPattern(path=inner, hops=hops):
                    most = float((hops[1] or MAX_HOPS) if hops else 1)
                    found |= {n: list_of(one, most) for n, one in self.bound(inner).items()}
        if path.variable:
            hops_in = [e.hops for e in path.elements if not isinstance(e, NodePattern)]
            length = float(sum((h[1] or MAX_HOPS) if h else 1 for h in hops_in))
            found[path.variable] = Size("element", length=length, held=2 * length + 1)
        return found

    def property(self, names: tuple[str, ...], name: str) -> Size:
        """What a stored property can be."""
        if self.schema is None:
            return Size("any", -STORED_NUMBER, STORED_NUMBER, STORED_TEXT, held=5.0)
        known = [self._known(one) for one in names] or [self._known(None)]
        properties = [one[name] for found in known for one in found if name in one]
        if not properties and not self.schema.sampled:
            return Size(count=1)  # it is null everywhere
        found: Size | None = None
        for prop in properties:
            size = self._stored(prop)
            found = size if found is None else found | size
        return found or Size("any", -inf, inf, STORED_TEXT, held=5.0)

    def _known(self, name: str | None) -> list[Mapping[str, Property]]:
        assert self.schema is not None
        labels, types = self.schema.labels, self.schema.relationships
        known = {one: labels[one].properties for one in labels}
        of_types = {one: types[one].properties for one in types}
        if name is None or (name not in known and name not in of_types):
            return [*known.values(), *of_types.values()]
        return [found[name] for found in (known, of_types) if name in found]

    def _stored(self, prop: Property) -> Size:
        assert self.schema is not None
        factor = _UNSEEN if self.schema.sampled else 1.0
        count = float(prop.distinct) if prop.distinct and not self.schema.sampled else inf
        ends = [float(v) for v in (prop.minimum, prop.maximum) if isinstance(v, (int, float))]
        if any(one.startswith("LIST") for one in prop.types):
            item = Size("any", -inf, inf, STORED_TEXT, held=5.0)
            return replace(list_of(item, STORED_LIST), count=count)
        if any(one in _TEXTS for one in prop.types):
            low, high = _as_numbers(prop, factor)
            return Size("any", low, high, STORED_TEXT, held=5.0, count=count)
        if not any(one in _NUMBERS for one in prop.types):  # dates and the like
            item = number(-100_000.0, 100_000.0)
            return Size("element", item=item, count=count)
        low, high = (min(ends), max(ends)) if len(ends) == 2 else (-inf, inf)
        return Size(low=min(low * factor, low), high=max(high * factor, high), count=count)


def _as_numbers(prop: Property, factor: float) -> tuple[float, float]:
    """What numbers a stored text can be read as: such as those that were seen."""
    seen = [_number(str(v)) for v in (*prop.examples, *(prop.values or ()))]
    found = [one for one in seen if one is not None]
    if not found:
        return (0.0, 0.0) if seen and prop.values is not None else (-inf, inf)
    most = max(abs(one) for one in found) * 10 * factor
    return -most, most


def _number(written: str) -> float | None:
    try:
        return float(written)
    except ValueError:
        return None


def _node_variables(path: Path) -> Iterable[str]:
    return (e.variable for e in path.elements if isinstance(e, NodePattern) and e.variable)


def _names(expression: LabelExpression | None) -> Iterable[str]:
    if expression is None:
        return []
    return [part.name for part in expression.walk() if isinstance(part, LabelName)]


_last: list[tuple[Schema | None, Graph]] = []
