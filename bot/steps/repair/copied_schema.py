"""What describes a property in a prompt, copied into a pattern: `{since: 1985..2027}`.

Neither a range nor all of the values, `{kind: 'a'|'b'}`, restricts anything: the entry goes.
"""

from __future__ import annotations

from bot.steps.repair.fix import Edit, Fix
from bot.steps.repair.known import Known
from bot.steps.repair.tokens_of import pattern_maps, tokens_of, without_entry
from memory.catalogue import say


def copied_schema(text: str, known: Known) -> list[Fix]:
    """Take away the first entry that is a description."""
    del known
    tokens = tokens_of(text)
    for found in pattern_maps(tokens):
        for key, first, last in found.entries:
            inside = tokens.of(first, last)
            ranged = ".." in inside and not inside.strip().startswith(("'", '"', "["))
            listed = any(tokens[i].is_symbol("|") for i in range(first, last))
            if ranged or listed:
                edit: Edit = without_entry(tokens, found, key)
                return [Fix("copied_schema", say("{text} says nothing", text=inside), (edit,))]
    return []
