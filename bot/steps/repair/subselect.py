"""`(SELECT id FROM Genre WHERE ...)` is a sub-query, and `RETURN a FROM (a)-->(b)` holds a pattern.

A sub-select becomes `COLLECT { MATCH (g:Genre) WHERE g.name = 'x' RETURN g.id }`, its first element
where one value is compared.
"""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.likeness import nearest
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.tokens_of import Tokens, tokens_of
from memory.catalogue import say

_PARTS = ("WHERE", "GROUP", "HAVING", "ORDER", "LIMIT")
_OPERATORS = ("AND", "OR", "XOR", "NOT", "IN", "IS", "NULL", "CONTAINS", "STARTS", "ENDS", "WITH")
_CONSTANTS = ("TRUE", "FALSE", "NULL", "DISTINCT", "LIKE", "BETWEEN")


def subselect(text: str, known: Known) -> list[Fix]:
    """The first sub-select of one column, as a sub-query."""
    tokens = tokens_of(text)
    for i, token in enumerate(tokens.tokens):
        if token.is_symbol("(") and tokens[i + 1].is_word("SELECT") and i in tokens.partner:
            made = _subquery(tokens, i + 2, tokens.partner[i], known)
            if made is not None:
                listed = tokens[i - 1].is_word("IN")
                closing = tokens[tokens.partner[i]].end
                edit = Edit(token.start, closing, made if listed else f"{made}[0]")
                return [Fix("subselect", say("a sub-query for SELECT"), (edit,))]
    return []


def submatch(text: str, known: Known) -> list[Fix]:
    """`x IN (MATCH ... RETURN y)`: a sub-query stands in braces, and says how its rows are used."""
    del known
    tokens = tokens_of(text)
    for i, token in enumerate(tokens.tokens):
        if (
            not token.is_symbol("(")
            or not tokens[i + 1].is_word("MATCH")
            or i not in tokens.partner
        ):
            continue
        last = tokens.partner[i]
        if tokens.find(i + 1, last, "RETURN") is None:
            continue
        made = f"COLLECT {{ {tokens.of(i + 1, last)} }}"
        if not tokens[i - 1].is_word("IN"):
            made += "[0]"
        edit = Edit(token.start, tokens[last].end, made)
        return [Fix("subselect", say("a sub-query in braces"), (edit,))]
    return []


def _subquery(tokens: Tokens, first: int, last: int, known: Known) -> str | None:
    source = tokens.find(first, last, "FROM")
    if source is None or tokens[source + 1].kind not in ("word", "name"):
        return None
    label = nearest(tokens[source + 1].text.strip("`"), known.schema.labels)
    at = source + 2
    at += tokens[at].is_word("AS")
    named = at < last and tokens[at].kind == "word" and not tokens[at].is_word(*_PARTS)
    variable = tokens[at].text if named else fresh(tokens.text, "n")
    rest = at + named
    columns = tokens.split(first, source)
    if label is None or len(columns) != 1 or tokens.find(rest, last, "GROUP", "ORDER", "LIMIT"):
        return None
    match = f"MATCH ({variable}:{quoted(label)})"
    if rest < last:
        if not tokens[rest].is_word("WHERE"):
            return None
        match += f" WHERE {_owned(tokens, rest + 1, last, variable)}"
    column = _owned(tokens, *columns[0], variable)
    return f"COLLECT {{ {match} RETURN {column} }}"


def _owned(tokens: Tokens, first: int, last: int, variable: str) -> str:
    """A stretch with its bare words as properties of the variable."""
    text, at = "", tokens[first].start
    for i in range(first, last):
        token = tokens[i]
        text += tokens.text[at : token.start]
        at = token.end
        word = token.kind == "word" and not token.is_word(*_OPERATORS, *_CONSTANTS)
        plain = word and not tokens[i - 1].is_symbol(".") and not tokens[i + 1].is_symbol(".", "(")
        text += f"{variable}.{token.text}" if plain else token.text
    return text


def from_pattern(text: str, known: Known) -> list[Fix]:
    """`RETURN ... FROM (o)-[:T]->(c)`: the pattern becomes part of MATCH."""
    del known
    tokens = tokens_of(text)
    last = len(tokens) - 1
    source = tokens.find(0, last, "FROM")
    returned = tokens.find(0, last, "RETURN")
    if source is None or returned is None or returned > source:
        return []
    if not tokens[source + 1].is_symbol("(") or not tokens[0].is_word("MATCH"):
        return []
    end = tokens.find(source + 1, last, "WHERE", "ORDER", "SKIP", "LIMIT") or last
    if tokens[end].is_word("WHERE"):
        return []
    while tokens[end - 1].is_symbol(";"):
        end -= 1
    clause = tokens.find(1, last, "WHERE", "RETURN", "WITH", "MATCH", "OPTIONAL", "UNWIND")
    if clause is None:
        return []
    place = tokens[clause - 1]
    pattern = tokens.of(source + 1, end)
    edits = (
        Edit(place.end, place.end, f", {pattern}"),
        Edit(tokens[source - 1].end, tokens[end - 1].end, ""),
    )
    return [Fix("from_pattern", say("the pattern behind FROM belongs to MATCH"), edits)]
