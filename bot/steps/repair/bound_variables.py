"""Variables that were lost on the way, or were never there.

`WITH m, count(g) AS n RETURN collect(g.name)` lost `g`; `EXISTS { (m)-->(g) }` never gave it out;
`{rating: r}` meant a name for the property; `WITH a AS x, x + 1 AS y` reads its own column.
"""

from __future__ import annotations

from collections.abc import Callable

from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix, Source, parts, quoted
from bot.steps.repair.joined_label import joined_label
from bot.steps.repair.known import Known
from bot.steps.repair.likeness import misspelling
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.named_relationship import named_relationship
from bot.steps.repair.names import named
from bot.steps.repair.scopes import (
    Unbound,
    aggregates,
    has_aggregate,
    is_aggregate,
    known_before,
    pattern_variables,
    unbound,
)
from bot.steps.repair.tokens_of import pattern_maps, tokens_of, without_entry
from guardrails.cypher import Statement
from guardrails.syntax import (
    Call,
    Expression,
    Match,
    Name,
    NodePattern,
    Part,
    Projection,
    Property,
    RelationshipPattern,
    Subquery,
    conjuncts,
)
from memory.catalogue import say


def bound_variables(statement: Statement, known: Known) -> list[Fix]:
    """Bring back the first variable that is not known where it is used."""
    for use in unbound(statement.query, statement.text):
        if use.name in known.parameters:
            continue
        for mend in _WAYS:
            fix = mend(statement, known, use)
            if fix is not None:
                return [fix]
    return []


def _entry_as_name(statement: Statement, known: Known, use: Unbound) -> Fix | None:
    """`-[:RATED {rating: r}]->` names the rating r."""
    tokens = tokens_of(statement.text)
    for found in pattern_maps(tokens):
        for key, first, last in found.entries:
            if last - first == 1 and tokens[first].start == use.start:
                owner = _owner(statement, tokens[found.bracket].start)
                if owner is None:
                    return None
                variable, edits = named(Source(statement), owner)
                meant = f"{variable}.{tokens[key].text}"
                uses = [u for u in unbound(statement.query, statement.text) if u.name == use.name]
                rest = [Edit(u.start, u.end, meant) for u in uses if u.start != use.start]
                gone = without_entry(tokens, found, key)
                told = say("{new} for {old}", new=meant, old=use.name)
                return Fix("variable", told, (*edits, gone, *rest))
    return None


def _owner(statement: Statement, bracket: int) -> NodePattern | RelationshipPattern | None:
    for part in parts(statement):
        if isinstance(part, NodePattern) and part.start == bracket:
            return part
        if isinstance(part, RelationshipPattern) and part.start < bracket < part.end:
            return part
    return None


def _own_column(statement: Statement, known: Known, use: Unbound) -> Fix | None:
    """A column that another one of the same WITH or RETURN reads: its expression instead."""
    clause = use.clause
    if not isinstance(clause, Projection) or use.part != "item":
        return None
    for item in clause.items:
        if item.alias == use.name and not item.start <= use.start < item.end:
            text = statement.text[item.expression.start : item.expression.end]
            edit = Edit(use.start, use.end, f"({text})")
            return Fix("variable", say("{name} written out", name=use.name), (edit,))
    return None


def _out_of_subquery(statement: Statement, known: Known, use: Unbound) -> Fix | None:
    """A variable of `EXISTS { ... }` that is used outside: the pattern becomes part of MATCH."""
    for clause in use.branch.clauses[: use.index + 1]:
        if not isinstance(clause, Match) or clause.where is None:
            continue
        for test in conjuncts(clause.where):
            pattern = _sole_match(test)
            if pattern is None or use.name not in pattern_variables(pattern):
                continue
            text = statement.text
            paths = text[pattern.paths[0].start : pattern.paths[-1].end]
            inner = pattern.where
            condition = text[inner.start : inner.end] if inner is not None else ""
            edits = [Edit(clause.paths[-1].end, clause.paths[-1].end, f", {paths}")]
            edits += _replaced(Source(statement), clause, test, condition)
            told = say("{name} matched, as it is used later", name=use.name)
            return Fix("variable", told, tuple(edits))
    return None


def _sole_match(test: Part) -> Match | None:
    if not isinstance(test, Subquery) or test.kind != "EXISTS" or len(test.query.branches) != 1:
        return None
    clauses = test.query.branches[0].clauses
    return clauses[0] if len(clauses) == 1 and isinstance(clauses[0], Match) else None


def _replaced(source: Source, clause: Match, test: Expression, condition: str) -> list[Edit]:
    """A conjunct of WHERE by another condition; without one, it goes with its AND."""
    assert clause.where is not None
    if condition:
        return [Edit(test.start, test.end, condition)]
    if test is clause.where:
        word = source.before(test.start)
        assert word is not None
        return [Edit(word.start, test.end, "")]
    behind, before = source.after(test.end), source.before(test.start)
    if behind.is_word("AND"):
        return [Edit(test.start, source.after(behind.end).start, "")]
    assert before is not None
    return [Edit(before.start, test.end, "")]


