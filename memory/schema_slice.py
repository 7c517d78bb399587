"""The part of a schema that a question needs: connected, and within a budget of tokens."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace

from memory.schema import Label, Property, Schema
from memory.schema_named import NOTHING, Named
from memory.schema_paths import Step, paths_of
from memory.schema_size import label_tokens, pattern_tokens, property_characters
from memory.text import split_name

# The share of the budget that a single label's properties may take.
_LABEL_SHARE = 0.25
# Of the budget, kept for further relationships between labels that were chosen.
_JOIN_SHARE = 0.2
_MISSES = 8
_NAMING = frozenset({"name", "title", "label", "id", "code", "number", "date"})


@dataclass(frozen=True, slots=True)
class Ranking:
    """Schema elements, nearest to the question first; properties as (owner, name)."""

    labels: tuple[str, ...] = ()
    types: tuple[str, ...] = ()
    properties: tuple[tuple[str, str], ...] = ()


@dataclass(slots=True)
class _Chosen:
    labels: dict[str, Label] = field(default_factory=dict)
    steps: dict[Step, None] = field(default_factory=dict)
    tokens: int = 0


class Slicer:
    """Cuts slices out of one schema for one ranking."""

    def __init__(
        self,
        schema: Schema,
        ranking: Ranking,
        budget: int,
        used: Iterable[tuple[str, str]] = (),
    ) -> None:
        """`used` are (label, property) that must stay; `budget` is in tokens."""
        self._schema = schema
        self._ranking = ranking
        self._budget = budget
        self._important = {*used, *ranking.properties}
        self._types = frozenset(ranking.types)

    def slice(self, required: Sequence[str], named: Named = NOTHING) -> Schema:
        """What is named, the required labels and the best ranked ones, joined by cheapest paths.

        What the question names in full is there whatever the budget, and if by its name alone.
        """
        chosen = _Chosen()
        for name in named.labels:
            self._add(chosen, name, self._budget, always=True)
        for type_ in named.types:
            self._add_type(chosen, type_, named)
        wanted = [name for name in dict.fromkeys(required) if name in self._schema.labels]
        for name in (*wanted, *named.partly):
            if name not in chosen.labels:
                self._add(chosen, name, self._budget)
        misses = 0
        limit = int(self._budget * (1 - _JOIN_SHARE))
        for name in dict.fromkeys(self._candidates()):
            if misses == _MISSES:
                break
            if name not in chosen.labels and not self._add(chosen, name, limit):
                misses += 1
        self._add_joins(chosen)
        return self._built(chosen)

    def _candidates(self) -> Iterable[str]:
        """Ranked labels, the two ends of a highly ranked type among them."""
        ends = []
        for type_ in self._ranking.types:
            joins = self._schema.relationships[type_].joins
            ends.append((joins[0].start, joins[0].end) if joins else ())
        for place, name in enumerate(self._ranking.labels):
            yield name
            if place < len(ends):
                yield from ends[place]

    def _add_type(self, chosen: _Chosen, type_: str, named: Named) -> None:
        """Add a named type with the ends that are named or chosen, if it has such."""
        ends = {*named.labels, *named.partly, *chosen.labels}
        joins = sorted(
            self._schema.relationships[type_].joins,
            key=lambda join: (-(join.start in ends) - (join.end in ends), -join.count),
        )
        for join in joins[:1]:
            for name in dict.fromkeys((join.start, join.end)):
                if name not in chosen.labels:
                    self._add(chosen, name, self._budget, always=True)
            step = (type_, join.start, join.end)
            if step not in chosen.steps:
                chosen.steps[step] = None
                chosen.tokens += self._step_tokens(step)

    def _add(self, chosen: _Chosen, name: str, limit: int, *, always: bool = False) -> bool:
        """Add a label with its path to the others, if that stays within the limit.

        One that is `always` there is added without its path then, and with the few properties for
        which there is space.
        """
        steps: Sequence[Step] = ()
        if chosen.labels and name not in chosen.labels:
            steps = paths_of(self._schema).between(chosen.labels, name, self._types) or ()
        names = {name, *(label for _, start, end in steps for label in (start, end))}
        labels = [self._trimmed(new) for new in sorted(names - set(chosen.labels))]
        new_steps = [step for step in steps if step not in chosen.steps]
        cost = sum(map(label_tokens, labels)) + sum(map(self._step_tokens, new_steps))
        if chosen.labels and chosen.tokens + cost > limit:
            if not always:
                return False
            space = max(limit - chosen.tokens, 0)
            labels, new_steps = [self._trimmed(name, space // 2)], []
            cost = label_tokens(labels[0])
        chosen.labels.update({label.name: label for label in labels})
        chosen.steps.update(dict.fromkeys(new_steps))
        chosen.tokens += cost
        return True

    def _add_joins(self, chosen: _Chosen) -> None:
        """Further relationships between the chosen labels, as far as the budget goes."""
        order = {name: place for place, name in enumerate(self._ranking.types)}
        rest = [
            (order.get(type_, len(order)), -join.count, (type_, join.start, join.end))
            for type_, join in self._schema.joins()
            if join.start in chosen.labels and join.end in chosen.labels
        ]
        for _, _, step in sorted(rest):
            cost = self._step_tokens(step)
            if step not in chosen.steps and chosen.tokens + cost <= self._budget:
                chosen.steps[step] = None
                chosen.tokens += cost

    def _step_tokens(self, step: Step) -> int:
        type_, start, end = step
        return pattern_tokens(self._schema.relationships[type_], start, end)

    def _trimmed(self, name: str, space: float = math.inf) -> Label:
        """The label; where it is very wide, with the properties most likely to matter."""
        label = self._schema.labels[name]
        limit = min(self._budget * _LABEL_SHARE, space)
        if label_tokens(label) <= limit:
            return label
        kept: set[str] = set()
        space = limit * 3
        for prop in sorted(label.properties.values(), key=lambda p: self._place(name, p)):
            space -= property_characters(prop)
            if space < 0 and kept:
                break
            kept.add(prop.name)
        properties = {key: prop for key, prop in label.properties.items() if key in kept}
        return replace(label, properties=properties)

    def _place(self, label: str, prop: Property) -> tuple[bool, bool, float, str]:
        important = (label, prop.name) in self._important
        naming = bool(_NAMING.intersection(split_name(prop.name)))
        return not important, not naming, prop.null_share, prop.name

    def _built(self, chosen: _Chosen) -> Schema:
        labels = {
            name: chosen.labels[name] for name in self._schema.labels if name in chosen.labels
        }
        relationships = {}
        for type_, rel in self._schema.relationships.items():
            joins = tuple(j for j in rel.joins if (type_, j.start, j.end) in chosen.steps)
            if joins:
                relationships[type_] = replace(rel, joins=joins)
        return replace(self._schema, labels=labels, relationships=relationships)
