"""Which nodes and relationships a value may be or hold, and what of them is hidden."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import product
from typing import Literal

from guardrails.privacy import Hidden
from guardrails.syntax import LabelExpression, LabelName
from memory.schema import Schema

# Alternatives that are followed apart; more count as any label.
_MOST = 32
# Lists in lists that are told apart.
_DEPTH = 4


@dataclass(frozen=True, slots=True)
class Element:
    """A node that bears all of `names` (any, where empty), or a relationship of that type."""

    kind: Literal["node", "relationship"]
    names: frozenset[str] = frozenset()


ANY_NODE = Element("node")
ANY_RELATIONSHIP = Element("relationship")


@dataclass(frozen=True, slots=True)
class Held:
    """What a value may be (`levels[0]`), and what may be inside it (`levels[n]`, n levels deep).

    Lists, maps and paths are levels; the last one stands for all that are deeper.
    """

    levels: tuple[frozenset[Element], ...] = (frozenset(),) * _DEPTH

    @property
    def direct(self) -> frozenset[Element]:
        """What it may be itself."""
        return self.levels[0]

    @property
    def all(self) -> frozenset[Element]:
        """What it may be or hold."""
        return frozenset().union(*self.levels)

    def item(self) -> Held:
        """What an item or entry of it may be."""
        return Held((*self.levels[1:], self.levels[-1]))

    def unwound(self) -> Held:
        """What each row of an UNWIND may be: a single value counts as a list of one."""
        return self.item() | is_one(self.direct)

    def within(self) -> Held:
        """A list or map with this in it."""
        return Held((frozenset(), *self.levels[:-2], self.levels[-2] | self.levels[-1]))

    def __or__(self, other: Held) -> Held:
        return Held(tuple(a | b for a, b in zip(self.levels, other.levels, strict=True)))


def is_one(elements: Iterable[Element]) -> Held:
    """A value that is one of these."""
    return Held((frozenset(elements), *NOTHING.levels[1:]))


NOTHING = Held()
ANYTHING = Held((frozenset({ANY_NODE, ANY_RELATIONSHIP}),) * _DEPTH)


def together(values: Iterable[Held]) -> Held:
    """What any of the values may be."""
    found = NOTHING
    for value in values:
        found |= value
    return found


def alternatives(labels: LabelExpression | None) -> list[frozenset[str]]:
    """The sets of labels of which a label expression asks for one.

    >>> from guardrails.syntax import LabelOperation
    >>> either = LabelOperation("|", (LabelName("A"), LabelName("B")))
    >>> [sorted(one) for one in alternatives(LabelOperation("&", (either, LabelName("C"))))]
    [['A', 'C'], ['B', 'C']]
    """
    if labels is None:
        return [frozenset()]
    if isinstance(labels, LabelName):
        return [frozenset()] if labels.name == "%" else [frozenset({labels.name})]
    parts = [alternatives(operand) for operand in labels.operands]
    match labels.operator:
        case "|":
            found = [one for part in parts for one in part]
        case "&":
            found = [frozenset().union(*chosen) for chosen in product(*parts)]
        case _:
            found = [frozenset()]
    return found if len(found) <= _MOST else [frozenset()]


@dataclass(frozen=True, slots=True)
class Private:
    """What is hidden, seen against a schema: which elements may have it."""

    hidden: Hidden
    schema: Schema | None = None

    def hides(self, element: Element, name: str) -> bool:
        """Whether the element may be hidden, or its property of that name."""
        return self._may_be_hidden(element) or any(
            Hidden(properties=(("*", prop),)).property((), name) and self._may_be(element, owner)
            for owner, prop in self.hidden.properties
        )

    def hides_any(self, element: Element) -> bool:
        """Whether the element may be hidden, or anything of it."""
        return self._may_be_hidden(element) or any(
            self._may_be(element, owner) for owner, _ in self.hidden.properties
        )

    def _may_be_hidden(self, element: Element) -> bool:
        if element.kind == "relationship" or not self.hidden.labels:
            return any(self.hidden.label(name) for name in element.names)
        return all(self.hidden.label(name) for name in element.names)

    def _may_be(self, element: Element, owner: str) -> bool:
        """Whether it may bear a label, or have a type, that the pattern `owner` fits."""
        if owner == "*":
            return True
        pattern = Hidden(labels=(owner,))
        if any(pattern.label(name) for name in element.names):
            return True
        if self.schema is None:
            return element.kind == "node" or not element.names
        if element.kind == "relationship":
            # A pattern that fits a label only is none of a relationship's.
            return not element.names and not any(pattern.label(n) for n in self.schema.labels)
        if any(pattern.label(name) for name in self.schema.relationships):
            return False
        others = self._others(element.names)
        return others is None or any(pattern.label(name) for name in others)

    def _others(self, names: frozenset[str]) -> frozenset[str] | None:
        """The labels that a node with these may bear as well; None where it may be any."""
        assert self.schema is not None
        known = [self.schema.labels[name] for name in names if name in self.schema.labels]
        if not known or self.schema.sampled:
            return None
        found = [frozenset((one.name, *one.implies, *one.together)) for one in known]
        return frozenset.intersection(*found)
