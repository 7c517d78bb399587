"""Relationships spoken of as things: bookings, where passengers BOOKED flights.

A question about them is read over a schema in which such a relationship is a node between its two
ends; the tree that comes out is turned back into one over the graph as it is, in which the thing is
the relationship. `as_nodes` turns it round once more, to be told in English or followed up.
"""

from __future__ import annotations

from collections.abc import Container, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import cache, lru_cache
from itertools import count
from typing import Any

from bot.stored.joins import symmetric
from bot.stored.kinds import Nameless, telling_properties
from bot.words.data import load
from bot.words.inflection import inflect, lemmas, parts
from bot.words.naming import column_names
from bot.words.vocabulary import (
    action_nouns,
    action_verbs,
    is_verb,
    leads_to,
    object_of,
    type_words,
)
from memory.query import (
    Aggregate,
    Attribute,
    Column,
    Comparison,
    Condition,
    Edge,
    Entity,
    Node,
    Operand,
    Pattern,
    Query,
    Share,
)
from memory.schema import Join, Relationship, Schema
from memory.text import split_name

_PREPOSITIONS = frozenset(["to", "for", "on", "in", "at", "with"])
_NOUNS = 5_000


@dataclass(frozen=True, slots=True)
class Thing:
    """A relationship type as a node of `label`, with the types of its two halves.

    The halves of a `mutual` one are the same: it has two ends of one kind. `word` leads from the
    thing to the relationship's end: a subscription to. One that is `between` its ends is nobody's:
    a route from A to B. What the type says is done with the thing is its `verb`: SCORED_GOAL.
    """

    type: str
    label: str
    mutual: bool = False
    word: str = "of"
    between: bool = False
    verb: str = ""

    @property
    def first(self) -> str:
        """The type that joins the relationship's start and the thing."""
        if self.verb:
            return self.verb.upper()
        return f"{self.label.upper()}_FROM" if self.between else f"HAS_{self.label.upper()}"

    @property
    def second(self) -> str:
        """The type that joins the thing and the relationship's end."""
        if self.mutual:
            return self.first
        done = inflect(lemmas(self.verb)[-1], "VBN") if self.verb else self.label
        return f"{done.upper()}_{self.word.upper()}"


@cache
def nouns_of(type_: str) -> tuple[str, ...]:
    """What a relationship of a type is called.

    >>> nouns_of("BOOKED"), nouns_of("ROUTE_TO"), nouns_of("MEMBER_OF"), nouns_of("DEFENDER_KING")
    (('booking',), ('route',), ('membership',), ())
    """
    words, known = type_words(type_), load("things")
    first = lemmas(words[0])[-1]
    if first in ("have", "be"):
        return ()
    found = list(known["nouns"].get(first, ()))
    if is_verb(words[0]) or "NOUN" not in parts(words[0]):
        doing = [noun for (noun,) in action_nouns(words[0])]
        doing.sort(key=lambda noun: noun.endswith("ing"))
        plain = [first] if "NOUN" in parts(first) else []
        found += [noun for noun in (*plain, *doing) if noun not in known["other"]]
    elif len(words) > 1:
        ship = f"{first}ship"
        # A defender king is a king: what it is called stands last.
        other = words[-1] == "of" or "NOUN" in parts(words[-1])
        found += [ship] if "NOUN" in parts(ship) else [] if other else [first]
    return tuple(dict.fromkeys(found))


@lru_cache(maxsize=50_000)
def calls(noun: str, type_: str) -> bool:
    """Whether a noun is for a relationship of a type.

    >>> calls("admission", "ADMITTED_TO"), calls("department", "DEPARTS_FROM")
    (True, False)
    """
    verb = lemmas(type_words(type_)[0])[-1]
    made = verb in action_verbs(noun) and noun not in load("things")["other"]
    return made or noun in nouns_of(type_)


