"""Habits from SQL that no Cypher server reads: each is written the way Cypher has it."""

from __future__ import annotations

import re

from bot.steps.repair.fix import Edit, Fix, literal, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.tokens_of import Tokens, tokens_of
from memory.catalogue import say

_AGGREGATES = ("COUNT", "SUM", "AVG", "MIN", "MAX", "COLLECT")
_OPERAND_ENDS = ("AND", "OR", "XOR", "NOT", "WHERE", "WHEN", "HAVING", "ON", "THEN", "ELSE")
_CLAUSES = ("WITH", "RETURN", "ORDER", "SKIP", "LIMIT", "MATCH", "OPTIONAL", "UNWIND", "UNION")


def between(text: str, known: Known) -> list[Fix]:
    """`x BETWEEN a AND b` is `a <= x <= b`."""
    del known
    tokens = tokens_of(text)
    for i, token in enumerate(tokens.tokens):
        if not token.is_word("BETWEEN"):
            continue
        first, negated = _operand_before(tokens, i), tokens[i - 1].is_word("NOT")
        last_of_x = i - 1 if negated else i
        middle = tokens.find(i + 1, len(tokens) - 1, "AND")
        if middle is None or first >= last_of_x:
            continue
        end = _operand_after(tokens, middle + 1)
        low, high = tokens.of(i + 1, middle), tokens.of(middle + 1, end)
        test = f"{low} <= {tokens.of(first, last_of_x)} <= {high}"
        test = f"NOT ({test})" if negated else test
        edit = Edit(tokens[first].start, tokens[end - 1].end, test)
        return [Fix("between", say("from {low} to {high}", low=low, high=high), (edit,))]
    return []


def like(text: str, known: Known) -> list[Fix]:
    """`x LIKE '%a%'` is `x CONTAINS 'a'`; ILIKE asks in lower case."""
    del known
    tokens = tokens_of(text)
    for i, token in enumerate(tokens.tokens):
        if not token.is_word("LIKE", "ILIKE") or tokens[i + 1].kind != "string":
            continue
        first, negated = _operand_before(tokens, i), tokens[i - 1].is_word("NOT")
        last = i - 1 if negated else i
        if first >= last:
            continue
        operand, value = tokens.of(first, last), tokens[i + 1].value
        if token.value == "ILIKE":
            operand, value = f"toLower({operand})", value.lower()
        test = _like(operand, value)
        test = f"NOT {test}" if negated else test
        edit = Edit(tokens[first].start, tokens[i + 1].end, test)
        return [Fix("like", say("{new} for {old}", new=test, old=token.value), (edit,))]
    return []


def _like(operand: str, value: str) -> str:
    inner = value.strip("%")
    if "%" in inner or "_" in inner:
        pattern = re.escape(value).replace("%", ".*").replace("_", ".")
        return f"{operand} =~ {literal(pattern)}"
    starts, ends = value.endswith("%"), value.startswith("%")
    operator = {(True, True): "CONTAINS", (True, False): "STARTS WITH", (False, True): "ENDS WITH"}
    return f"{operand} {operator.get((starts, ends), '=')} {literal(inner)}"


def group_by(text: str, known: Known) -> list[Fix]:
    """`GROUP BY` goes, as Cypher groups by what is not aggregated; HAVING becomes WITH, WHERE."""
    del known
    tokens = tokens_of(text)
    having = _keyword(tokens, "HAVING")
    group = _keyword(tokens, "GROUP", "BY")
    if having is not None:
        return _having(tokens, group, having)
    if group is None:
        return []
    end = _clause_end(tokens, group + 2)
    edits = (Edit(tokens[group - 1].end, tokens[end - 1].end, ""),)
    return [Fix("group_by", say("Cypher groups by itself"), edits)]


def _having(tokens: Tokens, group: int | None, having: int) -> list[Fix]:
    """Grouped by WITH, the condition in WHERE, and then the RETURN that was meant."""
    keys: list[str] = []
    if group is not None:
        stop = _clause_end(tokens, group + 2)
        keys = [tokens.of(a, b) for a, b in tokens.split(group + 2, min(stop, having))]
    end = _clause_end(tokens, having + 1)
    condition, columns, names = tokens.of(having + 1, end), [], []
    for call in _calls(tokens, having + 1, end):
        name = fresh(tokens.text, "n")
        columns.append(f"{call} AS {name}")
        names.append(name)
        condition = condition.replace(call, name)
    first = tokens[min(group if group is not None else having, having)]
    result = _keyword(tokens, "RETURN")
    if result is not None:
        stop = _clause_end(tokens, result + 1, "GROUP", "HAVING")
        gathers = bool(_calls(tokens, result + 1, stop)) or any("." in key for key in keys)
        if result < having:
            return _grouped(tokens, result, (having, end), (tokens[result].start, end), keys)
        if gathers:
            return _grouped(tokens, result, (having, end), (first.start, stop), keys)
    if result is not None and columns:
        variables = list(dict.fromkeys(key.split(".")[0].strip() for key in keys))
        made = f"WITH {', '.join([*variables, *columns])} WHERE {condition}"
        return [
            Fix(
                "having",
                say("{condition} behind WITH", condition=f"WHERE {condition}"),
                (Edit(first.start, tokens[end - 1].end, made),),
            )
        ]
    return []


