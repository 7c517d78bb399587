"""What words in a list of columns name in a tree: the person, the title of the article."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.lexicon import Lexicon, NounTarget, PropertyTarget, RelationTarget, Target
from bot.words.inflection import is_plural
from bot.words.naming import node_names
from memory.query import (
    Aggregate,
    Attribute,
    Comparison,
    Edge,
    Entity,
    Node,
    Operand,
    Query,
)
from memory.text import fold

_OF = re.compile(
    r"\A(?P<what>.+?) of (?:(?:the|each|every|that|those|both|its|their) )?(?P<whose>.+)\Z"
)
_NAME = re.compile(r"\A(?:full )?(?:names?|titles?)\Z")
_NAMED = re.compile(r"\A(?P<whose>.+?)(?:'s?|’s?)? (?P<name>names?)\Z")
_SINCE = re.compile(
    r"\A(?:(?:date|day|year|time) )?(?:since|from) (?:when|which)(?: (?:they|he|she|it) .+)?\Z"
)
_MANY = re.compile(r"\A(?:number|count|total number) of (?P<what>.+)\Z")
_LEAST = 0.3
_LONG = 6
# What is said of the thing asked for is meant before what is said of others on the way.
_FARTHER = 0.08


class Columns:
    """The words of one list, read over a tree."""

    def __init__(self, lexicon: Lexicon, query: Query) -> None:
        self._lexicon = lexicon
        self._query = query
        self._nodes = {n.variable: n for n in query.pattern.nodes if n.labels}
        self._tested = {
            t.left for t in query.pattern.where if isinstance(t, Comparison) and t.right is not None
        }

    def meant(self, words: str) -> list[Operand]:
        """What some words name; nothing where that is not told."""
        words = fold(words)
        counted = _MANY.match(words)
        for found in (
            self._own_name(words),
            self._counted(counted["what"]) if counted is not None else [],
            self._so_called(words),
            self._property(words, None),
            self._things(words),
            self._since(words),
            self._of(words),
            self._when(words),
        ):
            if found:
                return found
        return []

    def names(self, variable: str) -> list[Operand]:
        """What a node is called by."""
        shown = self._lexicon.shown(self._nodes[variable].labels[0])
        return [Attribute(variable, name) for name in shown] or [Entity(variable)]

    def _own_name(self, words: str) -> list[Operand]:
        subject = self._query.subject
        return self.names(subject) if _NAME.match(words) and subject in self._nodes else []

    def _counted(self, words: str) -> list[Operand]:
        """The number of what is counted for each row already."""
        labels = {t.label for t, cost in self._lookup(words) if isinstance(t, NounTarget)}
        operands = [c.operand for c in self._query.columns]
        return [
            x
            for x in operands
            if isinstance(x, Aggregate)
            and isinstance(x.operand, Entity)
            and labels & set(self._labels(x.operand.variable))
        ]

    def _labels(self, variable: str) -> tuple[str, ...]:
        return self._nodes[variable].labels if variable in self._nodes else ()

    def _so_called(self, words: str) -> list[Operand]:
        """The type of a machine is one of the types, by its name, and no type that types have."""
        for operand in self._property(words, None):
            whose = operand.variable if isinstance(operand, Attribute) else ""
            labels = {t.label for t, cost in self._lookup(words) if isinstance(t, NounTarget)}
            known = labels & set(self._labels(whose))
            if whose != self._query.subject and any(map(self._lexicon.shown, known)):
                return self.names(whose)
        return []

    def _property(self, words: str, owner: str | None) -> list[Operand]:
        """A property of one node or relationship of the tree."""
        found: list[tuple[float, Operand]] = []
        for target, cost in self._lookup(words):
            if isinstance(target, PropertyTarget):
                for far, variable in self._holders(target, owner):
                    own = Attribute(variable, target.property)
                    said = -_LEAST if own in self._tested else 0.0
                    found.append((cost + far + said, own))
        found.sort(key=lambda one: one[0])
        if not found or (len(found) > 1 and found[1][0] == found[0][0]):
            return []
        return [found[0][1]]

    def _holders(self, target: PropertyTarget, owner: str | None) -> Iterator[tuple[float, str]]:
        """Who can have a property: what is asked for before relationships before other nodes."""
        if target.of_relationship:
            for edge in self._query.pattern.edges:
                if edge.types == (target.owner,) and owner is None:
                    yield _FARTHER, edge_name(self._query, edge)
            return
        for node in self._nodes.values():
            if target.owner in node.labels and owner in (None, node.variable):
                yield (0.0 if node.variable == self._query.subject else 2 * _FARTHER), node.variable

    def _things(self, words: str) -> list[Operand]:
        """Nodes by a noun for their label, or for who stands at an end of a relationship."""
        named = _NAMED.match(words)
        both = words.startswith("both ")
        nodes = self._meant_nodes(named["whose"] if named is not None else words)
        if both or (len(nodes) > 1 and is_plural(words.split()[-1])):
            nodes = self._meant_nodes(words.removeprefix("both ").removesuffix(" names"))
            return [x for node in nodes for x in self.names(node.variable)]
        one = self._one_of(nodes)
        return self.names(one.variable) if one is not None else []

    def _one_of(self, nodes: list[Node]) -> Node | None:
        own = [n for n in nodes if n.variable == self._query.subject]
        return own[0] if own else nodes[0] if len(nodes) == 1 else None

    def _meant_nodes(self, words: str) -> list[Node]:
        targets = dict(self._lookup(words))
        in_role = [
            (edge.start if target.form == "start" else edge.end)
            for target in targets
            if isinstance(target, RelationTarget) and target.form in ("start", "end")
            for edge in self._query.pattern.edges
            if target.type in edge.types
        ]
        labels = {t.label for t in targets if isinstance(t, NounTarget)}
        told = [self._nodes[v] for v in dict.fromkeys(in_role) if v in self._nodes]
        sort = [n for n in self._nodes.values() if labels & set(n.labels)]
        return sort or told

    def _since(self, words: str) -> list[Operand]:
        """Since when it has been so: what a relationship keeps."""
        if not _SINCE.match(words):
            return []
        found: list[Operand] = [
            Attribute(edge_name(self._query, edge), name)
            for edge in self._query.pattern.edges
            for name, _ in self._lexicon.measures(edge.types[0], ("start",))[:1]
        ]
        return found if len(found) == 1 else []

    def _when(self, words: str) -> list[Operand]:
        """The date of what is asked for, where that has just one."""
        labels = self._labels(self._query.subject) if words in ("date", "dates") else ()
        dated = [n for x in labels for n, _ in self._lexicon.measures(x, ("@time",))]
        return [Attribute(self._query.subject, dated[0])] if len(dated) == 1 else []

    def _of(self, words: str) -> list[Operand]:
        """The title of the article; the article's title."""
        said = _OF.match(words)
        what, whose = (said["what"], said["whose"]) if said is not None else ("", "")
        if "'s " in words or "’s " in words:
            whose, _, what = words.replace("’s ", "'s ").partition("'s ")
        one = self._one_of(self._meant_nodes(whose)) if what else None
        if one is None:
            return []
        return self.names(one.variable) if _NAME.match(what) else self._property(what, one.variable)

    def _lookup(self, words: str) -> list[tuple[Target, float]]:
        return looked_up(self._lexicon, words)


