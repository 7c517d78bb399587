"""A reading in progress: the part of the query tree that the words so far have built.

Vertices are numbered; conditions speak of vertex 3 as variable "#3" and of link 2 as "~2" until
`build` names them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from bot.offline.items import (
    Candidate,
    Compare,
    InOrder,
    Limit,
    Match,
    PropertyWord,
    Reckoned,
    Superlative,
    Value,
)
from bot.stored.kept import Kept
from memory.query import (
    Aggregate,
    Arithmetic,
    Attribute,
    Column,
    Comparison,
    Condition,
    Entity,
    Operand,
    Query,
)
from memory.schema import LinkedValue
from memory.tree_edits import attributes_of

# The word of a connection over something that both ends had a part in: worked with.
FELLOW = "fellow"
# The word of a connection by whatever one end does for the other: worked on.
DOING = "doing"
# The word of a connection to what someone has: users whose answers.
WHOSE = "whose"
# The word of a connection to what is kept with someone: speaks French, a language of theirs.
HOLDS = "holds"
# The word of a connection over one thing, of a label or with a property, that both ends share.
SAME = "same:"
# The word of a connection over a thing that stands for something done: bought, by an order.
VIA = "via:"
# What a verb makes of its subject.
_DONE = ("agent", "patient")


@dataclass(frozen=True, slots=True)
class Vertex:
    """A node to be: one of `labels`; `open` where a pronoun (who, someone) left the label open.

    `scope` 0 is the main pattern, others are negated patterns. `word` is how it came in: noun,
    value, open, role or path.
    """

    labels: tuple[str, ...]
    scope: int = 0
    open: bool = False
    word: str = "noun"
    plural: bool = True


@dataclass(frozen=True, slots=True)
class Link:
    """A relationship to be, from vertex `start` to vertex `end`."""

    start: int
    end: int
    types: tuple[str, ...]
    directed: bool = True
    scope: int = 0


@dataclass(frozen=True, slots=True)
class Pending:
    """A verb or preposition that waits for what follows.

    `types` None is a bare connection; `role` is what `site` is to the verb: agent, patient, start,
    end or "" where unknown. `word` is the preposition. `empty` verbs (occur, happen) may also say
    nothing but that the site exists; an `empty` bare connection was said by a verb (living in).
    `light` verbs (made, received) only say who acted. `here` is right behind its noun: airports
    located in. `dwelling` was said by a verb of living there, which not every connection tells.
    `also` are the types of a second verb with the same ends (wrote and directed), of which
    `either` will do after "or". `kept` is the value that the relationship must keep, `also_kept`
    that of the second verb. Of what was done over a thing (`VIA`) the
    `latest` alone is meant, or the first. A preposition alone may say where something is `going`,
    or comes from: flights to X.
    """

    site: int
    types: tuple[tuple[str, float], ...] | None
    role: str = ""
    word: str = ""
    empty: bool = False
    also: tuple[tuple[str, float], ...] = ()
    either: bool = False
    light: bool = False
    kept: Kept | None = None
    also_kept: Kept | None = None
    here: bool = False
    dwelling: bool = False
    latest: bool | None = None
    going: bool = False

    @property
    def holds(self) -> bool:
        """Whether it still waits after a condition: received on Monday by X."""
        return self.types is not None or self.light


@dataclass(frozen=True, slots=True)
class Ask:
    """A property that is asked for; `owner` is -1 until its node is known.

    With `descending` its aggregate is what the subjects are ranked by. Of a birth date `age` asks
    for the years since; a sum is asked for `vaguely` until a word says which (how much it cost).
    What several can have in `common` comes right after them: a vehicle model. With a `bound` its
    aggregate is only tested: an average price over 10. A `lasting` one asks since when. Of `when`
    something was only a word can tell that its birth or end is meant. What is asked of a thing
    `itself` is none of what it has to do with.
    """

    candidates: tuple[Candidate, ...]
    owner: int = -1
    function: str = ""
    descending: bool | None = None
    age: bool = False
    vaguely: bool = False
    common: bool = False
    bound: tuple[str, int | float] | None = None
    lasting: bool = False
    when: bool = False
    itself: bool = False


@dataclass(frozen=True, slots=True)
class Bound:
    """A condition on an aggregate of a property: an average price over 10."""

    operand: Aggregate
    operator: str
    number: int | float


@dataclass(frozen=True, slots=True)
class Held:
    """A property just named, waiting for its comparison or value; `have` after with or has."""

    word: PropertyWord
    owner: int = -1
    name: str = ""
    have: bool = False


@dataclass(frozen=True, slots=True)
class Possessor:
    """A value before 's: what follows belongs to it."""

    value: Value

    @property
    def start(self) -> int:
        """Where its words start."""
        return self.value.start


