"""The nodes and relationships of one pattern in words, from a root outwards."""

from __future__ import annotations

from typing import Protocol

import lemminflect

from bot.offline.words import plural
from bot.realiser.cypher_values import NoWording, Values, join
from bot.realiser.cypher_words import flag, is_property, steps, type_words
from guardrails.phrases import ACTIVE
from guardrails.syntax import (
    Binary,
    Expression,
    LabelName,
    MapOf,
    Name,
    NodePattern,
    Property,
    RelationshipPattern,
)
from memory.text import split_name

_PREPOSITIONS = frozenset(
    ["in", "of", "on", "at", "to", "for", "from", "by", "with", "about", "under", "within", "near"]
)
_NAMES = frozenset(["name", "title", "label"])
# A node of which nothing is said.
_ANY = "any"


class Edge:
    """A relationship between two nodes of a pattern, by the keys of the nodes."""

    def __init__(self, start: str, part: RelationshipPattern, end: str) -> None:
        self.start, self.part, self.end = start, part, end


class Conditions(Protocol):
    """Says conditions, with the values of the statement."""

    values: Values

    def condition(self, test: Expression, root: str) -> str:
        """A condition behind a noun phrase."""
        ...


class Telling:
    """One telling of a pattern from a root outwards; remembers what was said."""

    def __init__(
        self,
        patterns: Conditions,
        nodes: dict[str, list[NodePattern]],
        edges: list[Edge],
        conditions: list[Expression],
    ) -> None:
        self.patterns, self.nodes, self.edges = patterns, nodes, edges
        self.values = patterns.values
        self.conditions = conditions
        self.done: set[str] = set()
        self.used: list[Expression] = []
        self._told_edges: list[Edge] = []

    def noun_phrase(self, key: str, *, joined: bool = False, after: str = "") -> str:
        """A node with all that hangs on it; `after` is the word said just before."""
        self.done.add(key)
        noun = self.values.nouns[key]
        name, filters = self._filters(key)
        clauses = [*filters, *self.relative_clauses(key)]
        if name is not None and (joined or after):
            head = name if after.endswith(noun) else f"{noun} {name}"
        elif name is not None:
            head = f"{plural(noun)} called {name}"
        else:
            head = plural(noun)
        return " ".join([head, join(clauses)]).strip()

    def filters(self, key: str) -> list[str]:
        """The conditions on a node itself, its name among them."""
        name, told = self._filters(key)
        return [f"with the name {name}", *told] if name else told

    def _filters(self, key: str) -> tuple[str | None, list[str]]:
        """The name a node is held to, and its other conditions."""
        name: str | None = None
        told: list[str] = []
        for part in self.nodes[key]:
            if part.where is not None:
                told.append(self._about(part.where, key))
            if part.properties is not None and not isinstance(part.properties, MapOf):
                raise NoWording
            for prop, value in part.properties.entries if part.properties else ():
                said = self.values.say(value)
                marked = flag(prop, value)
                if marked:
                    told.append(marked)
                elif split_name(prop)[-1:] and split_name(prop)[-1] in _NAMES:
                    name = said
                else:
                    told.append(f"with {' '.join(split_name(prop))} {said}")
        for condition in self.conditions:
            if condition in self.used or _owners(condition) != {key}:
                continue
            self.used.append(condition)
            held = _name_held(condition)
            if held is not None and name is None:
                name = self.values.say(held)
                continue
            told.append(self._about(condition, key))
        return name, told

    def _about(self, condition: Expression, key: str) -> str:
        """A condition said of a node, whose properties then need no owner."""
        root, self.values.root = self.values.root, key
        said = self.patterns.condition(condition, key)
        self.values.root = root
        return said

    def relative_clauses(self, key: str) -> list[str]:
        """What the relationships of a node say of it."""
        clauses = []
        self.done.add(key)
        for edge in self.edges:
            if edge in self._told_edges or key not in (edge.start, edge.end):
                continue
            self._told_edges.append(edge)
            other = edge.end if edge.start == key else edge.start
            clauses.append(self._clause(edge, other, forward=edge.start == key))
        return clauses

    def _clause(self, edge: Edge, other: str, *, forward: bool) -> str:
        part = edge.part
        if part.direction == "<" or (not part.direction and self._runs_back(edge)):
            forward = not forward
        details = self._edge_details(part)
        words = self._without_noun(type_words(part), edge, other)
        if part.hops is not None:
            kind = f" of “{words}”" if words else ""
            return f"linked to {self._other(other, '')} by {steps(part.hops)}{kind}{details}"
        if not words:
            return f"linked to {self._other(other, '')}{details}"
        first, *rest = words.split()
        if first in ("has", "have", "had"):
            noun = " ".join(rest)
            if forward:
                return f"with {self._after(noun, other)}{details}"
            return f"that are the {noun} of {self._other(other, '')}{details}"
        if first in _PREPOSITIONS:
            if forward:
                return f"{self._after(words, other)}{details}"
            return f"that {self._are(other)} {first}{details}"
        if _is_verb(first):
            return self._by_verb(words, other, forward=forward) + details
        if rest and rest[-1] in _PREPOSITIONS:
            if forward:
                return f"that are {words} {self._other(other, '')}{details}"
            return f"that {self._are(other)} {words}{details}"
        if forward:
            return f"with {self._after(words, other)}{details}"
        return f"that are {words} of {self._other(other, '')}{details}"

    def _by_verb(self, words: str, other: str, *, forward: bool) -> str:
        """Types in the present ("MENTIONS") in the plural, participles as they are meant."""
        first, *rest = words.split()
        base = (lemminflect.getAllLemmas(first).get("VERB") or (first,))[0]
        passive = bool(set(rest) & _PREPOSITIONS) and (base not in ACTIVE or "by" in rest)
        if first in (base + "s", base + "es"):
            words = " ".join([base, *rest])
        if passive and first != base:
            if forward:
                return self._after(words, other)
            return f"that {self._are(other, past=True)} {words}"
        if forward:
            return f"that {words} {self._other(other, words)}"
        return f"that {self._other(other, '')} {words}"

    def _after(self, words: str, key: str) -> str:
        """A node behind words that may name it: "in genre “Comedy”", "in any genre"."""
        told = self._other(key, words, short=True)
        noun = self.values.nouns[key]
        if told != _ANY:
            return f"{words} {told}"
        return f"{words.removesuffix(noun).strip()} any {noun}".strip()

    def _are(self, key: str, *, past: bool = False) -> str:
        """A node as the subject of a clause, with its verb."""
        told = self._other(key, "")
        one = told.startswith((f"{self.values.nouns[key]} ", "the "))
        return f"{told} {('was' if one else 'were') if past else ('is' if one else 'are')}"

    def _runs_back(self, edge: Edge) -> bool:
        """Whether the schema knows an undirected relationship only from end to start."""
        if edge.part.types is None:
            return False
        start, end = (self.values.nodes.get(key) for key in (edge.start, edge.end))
        names = [p.name for p in edge.part.types.walk() if isinstance(p, LabelName)]
        known = [self.values.schema.relationships.get(name) for name in names]
        joins = [(j.start, j.end) for rel in known if rel for j in rel.joins]
        return (end, start) in joins and (start, end) not in joins

    def _without_noun(self, words: str, edge: Edge, other: str) -> str:
        """PRODUCED_IN_COUNTRY says the country twice where it is what is asked for."""
        here = edge.start if other == edge.end else edge.end
        noun = self.values.nouns.get(here, "")
        short = words.removesuffix(f" {noun}")
        return short if words.split()[:1] != ["has"] and short.split()[-1:] != [""] else words

    def _other(self, key: str, after: str, *, short: bool = False) -> str:
        """The node at the other end; its noun is left out where the words before just said it."""
        if key in self.done:
            return f"the {self.values.nouns[key]}"
        text = self.noun_phrase(key, joined=True, after=after or " ")
        many = plural(self.values.nouns[key])
        if short and text.startswith(many) and after.endswith(self.values.nouns[key]):
            return text[len(many) :].strip() or _ANY
        return text

    def _edge_details(self, part: RelationshipPattern) -> str:
        told: list[str] = []
        if isinstance(part.properties, MapOf):
            for prop, value in part.properties.entries:
                told.append(f"{' '.join(split_name(prop))} {self.values.say(value)}")
        elif part.properties is not None or part.where is not None:
            raise NoWording
        for condition in self.conditions:
            if part.variable and _owners(condition) == {part.variable}:
                if condition in self.used:
                    continue
                self.used.append(condition)
                told.append(self._about(condition, part.variable).removeprefix("with "))
        return f" ({join(told)})" if told else ""


def _is_verb(word: str) -> bool:
    found = lemminflect.getAllLemmas(word)
    return "VERB" in found and ("NOUN" not in found or word.endswith(("ed", "s")))


def _owners(condition: Expression) -> set[str]:
    """The variables a condition is about; patterns in it count by all of theirs."""
    found = {part.name for part in condition.walk() if isinstance(part, Name)}
    inner = {part.variable for part in condition.walk() if isinstance(part, NodePattern)}
    return found | {name for name in inner if name} if not inner else set()


def _name_held(condition: Expression) -> Expression | None:
    """The value that a condition holds the name of a node to."""
    match condition:
        case Binary(operator="=", left=Property(name=name), right=value) if (
            split_name(name)[-1:] and split_name(name)[-1] in _NAMES and not is_property(value)
        ):
            return value
        case _:
            return None
