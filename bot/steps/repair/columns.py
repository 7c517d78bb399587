"""The names of columns: what shows something else than before is called otherwise."""

from __future__ import annotations

from bot.steps.repair.fix import Edit, parts, quoted
from guardrails.cypher import Statement
from guardrails.syntax import Expression, Item, Name, NodePattern, RelationshipPattern
from memory.english import singular
from memory.text import split_name

_NUMBERS = ("number", "of", "count", "total", "n", "distinct")


def called_anew(
    statement: Statement, shown: Expression, before: str, name: str
) -> tuple[Edit, ...]:
    """The edits that call the column of an expression otherwise, wherever it is spoken of.

    None where a variable bears its name, or it has a name of its own: a fleet stays a fleet.

    Args:
        statement: The draft.
        shown: What the column shows.
        before: What that is called, in words or as a name.
        name: What the column is called from now on.
    """
    text = statement.text
    names = {
        part.alias
        for part in parts(statement)
        if isinstance(part, Item) and part.alias
        if text[part.expression.start : part.expression.end] == text[shown.start : shown.end]
    }
    taken = {
        part.variable
        for part in parts(statement)
        if isinstance(part, NodePattern | RelationshipPattern)
    }
    if len(names) != 1 or names & taken or name in statement.text:
        return ()
    (old,) = names
    words = {singular(word) for word in (*split_name(before), *_NUMBERS)}
    if not {singular(word) for word in split_name(old or "")} <= words:
        return ()
    columns = [
        part
        for part in parts(statement)
        if isinstance(part, Item) and part.alias == old and part.end > part.expression.end
    ]
    uses = [part for part in parts(statement) if isinstance(part, Name) and part.name == old]
    renamed = [Edit(one.expression.end, one.end, f" AS {quoted(name)}") for one in columns]
    return (*renamed, *(Edit(one.start, one.end, quoted(name)) for one in uses))
