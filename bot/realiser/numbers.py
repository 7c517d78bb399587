"""Words for two numbers of one thing: those where there are more answers to them than comments."""

from __future__ import annotations

import re
from dataclasses import replace

from bot.offline.subtrees import beyond, entity, without
from bot.offline.words import lemmas
from bot.realiser.clauses import Teller
from memory.query import Aggregate, Attribute, Comparison, Constant, Operand, Pattern, Query
from memory.schema import Schema

# Stands for the thing itself, until the words are there.
_THEM = "Themselves"
_SIGNS = {">": "over", "<": "under"}


def numbers_held(query: Query, schema: Schema) -> tuple[Query, str] | None:
    """The tree without such a test and the words for that; None where it has none."""
    if query.source is not None and len(query.pattern.nodes) == 1:
        inner = numbers_held(query.source, schema)
        if inner is None or query.source.subject != query.subject:
            return None
        return replace(query, source=None, pattern=inner[0].pattern), inner[1]
    tests = [t for t in query.having if isinstance(t, Comparison)]
    if len(tests) != 1 or not isinstance(tests[0].left, Aggregate):
        return None
    (test,) = tests
    if not isinstance(test.right, Aggregate | Attribute):
        return None
    left, right = (_told(query, side, schema) for side in (test.left, test.right))
    if not left or not right:
        return None
    return _bare(query, test), f" where {left} is {_SIGNS[test.operator]} {right}"


def _bare(query: Query, test: Comparison) -> Query:
    """The tree without what is counted."""
    counted = entity(test.left.operand) if isinstance(test.left, Aggregate) else ""
    far = beyond(query.pattern, query.subject, counted)
    pattern = without(query.pattern, far) if far is not None else query.pattern
    held = {test.left, test.right}
    shown = (c for c in query.columns if c.operand not in held)
    columns = tuple(c for c in shown if not isinstance(c.operand, Aggregate))
    rows = query.distinct_on if pattern.edges else ()
    bare = replace(query, pattern=pattern, columns=columns, optional=None, having=())
    return replace(bare, distinct_on=rows)


def _told(query: Query, side: Operand, schema: Schema) -> str:
    """The runtime; the number of films that they directed."""
    if not isinstance(side, Aggregate):
        return f"the {Teller(query, schema).operand(side)}"
    counted, subject = entity(side.operand), query.subject
    parts = [p for p in (query.pattern, query.optional) if p is not None]
    found = [far for p in parts if (far := beyond(p, subject, counted)) is not None]
    if not found:
        return ""
    far = found[0]
    node = next(n for n in query.pattern.nodes if n.variable == subject)
    (name, *_) = Teller(query, schema).shown(subject)
    them = Comparison(Attribute(subject, name), "=", Constant(_THEM))
    nodes = (node, *(n for n in far.nodes if n.variable != subject))
    of_it = Query(Pattern(nodes, far.edges, (them, *far.where)), (), counted)
    return f"the number of {_they(''.join(Teller(of_it, schema).subject()))}"


def _they(text: str) -> str:
    """Films that they directed, that were written by them."""
    text = re.sub(rf'"?{_THEM}"?', _THEM, text)
    text = re.sub(rf"\bthat {_THEM} (\w+)", lambda verb: f"that they {_plural(verb[1])}", text)
    text = text.replace(f" named {_THEM}", f" that is {_THEM}")
    return text.replace(_THEM, "them")


def _plural(verb: str) -> str:
    """What several do: own, for owns."""
    return {"is": "are", "was": "were", "has": "have"}.get(verb) or (
        lemmas(verb)[-1] if verb.endswith("s") else verb
    )
