"""The ways in the schema between what a question names, for whoever else is to write the query.

Code knows which relationships join two labels, and which of them the question's verbs mean; a small
model guesses at both.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from bot.offline.items import Item, Noun, PropertyWord, RoleNoun, Value, Verb
from bot.offline.scan import Lattice
from bot.stored.joins import JoinGraph, Step
from bot.words.naming import node_names
from memory.schema import Join, Schema

# Pieces dearer than this are guesses.
_SURE, _SURE_VALUE, _CERTAIN = 0.35, 0.6, 0.05
_MOST_WAYS, _MOST_ALIKE = 4, 3


@dataclass(slots=True)
class _Named:
    """Labels in the order of the question, and the relationship types that its words say."""

    labels: list[str] = field(default_factory=list)
    types: list[str] = field(default_factory=list)

    def add(self, label: str, schema: Schema) -> None:
        if label not in self.labels and not any(
            label in schema.labels[other].implies for other in self.labels
        ):
            self.labels = [x for x in self.labels if x not in schema.labels[label].implies]
            self.labels.append(label)


def ways(lattice: Lattice, joins: JoinGraph) -> tuple[str, ...]:
    """Patterns of Cypher that join the labels, values and verbs of a question, best first.

    Where the question does not decide between relationships, each is a pattern; where it names
    nothing that is joined, there are none.
    """
    named = _named(lattice, joins.schema)
    found: list[tuple[str, tuple[Step, ...]]] = []
    reached = named.labels[:1]
    for label in named.labels[1:]:
        start, paths = _nearest(joins, reached, label, named)
        found += [(start, path) for path in paths]
        reached += [label, *(step.to for path in paths[:1] for step in path)]
    used = {step.type for _, path in found for step in path}
    for type_ in named.types:
        if type_ not in used and (edge := _edge(joins, type_, reached)) is not None:
            found.append(edge)
            used.add(type_)
    return tuple(dict.fromkeys(_pattern(start, path) for start, path in found))[:_MOST_WAYS]


def _named(lattice: Lattice, schema: Schema) -> _Named:
    named = _Named()
    found = [item for at in lattice.items for item in at]
    values = [item for item in found if isinstance(item, Value) and item.cost <= _SURE_VALUE]
    items = [item for item in found if item.cost <= _SURE and not _within(item, values)]
    properties = [item for item in items if isinstance(item, PropertyWord)]
    for item in items:
        if isinstance(item, Verb | RoleNoun) and not _within(item, properties):
            least = min(each[-1] for each in item.types)
            if item.cost + least <= _SURE and not (isinstance(item, Verb) and item.empty):
                said = [each[0] for each in item.types if each[-1] <= least + 0.1]
                named.types += [type_ for type_ in said if type_ not in named.types]
    for item in _outermost([*items, *values]):
        match item:
            case Noun(label=label):
                named.add(label, schema)
            case Value(link=link) if link.label in schema.labels:
                same = [v.link.label for v in values if (v.start, v.end) == (item.start, item.end)]
                if not set(same) & set(named.labels):
                    named.add(link.label, schema)
    for word in properties:
        if not _within(word, properties):
            _add_owner(named, word, schema)
    return named


def _within(item: Item, others: Sequence[Item]) -> bool:
    """Whether a longer piece has its words: an IMDb rating was given by nobody here."""
    return any(
        other.start <= item.start
        and item.end <= other.end
        and item.end - item.start < other.end - other.start
        for other in others
    )


def _outermost(items: Sequence[Item]) -> Iterator[Item]:
    """Nouns and values, the longest and cheapest at each place, in the order of the words."""
    kinds = [item for item in items if isinstance(item, Noun | Value)]
    kinds.sort(key=lambda item: (item.start, item.start - item.end, item.cost))
    end = 0
    for item in kinds:
        if item.start >= end:
            yield item
            end = item.end


def _add_owner(named: _Named, word: PropertyWord, schema: Schema) -> None:
    """The one label that has the property named, or both ends of the one type that has it."""
    least = min(c.cost for c in word.candidates)
    near = [c for c in word.candidates if c.cost <= least + 0.1]
    labels = [c.owner for c in near if not c.of_relationship]
    wide = [x for x in labels if not set(schema.labels[x].implies) & set(labels)]
    if any(c.owner in named.labels or c.owner in named.types for c in near):
        return
    if any(set(schema.labels[x].implies) & set(labels) for x in named.labels):
        return
    types = [c.owner for c in near if c.of_relationship]
    if len(wide) == 1 and not types:
        named.add(wide[0], schema)
    elif len(types) == 1 and not wide and least <= _CERTAIN:
        named.types.append(types[0])


def _nearest(
    joins: JoinGraph, reached: Sequence[str], label: str, named: _Named
) -> tuple[str, list[tuple[Step, ...]]]:
    """From where, and how: the shortest ways to a label, those that the words say before others."""
    best: tuple[int, int] | None = None
    start, ways_there = "", list[tuple[Step, ...]]()
    for other in reversed(reached):
        paths: list[tuple[Step, ...]] = [(step,) for step in joins.direct(other, label)]
        told = _told(paths, named.types)
        if not told:
            # Whoever answers questions did not ask them: a verb leads past what is joined directly,
            # over what the question need not name.
            told = [
                path
                for path in _told(joins.paths(other, label), named.types)
                if not any(step.to in named.labels for step in path[:-1])
            ]
            paths = told or paths or list(joins.paths(other, label))
        if not paths:
            continue
        rank = (len(paths[0]), -len(told))
        if best is None or rank < best:
            best, start = rank, other
            ways_there = told or _akin(joins, other, paths)
    return start, ways_there[:_MOST_ALIKE]


def _told(paths: Iterable[tuple[Step, ...]], said: Sequence[str]) -> list[tuple[Step, ...]]:
    """The ways with a type that the words say."""
    return [path for path in paths if any(step.type in said for step in path)]


def _akin(joins: JoinGraph, start: str, paths: list[tuple[Step, ...]]) -> list[tuple[Step, ...]]:
    """The ways whose types speak of their ends (an actor acted), where some do and some don't."""
    akin = [
        path
        for path in paths
        if all(
            joins.affinity(step.type, here) or joins.affinity(step.type, step.to)
            for here, step in zip((start, *(s.to for s in path)), path, strict=False)
        )
    ]
    return akin or paths


def _edge(
    joins: JoinGraph, type_: str, reached: Sequence[str]
) -> tuple[str, tuple[Step, ...]] | None:
    """A type that the words say, between ends the question names, else the broadest."""
    schema = joins.schema
    ends = schema.relationships[type_].joins
    if not ends:
        return None

    def rank(join: Join) -> tuple[int, int, int]:
        narrow = len(schema.labels[join.start].implies) + len(schema.labels[join.end].implies)
        return (join.start in reached) + (join.end in reached), -narrow, join.count

    join = max(ends, key=rank)
    if reached and not {join.start, join.end} & set(reached):
        return None
    return join.start, (Step(type_, True, join.end),)


def _pattern(start: str, path: Sequence[Step]) -> str:
    """A way as Cypher writes it, each node with a name."""
    names = node_names([start, *(step.to for step in path)])
    text = f"({names[0]}:{_quoted(start)})"
    for name, step in zip(names[1:], path, strict=True):
        head, tail = ("-", "->") if step.forward else ("<-", "-")
        text += f"{head}[:{_quoted(step.type)}]{tail}({name}:{_quoted(step.to)})"
    return text


def _quoted(name: str) -> str:
    return name if name.isidentifier() else f"`{name}`"