@dataclass(frozen=True, slots=True)
class RankedBy:
    """A ranking before its noun: the highest budget films, the most profitable films."""

    word: PropertyWord | Reckoned
    descending: bool

    @property
    def start(self) -> int:
        """Where its words start."""
        return self.word.start


@dataclass(frozen=True, slots=True)
class DoneTo:
    """A participle before its noun: an accepted answer; `never` an unanswered question."""

    start: int
    types: tuple[tuple[str, float], ...]
    never: bool = False
    inside: bool = False


@dataclass(frozen=True, slots=True)
class Tally:
    """A condition on how many of `counted` there are for each of `owner`.

    They are counted for each of the owner `apart` where the words say it of that, not of the
    subject: authors of papers that more than three papers cite. They are the `whole` of them where
    it is said so: in all.
    """

    owner: int
    counted: int
    operator: str
    number: int | float
    apart: bool = False
    whole: bool = False


@dataclass(frozen=True, slots=True)
class Rank:
    """A sort key: an operand, or the number of `counted` vertices."""

    operand: Operand
    descending: bool
    owner: int


@dataclass(frozen=True, slots=True)
class Rival:
    """A property of a vertex that waits for the vertex whose own it is held against.

    That of the other counts `factor` times. Of dates only a `part` is held against each other: the
    year.
    """

    site: int
    property: str
    operator: str
    factor: int | float = 1
    part: str = ""


# No state is worth more than this, whatever is asked for.
TOO_DEAR = 4.0


