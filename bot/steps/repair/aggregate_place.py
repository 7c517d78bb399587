"""Aggregates where none can stand, or where they say nothing.

`WHERE count(b) > 3` needs a WITH in front; `avg(list)` of a collected list has nothing to gather;
`WITH m, avg(m.runtime) AS a` groups by the very node whose value is averaged.
"""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, Source, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.scopes import aggregates, has_aggregate, known_before, pattern_variables
from guardrails.cypher import Statement
from guardrails.syntax import (
    Branch,
    Call,
    Expression,
    Item,
    Match,
    Name,
    Part,
    Projection,
    Property,
    conjuncts,
)
from memory.catalogue import say


def aggregate_in_where(statement: Statement, known: Known) -> list[Fix]:
    """`MATCH (a)-->(b) WHERE count(b) > 3` groups by WITH first."""
    del known
    for branch in _branches(statement):
        for i, clause in enumerate(branch.clauses):
            if isinstance(clause, Match) and clause.where is not None and not clause.optional:
                fix = _grouped(statement, branch, i, clause)
                if fix is not None:
                    return [fix]
    return []


def _grouped(statement: Statement, branch: Branch, i: int, clause: Match) -> Fix | None:
    assert clause.where is not None
    calls = list(aggregates(clause.where))
    if not calls:
        return None
    source = Source(statement)
    counted = {name for call in calls for name in _names(call)}
    later = {name for after in branch.clauses[i + 1 :] for name in _names(after)}
    bound = known_before(branch, i, statement.text).union(
        *(pattern_variables(path) for path in clause.paths)
    )
    plain: list[Expression] = []
    grouped: list[Expression] = []
    for test in conjuncts(clause.where):
        (grouped if any(True for _ in aggregates(test)) else plain).append(test)
    keys = sorted(name for name in bound & later if name not in counted)
    if not keys or len(_names_of_tests(grouped) - counted - set(keys)):
        return None
    columns: list[str] = []
    condition = " AND ".join(source.of(t.start, t.end) for t in grouped)
    for text in dict.fromkeys(source.of(call.start, call.end) for call in calls):
        name = fresh(statement.text + " ".join(columns), "n")
        columns.append(f"{text} AS {name}")
        condition = condition.replace(text, name)
    kept = " AND ".join(source.of(t.start, t.end) for t in plain)
    head = f"WHERE {kept} " if kept else ""
    made = f"{head}WITH {', '.join([*map(quoted, keys), *columns])} WHERE {condition}"
    word = source.before(clause.where.start)
    while word is not None and not word.is_word("WHERE"):
        word = source.before(word.start)
    if word is None:
        return None
    told = say("{condition} behind WITH", condition=condition)
    return Fix("aggregate", told, (Edit(word.start, clause.end, made),))


def aggregate_of_columns(statement: Statement, known: Known) -> list[Fix]:
    """`WITH d, n WHERE n = max(n)`: the rows are gathered, and compared with the one maximum."""
    del known
    for branch in _branches(statement):
        for clause in branch.clauses:
            if not isinstance(clause, Projection) or clause.keyword != "WITH" or not clause.items:
                continue
            if clause.where is None or clause.star or clause.order or has_aggregate(clause):
                continue
            fix = _gathered(statement, clause)
            if fix is not None:
                return [fix]
    return []


def _gathered(statement: Statement, clause: Projection) -> Fix | None:
    assert clause.where is not None
    text = statement.text
    calls = [call for call in aggregates(clause.where) if not call.star]
    columns = [item.alias or _named(item) for item in clause.items]
    if not calls or not all(columns) or any(_names(call) - {*columns} for call in calls):
        return None
    shown = [quoted(column or "") for column in columns]
    written = [text[item.expression.start : item.expression.end] for item in clause.items]
    condition, rows = text[clause.where.start : clause.where.end], fresh(text, "rows")
    made: list[str] = []
    for call in dict.fromkeys(text[call.start : call.end] for call in calls):
        name = fresh(text + " ".join(made), "n")
        made.append(f"{call} AS {name}")
        condition = condition.replace(call, name)
    names = ", ".join(each.rsplit(" ", 1)[1] for each in made)
    back = ", ".join(f"row[{i}] AS {name}" for i, name in enumerate(shown))
    plain = [f"{a} AS {b}" if a != b else a for a, b in zip(written, shown, strict=True)]
    lines = (
        f"WITH {', '.join(plain)} WITH collect([{', '.join(shown)}]) AS {rows}, {', '.join(made)} "
        f"UNWIND {rows} AS row WITH {back}, {names} WHERE {condition}"
    )
    told = say("{condition} over all rows", condition=condition)
    return Fix("aggregate", told, (Edit(clause.start, clause.end, lines),))


