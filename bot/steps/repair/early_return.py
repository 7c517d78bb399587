"""A RETURN with more behind it hands its columns on: there it is WITH.

`RETURN e.name AS name, e.salary AS pay WHERE pay > 5 RETURN name`.
"""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.tokens_of import Tokens, tokens_of
from memory.catalogue import say

_ON = ("WHERE", "MATCH", "OPTIONAL", "WITH", "UNWIND", "RETURN")
_ENDS = (*_ON, "UNION", "ORDER", "SKIP", "LIMIT", "CALL")


def early_return(text: str, known: Known) -> list[Fix]:
    """Make the first RETURN that another clause follows a WITH, each column with a name."""
    del known
    tokens = tokens_of(text)
    for i in range(len(tokens) - 1):
        if not tokens[i].is_word("RETURN") or tokens.enclosing(i) is not None:
            continue
        end = tokens.find(i + 1, len(tokens) - 1, *_ENDS)
        if end is None or not _goes_on(tokens, end):
            continue
        columns = tokens.split(i + 1, end)
        made = ", ".join(named_column(tokens, *column) for column in columns)
        edit = Edit(tokens[i].start, tokens[end - 1].end, f"WITH {made}")
        return [Fix("early_return", say("WITH for a RETURN that is not the last"), (edit,))]
    return []


def _goes_on(tokens: Tokens, at: int) -> bool:
    """Whether a WHERE or another RETURN follows, and no UNION or semicolon first."""
    if not tokens[at].is_word(*_ON) or tokens[at - 1].is_symbol(";"):
        return False
    union = tokens.find(at, len(tokens) - 1, "UNION")
    result = tokens.find(at, len(tokens) - 1, "RETURN")
    return result is not None and (union is None or result < union)


def named_column(tokens: Tokens, first: int, last: int) -> str:
    """A column with a name: `e.name` is `e.name AS name`."""
    text = tokens.of(first, last)
    plain = last - first == 1 and tokens[first].kind in ("word", "name")
    if plain or tokens.find(first, last, "AS") is not None:
        return text
    ending = tokens[last - 1]
    owned = last - first >= 3 and tokens[last - 2].is_symbol(".")
    return f"{text} AS {quoted(ending.text.strip('`')) if owned else quoted(text)}"
