"""Those that the last condition left out: "and the rest?", "and of the others?"."""

from __future__ import annotations

import re
from dataclasses import replace

from memory.query import Comparison, Condition, Constant, Not, Query
from memory.rewrite.antecedents import Antecedents, subject_label
from memory.rewrite.outcome import Rewrite
from memory.rewrite.utterance import Utterance
from memory.tree_edits import attribute_of

_REST = re.compile(
    r"^(?:(?:(?:show|give|list|tell)(?: me)?|(?:who|which|what) are) )?"
    r"(?:(?:for|of|in|by|from|with|on|at) )?(?:all )?"
    r"the (?:rest|others|other ones|remaining(?: ones)?)(?: of (?:them|those|these))?$"
)
_OPPOSITE = {
    "=": "<>",
    "<>": "=",
    "<": ">=",
    ">=": "<",
    ">": "<=",
    "<=": ">",
    "IS NULL": "IS NOT NULL",
    "IS NOT NULL": "IS NULL",
}


def rest(said: Utterance, past: Antecedents) -> Rewrite | None:
    """The last question of those that it left out; unclear where it left out nobody."""
    found, base = _REST.match(said.plain), past.base
    if found is None:
        return None
    if base.query is not None and base.query.limit is not None:
        # What comes after a ranking is told with it: all of them, in order.
        return None
    others = _left_out(past)
    if others is None:
        return Rewrite(said.text, True, open=True, unclear=("the others",))
    return Rewrite(said.text, follows=True, query=others, pinned=base.linked)


def _left_out(past: Antecedents) -> Query | None:
    query = past.base.query
    new = _last_condition(past)
    turned = _turned(new) if new is not None else None
    if query is None or turned is None:
        return None
    where = tuple(turned if test == new else test for test in query.pattern.where)
    return replace(query, pattern=replace(query.pattern, where=where))


def _last_condition(past: Antecedents) -> Condition | None:
    """What narrowed the question before, else the one thing that is said of the subject itself."""
    query = past.base.query
    if query is None or query.source is not None or query.having:
        return None
    tests = query.pattern.where
    for exchange in [*past.recent()][1:]:
        before = exchange.query
        if before is None or subject_label(exchange) != subject_label(past.base):
            continue
        same = (before.pattern.nodes, before.pattern.edges) == (
            query.pattern.nodes,
            query.pattern.edges,
        )
        if same and {*before.pattern.where} < {*tests}:
            new = [test for test in tests if test not in before.pattern.where]
            return new[0] if len(new) == 1 else None
    own = [test for test in tests if _of_subject(test, query)]
    return own[0] if len(own) == 1 else None


def _of_subject(test: Condition, query: Query) -> bool:
    attribute = attribute_of(test.left) if isinstance(test, Comparison) else None
    return attribute is not None and attribute.variable == query.subject


def _turned(test: Condition) -> Condition | None:
    if isinstance(test, Not):
        return test.condition
    if not isinstance(test, Comparison):
        return None
    held = test.right.value if isinstance(test.right, Constant) else None
    if isinstance(held, bool) and test.operator == "=":
        return replace(test, right=Constant(not held))
    operator = _OPPOSITE.get(test.operator)
    if operator is None:
        return Not(test)
    return replace(test, operator=operator)  # type: ignore[arg-type]
