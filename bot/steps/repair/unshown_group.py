"""What rows are grouped by and do not show splits the figures: of teams, for each application.

`WITH team, application, sum(i.cost) AS cost RETURN team.name, cost` has a team once for each of its
applications, with a part of the sum.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix
from bot.steps.repair.known import Known
from bot.steps.repair.scopes import has_aggregate
from guardrails.cypher import Statement
from guardrails.syntax import Item, Name, Part, Projection
from memory.catalogue import say
from memory.english import singular
from memory.text import fold, split_name

# Words with which a question asks for groups that it may not want shown.
_GROUPED = re.compile(r"\b(?:each|every|per|same|single|any one|one|pairs?|both)\b", re.IGNORECASE)


def unshown_group(statement: Statement, known: Known) -> list[Fix]:
    """Group no longer by nodes that nothing behind the WITH uses."""
    clauses = statement.query.branches[-1].clauses
    if len(statement.query.branches) != 1 or len(clauses) < 2 or not known.question:
        return []
    handed, shown = clauses[-2], clauses[-1]
    if not isinstance(handed, Projection) or not isinstance(shown, Projection):
        return []
    if handed.keyword != "WITH" or handed.star or handed.where or handed.distinct or handed.limit:
        return []
    if not has_aggregate(handed) or has_aggregate(shown) or shown.star or shown.distinct:
        return []
    bindings, used = bindings_of(statement.query, known.schema), _names(shown)
    keys = [item for item in handed.items if isinstance(item.expression, Name)]
    shown_names = [each for n in used if bindings.is_node(n) for each in (n, *bindings.of(n))]
    unused = [
        item
        for item in keys
        if (name := _name(item)) not in used
        and not item.alias
        and bindings.is_node(name)
        and not _asked_apart(known.question, (name, *bindings.of(name)), shown_names)
    ]
    if not unused or len(unused) == len(keys):
        return []
    told = say("not apart for each {names}", names=", ".join(map(_name, unused)))
    return [Fix("unshown_group", told, (_without(handed, item),)) for item in unused]


def _name(item: Item) -> str:
    return item.expression.name if isinstance(item.expression, Name) else ""


def _names(part: Part) -> set[str]:
    return {one.name for one in part.walk() if isinstance(one, Name)}


def _asked_apart(question: str, names: Sequence[str], shown: Sequence[str]) -> bool:
    """Whether the question speaks of groups of such nodes: of each team, not of its streams."""
    words = [singular(word) for word in fold(question).split()]
    own, others = _words(names), _words(shown)
    for at, word in enumerate(words):
        if _GROUPED.fullmatch(word):
            said = [each for each in words[at + 1 : at + 4] if each in own | others]
            if said and said[0] in own:
                return True
    return False


def _words(names: Sequence[str]) -> set[str]:
    return {singular(word) for name in names for word in split_name(name)}


def _without(clause: Projection, item: Item) -> Edit:
    """The edit that takes a column away with the comma behind it, or the one before it."""
    at = clause.items.index(item)
    if at + 1 < len(clause.items):
        return Edit(item.start, clause.items[at + 1].start, "")
    return Edit(clause.items[at - 1].end, item.end, "")
