"""Does a statement return, filter or sort by what is hidden?

Nodes and relationships are followed from the patterns that bind them through WITH, UNWIND, lists,
maps, sub-queries and functions. Wherever a value may be an element that has something hidden, its
hidden properties must not be named, nor the whole of it be returned or handed to a function that
could show it. What cannot be followed counts as any element.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from guardrails.elements import (
    ANY_NODE,
    ANYTHING,
    NOTHING,
    Element,
    Held,
    Private,
    alternatives,
    is_one,
    together,
)
from guardrails.syntax import (
    Binary,
    Branch,
    Call,
    CallProcedure,
    CallSubquery,
    Case,
    Clause,
    Constant,
    Expression,
    GroupPattern,
    Index,
    Labelled,
    LabelName,
    ListComprehension,
    ListOf,
    MapOf,
    MapProjection,
    Match,
    Name,
    NodePattern,
    Parameter,
    Part,
    Path,
    PatternComprehension,
    PatternExpression,
    Projection,
    Property,
    Quantified,
    Query,
    Reduce,
    RelationshipPattern,
    Slice,
    Subquery,
    Unary,
    Unwind,
    conjuncts,
)
from guardrails.words import words
from memory.catalogue import say

Use: TypeAlias = Literal["result", "value", "test"]
Scope: TypeAlias = dict[str, Held]

# Functions that tell nothing of an element but that it is there.
_SAFE = words(
    "count id elementid element_id size length path_length cardinality exists isempty isnotempty "
    "valuetype type labels"
)
# Functions that hand elements on: as they are, in a list, or out of one.
_SAME = words(
    "coalesce min max nullif tail reverse apoc.coll.toset apoc.coll.reverse apoc.coll.union "
    "apoc.coll.unionall apoc.coll.intersection apoc.coll.subtract apoc.coll.shuffle "
    "apoc.coll.slice apoc.agg.first apoc.agg.last apoc.agg.nth"
)
_LISTING = words("collect collect_list apoc.agg.slice apoc.coll.zip apoc.coll.pairs")
_PICKING = words("head last apoc.coll.randomitem apoc.coll.flatten nodes relationships rels")
_FLATTENING = words("apoc.coll.flatten nodes relationships rels")
_ENDS = words("startnode endnode")


@dataclass(frozen=True, slots=True)
class Exposed:
    """A place where something hidden would be seen; `explanation` is a whole sentence."""

    explanation: str
    start: int
    end: int


def exposures(query: Query, private: Private) -> list[Exposed]:
    """Every place of the statement where something hidden would be seen."""
    found: dict[tuple[int, int], Exposed] = {}
    for part in query.walk():
        if isinstance(part, LabelName) and private.hidden.label(part.name):
            found[part.start, part.end] = Exposed(
                say("“{name}” is kept private here; ask about something else.", name=part.name),
                part.start,
                part.end,
            )
    flow = _Flow(private, {}, found)
    flow.query(query, "result")
    return sorted(found.values(), key=lambda one: one.start)


def _also_shows(name: str) -> str:
    return say("{name} would also show what is kept private here.", name=name)


class _Flow:
    """Follows elements through one branch; `scope` is what each variable may hold."""

    def __init__(
        self, private: Private, scope: Scope, found: dict[tuple[int, int], Exposed]
    ) -> None:
        self._private = private
        self._scope = scope
        self._found = found

    def query(self, query: Query, use: Use, outer: Scope | None = None) -> Scope:
        """The columns of a query; `outer` is what its first WITH may import."""
        columns: Scope = {}
        for branch in query.branches:
            for name, value in self._inner(self._scope)._branch(branch, use, outer).items():
                columns[name] = columns.get(name, NOTHING) | value
        return columns

    def _branch(self, branch: Branch, use: Use, outer: Scope | None) -> Scope:
        columns: Scope = {}
        for index, clause in enumerate(branch.clauses):
            if index == 0 and outer is not None and isinstance(clause, Projection):
                self._scope = dict(outer)
            columns = self._clause(clause, use)
        return columns

    def _inner(self, scope: Mapping[str, Held]) -> _Flow:
        return _Flow(self._private, dict(scope), self._found)

    # --- clauses ---------------------------------------------------------------------------------

    def _clause(self, clause: Clause, use: Use) -> Scope:
        match clause:
            case Match(paths=paths, optional=optional, where=where):
                earlier = set(self._scope) if optional else set()
                self._bind(paths, earlier)
                self._condition(where, earlier)
            case Unwind(source=source, variable=variable):
                self._scope[variable] = self._value(source).unwound()
            case CallSubquery(query=query, imports=imports):
                if imports is None:
                    columns = self._inner({}).query(query, "value", self._scope)
                else:
                    kept = self._scope if "*" in imports else self._only(imports)
                    columns = self._inner(kept).query(query, "value")
                self._scope |= columns
            case CallProcedure():
                self._procedure(clause)
            case Projection():
                return self._projection(clause, use)
        return {}

    def _only(self, names: Sequence[str]) -> Scope:
        return {name: value for name, value in self._scope.items() if name in names}

    def _projection(self, clause: Projection, use: Use) -> Scope:
        columns: Scope = dict(self._scope) if clause.star or not clause.keyword else {}
        for item in clause.items:
            value = self._value(item.expression)
            name = item.alias
            if name is None and isinstance(item.expression, Name):
                name = item.expression.name
            columns[name or f"#{item.start}"] = value
            if clause.keyword == "RETURN" and use == "result":
                self._whole(value, item)
        if clause.star and clause.keyword == "RETURN" and use == "result":
            for value in self._scope.values():
                self._whole(value, clause)
        self._scope = {**self._scope, **columns}
        for key in clause.order:
            self._value(key.expression)
        if clause.keyword == "WITH":
            self._scope = columns
        self._condition(clause.where, set())
        return columns

    def _procedure(self, clause: CallProcedure) -> None:
        for argument in clause.arguments:
            self._value(argument)
        plain = clause.procedure.lower() in ("db.labels", "db.relationshiptypes")
        if not plain or self._private.hidden.labels:
            self._tell(_also_shows(clause.procedure), clause)
        for name, alias in clause.outputs:
            self._scope[alias or name] = NOTHING if plain else ANYTHING
        self._condition(clause.where, set())

    def _condition(self, where: Expression | None, fixed: set[str]) -> None:
        """Check a condition; label tests that must hold tell more of the variables not `fixed`."""
        if where is None:
            return
        for test in conjuncts(where):
            if isinstance(test, Labelled) and isinstance(test.operand, Name):
                name = test.operand.name
                if name in self._scope and name not in fixed:
                    self._narrow(name, alternatives(test.labels))
        self._value(where)

    # --- patterns --------------------------------------------------------------------------------

    def _bind(self, paths: Sequence[Path], fixed: set[str]) -> None:
        for path in paths:
            self._path(path, fixed)
        for path in paths:
            self._conditions_of(path)

    def _path(self, path: Path, fixed: set[str]) -> frozenset[Element]:
        """Bind the variables of a path; returns its elements."""
        elements: set[Element] = set()
        for part in path.elements:
            match part:
                case NodePattern(variable=variable, labels=labels):
                    elements |= self._variable(variable, "node", alternatives(labels), fixed)
                case RelationshipPattern(variable=variable, types=types, hops=hops):
                    names = alternatives(types)
                    elements |= self._variable(variable, "relationship", names, fixed)
                    if hops is not None:
                        elements.add(ANY_NODE)
                        if variable:
                            self._scope[variable] |= self._scope[variable].within()
                case GroupPattern(path=inner):
                    elements |= self._path(inner, fixed)
                    for name in _pattern_variables(inner):
                        self._scope[name] |= self._scope[name].within()
        if path.variable:
            self._scope[path.variable] = is_one(elements).within()
        return frozenset(elements)

    def _variable(
        self,
        variable: str | None,
        kind: Literal["node", "relationship"],
        names: list[frozenset[str]],
        fixed: set[str],
    ) -> frozenset[Element]:
        if variable is None:
            return frozenset(Element(kind, one) for one in names)
        if variable not in self._scope:
            self._scope[variable] = is_one(Element(kind, one) for one in names)
        elif variable not in fixed:
            self._narrow(variable, names)
        return self._scope[variable].direct

    def _narrow(self, variable: str, names: list[frozenset[str]]) -> None:
        """The variable's elements must bear one of these sets of labels as well."""
        held = self._scope[variable]
        direct = (Element(one.kind, one.names | more) for one in held.direct for more in names)
        self._scope[variable] = Held((frozenset(direct), *held.levels[1:]))

    def _conditions_of(self, path: Path) -> None:
        for part in path.elements:
            if isinstance(part, GroupPattern):
                self._conditions_of(part.path)
                self._condition(part.where, set())
                continue
            if part.variable:
                held = self._scope[part.variable].all
            else:
                kind: Literal["node", "relationship"] = (
                    "node" if isinstance(part, NodePattern) else "relationship"
                )
                labels = part.labels if isinstance(part, NodePattern) else part.types
                held = frozenset(Element(kind, one) for one in alternatives(labels))
            match part.properties:
                case MapOf(entries=entries):
                    for name, value in entries:
                        self._named(held, name, part.properties)
                        self._value(value)
                case Parameter():
                    self._whole(is_one(held), part.properties)
            if part.where is not None:
                self._value(part.where)

    # --- values ----------------------------------------------------------------------------------

    def _value(self, part: Part) -> Held:
        """What a value may hold; tells what it exposes on the way."""
        match part:
            case Name(name=name):
                return self._scope.get(name, ANYTHING)
            case Property(base=base, name=name):
                held = self._value(base)
                self._named(held.direct, name, part)
                return held.item()
            case Index(base=base, index=index):
                return self._index(self._value(base), index, part)
            case Slice(base=base):
                self._values(part)
                return self._value(base)
            case ListOf() | MapOf():
                return together(self._values(part)).within()
            case Call():
                return self._call(part)
            case Binary(operator=operator):
                values = together(self._values(part))
                return values | values.within() if operator in ("+", "||") else NOTHING
            case Case(branches=branches, otherwise=otherwise):
                self._values(part)
                results = [result for _, result in branches]
                results += [otherwise] if otherwise is not None else []
                return together(self._value(result) for result in results)
            case MapProjection():
                return self._map_projection(part)
            case Subquery(kind=kind, query=query):
                columns = self.query(query, "value" if kind == "COLLECT" else "test")
                return together(columns.values()).within() if kind == "COLLECT" else NOTHING
            case PatternExpression(path=path):
                inner = self._inner(self._scope)
                inner._bind((path,), set(self._scope))
                return is_one(inner._path(path, set(inner._scope))).within()
            case ListComprehension() | PatternComprehension() | Quantified() | Reduce():
                return self._looped(part)
        self._values(part)
        return NOTHING

    def _values(self, part: Part) -> list[Held]:
        return [self._value(child) for child in part.children()]

    def _looped(self, part: ListComprehension | PatternComprehension | Quantified | Reduce) -> Held:
        """Expressions with a variable or pattern of their own."""
        inner = self._inner(self._scope)
        match part:
            case PatternComprehension(path=path, where=where, projection=projection):
                inner._bind((path,), set(self._scope))
                inner._condition(where, set(self._scope))
                return inner._value(projection).within()
            case ListComprehension(variable=variable, source=source, where=where):
                inner._scope[variable] = self._value(source).unwound()
                inner._condition(where, set())
                return inner._value(part.projection or Name(variable)).within()
            case Quantified(variable=variable, source=source, where=where):
                inner._scope[variable] = self._value(source).unwound()
                inner._condition(where, set())
                return NOTHING
        source_held, initial = self._value(part.source), self._value(part.initial)
        inner._scope[part.variable] = source_held.unwound()
        inner._scope[part.accumulator] = Held(((source_held | initial).all,) * len(initial.levels))
        return inner._value(part.step) | initial

    def _index(self, base: Held, index: Expression, part: Index) -> Held:
        self._value(index)
        if isinstance(index, Constant) and isinstance(index.value, str):
            self._named(base.direct, index.value, part)
        elif not isinstance(index, (Constant, Unary)):
            self._whole(is_one(base.direct), part)
        return base.item()

    def _map_projection(self, part: MapProjection) -> Held:
        base = self._value(part.base)
        held = base.item()
        for key, value in part.entries:
            if value is not None:
                held |= self._value(value)
            elif key is not None:
                self._named(base.direct, key, part)
            else:
                self._whole(is_one(base.direct), part)
        return held.within()

    def _call(self, call: Call) -> Held:
        function = call.function.lower()
        values = together(self._value(argument) for argument in call.arguments)
        if function in ("labels", "type") and self._private.hidden.labels:
            if function == "labels" or any(not one.names for one in values.all):
                self._tell(_also_shows(f"{call.function}()"), call)
            return NOTHING
        if function in _SAFE:
            return NOTHING
        if function in _ENDS:
            return is_one({ANY_NODE})
        if function in _SAME:
            return values
        if function in _LISTING:
            return values.within()
        if function in _PICKING:
            return values | values.item() if function in _FLATTENING else values.item()
        if function == "apoc.map.fromnodes":
            self._tell(_also_shows(call.function), call)
        self._whole(values, call)
        return NOTHING

    # --- what is told ----------------------------------------------------------------------------

    def _named(self, elements: frozenset[Element], name: str, part: Part) -> None:
        for element in elements:
            if self._private.hides(element, name):
                self._tell(self._why(element, name), part)

    def _whole(self, value: Held, part: Part) -> None:
        for element in value.all:
            if self._private.hides_any(element):
                self._tell(self._why(element, None), part)

    def _why(self, element: Element, name: str | None) -> str:
        nameless = not element.names
        if nameless and self._private.hidden.labels:
            return say(
                "Some of the graph is kept private here; say which kind this means, as in "
                "(n:Label)."
            )
        if name is not None:
            return say("“{name}” is kept private here; ask for something else.", name=name)
        if nameless:
            return say(
                "This would show things of any kind, of which a part is kept private; name the "
                "properties that are wanted."
            )
        return say(
            "This would show the whole of {names}, of which a part is kept private; name the "
            "properties that are wanted.",
            names="/".join(sorted(element.names)),
        )

    def _tell(self, explanation: str, part: Part) -> None:
        self._found.setdefault((part.start, part.end), Exposed(explanation, part.start, part.end))


def _pattern_variables(path: Path) -> set[str]:
    return {
        part.variable
        for part in path.walk()
        if isinstance(part, (NodePattern, RelationshipPattern)) and part.variable
    }