@dataclass(frozen=True)
class State:
    """Everything known after the first `at` tokens, and what it cost to believe it."""

    at: int = 0
    cost: float = field(default=0.0, compare=False)

    # What is built: nodes, relationships, and conditions each with its scope. What must not match
    # has a scope of its own: `scope` is the present one, `scopes` how many there are, `never` those
    # of what was said never to hold.
    vertices: tuple[Vertex, ...] = ()
    links: tuple[Link, ...] = ()
    tests: tuple[tuple[int, Condition], ...] = ()
    used: tuple[LinkedValue, ...] = ()
    scope: int = 0
    scopes: int = 0
    never: tuple[int, ...] = ()

    # Who is spoken of: `subject` is asked about, what follows can describe `sites` (the nearest
    # last), `floats` are joined to nothing yet; `related` is what a relative clause tells of, whose
    # pronoun ended at `clause`. -1 is none.
    subject: int = -1
    sites: tuple[int, ...] = ()
    floats: tuple[int, ...] = ()
    related: int = -1
    clause: int = -1
    theirs: int = -1
    # What tells whose something is (the director *of X*), and what was said to be other ones.
    whole: tuple[Link, ...] = ()
    besides: frozenset[int] = frozenset()

    # Where in the sentence this is: what came last (`previous`) and which vertex (`last`), where
    # its noun phrase ended, and the verb that was closed last.
    previous: str = "start"
    last: int = -1
    np_end: int = -1
    last_verb: Pending | None = None
    # After "and" or "or"; `either` has, for each "or" that is not accounted for, how many tests and
    # links came before it.
    joint: str = ""
    either: tuple[tuple[int, int], ...] = ()

    # What waits for what follows; see `waiting`.
    premods: tuple[Value | Any, ...] = ()
    pending: Pending | None = None
    held: Held | None = None
    compare: Compare | None = None
    match: Match | None = None
    rank: Superlative | None = None
    function: str = ""
    grouping: bool = False
    negate: bool = False
    order_by: bool = False
    naming: bool = False
    other: bool = False
    bounding: Ask | None = None
    rival: Rival | None = None
    # What waits for the end: said before the comma, a group before its noun, a time to group
    # by, roles whose other end was not said right away.
    fronted: tuple[Any, ...] = ()
    ahead: PropertyWord | None = None
    span: str = ""
    roles: tuple[Pending, ...] = ()

    # What is asked for: "", list, count, times or yes_no; `added` is shown beside the names.
    mode: str = ""
    asks: tuple[Ask, ...] = ()
    shown: tuple[int, ...] = ()
    counted: tuple[int, ...] = ()
    columns: tuple[Column, ...] = ()
    added: bool = False
    distinct: bool = False
    groups: tuple[Operand, ...] = ()
    tallies: tuple[Tally, ...] = ()
    bounds: tuple[Bound, ...] = ()
    # In which order, and how many of them: one where it is `singular`.
    ranks: tuple[Rank, ...] = ()
    in_order: InOrder | None = None
    descending: bool | None = None
    limit: Limit | None = None
    skip: int = 0
    singular: bool = False

    # What did X do: X is not what is asked for.
    doing: bool = False
    source: Query | None = None

    def changed(self, **changes: Any) -> State:
        """The state with some fields changed (ten times faster than `dataclasses.replace`)."""
        new = object.__new__(State)
        new.__dict__.update(self.__dict__)
        new.__dict__.update(changes)
        return new

    def on(self, end: int, cost: float = 0.0, **changes: Any) -> State:
        """The next state, past token `end`."""
        return self.changed(at=end, cost=self.cost + cost, **changes)

    def plus(self, cost: float, **changes: Any) -> State:
        """This state changed, at a price."""
        return self.changed(cost=self.cost + cost, **changes)

    def add(self, vertex: Vertex) -> tuple[State, int]:
        """The state with one more vertex, and its number."""
        return self.changed(vertices=(*self.vertices, vertex)), len(self.vertices)

    def test(self, condition: Condition) -> State:
        """The state with one more condition, in the present scope."""
        return self.changed(tests=(*self.tests, (self.scope, condition)))

    def tested(self, conditions: Iterable[Condition]) -> State:
        """The state with more conditions, in the present scope."""
        more = tuple((self.scope, condition) for condition in conditions)
        return self.changed(tests=(*self.tests, *more))

    def narrow(self, at: int, labels: tuple[str, ...]) -> State:
        """The state with a vertex held to fewer labels."""
        if self.vertices[at].labels == labels:
            return self
        changed = replace(self.vertices[at], labels=labels)
        return self.changed(vertices=(*self.vertices[:at], changed, *self.vertices[at + 1 :]))

    def owned(self, at: int) -> State:
        """The state that knows its last link to tell whose one thing is: the director *of X*."""
        if self.vertices[at].plural:
            return self
        return self.changed(whole=(*self.whole, self.links[-1]))

    @property
    def focus(self) -> int:
        """The vertex that what follows describes; -1 at the start."""
        return self.sites[-1] if self.sites else -1

    @property
    def bound(self) -> bool:
        """Whether a verb waits for its other end, so that what comes must be that."""
        pending = self.pending
        if pending is None or pending.types is None:
            return False
        # Directors that live in X: it is the living, not the directing, that needs a place.
        named = self.vertices[pending.site].word == "role" and pending.role not in _DONE
        return not named or pending.word in ("of", "for", "to")

    @property
    def verb_to_come(self) -> Pending | None:
        """The verb that waits for its other end; no preposition that has led where it leads."""
        pending = self.pending
        return None if pending is None or pending.types is None else pending

    @property
    def still_pending(self) -> Pending | None:
        """What waits on after a condition, said between a verb and its other end."""
        return self.pending if self.pending is not None and self.pending.holds else None

    @property
    def waiting(self) -> bool:
        """Whether something still needs what follows (a comparison its property, say)."""
        return bool(
            self.premods
            or self.compare
            or self.match
            or self.rank
            or self.function
            or self.grouping
            or self.negate
            or self.order_by
            or self.naming
            or self.bounding
            or self.other
            or self.rival
            or self.theirs >= 0
        )

    def joined(self, one: int, other: int) -> bool:
        """Whether a relationship joins two vertices."""
        return any({one, other} == {link.start, link.end} for link in self.links)

    def near(self, one: int, other: int) -> bool:
        """Whether two vertices are joined with nothing between that the words speak of."""
        reached, frontier = {one}, [one]
        while frontier:
            at = frontier.pop()
            for link in self.links:
                for here, there in ((link.start, link.end), (link.end, link.start)):
                    if here == at and there not in reached:
                        reached.add(there)
                        if self.vertices[there].word == "path":
                            frontier.append(there)
        return other in reached

    @property
    def falls(self) -> bool:
        """Whether the highest come first, of what is sorted by a figure: but the worst three."""
        if self.descending is not None:
            return self.descending
        return self.limit is None or not self.limit.bottom

    def waiting_beside(self, *names: str) -> bool:
        """Whether anything else waits than what is named."""
        return self.changed(**dict.fromkeys(names)).waiting


def variable(vertex: int) -> str:
    """How conditions name a vertex."""
    return f"#{vertex}"


def attribute(vertex: int, name: str) -> Attribute:
    """A property of a vertex."""
    return Attribute(variable(vertex), name)


def tally(vertex: int) -> Aggregate:
    """The number of different nodes at a vertex."""
    return Aggregate("count", Entity(variable(vertex)), distinct=True)


def asked_of(ask: Ask) -> Operand:
    """The property asked for, of a node or (below -1) of a relationship."""
    owner = f"~{-2 - ask.owner}" if ask.owner <= -2 else variable(ask.owner)
    candidate = ask.candidates[0]
    stored = Attribute(owner, candidate.property)
    return Arithmetic("*", stored, Attribute(owner, candidate.times)) if candidate.times else stored


def about(condition: Condition) -> str:
    """The variable that a comparison is about; empty for other conditions."""
    if isinstance(condition, Comparison):
        for found in attributes_of(condition.left):
            return found.variable
    return ""