def thing_of(schema: Schema, type_: str, noun: str) -> Thing | None:
    """A relationship type as a thing called so; None where it is not."""
    label = noun.title()
    verb, made = object_of(type_)
    # What is told of each shows that the doing is a thing: SCORED_GOAL {minute}.
    verb = verb if made == noun and schema.relationships[type_].properties else ""
    if not (verb or calls(noun, type_)) or label in schema.labels:
        return None
    last, joins = split_name(type_)[-1], schema.relationships[type_].joins
    # Of two of one kind it is not told whose it is.
    bare = "to" if any(join.start == join.end for join in joins) else "of"
    bare = leads_to(" ".join(split_name(joins[0].end))) if verb else bare
    word = last if last in _PREPOSITIONS else bare
    mutual = symmetric(schema, type_)
    between = word == "to" and noun in load("things")["between"] and not mutual
    verb = "" if verb.upper() in schema.relationships else verb
    return Thing(type_, label, mutual, word, between, verb)


class Things:
    """The relationships of a schema as things, by the nouns for them; those asked for are kept."""

    def __init__(self, schema: Schema) -> None:
        self._schema = schema
        self.called = lru_cache(_NOUNS)(self._called)

    def _called(self, noun: str) -> tuple[Thing, ...]:
        things = (thing_of(self._schema, type_, noun) for type_ in self._schema.relationships)
        return tuple(thing for thing in things if thing is not None)


def with_thing(schema: Schema, thing: Thing) -> Schema:
    """The schema in which the relationship is a node between its ends."""
    own = schema.relationships[thing.type]
    starts, ends = ({getattr(j, side): None for j in own.joins} for side in ("start", "end"))
    halves = {
        thing.first: tuple(_half(thing, start, own.count) for start in starts),
        thing.second: tuple(Join(thing.label, end, own.count) for end in ends),
    }
    if thing.mutual:
        halves[thing.first] = tuple(Join(x, thing.label, own.count) for x in {**starts, **ends})
    relationships = {k: v for k, v in schema.relationships.items() if k != thing.type}
    relationships |= {k: Relationship(k, own.count, joins) for k, joins in halves.items()}
    kind = Deed if _by_somebody(thing) else Nameless
    node = kind(thing.label, own.count, own.properties)
    labels = {**schema.labels, thing.label: node}
    return replace(schema, labels=labels, relationships=relationships)


class Deed(Nameless):
    """What one did to another, as a node: a visit by Ann."""

    __slots__ = ()


def _by_somebody(thing: Thing) -> bool:
    """Whether a thing is *by* the relationship's start: neither what is done to it, nor its job."""
    done = thing.word == "of" and not (thing.verb or thing.mutual)
    passive = split_name(thing.type)[-1] == "by"
    noun = thing.label.lower()
    return done and not passive and noun not in load("things")["had"]


def _half(thing: Thing, start: str, count: int) -> Join:
    ends = (thing.label, start) if thing.between else (start, thing.label)
    return Join(*ends, count)


def as_edges(query: Query, thing: Thing, schema: Schema) -> Query | None:
    """A tree with things as one with relationships; None where it cannot be said so."""
    turner = _Turner(query, thing, schema)
    try:
        turned = turner.named(turner.turned(query))
    except _Unturned:
        return None
    return turned if turner.ends else None


class _Unturned(Exception):
    """What is said of a thing is none of a relationship."""


