"""A thing that a join brings up again and again is listed once: `WITH DISTINCT s RETURN s.name`.

`MATCH (s:Ship)-[:CALLED_AT]->(p:Port) RETURN s.name` has a ship for each of its calls. Two things
of one name stay two. Tried only where rows repeat; what stands on a relationship is a row of its
own.
"""

from __future__ import annotations

from bot.events import Rows
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.scopes import has_aggregate
from guardrails.cypher import Statement
from guardrails.syntax import Match, Name, Part, Projection, RelationshipPattern
from memory.catalogue import listed, say


def repeats(rows: Rows) -> bool:
    """Whether a row comes more than once."""
    written = [repr(row) for row in rows.rows]
    return len(set(written)) < len(written)


def distinct_rows(statement: Statement, known: Known) -> list[Fix]:
    """List each node (or each set of nodes) once, where no more than nodes is returned."""
    if len(statement.query.branches) != 1:
        return []
    *before, last = statement.query.branches[0].clauses
    if not isinstance(last, Projection) or last.keyword != "RETURN" or last.star or last.distinct:
        return []
    if has_aggregate(last) or not before or not all(isinstance(one, Match) for one in before):
        return []
    if not any(isinstance(part, RelationshipPattern) for one in before for part in one.walk()):
        return []
    bindings = bindings_of(statement.query, known.schema)
    shown = list(dict.fromkeys(name for item in last.items for name in _names(item)))
    kept = {*shown, *(item.alias for item in last.items)}
    sorted_by = {name for key in last.order for name in _names(key)}
    if not shown or not all(map(bindings.is_node, shown)) or not sorted_by <= kept:
        return []
    first = f"WITH DISTINCT {', '.join(map(quoted, shown))} "
    told = say("each {names} listed once", names=listed(shown))
    return [Fix("distinct_rows", told, (Edit(last.start, last.start, first),))]


def _names(part: Part) -> list[str]:
    return [one.name for one in part.walk() if isinstance(one, Name)]
