"""Each branch of a UNION returns the same columns; models write them behind the last one alone.

Some servers run it all the same, and give whole nodes for the branch that says nothing.
"""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix
from bot.steps.repair.known import Known
from bot.steps.repair.scopes import known_before
from guardrails.cypher import Statement
from guardrails.syntax import Branch, Match, Name, Projection


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
    return [Fix("union_return", "each part of the union returns the same", tuple(edits))]


def _returned(branch: Branch) -> Projection | None:
    last = branch.clauses[-1]
    return last if isinstance(last, Projection) and last.keyword == "RETURN" else None