class _Turner:
    def __init__(self, query: Query, thing: Thing, schema: Schema) -> None:
        self.thing = thing
        self.schema = schema
        self.taken = _all_variables(query)
        self.spoken = _spoken(query)
        # The ends of each thing in the outermost pattern.
        self.ends: dict[str, tuple[str, str]] = {}

    def turned(self, part: Any) -> Any:
        """Part of a tree with its patterns turned."""
        if isinstance(part, Pattern):
            return self._pattern(part)
        if isinstance(part, tuple):
            return tuple(self.turned(one) for one in part)
        if not is_dataclass(part) or isinstance(part, type):
            return part
        return replace(part, **{f.name: self.turned(getattr(part, f.name)) for f in fields(part)})

    def _pattern(self, pattern: Pattern) -> Pattern:
        things = [n.variable for n in pattern.nodes if self.thing.label in n.labels]
        halves = {self.thing.first, self.thing.second}
        nodes = [n for n in pattern.nodes if n.variable not in things]
        edges: list[Edge] = [e for e in pattern.edges if not set(e.types) & halves]
        if any({e.start, e.end} & set(things) for e in edges):
            raise _Unturned
        for variable in things:
            own = [
                e for e in pattern.edges if set(e.types) & halves and variable in (e.start, e.end)
            ]
            edges.append(self._edge(variable, own, nodes))
        if any(set(e.types) & halves and not {e.start, e.end} & set(things) for e in pattern.edges):
            # It is a thing of the pattern around this one.
            raise _Unturned
        return Pattern(tuple(nodes), tuple(edges), self.turned(pattern.where))

    def _edge(self, variable: str, halves: list[Edge], nodes: list[Node]) -> Edge:
        """The relationship that a thing is, between the ends that are known and new ones."""
        if any(len(e.types) > 1 or e.hops != (1, 1) for e in halves):
            raise _Unturned
        ends: list[str] = ["", ""]
        for half in halves:
            at = int(half.types[0] == self.thing.second and half.start == variable)
            at = at if not self.thing.mutual else int(bool(ends[0]))
            if ends[at]:
                raise _Unturned
            ends[at] = half.end if half.start == variable else half.start
        given = sum(map(bool, ends))
        for at in (0, 1):
            if not ends[at]:
                node = self._new(at)
                nodes.append(node)
                ends[at] = node.variable
        self.ends.setdefault(variable, (ends[0], ends[1]))
        named = variable if variable in self.spoken else ""
        directed = not self.thing.mutual or not given
        return Edge(ends[0], (self.thing.type,), ends[1], named, directed)

    def _new(self, at: int) -> Node:
        joins = self.schema.relationships[self.thing.type].joins
        labels = dict.fromkeys(join.end if at else join.start for join in joins)
        known = self.schema.labels
        # Streamers are users, too.
        of_all = [x for x in labels if all(x in (y, *known[y].implies) for y in labels)]
        label = of_all[0] if of_all else ""
        base = label[:1].lower() + label[1:] or ("end" if at else "start")
        name = next(
            x for n in count(1) if (x := base + (str(n) if n > 1 else "")) not in self.taken
        )
        self.taken.add(name)
        return Node(name, (label,) if label else ())

    def named(self, query: Query) -> Query:
        """Things that are listed are told by what they are between, and by what is said of them."""
        ends = self.ends.get(query.subject)
        if self._multiplied(query):
            raise _Unturned
        summed = any(isinstance(c.operand, Aggregate) for c in query.columns)
        if ends is None or query.form != "list" or summed or query.each or not query.columns:
            if any(_is_one(c.operand, self.ends) for c in query.columns):
                raise _Unturned
            return query
        if not any(_is_one(c.operand, self.ends) for c in query.columns):
            return query
        labels = {n.variable: n.labels for n in query.pattern.nodes}
        operands = [x for end in ends for x in self._name_of(end, labels[end])]
        operands += [c.operand for c in query.columns if not _is_one(c.operand, self.ends)]
        operands += [*_told(query.pattern.where, query.subject), *(o.operand for o in query.order)]
        operands = list(dict.fromkeys(operands))
        names = column_names(operands, labels, query.subject)
        columns = tuple(Column(o, name) for o, name in zip(operands, names, strict=True))
        on = (*query.distinct_on, *ends) if query.distinct_on else ()
        return replace(query, columns=columns, distinct_on=tuple(dict.fromkeys(on)))

    def _multiplied(self, query: Query) -> bool:
        """Whether a sum is taken once for each of something beside: over all the books, too."""
        summed = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
        if not any(x.function in ("sum", "avg") for x in summed):
            return False
        told = _spoken((query.columns, query.distinct_on, query.pattern.where, query.order))
        known = told | {query.subject, *query.distinct_on}
        joined = [end for e in query.pattern.edges for end in (e.start, e.end)]
        own = {end for ends in self.ends.values() for end in ends}
        return any(joined.count(v) == 1 and v not in known | own for v in joined)

    def _name_of(self, variable: str, labels: tuple[str, ...]) -> list[Operand]:
        if not labels:
            return [Entity(variable)]
        shown = telling_properties(self.schema.labels[labels[0]])
        return [Attribute(variable, name) for name in shown] or [Entity(variable)]


