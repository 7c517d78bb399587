"""A reading statement has to return something, and what it sorts by has to be there."""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.scopes import aggregates, has_aggregate
from bot.steps.repair.tokens_of import tokens_of
from guardrails.cypher import Statement
from guardrails.syntax import Projection
from memory.catalogue import say


def missing_return(text: str, known: Known) -> list[Fix]:
    """`MATCH (n:Label) WHERE ... ORDER BY ... LIMIT 5` returns what is matched first."""
    del known
    tokens = tokens_of(text)
    last = len(tokens) - 1
    if not tokens[0].is_word("MATCH") or tokens.find(0, last, "RETURN", "CALL") is not None:
        return []
    named = next(
        (
            i + 1
            for i in range(last)
            if tokens[i].is_symbol("(")
            and tokens[i + 1].kind in ("word", "name")
            and tokens[i + 2].is_symbol(":", ")")
        ),
        None,
    )
    if named is None or tokens.find(0, last, "WITH", "UNWIND") is not None:
        return []
    place = tokens.find(0, last, "ORDER", "SKIP", "LIMIT")
    end = tokens[place - 1].end if place is not None else tokens[last - 1].end
    if place is None and tokens[last - 1].is_symbol(";"):
        end = tokens[last - 2].end
    name = tokens[named].text
    told = say("returns {name}", name=name)
    return [Fix("missing_return", told, (Edit(end, end, f" RETURN {name}"),))]


def sorted_by_aggregate(statement: Statement, known: Known) -> list[Fix]:
    """`RETURN g.name ORDER BY count(*)` needs the count as a column."""
    del known
    for part in parts(statement):
        if not isinstance(part, Projection) or not part.items or part.star or part.distinct:
            continue
        for key in part.order:
            call = next(aggregates(key.expression), None)
            if call is None or has_aggregate(part):
                continue
            inner = key.expression
            text, name = statement.text[inner.start : inner.end], fresh(statement.text, "n")
            end = part.items[-1].end
            edits = (Edit(end, end, f", {text} AS {name}"), Edit(inner.start, inner.end, name))
            told = say("{expression} as a column to sort by", expression=text)
            return [Fix("sorted_by", told, edits)]
    return []
