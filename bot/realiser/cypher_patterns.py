"""A MATCH of Cypher as a noun phrase: its pattern as that of a query tree, told from one node."""

from __future__ import annotations

from collections.abc import Sequence

from bot.realiser.clauses import Teller
from bot.realiser.cypher_trees import Trees, key, pattern_in
from bot.realiser.cypher_values import NoWording, Values
from bot.realiser.wording import join, steps_words
from guardrails.syntax import (
    Binary,
    Expression,
    IsNull,
    Match,
    NodePattern,
    Unary,
    conjuncts,
)
from memory import query as tree

_SHORTEST = {"SHORTESTPATH": "the shortest path", "ALLSHORTESTPATHS": "all shortest paths"}


class Patterns:
    """Turns paths and the conditions on them into noun phrases."""

    def __init__(self, values: Values) -> None:
        self.values = values
        self.trees = Trees(values.schema, values.parameters)
        values.counted = self.counted

    def phrase(self, match: Match, root: str | None) -> str:
        """The things that a MATCH finds, told from `root`: "films that Tom Hanks acted in"."""
        spoken = self._spoken()
        pattern, left = self._read(match)
        nodes = [node.variable for node in pattern.nodes]
        first = root if root in nodes else nodes[0]
        self._name(pattern, first)
        if any(path.selector for path in match.paths):
            return self._shortest(match, pattern, left)
        self.values.root = first
        told, said = set[str](), list[str]()
        for node in (first, *nodes):
            if node not in told | {*spoken}:
                teller = self._teller(pattern, node, {**spoken, **{x: self._the(x) for x in told}})
                said.append("".join(teller.subject()))
                told |= teller.spoken_of()
        return join(said) + self._left(left)

    def more(self, match: Match, root: str) -> str:
        """What a further MATCH says of things that are already known."""
        return self._from(match, root)[1].removeprefix(" ")

    def counted(self, match: Match) -> str:
        """What a counted pattern counts, seen from its far end: "genres that the movie is in"."""
        nodes = self.variables(match)
        far = next((x for x in reversed(nodes) if x not in self.values.nouns), None)
        if far is None or all(x not in self.values.nouns for x in nodes):
            raise NoWording
        root, self.values.root = self.values.root, far
        text = "".join(self._from(match, far))
        self.values.root = root
        return text

    def variables(self, match: Match) -> list[str]:
        """The keys of the nodes of a MATCH, in order."""
        nodes = (e for path in match.paths for e in path.elements if isinstance(e, NodePattern))
        return list(dict.fromkeys(map(key, nodes)))

    def condition(self, test: Expression) -> str:
        """A condition as a sentence: the year is over 2000, the film is among those in Comedy."""
        match test:
            case IsNull(operand=operand, negated=negated):
                return f"{self.values.say(operand)} is {'known' if negated else 'missing'}"
            case Binary(operator="AND" | "OR" as operator, left=left, right=right):
                return f"{self.condition(left)} {operator.lower()} {self.condition(right)}"
            case Binary(operator=operator, left=left, right=right):
                return self.values.compared(operator, left, right, verb=True)
            case Unary(operator="NOT", operand=inner):
                return f"not {self.condition(inner)}"
        match = pattern_in(test)
        known = next((x for x in self.variables(match) if x in self.values.nouns), None)
        if known is None:
            raise NoWording
        return f"{self._the(known)} is among those {self.more(match, known)}"

    # -- parts -------------------------------------------------------------------------------------

    def _from(self, match: Match, root: str) -> tuple[str, str]:
        spoken = self._spoken()
        pattern, left = self._read(match)
        self._name(pattern, root)
        noun, rest = self._teller(pattern, root, spoken).subject()
        return noun, rest + self._left(left)

    def _read(self, match: Match) -> tuple[tree.Pattern, list[Expression]]:
        self.trees.known = {*self.values.nouns}
        for path in match.paths:
            if path.variable:
                self.values.nouns[path.variable], self.values.nodes[path.variable] = "path", None
        return self.trees.pattern(match.paths, conjuncts(match.where))

    def _teller(self, pattern: tree.Pattern, root: str, spoken: dict[str, str]) -> Teller:
        labels = {v: (on,) for v, on in self.values.nodes.items() if on}
        nodes = tuple(
            node if node.labels else tree.Node(node.variable, labels.get(node.variable, ()))
            for node in pattern.nodes
        )
        found = tree.Pattern(nodes, pattern.edges, pattern.where)
        teller = Teller(tree.Query(found, (), root), self.values.schema)
        teller.spoken = {x: text for x, text in spoken.items() if x != root}
        return teller

    def _spoken(self) -> dict[str, str]:
        return {variable: self._the(variable) for variable in self.values.nouns}

    def _the(self, variable: str) -> str:
        noun = self.values.nouns[variable]
        return f"the {noun}" if variable in self.values.nodes else noun

    def _left(self, left: Sequence[Expression]) -> str:
        return "".join(f", where {self.condition(one)}" for one in left)

    def _shortest(self, match: Match, pattern: tree.Pattern, left: list[Expression]) -> str:
        """`shortestPath` between two ends: "the shortest path between A and B"."""
        if len(pattern.edges) != 1 or match.paths[-1].selector not in _SHORTEST or left:
            raise NoWording
        self.values.root, (edge,) = None, pattern.edges
        bare = tree.Pattern(pattern.nodes, (), pattern.where)
        teller = self._teller(bare, "", {})
        ends = f"{teller.called(edge.start)} and {teller.called(edge.end)}"
        most = steps_words(edge.hops)
        return f"{_SHORTEST[match.paths[-1].selector]} between {ends}{most}"

    def _name(self, pattern: tree.Pattern, root: str) -> None:
        """Give each node a noun; of two alike the one that is not told first is the "other"."""
        nouns, teller = self.values.nouns, self._teller(pattern, root, {})
        for node in sorted(pattern.nodes, key=lambda node: node.variable != root):
            variable, noun = node.variable, teller.noun(node.variable)
            if variable in nouns and (noun == "thing" or nouns[variable] != "thing"):
                continue
            same = sum(1 for other in nouns.values() if other == noun or other.endswith(f" {noun}"))
            nouns[variable] = f"other {noun}" if same == 1 and noun != "thing" else noun
            self.values.nodes[variable] = node.labels[0] if node.labels else None
        for edge in pattern.edges:
            if edge.variable and not edge.variable.startswith("_"):
                kind = " or ".join(x.lower().replace("_", " ") for x in edge.types)
                nouns.setdefault(edge.variable, f"“{kind}” link" if kind else "link")
                self.values.nodes.setdefault(edge.variable, None)
                self.values.relationships.add(edge.variable)