def _sorted_by(statement: Statement, known: Known, use: Unbound) -> Fix | None:
    """`RETURN g.name, count(*) ORDER BY m.rating`: by the highest (lowest) of each group."""
    clause = use.clause
    if use.part != "order" or not isinstance(clause, Projection):
        return None
    before = known_before(use.branch, use.index, statement.text)
    if use.name not in before:
        return None
    for key in clause.order:
        if key.start <= use.start < key.end and not any(True for _ in aggregates(key.expression)):
            inner = key.expression
            text = statement.text[inner.start : inner.end]
            function = "max" if key.descending else "min"
            if clause.distinct and not has_aggregate(clause):
                return None
            edit = Edit(inner.start, inner.end, f"{function}({text})")
            told = say("sorted by {expression} of each group", expression=f"{function}({text})")
            return Fix("variable", told, (edit,))
    return None


def _carried(statement: Statement, known: Known, use: Unbound) -> Fix | None:
    """A variable that a WITH in between left out."""
    found = _lost_at(statement, use)
    if not found:
        return None
    edits: list[Edit] = []
    aggregated = [clause for clause in found if has_aggregate(clause)]
    call = _aggregate_around(statement, use)
    if aggregated and call is not None:
        return _collected(statement, use, found, call)
    for clause in found:
        end = clause.items[-1].end if clause.items else clause.start + len("WITH *")
        edits.append(Edit(end, end, f", {quoted(use.name)}"))
    return Fix("variable", say("{name} kept by WITH", name=use.name), tuple(edits))


def _lost_at(statement: Statement, use: Unbound) -> list[Projection]:
    """The WITH clauses, in order, that the variable has to pass; [] where it never was known."""
    lost: list[Projection] = []
    for i in range(use.index - 1, -1, -1):
        clause = use.branch.clauses[i]
        if isinstance(clause, Projection) and clause.keyword == "WITH":
            lost.insert(0, clause)
            if use.name in known_before(use.branch, i, statement.text):
                return lost
    return []


def _aggregate_around(statement: Statement, use: Unbound) -> Call | None:
    for part in use.clause.walk():
        if is_aggregate(part) and part.start <= use.start < part.end:
            assert isinstance(part, Call)
            return part
    return None


def _collected(
    statement: Statement, use: Unbound, lost: list[Projection], call: Call
) -> Fix | None:
    """`collect(g.name)` behind an aggregating WITH: aggregated there, carried on."""
    if any(isinstance(p, Subquery) for p in call.walk()) or not isinstance(use.clause, Projection):
        return None
    name = fresh(statement.text, call.function.lower().split(".")[-1])
    text = statement.text[call.start : call.end]
    edits = [Edit(lost[0].items[-1].end, lost[0].items[-1].end, f", {text} AS {name}")]
    edits += [Edit(c.items[-1].end, c.items[-1].end, f", {name}") for c in lost[1:]]
    item = next((i for i in use.clause.items if i.start <= call.start < i.end), None)
    unnamed = item is not None and item.alias is None and item.expression is call
    shown = f"{name} AS {quoted(text)}" if unnamed else name
    edits.append(Edit(call.start, call.end, shown))
    told = say("{expression} taken before {name} is gone", expression=text, name=use.name)
    return Fix("variable", told, tuple(edits))


def _property_meant(statement: Statement, known: Known, use: Unbound) -> Fix | None:
    """A bare word that is a property of one of the variables in sight."""
    bindings = bindings_of(statement.query, known.schema)
    found = []
    for variable in sorted(use.visible):
        for owner in bindings.of(variable) if bindings.certain(variable) else ():
            held = known.owner(owner)
            name = misspelling(use.name, held.properties) if held is not None else None
            if name is not None:
                found.append(f"{quoted(variable)}.{quoted(name)}")
    meant = list(dict.fromkeys(found))
    if len(meant) != 1:
        return None
    told = say("{new} for {old}", new=meant[0], old=use.name)
    return Fix("variable", told, (Edit(use.start, use.end, meant[0]),))


def _misspelt(statement: Statement, known: Known, use: Unbound) -> Fix | None:
    """A variable in sight that differs by a slip, or the only one where a property is asked."""
    meant = misspelling(use.name, use.visible)
    if meant is None or not meant.isidentifier():
        return None
    told = say("{new} for {old}", new=meant, old=use.name)
    return Fix("variable", told, (Edit(use.start, use.end, meant),))


def _alias_of(statement: Statement, known: Known, use: Unbound) -> Fix | None:
    """A variable whose property goes by another name behind WITH: `m.title AS t ... m.title`."""
    for clause in reversed(use.branch.clauses[: use.index]):
        if not isinstance(clause, Projection) or clause.keyword != "WITH":
            continue
        for part in use.clause.walk():
            if not isinstance(part, Property) or not isinstance(part.base, Name):
                continue
            if part.base.start != use.start:
                continue
            text = statement.text[part.start : part.end]
            for item in clause.items:
                written = statement.text[item.expression.start : item.expression.end]
                if item.alias in use.visible and written == text:
                    edit = Edit(part.start, part.end, quoted(item.alias or ""))
                    told = say("{new} for {old}", new=item.alias, old=text)
                    return Fix("variable", told, (edit,))
        return None
    return None


_WAYS: tuple[Callable[[Statement, Known, Unbound], Fix | None], ...] = (
    _entry_as_name,
    _own_column,
    _out_of_subquery,
    _alias_of,
    _sorted_by,
    _carried,
    _misspelt,
    _property_meant,
    named_relationship,
    joined_label,
)
