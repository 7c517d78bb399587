"""Each branch of a UNION returns the same columns; models write them behind the last one alone.

Some servers run it all the same, and give whole nodes for the branch that says nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.steps.repair.fix import Edit, Fix, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.scopes import known_before
from guardrails.cypher import Statement
from guardrails.syntax import Branch, Item, Match, Name, Projection, Property, Query
from memory.catalogue import say


def union_return(statement: Statement, known: Known) -> list[Fix]:
    """Return the columns of the one branch that has some from the others, where they know them."""
    del known
    branches, text = statement.query.branches, statement.text
    given = [found for branch in branches if (found := _returned(branch)) is not None]
    lacking = [branch for branch in branches if _returned(branch) is None]
    if len(given) != 1 or not lacking or given[0].star or not given[0].items:
        return []
    clause = given[0]
    used = {part.name for item in clause.items for part in item.walk() if isinstance(part, Name)}
    edits = []
    for branch in lacking:
        bound = known_before(branch, len(branch.clauses), text)
        if not isinstance(branch.clauses[-1], Match) or not used <= bound:
            return []
        columns = text[clause.start : clause.items[-1].end]
        edits.append(Edit(branch.end, branch.end, f" {columns}"))
    told = say("each part of the union returns the same")
    return [Fix("union_return", told, tuple(edits))]


def union_columns(statement: Statement, known: Known) -> list[Fix]:
    """Call the columns of all parts of a union alike, by their place; a missing one is null."""
    del known
    found = []
    for query in parts(statement):
        if isinstance(query, Query) and len(query.branches) > 1:
            found += _alike(query, statement.text)
    return found


def _alike(query: Query, text: str) -> list[Fix]:
    clauses = [_returned(branch) for branch in query.branches]
    whole = [clause for clause in clauses if clause is not None and not clause.star]
    if len(whole) < len(clauses) or not all(clause.items for clause in whole):
        return []
    named = [[_column(item, text) for item in clause.items] for clause in whole]
    if all(set(names) == set(named[0]) for names in named):
        return []
    longest = max(named, key=len)
    if any(name in longest and longest.index(name) != i for n in named for i, name in enumerate(n)):
        return []
    wanted = [
        _wanted([c.items[i] for c in whole if i < len(c.items)], text) for i in range(len(longest))
    ]
    if len(set(wanted)) < len(wanted):
        return []
    edits = [edit for clause in whole for edit in _renamed(clause, wanted, text)]
    told = say("each part of the union returns {columns}", columns=", ".join(wanted))
    return [Fix("union_return", told, tuple(edits))] if edits else []


def _column(item: Item, text: str) -> str:
    return item.alias or text[item.expression.start : item.expression.end]


def _wanted(items: list[Item], text: str) -> str:
    """What a column is called: by the first alias, else by the property it shows."""
    alias = next((item.alias for item in items if item.alias), None)
    first = items[0].expression
    return (
        items[0].alias
        or alias
        or (first.name if isinstance(first, Property) else _column(items[0], text))
    )


def _renamed(clause: Projection, wanted: list[str], text: str) -> Iterator[Edit]:
    """The edits that give a clause these columns; its own sorting speaks of them, too."""
    for item, name in zip(clause.items, wanted, strict=False):
        if _column(item, text) == name:
            continue
        yield Edit(item.expression.end, item.end, f" AS {quoted(name)}")
        for key in clause.order:
            for part in key.expression.walk():
                if isinstance(part, Name) and part.name == item.alias:
                    yield Edit(part.start, part.end, quoted(name))
    for name in wanted[len(clause.items) :]:
        end = clause.items[-1].end
        yield Edit(end, end, f", null AS {quoted(name)}")


def _returned(branch: Branch) -> Projection | None:
    last = branch.clauses[-1]
    return last if isinstance(last, Projection) and last.keyword == "RETURN" else None
