"""Comparisons written into a property map move to WHERE.

`{revenue: > 5}` does not read, and `{revenue: {gt: 5}}`, as MongoDB has it, compares with a map,
which no property can be. The same goes for `{name: CONTAINS 'x'}`, `{motto: NOT NULL}` and the
parameters of old, `{revenue: {revenue}}`.
"""

from __future__ import annotations

import re

from bot.steps.repair.asked import (
    comparison_asked,
    comparison_of,
    plain_number,
    text_asked,
)
from bot.steps.repair.fix import Edit, Fix, literal
from bot.steps.repair.known import Known
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.tokens_of import (
    PatternMap,
    Tokens,
    pattern_maps,
    tokens_of,
    with_condition,
    without_entry,
)
from memory.catalogue import listed, say

_SIGNS = {"<": "<", ">": ">", "<=": "<=", ">=": ">=", "<>": "<>", "!=": "<>", "=": "=", "=~": "=~"}
# What other query languages call a comparison, without `$` and `_`.
_NAMED = {
    ">": ("gt", "greaterthan", "above", "over", "morethan", "after", "greater", "more"),
    ">=": ("gte", "ge", "atleast", "greaterthanorequal", "from", "since", "start"),
    "<": ("lt", "lessthan", "below", "under", "before", "less", "fewerthan"),
    "<=": ("lte", "le", "atmost", "lessthanorequal", "to", "until", "end"),
    "<>": ("ne", "neq", "not", "notequal", "notequals"),
    "=": ("eq", "equals", "equal", "is"),
    "CONTAINS": ("contains", "like", "ilike", "includes", "including", "containing"),
    "STARTS WITH": ("startswith", "beginswith", "prefix"),
    "ENDS WITH": ("endswith", "suffix"),
    "IN": ("in", "anyof", "oneof"),
    "=~": ("regex", "matches", "regexp"),
}
_OPERATORS = {word: operator for operator, words in _NAMED.items() for word in words}


def map_operators(text: str, known: Known) -> list[Fix]:
    """Move the first comparison that stands in a property map to WHERE."""
    tokens = tokens_of(text)
    for found in pattern_maps(tokens):
        for key, first, last in found.entries:
            tests = _tests(tokens, key, first, last, known)
            if tests is not None:
                fix = _moved(tokens, found, key, tests)
                if fix is not None:
                    return [fix]
    return []


def _tests(tokens: Tokens, key: int, first: int, last: int, known: Known) -> list[str] | None:
    """What is to hold of the property, without its name; None for a plain value."""
    token = tokens[first]
    if token.kind == "symbol" and token.value in _SIGNS and last > first + 1:
        return [f"{_SIGNS[token.value]} {tokens.of(first + 1, last)}"]
    if token.is_word("CONTAINS", "STARTS", "ENDS", "IN") and last > first + 1:
        return [tokens.of(first, last)]
    if token.is_word("NOT", "IS") and tokens[last - 1].is_word("NULL"):
        return ["IS NOT NULL" if tokens.find(first, last, "NOT") is not None else "IS NULL"]
    if token.is_word("BETWEEN"):
        middle = tokens.find(first, last, "AND")
        if middle is not None:
            return [f">= {tokens.of(first + 1, middle)}", f"<= {tokens.of(middle + 1, last)}"]
    if token.is_symbol("{") and tokens.partner.get(first) == last - 1:
        return _of_map(tokens, key, first, last, known)
    return None


def _of_map(tokens: Tokens, key: int, first: int, last: int, known: Known) -> list[str] | None:
    tests = []
    for start, end in tokens.split(first + 1, last - 1):
        if end - start == 1 and tokens[start].kind in ("word", "name"):
            return _of_placeholder(tokens, key, known)
        value = start + 2
        if not tokens[start + 1].is_symbol(":"):
            value = start + 1
        if value >= end:
            return None
        operator = _operator(tokens, key, start, value, end, known)
        if operator is None:
            return None
        tests.append(f"{operator} {tokens.of(value, end)}")
    return tests


def _of_placeholder(tokens: Tokens, key: int, known: Known) -> list[str] | None:
    """`{revenue: {minRevenue}}`: the value that the question has for it, or nothing is known."""
    name = tokens[key].value if tokens[key].kind != "word" else tokens[key].text
    asked = comparison_of(known.question, name, alone=_placeholders(tokens) == 1)
    if asked is not None:
        return [f"{asked[0]} {plain_number(asked[1])}"]
    text = text_asked(known.question) if _placeholders(tokens) == 1 else None
    if text is not None:
        return [f"CONTAINS {literal(text)}"]
    return ["IS NOT NULL"] if _is_sorted_by(tokens, name) else None


def _placeholders(tokens: Tokens) -> int:
    return sum(
        tokens[i].is_symbol("{") and tokens.partner.get(i) == i + 2
        for i in range(len(tokens.tokens))
    )


def _is_sorted_by(tokens: Tokens, name: str) -> bool:
    """Whether the statement sorts by the property: "the highest" asks for no more."""
    order = tokens.find(0, len(tokens) - 1, "ORDER")
    return order is not None and any(
        token.text == name for token in tokens.tokens[order:] if token.kind == "word"
    )


def _operator(
    tokens: Tokens, key: int, start: int, value: int, end: int, known: Known
) -> str | None:
    name = re.sub(r"[^a-z]", "", tokens[start].value.lower())
    if name in _OPERATORS:
        return _OPERATORS[name]
    if tokens[value].kind == "number" and end - value == 1:
        asked = comparison_asked(known.question, float(tokens[value].value))
        if asked is not None:
            return asked[0]
    if name.startswith("min"):
        return ">="
    if name.startswith("max"):
        return "<="
    return "=" if name == re.sub(r"[^a-z]", "", tokens[key].value.lower()) else None


def _moved(tokens: Tokens, found: PatternMap, key: int, tests: list[str]) -> Fix | None:
    edits = [without_entry(tokens, found, key)]
    variable = found.variable
    name = tokens[key].text if tokens[key].kind != "string" else tokens[key].value
    if variable is None:
        variable = fresh(tokens.text, "r" if tokens[found.bracket].is_symbol("[") else "n")
        place = tokens[found.bracket].end
        edits.append(Edit(place, place, variable))
    condition = " AND ".join(f"{variable}.{name} {test}" for test in tests)
    added = with_condition(tokens, found.bracket, condition)
    if added is None:
        return None
    edits.extend(added)
    told = say("{name} {tests}, in WHERE", name=name, tests=listed(tests))
    return Fix("map_operators", told, tuple(edits))
