"""Signs of other languages: `==`, `&&`, `!=` and comparisons with null."""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, parts
from bot.steps.repair.known import Known
from bot.steps.repair.tokens_of import tokens_of
from guardrails.cypher import Statement
from guardrails.syntax import Binary, Constant
from memory.catalogue import say


def signs(text: str, known: Known) -> list[Fix]:
    """`==` is `=`, `&&` is AND, `!=` is `<>`."""
    del known
    tokens, found = tokens_of(text), []
    for i, token in enumerate(tokens.tokens):
        behind = tokens[i + 1]
        joined = token.end == behind.start
        if token.is_symbol("!="):
            found.append(_sign("<>", "!=", (Edit(token.start, token.end, "<>"),)))
        elif token.is_symbol("=") and behind.is_symbol("=") and joined:
            found.append(_sign("=", "==", (Edit(behind.start, behind.end, ""),)))
        elif token.is_symbol("&") and behind.is_symbol("&") and joined:
            found.append(_sign("AND", "&&", (Edit(token.start, behind.end, "AND"),)))
    return found


def _sign(new: str, old: str, edits: tuple[Edit, ...]) -> Fix:
    return Fix("sign", say("{new} for {old}", new=new, old=old), edits)


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
            told = say("{test} for a comparison with null", test=test)
            found.append(Fix("null_test", told, (edit,)))
    return found
