"""Names that need back-ticks and have none: `AS number of ships`, `(:Cargo Hold)`, `AS 'Share'`.

Columns get them as they are written; labels, types and properties where the schema has such a name
with a space, a dash or a digit in front; variables where their name is a word of the language.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.steps.repair.fix import Edit, Fix, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.tokens_of import Tokens, tokens_of
from memory.catalogue import say

# Behind a column's name.
_ENDS = (
    *("MATCH", "OPTIONAL", "WITH", "RETURN", "UNWIND", "CALL", "UNION", "ORDER", "SKIP", "LIMIT"),
    *("WHERE", "GROUP", "HAVING", "OFFSET", "SET", "DELETE", "DETACH", "CREATE", "MERGE"),
    *("REMOVE", "FOREACH", "LOAD", "DROP", "INSERT"),
)
# What an expression may begin with, or is: no name where it is used.
_CONSTANTS = ("CASE", "NOT", "NULL", "TRUE", "FALSE")
_RESERVED = (*_CONSTANTS, "DISTINCT")
_LEADS = (".", ":", "|", "&", "!")


def bare_names(text: str, known: Known) -> list[Fix]:
    """Quote the first such name, wherever it stands."""
    tokens = tokens_of(text)
    for names in (_columns, _stored, _variables):
        for name, edits in names(tokens, known):
            told = say("back-ticks around {name}, which is a name", name=name)
            return [Fix("bare_name", told, tuple(edits))]
    return []


def _columns(tokens: Tokens, known: Known) -> Iterator[tuple[str, list[Edit]]]:
    """`AS` and a text, or several words up to the next comma or clause."""
    del known
    for i, token in enumerate(tokens.tokens):
        first = i + 1
        if not token.is_word("AS") or tokens[first].is_word(*_ENDS):
            continue
        last = _behind(tokens, first)
        if tokens[first].kind == "string" and last == first + 1:
            name = tokens[first].value
        elif tokens[first].is_word(*_CONSTANTS) and last == first + 1:
            name = tokens[first].text
        elif last > first + 1 and all(_plain(tokens, k) for k in range(first, last)):
            name = tokens.of(first, last)
        else:
            continue
        places = [(first, last), *_again(tokens, first, last)]
        yield (
            name,
            [Edit(tokens[a].start, tokens[b - 1].end, _ticked(name)) for a, b in places],
        )


def _behind(tokens: Tokens, first: int) -> int:
    at = first
    while tokens[at].kind != "end" and not tokens[at].is_symbol(",", ";", ")", "}", "]"):
        if tokens[at].is_word(*_ENDS):
            break
        at += 1
    return at


def _plain(tokens: Tokens, at: int) -> bool:
    return tokens[at].kind in ("word", "number") or tokens[at].is_symbol("-", "%", "&", "/")


def _again(tokens: Tokens, first: int, last: int) -> Iterator[tuple[int, int]]:
    """Where the same words stand once more: behind ORDER BY."""
    wanted = [token.text for token in tokens.tokens[first:last]]
    for at in range(last, len(tokens) - len(wanted)):
        # A text that is no column may be compared with.
        sorts = last > first + 1 or tokens[at - 1].is_word("BY")
        if sorts and [token.text for token in tokens.tokens[at : at + len(wanted)]] == wanted:
            yield at, at + len(wanted)


def _stored(tokens: Tokens, known: Known) -> Iterator[tuple[str, list[Edit]]]:
    """Labels, types and properties of the schema that are no plain names, as they stand there."""
    schema = known.schema
    names = {*schema.labels, *schema.relationships}
    names |= {name for label in schema.labels.values() for name in label.properties}
    names |= {name for type_ in schema.relationships.values() for name in type_.properties}
    for name in sorted((n for n in names if quoted(n) != n), key=lambda n: -len(n)):
        edits = []
        for i, token in enumerate(tokens.tokens):
            end = token.start + len(name)
            if token.kind not in ("word", "number") or token.text in names:
                continue
            if tokens.text[token.start : end] == name and _stands(tokens, i, end):
                edits.append(Edit(token.start, end, _ticked(name)))
        if edits:
            yield name, edits


def _stands(tokens: Tokens, at: int, end: int) -> bool:
    """Whether a label, type or property is looked for here, and ends there."""
    before, rest = tokens[at - 1], tokens.text[end:]
    if rest[:1].isalnum() or rest[:1] == "_":
        return False
    key = before.is_symbol("{", ",") and rest.lstrip().startswith(":")
    return at > 0 and (key or before.is_symbol(*_LEADS))


def _variables(tokens: Tokens, known: Known) -> Iterator[tuple[str, list[Edit]]]:
    """`(case:Crime)`, with its uses."""
    del known
    for i, token in enumerate(tokens.tokens):
        opened = i > 0 and tokens[i - 1].is_symbol("(", "[") and not _called(tokens, i - 1)
        if not opened or not token.is_word(*_RESERVED) or not tokens[i + 1].is_symbol(":", ")"):
            continue
        edits = [
            Edit(other.start, other.end, _ticked(other.text))
            for k, other in enumerate(tokens.tokens)
            if other.kind == "word" and other.text == token.text and _used(tokens, k)
        ]
        yield token.text, edits


def _called(tokens: Tokens, bracket: int) -> bool:
    """Whether the bracket holds arguments: `count(case)` alone says no pattern."""
    before = tokens[bracket - 1]
    return bracket > 0 and before.kind in ("word", "name") and not before.is_word(*_ENDS)


def _used(tokens: Tokens, at: int) -> bool:
    behind = tokens[at + 1]
    ends = behind.kind == "end" or behind.is_word("AS", "IS", *_ENDS)
    return ends or behind.is_symbol(".", ",", ")", "]", ":", "=", "<", ">", "<>", ";")


def _ticked(name: str) -> str:
    return "`" + name.replace("`", "``") + "`"