def _grouped(
    tokens: Tokens, result: int, held: tuple[int, int], place: tuple[int, int], keys: list[str]
) -> list[Fix]:
    """`RETURN a, count(b) AS n` with GROUP BY and HAVING n > 3, in whatever order they stand.

    Args:
        tokens: Of the draft.
        result: The RETURN.
        held: The HAVING, and the token behind its condition.
        place: Where what is replaced starts, and the token behind it.
        keys: What is grouped by: with an aggregate alone returned, it is still grouped by these.
    """
    stop = _clause_end(tokens, result + 1, "GROUP", "HAVING")
    items: list[str] = []
    shown: list[str] = []
    condition, grouped = tokens.of(held[0] + 1, held[1]), set[str]()
    for a, b in tokens.split(result + 1, stop):
        alias = tokens.find(a, b, "AS")
        written = tokens.of(a, alias if alias is not None else b)
        if alias is not None:
            name = tokens.of(alias + 1, b)
            shown.append(name)
        else:
            name = fresh(tokens.text + " ".join(items), "c")
            shown.append(f"{name} AS {quoted(written)}")
        grouped |= {written, name}
        items.append(f"{written} AS {name}")
        condition = condition.replace(written, name)
    for key in keys:
        if key not in grouped:
            name = f" AS {fresh(tokens.text + ' '.join(items), 'c')}" if "." in key else ""
            items.append(key + name)
    for call in _calls(tokens, *held):
        if call in condition:
            name = fresh(tokens.text + " ".join(items), "n")
            items.append(f"{call} AS {name}")
            condition = condition.replace(call, name)
    made = f"WITH {', '.join(items)} WHERE {condition} RETURN {', '.join(shown)}"
    edit = Edit(place[0], tokens[place[1] - 1].end, made)
    told = say("{condition} behind WITH", condition=f"WHERE {condition}")
    return [Fix("having", told, (edit,))]


def _calls(tokens: Tokens, first: int, last: int) -> list[str]:
    """The aggregating calls as written."""
    found = []
    for i in range(first, last):
        if tokens[i].is_word(*_AGGREGATES) and tokens[i + 1].is_symbol("("):
            found.append(tokens.of(i, tokens.skip(i + 1)))
    return list(dict.fromkeys(found))


def limit_first(text: str, known: Known) -> list[Fix]:
    """`ORDER BY` and `LIMIT` in front of the final RETURN go behind it."""
    del known
    tokens = tokens_of(text)
    result = _keyword(tokens, "RETURN")
    if result is None:
        return []
    for i in range(result):
        starts = tokens[i].is_word("ORDER") and tokens[i + 1].is_word("BY")
        if not starts and not tokens[i].is_word("LIMIT", "SKIP"):
            continue
        if tokens.enclosing(i) is not None or _clause_before(tokens, i) != "MATCH":
            continue
        end = _clause_end(tokens, i + 1)
        while end < result and tokens[end].is_word("ORDER", "SKIP", "LIMIT"):
            end = _clause_end(tokens, end + 1)
        if end != result:
            continue
        moved, behind = tokens.of(i, end), _clause_end(tokens, result + 1)
        place = tokens[behind - 1].end
        edits = [Edit(tokens[i - 1].end, tokens[end - 1].end, "")]
        rest = tokens[behind]
        if not rest.is_word("ORDER", "SKIP", "LIMIT"):
            edits.append(Edit(place, place, f" {moved}"))
        return [Fix("limit_first", say("{part} behind RETURN", part=moved), tuple(edits))]
    return []


def _keyword(tokens: Tokens, *words: str) -> int | None:
    for i in range(len(tokens)):
        there = all(tokens[i + k].is_word(word) for k, word in enumerate(words))
        if there and tokens.enclosing(i) is None:
            return i
    return None


def _clause_end(tokens: Tokens, at: int, *more: str) -> int:
    """The token at which the next clause begins."""
    while tokens[at].kind != "end" and not tokens[at].is_symbol(";", "}"):
        word = tokens[at].is_word(*_CLAUSES, "GROUP", "HAVING", *more)
        if word and not (tokens[at].is_word("WITH") and tokens[at - 1].is_word("STARTS", "ENDS")):
            break
        at = tokens.skip(at)
    return at


def _clause_before(tokens: Tokens, at: int) -> str:
    """The clause that a token belongs to, ORDER BY and its like aside."""
    for i in range(at - 1, -1, -1):
        operator = tokens[i].is_word("WITH") and tokens[i - 1].is_word("STARTS", "ENDS")
        clause = tokens[i].is_word("MATCH", "WITH", "RETURN", "UNWIND") and not operator
        if clause and tokens.enclosing(i) is None:
            return tokens[i].value
    return ""


def _operand_before(tokens: Tokens, at: int) -> int:
    """The first token of the operand that ends in front of the token."""
    i = at - 2 if tokens[at - 1].is_word("NOT") else at - 1
    while i >= 0:
        opened = next((o for o, c in tokens.partner.items() if c == i), None)
        i = opened if opened is not None else i
        before = tokens[i - 1] if i else None
        if before is None or before.is_word(*_OPERAND_ENDS) or before.is_symbol("(", ",", "{"):
            break
        i -= 1
    return max(i, 0)


def _operand_after(tokens: Tokens, at: int) -> int:
    """The token behind the operand that begins here."""
    while tokens[at].kind != "end" and not tokens[at].is_symbol(")", "}", "]", ",", ";", "|"):
        if tokens[at].is_word(*_OPERAND_ENDS, *_CLAUSES):
            break
        at = tokens.skip(at)
    return at
