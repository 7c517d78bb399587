"""Cypher from a query tree, values as parameters."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.cypher.figures import figures_beside, figures_in, figures_of, nested
from bot.cypher.functions import applied
from bot.cypher.paths import branches, paths, quote
from bot.cypher.subtrees import variables_of
from bot.words.naming import column_names, value_name
from memory.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Arithmetic,
    Attribute,
    Column,
    Comparison,
    Condition,
    Constant,
    Entity,
    Exists,
    Figure,
    Function,
    Not,
    Operand,
    Pattern,
    Query,
    Route,
    Share,
)

_RECKONED = ("age", "lifespan", "duration")


def to_cypher(query: Query) -> tuple[str, dict[str, Any]]:
    """The statement and its parameters.

    Aggregates and distinct rows go through a WITH on the nodes themselves, so that two of one name
    stay two.
    """
    writer = _Writer()
    return writer.statement(query), writer.parameters


def _route(route: Route) -> list[str]:
    """The shortest way between two nodes that are matched, told by names and types."""
    names = ", ".join([*(f"node.{quote(name)}" for name in route.names), "labels(node)[0]"])
    ends = f"({quote(route.start)})-[*..{route.most}]-({quote(route.end)})"
    told = f"[node IN nodes(path) | coalesce({names})] AS nodes"
    types = "[step IN relationships(path) | type(step)] AS relationships"
    return [
        f"MATCH path = shortestPath({ends})",
        f"RETURN {told}, {types}, length(path) AS steps",
    ]


class _Writer:
    def __init__(self) -> None:
        self.parameters: dict[str, Any] = {}
        self._aliases: dict[Operand, str] = {}
        self._carried: list[str] = []
        self._bound: set[str] = set()
        self._own: list[str] = []
        self._figuring = True

    def statement(self, query: Query) -> str:
        apart = figures_beside(query)
        lines = [line for figure in figures_of(query) for line in self._figure(figure)]
        self._figuring = False
        # Of nothing there is a number all the same, beside another one.
        alone = apart and all(isinstance(c.operand, Aggregate | Figure) for c in query.columns)
        lines += _optional(self._match(query)) if alone else self._match(query)
        if query.route is not None:
            return "\n".join([*lines, *_route(query.route)])
        lines += self._unwound(query)
        if query.form in ("yes_no", "none"):
            if query.having:
                held = replace(query, columns=(), distinct_on=(query.subject,))
                lines += self._middle(held)
            sign = ">" if query.form == "yes_no" else "="
            return "\n".join([*lines, f"RETURN count(*) {sign} 0 AS answer"])
        lines += self._middle(query)
        if query.each and nested(query) is None:
            lines += self._best(query)
        keyword = "RETURN DISTINCT" if query.distinct else "RETURN"
        lines.append(f"{keyword} " + ", ".join(self._column(c) for c in query.columns))
        for column in query.columns:
            if isinstance(column.operand, Aggregate):
                self._aliases.setdefault(column.operand, quote(column.name))
        if query.each and nested(query) is None:
            return "\n".join(lines)
        if query.order:
            keys = ", ".join(
                self._operand(o.operand) + (" DESC" if o.descending else "") for o in query.order
            )
            lines.append(f"ORDER BY {keys}")
        if query.skip:
            lines.append(f"SKIP {query.skip}")
        if query.limit is not None:
            lines.append(f"LIMIT {query.limit}")
        return "\n".join(lines)

    def _figure(self, figure: Figure) -> list[str]:
        """What is compared with comes first, and is handed on by its name.

        Where it is one for each group, the groups go with it: nodes as they are, and values to be
        the same as those of what is compared.
        """
        query, column = figure.query, figure.query.columns[0]
        before = dict(self._aliases)
        matched = self._match(query)
        alone = not self._carried or figure.each
        lines = [*(matched if alone else _optional(matched)), *self._middle(query)]
        name = quote(column.name)
        value = f"{self._operand(column.operand)} AS {name}"
        nodes = [quote(o.variable) for o in figure.each if isinstance(o, Entity)]
        spans = [self._operand(o) for o in figure.each if not isinstance(o, Entity)]
        names = [f"group{i + 1}" for i, _ in enumerate(spans, len(self._own))]
        told = [f"{span} AS {group}" for span, group in zip(spans, names, strict=True)]
        lines.append("WITH " + ", ".join(dict.fromkeys([*self._carried, *nodes, *told, value])))
        self._aliases = {**before, figure: name}
        self._carried = [*dict.fromkeys([*self._carried, *nodes, *names, name])]
        self._bound |= {o.variable for o in figure.each if isinstance(o, Entity)}
        self._own += [f"{span} = {group}" for span, group in zip(spans, names, strict=True)]
        return lines

    def _unwound(self, query: Query) -> list[str]:
        """A line for each list whose values are rows of their own."""
        lines, taken = [], {node.variable for node in query.pattern.nodes}
        for column in query.columns:
            for part in _each(column.operand):
                if part in self._aliases:
                    continue
                name = value_name(_hint(part))
                name = f"{name}_value" if name in taken else name
                lines.append(f"UNWIND {self._operand(part.operands[0])} AS {quote(name)}")
                self._aliases[part] = quote(name)
        return lines

    def _match(self, query: Query) -> list[str]:
        """The pattern, after the query that picks where it starts."""
        if query.source is None:
            seen = set(self._bound)
            lines = [f"MATCH {paths(query.pattern, seen)}"]
        else:
            lines, seen = self._picked(query.source), {query.source.subject}
            if query.pattern.edges:
                lines.append(f"MATCH {paths(query.pattern, seen)}")
        tests = [] if self._figuring else self._own
        if query.pattern.where or tests:
            lines.append("WHERE " + self._all(query.pattern.where, tests))
        if query.optional is not None:
            bound = {node.variable for node in query.pattern.nodes}
            for branch in [*branches(query.optional, bound)]:
                lines.append(f"OPTIONAL MATCH {paths(branch, bound)}")
            if query.optional.where:
                lines.append("WHERE " + self._all(query.optional.where))
        return lines

    def _picked(self, source: Query) -> list[str]:
        """The nodes that a source query picks, as a WITH; counts are tested before they rank."""
        lines = self._match(source)
        tested = [t for t in source.having if isinstance(t, Comparison)]
        ranked = [o.operand for o in source.order if isinstance(o.operand, Aggregate)]
        counted = [x for t in tested for x in _held(t)]
        names = {
            operand: f"value{i + 1}" for i, operand in enumerate(dict.fromkeys([*counted, *ranked]))
        }
        values = [f"{self._operand(operand)} AS {name}" for operand, name in names.items()]
        distinct = "DISTINCT " if source.pattern.edges and not values else ""
        picked = [quote(source.subject), *self._carried]
        lines.append(f"WITH {distinct}" + ", ".join([*picked, *values]))
        if tested:
            tests = [self._comparison(_by_name(t, names)) for t in tested]
            lines.append("WHERE " + " AND ".join(tests))
            lines.append("WITH " + ", ".join([*picked, *names.values()]))
        keys = [
            (names.get(o.operand) or self._operand(o.operand)) + (" DESC" if o.descending else "")
            for o in source.order
        ]
        if keys:
            lines.append("ORDER BY " + ", ".join(keys))
        if source.skip:
            lines.append(f"SKIP {source.skip}")
        if source.limit is not None:
            lines.append(f"LIMIT {source.limit}")
        return [*lines, "WITH " + ", ".join(picked)]

    def _middle(self, query: Query) -> list[str]:
        """The WITH between pattern and result, where rows are made once for each node."""
        aggregates = [c for c in query.columns if isinstance(c.operand, Aggregate)]
        counted: list[tuple[Operand, str]] = [(c.operand, c.name) for c in aggregates]
        extra: list[Operand] = [o.operand for o in query.order if isinstance(o.operand, Aggregate)]
        extra += [x for t in query.having if isinstance(t, Comparison) for x in _held(t)]
        for operand in extra:
            if operand not in [x for x, _ in counted]:
                counted.append((operand, f"value{len(counted) + 1}"))
        if not query.distinct_on and not (query.each and nested(query)):
            if query.having:
                keys = [c for c in query.columns if not isinstance(c.operand, Aggregate)]
                shown = [f"{self._operand(c.operand)} AS {quote(c.name)}" for c in keys]
                return self._with(shown, counted, query, [(c.operand, c.name) for c in keys])
            return []
        summed = nested(query)
        if summed is not None:
            name = column_names([summed], self._labels(query), query.subject)[0]
            spans = column_names(query.each, self._labels(query), query.subject)
            told = [f"{self._operand(o)} AS {k}" for o, k in zip(query.each, spans, strict=True)]
            return self._with([*query.distinct_on, *told], [(summed, name)], query, [])
        beside = figures_beside(query)
        handed_on = any(isinstance(c.operand, Share | Figure) for c in query.columns)
        carried = self._carried if handed_on or self._figuring else []
        if not counted:
            return ["WITH DISTINCT " + ", ".join(dict.fromkeys([*carried, *query.distinct_on]))]
        if len(aggregates) + len(beside) == len(query.columns) and not query.having:
            # Each once: the average of those that are matched, however often.
            return ["WITH DISTINCT " + ", ".join(dict.fromkeys([*carried, *query.distinct_on]))]
        if not query.having and not extra and self._keyed(query):
            return []
        titles = {c.operand: c.name for c in query.columns}
        groups: list[tuple[Operand, str]] = [
            (o, titles[o]) for o in query.each if not isinstance(o, Entity)
        ]
        held = [f"{self._operand(o)} AS {quote(title)}" for o, title in groups]
        return self._with([*query.distinct_on, *held], counted, query, groups)

    def _best(self, query: Query) -> list[str]:
        """The best of each group, with what ties with it; of several just so many."""
        (key,) = query.order
        groups = [o for o in query.each if isinstance(o, Entity)]
        subject = quote(query.subject)
        names = [quote(group.variable) for group in groups]
        spans = [o for o in query.each if not isinstance(o, Entity)]
        titles = {c.operand: quote(c.name) for c in query.columns}
        spanned = [
            titles[o] if o in self._aliases else f"{self._operand(o)} AS {titles[o]}" for o in spans
        ]
        value = titles.get(key.operand, "value")
        distinct = "" if key.operand in self._aliases else "DISTINCT "
        ranked = f"{self._operand(key.operand)} AS {value}"
        kept = [*names, *(titles[o] for o in spans)]
        lines = []
        if key.operand not in self._aliases:
            lines.append(f"WITH {distinct}" + ", ".join([*names, *spanned, subject, ranked]))
        elif spanned:
            lines.append("WITH " + ", ".join([*names, *spanned, subject, value]))
        lines.append(f"ORDER BY {value}{' DESC' if key.descending else ''}")
        several = f"collect({{one: {subject}, value: {value}}}) AS found"
        lines.append("WITH " + ", ".join([*kept, several]))
        size = query.limit or 1
        best = "[x IN found WHERE x.value = found[0].value]" if size == 1 else f"found[..{size}]"
        lines.append(f"UNWIND {best} AS best")
        shown = {c.operand for c in query.columns if c.operand != key.operand}
        told = {v for operand in shown for v in variables_of(operand)}
        if size == 1 and query.subject not in told and Entity(query.subject) not in shown:
            # Of two reviews of one and the same day that day is told once.
            lines.append("WITH DISTINCT " + ", ".join([*kept, f"best.value AS {value}"]))
        else:
            one = f"best.one AS {subject}"
            lines.append("WITH " + ", ".join([*kept, one, f"best.value AS {value}"]))
        self._aliases |= {o: titles[o] for o in spans}
        self._aliases[key.operand] = value
        return lines

    @staticmethod
    def _labels(query: Query) -> dict[str, tuple[str, ...]]:
        patterns = [query.pattern, *([query.optional] if query.optional else [])]
        return {n.variable: n.labels for p in patterns for n in p.nodes if n.labels}

    @staticmethod
    def _keyed(query: Query) -> bool:
        return all(isinstance(c.operand, Entity | Aggregate) for c in query.columns)

    def _with(
        self,
        keys: list[str],
        counted: list[tuple[Operand, str]],
        query: Query,
        renamed: list[tuple[Operand, str]],
    ) -> list[str]:
        values = [f"{self._operand(operand)} AS {quote(name)}" for operand, name in counted]
        shares = [c.operand.condition for c in query.columns if isinstance(c.operand, Share)]
        shown = any(isinstance(c.operand, Figure) for c in query.columns)
        kept = self._figuring or shown or any(figures_in((*query.having, *shares)))
        carried = self._carried if kept else []
        lines = ["WITH " + ", ".join(dict.fromkeys([*carried, *keys, *values]))]
        for operand, name in (*counted, *renamed):
            self._aliases[operand] = quote(name)
        if query.having:
            lines.append("WHERE " + self._all(query.having))
        return lines

    # -- conditions ------------------------------------------------------------------------------

    def _all(self, conditions: tuple[Condition, ...], more: Sequence[str] = ()) -> str:
        inner = len(conditions) + len(more) > 1
        return "\n  AND ".join([*(self._condition(c, inner=inner) for c in conditions), *more])

    def _condition(self, condition: Condition, *, inner: bool = False) -> str:
        match condition:
            case Comparison():
                return self._comparison(condition)
            case AllOf(conditions):
                text = " AND ".join(self._condition(c, inner=True) for c in conditions)
                return f"({text})" if inner else text
            case AnyOf(conditions):
                text = " OR ".join(self._condition(c, inner=True) for c in conditions)
                return f"({text})" if inner else text
            case Not(Exists(pattern)):
                return "NOT " + self._exists(pattern)
            case Not(other):
                return f"NOT ({self._condition(other)})"
            case Exists(pattern):
                return self._exists(pattern)

    def _exists(self, pattern: Pattern) -> str:
        bound = {node.variable for node in pattern.nodes if not node.labels}
        text = paths(pattern, set(bound))
        where = " AND ".join(self._condition(c, inner=True) for c in pattern.where)
        return f"EXISTS {{ MATCH {text}{' WHERE ' + where if where else ''} }}"

    def _comparison(self, test: Comparison) -> str:
        left = self._operand(test.left)
        if test.right is None:
            return f"{left} {test.operator}"
        right = self._operand(test.right, hint=_hint(test.left))
        if test.operator == "HAS":
            return f"{right} IN {left}"
        if test.folded:
            left, right = f"toLower({left})", f"toLower({right})"
        told = f"{left} {test.operator} {right}"
        if not test.nodes or not isinstance(test.left, Attribute):
            return told
        which = self._parameter(test.nodes, f"{_hint(test.left)}_ids")
        held = f"elementId({quote(test.left.variable)}) IN ${which}"
        return f"({told} OR NOT {held})" if test.operator == "<>" else f"({told} AND {held})"

    # -- operands --------------------------------------------------------------------------------

    def _column(self, column: Column) -> str:
        text, name = self._operand(column.operand), quote(column.name)
        return text if text == name else f"{text} AS {name}"

    def _operand(self, operand: Operand, hint: str = "value") -> str:
        if operand in self._aliases:
            return self._aliases[operand]
        match operand:
            case Entity(variable):
                return quote(variable)
            case Attribute(variable, property):
                return f"{quote(variable)}.{quote(property)}"
            case Constant(value):
                return "$" + self._parameter(value, hint)
            case Arithmetic(operator, left, right):
                return f"({self._operand(left, hint)} {operator} {self._operand(right, 'factor')})"
            case Aggregate(function, inner, distinct):
                text = "*" if inner is None else self._operand(inner, hint)
                if isinstance(inner, Arithmetic):
                    text = text[1:-1]
                return f"{function}({'DISTINCT ' if distinct else ''}{text})"
            case Function(name, operands):
                return applied(name, [self._operand(x, hint) for x in operands])
            case Share(condition, percent):
                # A mean: of nothing it is null, where a quotient would fail.
                whole = "100.0" if percent else "1.0"
                return f"avg(CASE WHEN {self._condition(condition)} THEN {whole} ELSE 0.0 END)"
            case Figure(query):
                return quote(query.columns[0].name)

    def _parameter(self, value: Any, hint: str) -> str:
        base = re.sub(r"\W+", "_", hint).strip("_") or "value"
        if base[0].isdigit():
            base = "p" + base
        name, number = base, 1
        while name in self.parameters:
            number += 1
            name = f"{base}{number}"
        self.parameters[name] = list(value) if isinstance(value, tuple) else value
        return name


def _optional(lines: list[str]) -> list[str]:
    """A pattern that need not match, where it is one."""
    first, *more = lines
    return lines if "\nMATCH" in first else [f"OPTIONAL {first}", *more]


def _held(test: Comparison) -> list[Operand]:
    """What a test of groups needs of each: its left side, and another number on its right."""
    right = [test.right] if isinstance(test.right, Aggregate) else []
    return [test.left, *right]


def _by_name(test: Comparison, names: Mapping[Operand, str]) -> Comparison:
    """A test of what goes by other names."""
    right = test.right
    right = Entity(names[right]) if right is not None and right in names else right
    return replace(test, left=Entity(names[test.left]), right=right)


def _each(operand: Operand | None) -> list[Function]:
    """The values of lists that an operand is made of."""
    match operand:
        case Function("each"):
            return [operand]
        case Function(_, operands):
            return [part for inner in operands for part in _each(inner)]
        case Aggregate(_, inner):
            return _each(inner)
    return []


def _hint(operand: Operand) -> str:
    match operand:
        case Attribute(_, property):
            return property
        case Function(name, _) if name.endswith("_between") or name.startswith(_RECKONED):
            return name.split("_")[0]
        case Function(_, operands) if operands:
            return _hint(operands[0])
        case Arithmetic(_, left, _):
            return _hint(left)
        case Aggregate(function, inner):
            return "number" if function == "count" else _hint(inner) if inner else "number"
    return "value"
