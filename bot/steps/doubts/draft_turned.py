"""What contradicts the rules' draft: an arrow that runs the other way, rows that are cut off.

Between two of one label the schema cannot tell which way an arrow goes, and the rules read it from
the words: the children of Ann are not those whose child Ann is.
"""

from __future__ import annotations

from bot.events import Rows
from bot.reader.wanted import rows_wanted
from bot.steps.doubts.asked import Asked
from bot.steps.repair.bindings import bindings_of
from guardrails.cypher import Statement, parse
from guardrails.syntax import Binary, Constant, MapOf, Name, Projection, Property
from guardrails.tokens import Unreadable
from memory.catalogue import say
from memory.english import NUMBER_WORDS
from memory.schema import Schema
from memory.text import fold


def draft_turned(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A hop between two of one label starts at the named one where the draft's ends there."""
    del result
    here = _named_ends(statement, asked.schema)
    for draft in _parsed(asked.drafts):
        there = _named_ends(draft, asked.schema)
        for type_ in here.keys() & there.keys():
            if here[type_] != there[type_]:
                return say("{type} runs the other way: follow it as the draft does.", type=type_)
    return None


def limit_added(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """Rows are cut off although the question names no number, and every draft shows them all."""
    del result
    drafts, limits = _parsed(asked.drafts), _limits(statement)
    if not drafts or not limits or any(map(_limits, drafts)):
        return None
    words = fold(asked.question).split()
    named = {int(w) if w.isdigit() else NUMBER_WORDS.get(w) for w in words}
    if rows_wanted(asked.question) is not None or limits & named:
        return None
    return say("Nobody asked for a number of rows: leave LIMIT out.")


def _limits(statement: Statement) -> set[object]:
    """The numbers of rows at which it cuts off; "" for one that is reckoned."""
    projections = (part for part in statement.query.walk() if isinstance(part, Projection))
    limits = [part.limit for part in projections if part.limit is not None]
    return {limit.value if isinstance(limit, Constant) else "" for limit in limits}


def _parsed(drafts: tuple[str, ...]) -> list[Statement]:
    found = []
    for draft in drafts:
        try:
            found.append(parse(draft))
        except Unreadable:
            continue
    return found


def _named_ends(statement: Statement, schema: Schema) -> dict[str, str]:
    """Of types that join a label to itself and are followed once: which end has a text to be."""
    tested = {
        part.left.base.name
        for part in statement.query.walk()
        if isinstance(part, Binary)
        and part.operator == "="
        and isinstance(part.left, Property)
        and isinstance(part.left.base, Name)
        and isinstance(part.right, Constant)
    }
    found: dict[str, list[str]] = {}
    for hop in bindings_of(statement.query, schema).hops:
        held = schema.relationships.get(hop.types[0]) if len(hop.types) == 1 else None
        direction = hop.relationship.direction
        if held is None or not direction or not all(j.start == j.end for j in held.joins):
            continue
        left, right = (
            node.variable in tested or isinstance(node.properties, MapOf)
            for node in (hop.left, hop.right)
        )
        end = "start" if left == (direction == ">") else "end"
        found.setdefault(held.type, []).append(end if left != right else "")
    return {type_: ends[0] for type_, ends in found.items() if len(ends) == 1 and ends[0]}