def _is_one(operand: object, things: Container[str]) -> bool:
    """Whether a column is a thing itself."""
    return isinstance(operand, Entity) and operand.variable in things


def _told(where: tuple[Condition, ...], variable: str) -> Iterator[Operand]:
    """The figures of a thing that conditions speak of."""
    for test in where:
        left = getattr(test, "left", None)
        equal = getattr(test, "operator", "=") in ("=", "IS NULL", "IS NOT NULL")
        if isinstance(left, Attribute) and left.variable == variable and not equal:
            yield left


def _all_variables(part: object) -> set[str]:
    """Every variable of a tree."""
    if isinstance(part, tuple):
        return {name for one in part for name in _all_variables(one)}
    if not is_dataclass(part) or isinstance(part, type):
        return set()
    own = {part.variable} if isinstance(part, Node | Edge) else set()
    return own.union(*(_all_variables(getattr(part, f.name)) for f in fields(part)))


def _spoken(part: object) -> set[str]:
    """The variables that operands speak of, or that make up a row."""
    if isinstance(part, tuple):
        return {name for one in part for name in _spoken(one)}
    if not is_dataclass(part) or isinstance(part, type):
        return set()
    own = {part.subject, *part.distinct_on} if isinstance(part, Query) else set()
    if isinstance(part, Entity | Attribute):
        own = {part.variable}
    return own.union(*(_spoken(getattr(part, f.name)) for f in fields(part)))


def as_nodes(query: Query, schema: Schema) -> tuple[Query, Thing] | None:
    """A tree whose rows or counts are of relationships, with these as nodes, and what they are."""
    parts = [query, *([query.source] if query.source else [])]
    spoken = {name for part in parts for name in _as_one(part)}
    patterns = [pattern for part in parts for pattern in _patterns(part)]
    edges = [e for p in patterns for e in p.edges if e.variable and e.variable in spoken]
    types = {type_ for e in edges for type_ in e.types}
    if len(types) != 1:
        return None
    (type_,), noun = types, edges[0].variable.rstrip("0123456789")
    thing = thing_of(schema, type_, noun)
    told = {e.variable for p in patterns for e in p.edges if e.types == (type_,) and e.variable}
    either = any(type_ in e.types and len(e.types) > 1 for p in patterns for e in p.edges)
    if thing is None or either or not told <= spoken:
        # What is told of one of them is told of a relationship.
        return None
    cut: Query = _cut(query, thing, {e.variable for e in edges})
    if cut.source is not None:
        cut = replace(cut, source=_without_bare_ends(cut.source, thing, schema))
    return _without_bare_ends(cut, thing, schema), thing


