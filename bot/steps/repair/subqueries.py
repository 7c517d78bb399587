"""Braces in place of calls and the reverse: `size{...}`, `exists{ (n.p) }`, `exists(n.p)`."""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from bot.steps.repair.tokens_of import Tokens, tokens_of
from guardrails.cypher import Statement
from guardrails.syntax import (
    Call,
    NodePattern,
    PatternComprehension,
    PatternExpression,
    Property,
    RelationshipPattern,
)
from memory.catalogue import say


def braces(text: str, known: Known) -> list[Fix]:
    """`size{ pattern }` counts, and `exists{ (n.p) }` asks whether there is a value."""
    del known
    tokens, found = tokens_of(text), []
    for i, token in enumerate(tokens.tokens):
        if not tokens[i + 1].is_symbol("{") or i + 1 not in tokens.partner:
            continue
        closing = tokens.partner[i + 1]
        if token.is_word("SIZE", "LENGTH"):
            edit = Edit(token.start, token.end, "COUNT")
            told = say("{new} for {old}", new="COUNT {}", old=f"{token.text}{{}}")
            found.append(Fix("subquery", told, (edit,)))
        elif (joined := _joined_tests(tokens, i + 2, closing)) is not None and token.is_word(
            "EXISTS", "COUNT"
        ):
            edit = Edit(tokens[joined].start, tokens[joined].end, "WHERE")
            found.append(Fix("subquery", say("WHERE in the sub-query"), (edit,)))
        elif token.is_word("EXISTS"):
            first, last = i + 2, closing
            while tokens[first].is_symbol("(") and tokens.partner.get(first) == last - 1:
                first, last = first + 1, last - 1
            dotted = last - first == 3 and tokens[first + 1].is_symbol(".")
            if dotted and tokens[first].kind in ("word", "name"):
                name = tokens.of(first, last)
                edit = Edit(token.start, tokens[closing].end, f"{name} IS NOT NULL")
                told = say("{new} for {old}", new=f"{name} IS NOT NULL", old="EXISTS")
                found.append(Fix("subquery", told, (edit,)))
    return found


def _joined_tests(tokens: Tokens, first: int, last: int) -> int | None:
    """The AND behind the pattern of a sub-query that has neither MATCH nor WHERE."""
    if not tokens[first].is_symbol("(") or tokens.find(first, last, "WHERE", "MATCH") is not None:
        return None
    return tokens.find(first, last, "AND")


def exists_property(statement: Statement, known: Known) -> list[Fix]:
    """`exists(n.p)` of old Cypher is `n.p IS NOT NULL`."""
    del known
    found = []
    for part in parts(statement):
        if isinstance(part, Call) and part.function.lower() == "exists" and part.arguments:
            inner = part.arguments[0]
            if isinstance(inner, Property):
                name = statement.text[inner.start : inner.end]
                edit = Edit(part.start, part.end, f"({name} IS NOT NULL)")
                told = say("{new} for {old}", new=f"{name} IS NOT NULL", old="exists()")
                found.append(Fix("subquery", told, (edit,)))
    return found


def new_in_pattern(statement: Statement, known: Known) -> list[Fix]:
    """A pattern used as a condition must not bind variables: `EXISTS { }` may."""
    del known
    bound = _bound_elsewhere(statement)
    inside = {id(part.path) for part in parts(statement) if isinstance(part, PatternComprehension)}
    found = []
    for part in parts(statement):
        if not isinstance(part, PatternExpression) or id(part.path) in inside or part.path.selector:
            continue
        names = {
            e.variable
            for e in part.path.elements
            if isinstance(e, NodePattern | RelationshipPattern) and e.variable
        }
        conditions = any(
            isinstance(e, NodePattern | RelationshipPattern) and e.where is not None
            for e in part.path.elements
        )
        if names - bound or conditions:
            edits = (Edit(part.start, part.start, "EXISTS { "), Edit(part.end, part.end, " }"))
            told = say("{exists} around a pattern with new names", exists="EXISTS {}")
            found.append(Fix("subquery", told, edits))
    return found


def _bound_elsewhere(statement: Statement) -> set[str]:
    """The variables bound outside of patterns that are conditions."""
    within = [part for part in parts(statement) if isinstance(part, PatternExpression)]
    bound = set()
    for part in parts(statement):
        name = getattr(part, "variable", None) or getattr(part, "alias", None)
        if name and not any(p.start <= part.start and part.end <= p.end for p in within):
            bound.add(name)
    return bound
