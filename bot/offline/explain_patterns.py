"""English for Cypher's patterns and conditions: what is looked for, as one noun phrase."""

from __future__ import annotations

from collections.abc import Sequence

import lemminflect

from bot.offline.explain_values import NoWording, Values, join
from bot.offline.words import plural
from guardrails.phrases import ACTIVE, is_participle
from guardrails.syntax import (
    Binary,
    Call,
    Constant,
    Expression,
    IsNull,
    LabelExpression,
    Labelled,
    LabelName,
    LabelOperation,
    MapOf,
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
from memory.text import split_name

_PREPOSITIONS = frozenset(
    ["in", "of", "on", "at", "to", "for", "from", "by", "with", "about", "under", "within", "near"]
)
_NAMES = frozenset(["name", "title", "label"])
_OPPOSITE = {"IN": "NOT IN", "CONTAINS": "NOT CONTAINS", "=": "<>", "<>": "="}


class Edge:
    """A relationship between two nodes of a pattern, by the keys of the nodes."""

    def __init__(self, start: str, part: RelationshipPattern, end: str) -> None:
        self.start, self.part, self.end = start, part, end


class Patterns:
    """Turns paths and the conditions on them into noun phrases."""

    def __init__(self, values: Values) -> None:
        self.values = values
        values.counted = self.counted

    # -- taking a MATCH apart ----------------------------------------------------------------------

    def phrase(self, match: Match, root: str | None, *, negative: bool = False) -> str:
        """The things that a MATCH finds, told from `root`: "films that Tom Hanks acted in"."""
        nodes, edges = self._graph(match.paths, root)
        conditions = conjuncts(match.where)
        if any(path.selector for path in match.paths):
            return self._shortest(match, nodes, edges, conditions)
        first = root if root in nodes else next(iter(nodes))
        self.values.root = first
        told = _Telling(self, nodes, edges, conditions)
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
        told = _Telling(self, nodes, [], conditions)
        start = told.noun_phrase(edges[0].start, joined=True)
        end = told.noun_phrase(edges[0].end, joined=True)
        part = edges[0].part
        kind = f" along “{_types(part)}”" if part.types is not None else ""
        most = f", in at most {part.hops[1]} steps" if part.hops and part.hops[1] else ""
        if [c for c in conditions if c not in told.used]:
            raise NoWording
        return f"{_SHORTEST[path.selector]} from {start} to {end}{kind}{most}"

    def more(self, match: Match, root: str) -> str:
        """What a further MATCH says of things that are already known."""
        nodes, edges = self._graph(match.paths)
        conditions = conjuncts(match.where)
        told = _Telling(self, nodes, edges, conditions)
        clauses = [*told.filters(root), *told.relative_clauses(root)]
        left = [self.condition(c, root) for c in conditions if c not in told.used]
        return join([*clauses, *left])

    def counted(self, match: Match) -> str:
        """What a counted pattern counts, seen from its far end: "genres that the movie is in"."""
        before = set(self.values.nouns)
        nodes, edges = self._graph(match.paths)
        conditions = conjuncts(match.where)
        told = _Telling(self, nodes, edges, conditions)
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
            label = next((_labels(p.labels) for p in parts if p.labels), None)
            label = label or self._implied(key, edges)
            if key in nouns and not (label and nouns[key] == "thing"):
                continue
            noun = label or "thing"
            same = sum(1 for other in nouns.values() if other == noun or other.endswith(f" {noun}"))
            nouns[key] = f"other {noun}" if same == 1 and noun != "thing" else noun
            self.values.nodes[key] = next((_one_label(p.labels) for p in parts if p.labels), None)
        for edge in edges:
            if edge.part.variable:
                kind = _types(edge.part)
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
                return self._known(inner, root, known=True)
            case IsNull(operand=operand, negated=negated):
                return self._known(operand, root, known=negated)
            case Labelled(operand=Name(name=name), labels=labels) if name == root:
                return f"that are {plural(_labels(labels))}"
            case Binary(operator=operator, left=left, right=right):
                return self._comparison(operator, left, right, root)
            case Property(name=name):
                return _flag(name, _TRUE) or f"with {self.values.say(test)}"
            case _:
                raise NoWording

    def _negated(self, inner: Expression, root: str) -> str:
        match inner:
            case Binary(operator=operator, left=left, right=right) if operator in _OPPOSITE:
                return self._comparison(_OPPOSITE[operator], left, right, root)
            case IsNull(operand=operand, negated=negated):
                return self._known(operand, root, known=not negated)
            case Property(name=name):
                return _flag(name, _TRUE, negated=True) or f"without {self.values.say(inner)}"
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
        told = _Telling(self, nodes, edges, conditions)
        clauses = told.relative_clauses(root)
        left = [self.condition(c, root) for c in conditions if c not in told.used]
        if not clauses:
            raise NoWording
        return " and ".join(clauses) + "".join(f", {one}" for one in left)

    def _known(self, operand: Expression, root: str, *, known: bool) -> str:
        if isinstance(operand, Property) and is_participle(operand.name):
            been = "" if operand.name.lower() == "died" else "been "
            return f"{'' if known else 'not '}known to have {been}{operand.name.lower()}"
        said = self.values.say(operand).removeprefix("the ")
        return f"with a known {said}" if known else f"without a {said}"

    def _comparison(self, operator: str, left: Expression, right: Expression, root: str) -> str:
        if _is_property(right) and not _is_property(left) and operator in _MIRRORED:
            left, right, operator = right, left, _MIRRORED[operator]
        if isinstance(left, Property) and operator in ("=", "<>"):
            flag = _flag(left.name, right, negated=operator == "<>")
            if flag:
                return flag
        owner = left.base.name if isinstance(left, Property) and isinstance(left.base, Name) else ""
        if owner == root or (owner == "" and _is_property(left)):
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
                return "" if not _is_property(right) else "the same as"
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
# A node of which nothing is said.
_ANY = "any"
_MIRRORED = {"<": ">", ">": "<", "<=": ">=", ">=": "<=", "=": "=", "<>": "<>"}


class _Telling:
    """One telling of a pattern from a root outwards; remembers what was said."""

    def __init__(
        self,
        patterns: Patterns,
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
                flag = _flag(prop, value)
                if flag:
                    told.append(flag)
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
        words = self._without_noun(_types(part), edge, other)
        if part.hops is not None:
            kind = f" of “{words}”" if words else ""
            return f"linked to {self._other(other, '')} by {_steps(part.hops)}{kind}{details}"
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


def _is_moment(expression: Expression) -> bool:
    """A property such as `born` or `released`, which needs no "with" before a date."""
    return isinstance(expression, Property) and is_participle(expression.name)


def _flag(prop: str, value: Expression, *, negated: bool = False) -> str | None:
    """`isPublic: true` and `delayed = false` as "that are public", "that are not delayed"."""
    if not isinstance(value, Constant) or not isinstance(value.value, bool):
        return None
    words = split_name(prop)
    verb = "are"
    if words and words[0] in ("is", "has", "was"):
        verb = {"is": "are", "has": "have", "was": "were"}[words.pop(0)]
    return f"that {verb} {'' if value.value != negated else 'not '}{' '.join(words)}"


def _steps(hops: tuple[int | None, int | None]) -> str:
    low, high = hops
    if high is None:
        return "any number of steps" if (low or 0) <= 1 else f"{low} steps or more"
    if low == high:
        return f"{high} steps"
    return f"{low} to {high} steps"


def _types(part: RelationshipPattern) -> str:
    if part.types is None:
        return ""
    names = [p.name for p in part.types.walk() if isinstance(p, LabelName)]
    if any(isinstance(p, LabelOperation) and p.operator != "|" for p in part.types.walk()):
        raise NoWording
    return " or ".join(" ".join(split_name(name)) for name in names)


def _labels(labels: LabelExpression | None) -> str:
    match labels:
        case LabelName(name="%"):
            return "thing"
        case LabelName(name=name):
            return " ".join(split_name(name))
        case LabelOperation(operator="&", operands=operands):
            return _labels(operands[-1])
        case LabelOperation(operator="|", operands=operands):
            return " or ".join(_labels(operand) for operand in operands)
        case _:
            raise NoWording


def _one_label(labels: LabelExpression | None) -> str | None:
    return labels.name if isinstance(labels, LabelName) else None


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
            split_name(name)[-1:] and split_name(name)[-1] in _NAMES and not _is_property(value)
        ):
            return value
        case _:
            return None


def _is_property(expression: Expression) -> bool:
    if isinstance(expression, Call) and len(expression.arguments) == 1:
        return _is_property(expression.arguments[0])
    return isinstance(expression, Property)


def _only_match(query: Query) -> Match:
    clauses = query.branches[0].clauses
    if len(query.branches) != 1 or not isinstance(clauses[0], Match) or len(clauses) > 1:
        raise NoWording
    return clauses[0]


def _with_article(said: str) -> str:
    return said if said.startswith("the ") else f"the {said}"