def nameable(lexicon: Lexicon, words: str) -> bool:
    """Whether words can name a column of any tree at all."""
    words = fold(words)
    if _NAME.match(words) or _SINCE.match(words) or words in ("date", "dates"):
        return True
    inner = [found for pattern in (_NAMED, _MANY, _OF) if (found := pattern.match(words))]
    named = [words, words.removeprefix("both ").removesuffix(" names")]
    named += [text for found in inner for text in found.groupdict().values()]
    return any(looked_up(lexicon, text) for text in named)


def looked_up(lexicon: Lexicon, words: str) -> list[tuple[Target, float]]:
    """What words surely mean."""
    forms = tuple(words.split())
    found = lexicon.lookup(forms) if 0 < len(forms) < _LONG else {}
    return [(target, cost) for target, cost in found.items() if cost <= _LEAST]


def joined(lexicon: Lexicon, query: Query, words: str) -> Query | None:
    """The tree with the one thing that what is asked for is joined to in one way only."""
    label = next((n.labels[0] for n in query.pattern.nodes if n.variable == query.subject), "")
    found = looked_up(lexicon, fold(words))
    named = {target.label for target, _ in found if isinstance(target, NounTarget)}
    ways = [
        (type_, join)
        for type_, join in lexicon.schema.joins()
        if (join.start == label and join.end in named)
        or (join.end == label and join.start in named)
    ]
    if len(ways) != 1 or ways[0][1].start == ways[0][1].end or query.limit is not None:
        return None
    ((type_, join),) = ways
    other = join.end if join.start == label else join.start
    taken = [n.labels[0] for n in query.pattern.nodes if n.labels]
    variable = node_names([*taken, other])[-1]
    ends = (query.subject, variable) if join.start == label else (variable, query.subject)
    pattern = replace(
        query.pattern,
        nodes=(*query.pattern.nodes, Node(variable, (other,))),
        edges=(*query.pattern.edges, Edge(ends[0], (type_,), ends[1])),
    )
    return replace(query, pattern=pattern)


def edge_name(query: Query, edge: Edge) -> str:
    """The variable of a relationship, its own or the one that it gets."""
    return edge.variable or f"r{query.pattern.edges.index(edge) + 1}"
