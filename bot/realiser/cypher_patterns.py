"""English for Cypher's patterns and conditions: what is looked for, as one noun phrase."""

from __future__ import annotations

from collections.abc import Sequence

from bot.offline.words import plural
from bot.realiser.cypher_nodes import Edge, Telling
from bot.realiser.cypher_values import NoWording, Values, join
from bot.realiser.cypher_words import flag, is_property, label_words, one_label, type_words
from guardrails.phrases import is_participle
from guardrails.syntax import (
    Binary,
    Call,
    Constant,
    Expression,
    IsNull,
    Labelled,
    LabelName,
    Match,
    Name,
    NodePattern,
    Path,
    PatternExpression,
    Property,
    Query,
    RelationshipPattern,
    Subquery,
    Unary,
    conjuncts,
)
from memory.text import several, split_name

_OPPOSITE = {"IN": "NOT IN", "CONTAINS": "NOT CONTAINS", "=": "<>", "<>": "="}


class Patterns:
    """Turns paths and the conditions on them into noun phrases."""

    def __init__(self, values: Values) -> None:
        self.values = values
        values.counted = self.counted

    # -- taking a MATCH apart ----------------------------------------------------------------------

    def phrase(self, match: Match, root: str | None) -> str:
        """The things that a MATCH finds, told from `root`: "films that Tom Hanks acted in"."""
        nodes, edges = self._graph(match.paths, root)
        conditions = conjuncts(match.where)
        if any(path.selector for path in match.paths):
            return self._shortest(match, nodes, edges, conditions)
        first = root if root in nodes else next(iter(nodes))
        self.values.root = first
        told = Telling(self, nodes, edges, conditions)
        text = told.noun_phrase(first)
        rest = [told.noun_phrase(key, joined=True) for key in nodes if key not in told.done]
        text = join([text, *rest]) if rest else text
        left = [self.condition(c, first) for c in conditions if c not in told.used]
        return text + "".join(f", {one}" for one in left)

    def _shortest(
        self,
        match: Match,
        nodes: dict[str, list[NodePattern]],
        edges: list[Edge],
        conditions: list[Expression],
    ) -> str:
        """`shortestPath` between two ends: "the shortest path from person “A” to person “B”"."""
        path = match.paths[-1]
        if len(edges) != 1 or path.selector not in _SHORTEST:
            raise NoWording
        self.values.root = None
        told = Telling(self, nodes, [], conditions)
        start = told.noun_phrase(edges[0].start, joined=True)
        end = told.noun_phrase(edges[0].end, joined=True)
        part = edges[0].part
        kind = f" along “{type_words(part)}”" if part.types is not None else ""
        most = f", in at most {several(part.hops[1], 'step')}" if part.hops and part.hops[1] else ""
        if [c for c in conditions if c not in told.used]:
            raise NoWording
        return f"{_SHORTEST[path.selector]} from {start} to {end}{kind}{most}"

    def more(self, match: Match, root: str) -> str:
        """What a further MATCH says of things that are already known."""
        nodes, edges = self._graph(match.paths)
        conditions = conjuncts(match.where)
        told = Telling(self, nodes, edges, conditions)
        clauses = [*told.filters(root), *told.relative_clauses(root)]
        left = [self.condition(c, root) for c in conditions if c not in told.used]
        return join([*clauses, *left])

    def counted(self, match: Match) -> str:
        """What a counted pattern counts, seen from its far end: "genres that the movie is in"."""
        before = set(self.values.nouns)
        nodes, edges = self._graph(match.paths)
        conditions = conjuncts(match.where)
        told = Telling(self, nodes, edges, conditions)
        told.done |= {key for key in nodes if key in before}
        far = next((key for key in reversed(nodes) if key not in told.done), None)
        if far is None or not told.done:
            raise NoWording
        root, self.values.root = self.values.root, far
        text = told.noun_phrase(far)
        left = [self.condition(c, far) for c in conditions if c not in told.used]
        self.values.root = root
        return text + "".join(f", {one}" for one in left)

    def variables(self, match: Match) -> list[str]:
        """The keys of the nodes of a MATCH, in order."""
        nodes = (e for path in match.paths for e in path.elements if isinstance(e, NodePattern))
        return list(dict.fromkeys(node.variable or f"_{node.start}" for node in nodes))

    def _graph(
        self, paths: Sequence[Path], root: str | None = None
    ) -> tuple[dict[str, list[NodePattern]], list[Edge]]:
        nodes: dict[str, list[NodePattern]] = {}
        edges: list[Edge] = []
        for path in paths:
            if path.selector and "SHORTEST" not in path.selector:
                raise NoWording
            previous: str | None = None
            waiting: RelationshipPattern | None = None
            for element in path.elements:
                if isinstance(element, RelationshipPattern):
                    waiting = element
                    continue
                if not isinstance(element, NodePattern):
                    raise NoWording
                key = element.variable or f"_{element.start}"
                nodes.setdefault(key, []).append(element)
                if waiting is not None and previous is not None:
                    edges.append(Edge(previous, waiting, key))
                previous, waiting = key, None
        self._name(nodes, edges, paths, root)
        return nodes, edges

    def _name(
        self,
        nodes: dict[str, list[NodePattern]],
        edges: list[Edge],
        paths: Sequence[Path],
        root: str | None,
    ) -> None:
        """Gives each node a noun; of two alike the one that is not told first is the "other"."""
        nouns = self.values.nouns
        for key, parts in sorted(nodes.items(), key=lambda item: item[0] != root):
            label = next((label_words(p.labels) for p in parts if p.labels), None)
            label = label or self._implied(key, edges)
            if key in nouns and not (label and nouns[key] == "thing"):
                continue
            noun = label or "thing"
            same = sum(1 for other in nouns.values() if other == noun or other.endswith(f" {noun}"))
            nouns[key] = f"other {noun}" if same == 1 and noun != "thing" else noun
            self.values.nodes[key] = next((one_label(p.labels) for p in parts if p.labels), None)
        for edge in edges:
            if edge.part.variable:
                kind = type_words(edge.part)
                nouns.setdefault(edge.part.variable, f"“{kind}” link" if kind else "link")
                self.values.nodes.setdefault(edge.part.variable, None)
                self.values.relationships.add(edge.part.variable)
        for path in paths:
            if path.variable:
                nouns.setdefault(path.variable, "path")
                self.values.nodes.setdefault(path.variable, None)

    def _implied(self, key: str, edges: list[Edge]) -> str | None:
        """What a node without a label can only be, by the relationships of the schema."""
        for edge in edges:
            part = edge.part
            if part.types is None or key not in (edge.start, edge.end):
                continue
            at_start = (key == edge.start) == (part.direction != "<")
            for name in (p.name for p in part.types.walk() if isinstance(p, LabelName)):
                known = self.values.schema.relationships.get(name)
                joins = sorted(known.joins if known else (), key=lambda j: -j.count)
                ends = [join.start if at_start else join.end for join in joins]
                if ends and part.direction:
                    top = [e for e, j in zip(ends, joins, strict=True) if j.count == joins[0].count]
                    labels = self.values.schema.labels
                    general = [e for e in top if e in labels and not labels[e].implies] or top
                    return " ".join(split_name(general[0]))
        return None

    # -- conditions --------------------------------------------------------------------------------

    def condition(self, test: Expression, root: str) -> str:
        """A condition behind a noun phrase: "with a year over 2000", "except those that ..."."""
        match test:
            case Binary(operator="OR", left=left, right=right):
                return f"either {self.condition(left, root)} or {self.condition(right, root)}"
            case Binary(operator="AND", left=left, right=right):
                return f"{self.condition(left, root)} and {self.condition(right, root)}"
            case Unary(operator="NOT", operand=inner):
                return self._negated(inner, root)
            case PatternExpression(path=path):
                return self._related(Match((path,)), root)
            case Subquery(kind="EXISTS", query=query):
                return self._related(_only_match(query), root)
            case Call(function=function, arguments=[PatternExpression(path=path)]) if (
                function.lower() == "exists"
            ):
                return self._related(Match((path,)), root)
            case Call(function=function, arguments=[inner]) if function.lower() == "exists":
                return self._known(inner, known=True)
            case IsNull(operand=operand, negated=negated):
                return self._known(operand, known=negated)
            case Labelled(operand=Name(name=name), labels=labels) if name == root:
                return f"that are {plural(label_words(labels))}"
            case Binary(operator=operator, left=left, right=right):
                return self._comparison(operator, left, right, root)
            case Property(name=name):
                return flag(name, _TRUE) or f"with {self.values.say(test)}"
            case _:
                raise NoWording

    def _negated(self, inner: Expression, root: str) -> str:
        match inner:
            case Binary(operator=operator, left=left, right=right) if operator in _OPPOSITE:
                return self._comparison(_OPPOSITE[operator], left, right, root)
            case IsNull(operand=operand, negated=negated):
                return self._known(operand, known=not negated)
            case Property(name=name):
                return flag(name, _TRUE, negated=True) or f"without {self.values.say(inner)}"
            case _:
                return f"except those {self.condition(inner, root)}"

    def _related(self, match: Match, root: str) -> str:
        """The relative clause that a pattern about `root` makes."""
        before = set(self.values.nouns)
        nodes, edges = self._graph(match.paths)
        if root not in nodes:
            known = next((key for key in nodes if key in self.values.nouns and key in before), None)
            if known is None:
                raise NoWording
            said = self._related(match, known)
            return f"where the {self.values.nouns[known]} is among those {said}"
        conditions = conjuncts(match.where)
        told = Telling(self, nodes, edges, conditions)
        clauses = told.relative_clauses(root)
        left = [self.condition(c, root) for c in conditions if c not in told.used]
        if not clauses:
            raise NoWording
        return " and ".join(clauses) + "".join(f", {one}" for one in left)

    def _known(self, operand: Expression, *, known: bool) -> str:
        if isinstance(operand, Property) and is_participle(operand.name):
            been = "" if operand.name.lower() == "died" else "been "
            return f"{'' if known else 'not '}known to have {been}{operand.name.lower()}"
        said = self.values.say(operand).removeprefix("the ")
        return f"with a known {said}" if known else f"without a {said}"

    def _comparison(self, operator: str, left: Expression, right: Expression, root: str) -> str:
        if is_property(right) and not is_property(left) and operator in _MIRRORED:
            left, right, operator = right, left, _MIRRORED[operator]
        if isinstance(left, Property) and operator in ("=", "<>"):
            held = flag(left.name, right, negated=operator == "<>")
            if held:
                return held
        owner = left.base.name if isinstance(left, Property) and isinstance(left.base, Name) else ""
        if owner == root or (owner == "" and is_property(left)):
            said = self.compared(operator, left, right, verb=False)
            return said if _is_moment(left) else f"with {said}"
        return f"where {self.compared(operator, left, right, verb=True)}"

    def compared(self, operator: str, left: Expression, right: Expression, *, verb: bool) -> str:
        """A comparison as words: "year after 2000", with `verb` "the year is after 2000"."""
        say = self.values.say
        if operator in ("CONTAINS", "NOT CONTAINS"):
            not_ = "no " if operator.startswith("NOT") else ""
            return f"{not_}{say(right)} in {_with_article(say(left))}"
        words = self._operator(operator, left, right)
        if verb:
            words = f"is {words.removeprefix('of ')}".strip()
        return " ".join(f"{say(left)} {words} {say(right)}".split())

    def _operator(self, operator: str, left: Expression, right: Expression) -> str:
        time = self.values.is_time(left) or self.values.is_time(right)
        match operator:
            case "=" | "IN":
                return "" if not is_property(right) else "the same as"
            case "<>" | "!=" | "NOT IN":
                return "other than"
            case ">":
                return "after" if time else "over"
            case ">=":
                return "from" if time else "of at least"
            case "<":
                return "before" if time else "under"
            case "<=":
                return "up to" if time else "of at most"
            case "STARTS WITH":
                return "starting with"
            case "ENDS WITH":
                return "ending with"
            case "=~":
                return "matching the pattern"
            case _:
                raise NoWording


_SHORTEST = {"SHORTESTPATH": "the shortest path", "ALLSHORTESTPATHS": "all shortest paths"}
_TRUE = Constant(True)
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "<>": "<>"}


def _is_moment(expression: Expression) -> bool:
    """A property such as `born` or `released`, which needs no "with" before a date."""
    return isinstance(expression, Property) and is_participle(expression.name)


def _only_match(query: Query) -> Match:
    clauses = query.branches[0].clauses
    if len(query.branches) != 1 or not isinstance(clauses[0], Match) or len(clauses) > 1:
        raise NoWording
    return clauses[0]


def _with_article(said: str) -> str:
    return said if said.startswith("the ") else f"the {said}"