def _named(item: Item) -> str | None:
    return item.expression.name if isinstance(item.expression, Name) else None


def aggregate_of_list(statement: Statement, known: Known) -> list[Fix]:
    """`avg(ratings)` where `ratings` was collected, and `count(genres)` beside what groups them."""
    del known
    source = Source(statement)
    for branch in _branches(statement):
        lists = _collected(branch)
        for clause in branch.clauses:
            for call in _calls(clause):
                argument = call.arguments[0] if len(call.arguments) == 1 else None
                if not isinstance(argument, Name) or argument.name not in lists:
                    continue
                shown = source.of(argument.start, argument.end)
                made = _of_list(call, shown, distinct=lists[argument.name], grouped=_keyed(clause))
                if made is not None:
                    function = call.function.lower()
                    told = say("the {function} of the list {name}", function=function, name=shown)
                    return [Fix("aggregate", told, (Edit(call.start, call.end, made),))]
    return []


def _of_list(call: Call, shown: str, *, distinct: bool, grouped: bool) -> str | None:
    """What an aggregate says of the elements of a list; None where it is about the rows."""
    total = f"reduce(total = 0.0, each IN {shown} | total + each)"
    match call.function.lower():
        case "sum":
            return total
        case "avg":
            return f"CASE WHEN size({shown}) > 0 THEN {total} / size({shown}) END"
        case "count" if grouped and (distinct or not call.distinct):
            return f"size({shown})"
    return None


def _keyed(clause: Part) -> bool:
    """Whether each row stands for a group already: the list is counted beside the group's name."""
    return isinstance(clause, Projection) and any(
        not has_aggregate(Projection("WITH", (item,))) for item in clause.items
    )


def average_of_itself(statement: Statement, known: Known) -> list[Fix]:
    """`MATCH (m) WITH m, avg(m.p) AS a WHERE m.p > a`: the average over all comes first."""
    del known
    for branch in _branches(statement):
        for i in range(1, len(branch.clauses)):
            before, clause = branch.clauses[i - 1], branch.clauses[i]
            if not isinstance(before, Match) or not isinstance(clause, Projection):
                continue
            if clause.keyword != "WITH" or clause.where is None or len(clause.items) < 2:
                continue
            keys = {it.expression.name for it in clause.items if isinstance(it.expression, Name)}
            means = [item for item in clause.items if _own(item, keys)]
            if len(means) == 1 and len(keys) + 1 == len(clause.items) == 2:
                return [_split(statement, before, clause, means[0])]
    return []


def _own(item: Item, keys: set[str]) -> bool:
    call = item.expression
    if not isinstance(call, Call) or call.function.lower() not in ("avg", "max", "min"):
        return False
    held = call.arguments[0] if len(call.arguments) == 1 else None
    return (
        isinstance(held, Property)
        and isinstance(held.base, Name)
        and held.base.name in keys
        and item.alias is not None
    )


def _split(statement: Statement, before: Match, clause: Projection, mean: Item) -> Fix:
    source = Source(statement)
    text, match = source.of(mean.start, mean.end), source.of(before.start, before.end)
    assert clause.where is not None
    condition = source.of(clause.where.start, clause.where.end)
    joined = f"({condition})" if before.where is not None else condition
    again = f"{match} {'AND' if before.where is not None else 'WHERE'} {joined}"
    edit = Edit(clause.start, clause.end, f"WITH {text} {again}")
    return Fix("aggregate", say("{name} over all of them", name=mean.alias), (edit,))


def _branches(statement: Statement) -> list[Branch]:
    return [part for part in parts(statement) if isinstance(part, Branch)]


def _calls(clause: Part) -> list[Call]:
    return [part for part in clause.walk() if isinstance(part, Call)]


def _collected(branch: Branch) -> dict[str, bool]:
    """The lists that were gathered, and whether each element is in them once."""
    return {
        item.alias: item.expression.distinct
        for clause in branch.clauses
        if isinstance(clause, Projection)
        for item in clause.items
        if item.alias
        and isinstance(item.expression, Call)
        and item.expression.function.lower() == "collect"
    }


def _names(part: Part) -> set[str]:
    return {inner.name for inner in part.walk() if isinstance(inner, Name)}


def _names_of_tests(tests: list[Expression]) -> set[str]:
    return {name for test in tests for name in _names(test)}
