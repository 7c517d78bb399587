"""A reading that is being made: a pattern, what is asked of it, and what was believed so far."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from memory.schema import Scalar


class Vertex(NamedTuple):
    """A node of the pattern.

    `group` is 0 for what must be there; others are patterns of their own (`Sketch.groups`).
    `position` is the word that named it; `implied` says that none did. With `every_kind` it may be
    of any label that its link leads to: who owns it, people and companies.
    """

    label: str
    position: int | None = None
    implied: bool = False
    group: int = 0
    every_kind: bool = False


class Link(NamedTuple):
    """A relationship between two vertices, by their numbers; `group` as of a vertex."""

    start: int
    type: str
    end: int
    group: int = 0


class Test(NamedTuple):
    """A condition; `ref` is a vertex's number, or -1 - n for link n.

    `part` is how it is tested: "" as it is, "amount" by a figure, "flag" as true or false, "raw" by
    a condition of a tree whose variables are called @ref, `property` telling the refs. `value`
    may be another property: ("property", ref, name), or what it is on average, of all or of those
    of one thing: ("average", ref, name); a fourth part is how many times that.
    `nodes` are the element ids of those that a value means, where others may have it.
    """

    ref: int
    property: str
    part: str
    operator: str
    value: Any
    nodes: tuple[str, ...] = ()


class Shown(NamedTuple):
    """A column: a property, or where that is None, what the vertex is called by.

    `part` is year or month, where only that of a time is meant. A figure may be shown `per` another
    of its own, `minus` or `times` it, or `less` that of another vertex: ("less", ref).
    """

    ref: int
    property: str | None
    part: str = ""
    against: tuple[str, str | int] | None = None

    def second(self) -> str | None:
        """Return the other property of its own that it is reckoned with."""
        if self.against is None or self.against[0] == "less":
            return None
        return str(self.against[1])


class Tally(NamedTuple):
    """An aggregate: of a property, or the number of vertices (or links) where that is None."""

    function: str
    ref: int
    property: str | None


class Sorting(NamedTuple):
    """What rows are ordered by: the tally (None), or a property."""

    by: Shown | None
    descending: bool


class Inner(NamedTuple):
    """What a vertex is picked by before the rest is asked: the race with the most entries.

    The parts are as in `Sketch`: a number that is held to something, or an order and how many.
    """

    ref: int
    tally: Tally | None = None
    having: tuple[str, Scalar] | None = None
    order: Sorting | None = None
    limit: int | None = None


Features = Mapping[str, float]
# A feature, worth one where no number is told.
Belief = tuple[str, float] | str


# What of the beliefs at a step tells the role of its words, beside the family of the first.
_TELLING = (
    "owner.", "value.new", "value.on_", "property.flag", "property.there", "property.missing",
    "shown.only", "shown.beside", "shown.more", "threshold.", "limit.asked", "rank.by_", "group.by",
    "aggregate.of", "negation.", "target.property", "target.role", "target.link", "whole",
    "doer_before.", "order.",
)  # fmt: skip


def _role(told: list[tuple[str, float]]) -> str:
    names = [name for name, _ in told]
    kinds = {name.partition(":")[0] for name in names if name.startswith(_TELLING)}
    joined = [name.rpartition(":")[2] for name in names if name.startswith("joined.")]
    family = names[0].partition(".")[0] if names else "none"
    return "|".join([family, *sorted(kinds), *joined[:1]])


class Sketch:
    """A reading under way; never changed, only copied.

    `groups` tell of each pattern beside the main one how it counts: "not", "any" (one of those
    must hold). `whole` says that the answer is properties of the target, not the target itself.
    `having` is an operator and what the tally is held to: a figure, ("average",), that of another
    target ("of", property, value), or so many times that, ("times", factor, …); `held` is asked of
    other tallies. `limit` is for `each`, if there is one, after `skip` rows. `deep` are links of
    one step or more; with `none` those without are counted, too; `kept` are tests and `given`
    the number of vertices of an earlier answer; `inner` picks a vertex first; `shared` are tests of
    which the share is asked, in a sketch of that form. Of the tests in `ors` and the groups of
    which any must hold, one must; `either` are more types that a link may be of. `said` is a chain
    of what was believed at each step, and the words accounted for.
    """

    form: str
    target: int
    whole: bool
    vertices: tuple[Vertex, ...]
    links: tuple[Link, ...]
    tests: tuple[Test, ...]
    columns: tuple[Shown, ...]
    key: Shown | None
    tally: Tally | None
    having: tuple[str, Any] | None
    held: tuple[tuple[Tally, str, Scalar], ...]
    order: Sorting | None
    limit: int | None
    skip: int
    each: Shown | None
    inner: Inner | None
    deep: frozenset[int]
    none: bool
    kept: frozenset[Test]
    given: int
    shared: frozenset[Test]
    ors: frozenset[Test]
    either: frozenset[tuple[int, str]]
    groups: tuple[str, ...]
    way: str
    covered: int
    score: float
    said: Any

    def __init__(self) -> None:
        self.form, self.target, self.whole = "list", 0, False
        self.vertices, self.links, self.tests, self.columns = (), (), (), ()
        self.key = self.tally = self.having = self.order = self.limit = None
        self.groups, self.way, self.held = (), "", ()
        self.skip, self.each, self.inner = 0, None, None
        self.deep, self.shared = frozenset(), frozenset()
        self.ors, self.either = frozenset(), frozenset()
        self.none, self.kept, self.given = False, frozenset(), 0
        self.covered, self.score, self.said = 0, 0.0, None

    def but(self, **changes: Any) -> Sketch:
        """Return a copy with other parts; `cover` adds words that are accounted for."""
        copy = Sketch.__new__(Sketch)
        held = copy.__dict__
        held.update(self.__dict__)
        cover = changes.pop("cover", 0)
        held.update(changes)
        copy.covered |= cover
        return copy

    def believe(self, weights: Features, features: Iterable[Belief]) -> Sketch:
        """Add features to this sketch, which nobody else holds yet; return it."""
        told = [(f, 1.0) if isinstance(f, str) else f for f in features]
        self.said = (self.said, told, self.covered)
        score = self.score
        for name, value in told:
            score += weights.get(name, 0.0) * value
        self.score = score
        return self

    def features(self) -> dict[str, float]:
        """Return all that was believed, summed by name."""
        found: dict[str, float] = defaultdict(float)
        chain = self.said
        while chain is not None:
            chain, told, _ = chain
            for name, value in told:
                found[name] += value
        return dict(found)

    def roles(self) -> dict[int, str]:
        """Return what each word that is accounted for was taken as, by its number."""
        steps, chain = list[tuple[list[tuple[str, float]], int]](), self.said
        while chain is not None:
            chain, told, covered = chain
            steps.append((told, covered))
        found, before = dict[int, str](), 0
        for told, covered in reversed(steps):
            if new := covered & ~before:
                role = _role(told)
                found.update({n: role for n in range(new.bit_length()) if new >> n & 1})
            before |= covered
        return found

    def identity(self) -> tuple[Any, ...]:
        """Return what makes two sketches the same query."""
        return (
            self.form,
            self.target,
            self.whole,
            self.way == "link",
            tuple((v.label, v.group, v.every_kind) for v in self.vertices),
            self.links,
            frozenset(self.tests),
            self.columns,
            self.key,
            self.tally,
            self.having,
            self.held,
            self.order,
            self.limit,
            self.skip,
            self.each,
            self.inner,
            self.deep,
            self.none,
            self.shared,
            self.ors,
            self.either,
            self.groups,
        )

    def vertex(self, vertex: Vertex, **changes: Any) -> tuple[Sketch, int]:
        """Return a copy with one more vertex, and its number."""
        return self.but(vertices=(*self.vertices, vertex), **changes), len(self.vertices)

    def owner(self, ref: int) -> str:
        """Return the label of a vertex, or the type of a link."""
        return self.vertices[ref].label if ref >= 0 else self.links[-1 - ref].type

    def group_of(self, ref: int) -> int:
        """Return the group that a vertex or link is in."""
        if ref >= 0:
            return self.vertices[ref].group
        link = self.links[-1 - ref]
        return max(link.group, self.vertices[link.start].group, self.vertices[link.end].group)

    def asked_before(self, ref: int, name: str) -> bool:
        """Return whether an earlier answer was asked for by a property, or showed it."""
        told = [(t.ref, t.property) for t in self.kept]
        told += [(c.ref, c.property) for c in self.columns if c.property is not None]
        return bool(self.given) and (ref, name) in told

    def refs(self) -> Iterable[int]:
        """Return every vertex and link."""
        yield from range(len(self.vertices))
        yield from (-1 - n for n in range(len(self.links)))
