"""Signs of other languages: `==`, `&&`, `!=` and comparisons with null."""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from bot.steps.repair.tokens_of import tokens_of
from guardrails.cypher import Statement
from guardrails.syntax import Binary, Constant


def signs(text: str, known: Known) -> list[Fix]:
    """`==` is `=`, `&&` is AND, `!=` is `<>`."""
    del known
    tokens, found = tokens_of(text), []
    for i, token in enumerate(tokens.tokens):
        behind = tokens[i + 1]
        joined = token.end == behind.start
        if token.is_symbol("!="):
            found.append(Fix("sign", "<> for !=", (Edit(token.start, token.end, "<>"),)))
        elif token.is_symbol("=") and behind.is_symbol("=") and joined:
            found.append(Fix("sign", "= for ==", (Edit(behind.start, behind.end, ""),)))
        elif token.is_symbol("&") and behind.is_symbol("&") and joined:
            found.append(Fix("sign", "AND for &&", (Edit(token.start, behind.end, "AND"),)))
    return found


def null_test(statement: Statement, known: Known) -> list[Fix]:
    """`x = null` is never true: `x IS NULL` is meant."""
    del known
    found = []
    for part in parts(statement):
        if not isinstance(part, Binary) or part.operator not in ("=", "<>", "!="):
            continue
        right = part.right
        if isinstance(right, Constant) and right.value is None:
            test = "IS NULL" if part.operator == "=" else "IS NOT NULL"
            edit = Edit(part.left.end, part.end, f" {test}")
            found.append(Fix("null_test", f"{test} for a comparison with null", (edit,)))
    return found
