"""Functions of other languages and of older servers, by the names of today.

Sources: the Neo4j manual's removals and deprecations, and SQL's common scalar functions.
"""

from __future__ import annotations

from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from bot.steps.repair.scopes import pattern_variables
from bot.steps.repair.tokens_of import Tokens, tokens_of
from guardrails.cypher import Statement
from guardrails.syntax import Call, Constant, Name, Path
from memory.catalogue import say

_RENAMED = {
    "TOINT": "toInteger",
    "LEN": "size",
    "STRLEN": "size",
    "LCASE": "toLower",
    "UCASE": "toUpper",
    "IFNULL": "coalesce",
    "NVL": "coalesce",
    "ISNULL": "coalesce",
    "SUBSTR": "substring",
    "NOW": "datetime",
    "GETDATE": "datetime",
    "AVERAGE": "avg",
    "MEAN": "avg",
    "ARRAY_AGG": "collect",
    "GROUP_CONCAT": "collect",
    "STRING_AGG": "collect",
    "STDDEV": "stDev",
    "LENGTHS": "size",
    "ARRAY_LENGTH": "size",
    "CARDINALITY": "size",
}
_OPERATORS = {
    "CONTAINS": "CONTAINS",
    "INCLUDES": "CONTAINS",
    "STARTSWITH": "STARTS WITH",
    "STARTS_WITH": "STARTS WITH",
    "ENDSWITH": "ENDS WITH",
    "ENDS_WITH": "ENDS WITH",
    "REGEXP_LIKE": "=~",
}
_DATE_PARTS = ("YEAR", "MONTH", "DAY")


def functions(text: str, known: Known) -> list[Fix]:
    """Functions that no server has, by what does the same."""
    del known
    tokens = tokens_of(text)
    for i, token in enumerate(tokens.tokens):
        called = token.kind == "word" and tokens[i + 1].is_symbol("(")
        inside = i > 0 and tokens[i - 1].is_symbol(".", ":", "|")
        if not called or inside or i + 1 not in tokens.partner:
            continue
        fix = _renamed(tokens, i) or _operator(tokens, i) or _date_part(tokens, i)
        if fix is not None:
            return [fix]
    return []


def _renamed(tokens: Tokens, i: int) -> Fix | None:
    name = _RENAMED.get(tokens[i].value)
    if name is None:
        return None
    edit = Edit(tokens[i].start, tokens[i].end, name)
    told = say("{new} for {old}", new=f"{name}()", old=f"{tokens[i].text}()")
    return Fix("function", told, (edit,))


def _operator(tokens: Tokens, i: int) -> Fix | None:
    """`CONTAINS(a, b)` is `a CONTAINS b`."""
    operator = _OPERATORS.get(tokens[i].value)
    closing = tokens.partner[i + 1]
    arguments = tokens.split(i + 2, closing)
    # Behind an operand it is the operator itself: `a CONTAINS (b)`.
    if operator is None or len(arguments) != 2:
        return None
    left, right = (tokens.of(*argument) for argument in arguments)
    edit = Edit(tokens[i].start, tokens[closing].end, f"{left} {operator} {right}")
    return Fix("function", say("{operator} between the two", operator=operator), (edit,))


def _date_part(tokens: Tokens, i: int) -> Fix | None:
    """`YEAR(n.date)` is `n.date.year`."""
    closing = tokens.partner[i + 1]
    if not tokens[i].is_word(*_DATE_PARTS) or closing <= i + 2:
        return None
    inner = tokens.of(i + 2, closing)
    part = tokens[i].value.lower()
    simple = all(
        t.kind in ("word", "name") or t.is_symbol(".") for t in tokens.tokens[i + 2 : closing]
    )
    made = f"{inner}.{part}" if simple or inner.endswith(")") else f"({inner}).{part}"
    told = say("{part} of {name}", part=part, name=inner)
    return Fix("function", told, (Edit(tokens[i].start, tokens[closing].end, made),))


def list_length(statement: Statement, known: Known) -> list[Fix]:
    """`length()` is of paths alone: a list or a text has a `size()`."""
    paths = {part.variable for part in parts(statement) if isinstance(part, Path) and part.variable}
    bindings, found = bindings_of(statement.query, known.schema), []
    for part in parts(statement):
        if not isinstance(part, Call) or part.function.lower() != "length":
            continue
        inner = part.arguments[0] if len(part.arguments) == 1 else None
        if inner is None or (isinstance(inner, Name) and inner.name in paths):
            continue
        listed = isinstance(inner, Name) and bindings.is_relationship(inner.name)
        if not listed and (pattern_variables(inner) or isinstance(inner, Name)):
            continue
        edit = Edit(part.start, part.start + len(part.function), "size")
        told = say("{new} for {old}", new="size()", old="length()")
        found.append(Fix("function", told, (edit,)))
    return found


def epoch(statement: Statement, known: Known) -> list[Fix]:
    """`datetime(n.timestamp)` of a number counts seconds (or milliseconds) since 1970."""
    bindings, found = bindings_of(statement.query, known.schema), []
    for part in parts(statement):
        if not isinstance(part, Call) or part.function.lower() not in ("datetime", "date"):
            continue
        inner = part.arguments[0] if len(part.arguments) == 1 else None
        base = getattr(inner, "base", None)
        if inner is None or not isinstance(base, Name) or isinstance(inner, Constant):
            continue
        held = known.property_of(bindings.of(base.name), getattr(inner, "name", ""))
        if held is None or held.types != ("INTEGER",):
            continue
        high = held.maximum if isinstance(held.maximum, int) else 0
        unit = "epochMillis" if high > 100_000_000_000 else "epochSeconds"
        text = statement.text[inner.start : inner.end]
        made = f"datetime({{{unit}: {text}}})"
        if part.function.lower() == "date":
            made = f"date({made})"
        # The embedded database fails on a null in there.
        made = f"(CASE WHEN {text} IS NOT NULL THEN {made} END)"
        told = say("{name} counts from 1970", name=text)
        found.append(Fix("function", told, (Edit(part.start, part.end, made),)))
    return found