def _without_bare_ends(query: Query, thing: Thing, schema: Schema) -> Query:
    """Without the ends of things of which nothing is said but what they are called.

    That it is a company that is mentioned says something, where people are, too.
    """
    halves, whole = {thing.first, thing.second}, _patterns(query)
    nodes, edges = ([x for p in whole for x in getattr(p, side)] for side in ("nodes", "edges"))
    things = {n.variable for n in nodes if thing.label in n.labels}
    summed = any(isinstance(c.operand, Aggregate | Share) for c in query.columns)
    listed = query.subject in things and not summed
    joined = [end for e in edges if halves & {*e.types} for end in (e.start, e.end)]
    columns = query.columns
    if listed:
        # A thing is called by what it is between.
        kept = tuple(c for c in columns if not _of_one(c.operand, {*joined} - things))
        columns = (Column(Entity(query.subject), query.subject), *kept)
        columns = columns if query.form == "list" else kept
    used = _spoken(
        (query.pattern.where, query.order, query.having, query.each, query.optional, columns)
    )
    used |= {end for e in edges if not halves & {*e.types} for end in (e.start, e.end)}
    used |= {query.subject, *(() if listed else query.distinct_on)}
    bare = {n.variable for n in nodes} - used - things
    told = {n.variable for n in nodes if n.labels and _one_of_several(n, thing, schema)}
    bare = {v for v in bare if joined.count(v) == 1} - told
    shown = told if listed else ()
    return replace(
        query,
        pattern=_without(query.pattern, bare),
        optional=None if query.optional is None else _without(query.optional, bare),
        columns=columns,
        distinct_on=tuple(v for v in query.distinct_on if v not in {*bare, *shown}),
    )


def _without(pattern: Pattern, bare: Container[str]) -> Pattern:
    """A pattern without some of its nodes, and what joins them."""
    return replace(
        pattern,
        nodes=tuple(n for n in pattern.nodes if n.variable not in bare),
        edges=tuple(e for e in pattern.edges if e.start not in bare and e.end not in bare),
    )


def _one_of_several(node: Node, thing: Thing, schema: Schema) -> bool:
    """Whether a thing has other ends as well where it has this one."""
    joins = schema.relationships[thing.type].joins
    for ends in ({join.start for join in joins}, {join.end for join in joins}):
        if node.labels[0] in ends:
            return any(
                x != node.labels[0] and node.labels[0] not in schema.labels[x].implies for x in ends
            )
    return False


def _of_one(operand: Operand, bare: Container[str]) -> bool:
    return isinstance(operand, Attribute | Entity) and operand.variable in bare


def _cut(part: Any, thing: Thing, things: set[str]) -> Any:
    """Part of a tree with its relationships cut in two halves."""
    if isinstance(part, tuple):
        return tuple(_cut(one, thing, things) for one in part)
    if not is_dataclass(part) or isinstance(part, type):
        return part
    made = replace(
        part,
        **{f.name: _cut(getattr(part, f.name), thing, things) for f in fields(part)},
    )
    if not isinstance(made, Pattern):
        return made
    nodes, edges = list(made.nodes), []
    for edge in made.edges:
        if edge.variable not in things:
            edges.append(edge)
            continue
        nodes.append(Node(edge.variable, (thing.label,)))
        first = (edge.variable, edge.start) if thing.between else (edge.start, edge.variable)
        edges.append(Edge(first[0], (thing.first,), first[1]))
        ends = (edge.end, edge.variable) if thing.mutual else (edge.variable, edge.end)
        edges.append(Edge(ends[0], (thing.second,), ends[1]))
    return replace(made, nodes=tuple(nodes), edges=tuple(edges))


def _patterns(query: Query) -> list[Pattern]:
    return [query.pattern, *([query.optional] if query.optional else [])]


def _as_one(query: Query) -> set[str]:
    """The variables of what is counted or asked for itself."""
    found = {query.subject, *query.distinct_on}
    operands = [c.operand for c in query.columns] + [o.operand for o in query.order]
    operands += [t.left for t in query.having if isinstance(t, Comparison)]
    for operand in operands:
        inner: Operand | None = operand
        # An average may be of counts.
        while isinstance(inner, Aggregate):
            inner = inner.operand
        if isinstance(inner, Entity):
            found.add(inner.variable)
    return found
