"""Finding one's way in the tokens of a text that may not read."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from bot.steps.repair.fix import Edit
from guardrails.tokens import Token, tokenize

_OPEN, _CLOSE = ("(", "[", "{"), (")", "]", "}")
# What ends the patterns of a MATCH.
_CLAUSES = (
    *("MATCH", "OPTIONAL", "WITH", "RETURN", "UNWIND", "CALL", "UNION", "ORDER", "SKIP", "LIMIT"),
    *("WHERE", "GROUP", "HAVING"),
)


@dataclass(frozen=True, slots=True)
class Tokens:
    """The tokens of a text, with the brackets that belong together (by token number)."""

    text: str
    tokens: tuple[Token, ...]
    partner: dict[int, int]

    def __getitem__(self, at: int) -> Token:
        return self.tokens[min(at, len(self.tokens) - 1)]

    def __len__(self) -> int:
        return len(self.tokens)

    def of(self, first: int, last: int) -> str:
        """The text of the tokens `first` up to (not including) `last`."""
        return self.text[self[first].start : self[last - 1].end] if last > first else ""

    def skip(self, at: int) -> int:
        """The token behind this one; behind the closing bracket where it opens one."""
        return self.partner.get(at, at) + 1

    def enclosing(self, at: int) -> int | None:
        """The number of the bracket that the token stands in; None at the top."""
        for i in range(at - 1, -1, -1):
            if i in self.partner and self.partner[i] > at and self[i].is_symbol(*_OPEN):
                return i
        return None

    def split(self, first: int, last: int, symbol: str = ",") -> list[tuple[int, int]]:
        """The stretches between the separators from `first` up to `last`, brackets kept whole."""
        parts, start, at = [], first, first
        while at < last:
            if self[at].is_symbol(symbol):
                parts.append((start, at))
                start = at + 1
            at = self.skip(at)
        if start < last:
            parts.append((start, last))
        return parts

    def find(self, first: int, last: int, *words: str) -> int | None:
        """The first bare word of these outside of brackets from `first` up to `last`."""
        at = first
        while at < last:
            if self[at].is_word(*words):
                return at
            at = self.skip(at)
        return None


@lru_cache(maxsize=16)
def tokens_of(text: str) -> Tokens:
    """The tokens of a text.

    Raises:
        Unreadable: it cannot be cut into tokens, or its brackets do not match.
    """
    tokens = tokenize(text)
    partner: dict[int, int] = {}
    stack: list[int] = []
    for i, token in enumerate(tokens):
        if token.is_symbol(*_OPEN):
            stack.append(i)
        elif token.is_symbol(*_CLOSE) and stack:
            opened = stack.pop()
            partner[opened] = i
    return Tokens(text, tokens, partner)


@dataclass(frozen=True, slots=True)
class PatternMap:
    """`{...}` of a node or relationship pattern; `opens` is the number of its brace.

    `bracket` is the number of the pattern's own bracket, `variable` its variable as written, and
    `entries` are (key, first token of the value, token behind it).
    """

    bracket: int
    opens: int
    variable: str | None
    entries: tuple[tuple[int, int, int], ...]


def pattern_maps(tokens: Tokens) -> list[PatternMap]:
    """The property maps of node and relationship patterns."""
    found = []
    for i, token in enumerate(tokens.tokens):
        if token.is_symbol("{") and i in tokens.partner:
            bracket = tokens.enclosing(i)
            if bracket is not None and tokens[bracket].is_symbol("(", "["):
                head = _head(tokens, bracket, i)
                if head is not None:
                    found.append(PatternMap(bracket, i, head or None, _entries(tokens, i)))
    return found


def _head(tokens: Tokens, bracket: int, brace: int) -> str | None:
    """The variable in front of the map ("": there is none); None where this is no pattern."""
    at, variable = bracket + 1, ""
    if tokens[at].kind in ("word", "name") and at < brace:
        variable = tokens[at].text
        at += 1
    labelled = tokens[at].is_symbol(":")
    while at < brace and _in_labels(tokens[at]):
        at += 1
    if at != brace:
        return None
    before = tokens[bracket - 1]
    if tokens[bracket].is_symbol("["):
        return variable if before.is_symbol("-") else None
    called = bracket > 0 and before.kind in ("word", "name") and not labelled
    return None if called and not before.is_word(*_CLAUSES) else variable


def _in_labels(token: Token) -> bool:
    signs = token.is_symbol(":", "|", "&", "!", "*", "..")
    return signs or token.kind in ("word", "name", "number")


def _entries(tokens: Tokens, brace: int) -> tuple[tuple[int, int, int], ...]:
    entries = []
    for first, last in tokens.split(brace + 1, tokens.partner[brace]):
        key = tokens[first]
        if key.kind in ("word", "name", "string") and tokens[first + 1].is_symbol(":"):
            entries.append((first, first + 2, last))
    return tuple(entries)


def without_entry(tokens: Tokens, found: PatternMap, key: int) -> Edit:
    """The edit that takes an entry out of a map, and the map with its last entry."""
    closing = tokens.partner[found.opens]
    parts = tokens.split(found.opens + 1, closing)
    at = next(i for i, (first, _) in enumerate(parts) if first == key)
    if len(parts) == 1:
        before = tokens[found.opens - 1].end
        return Edit(before, tokens[closing].end, "")
    if at + 1 < len(parts):
        return Edit(tokens[key].start, tokens[parts[at + 1][0]].start, "")
    return Edit(tokens[parts[at - 1][1] - 1].end, tokens[parts[at][1] - 1].end, "")


def with_condition(tokens: Tokens, at: int, condition: str) -> tuple[Edit, ...] | None:
    """The edits that add a condition to the MATCH (or sub-query) whose pattern holds the token.

    None where the pattern stands in an expression, which has no WHERE of its own.
    """
    place = _pattern_end(tokens, at)
    if place is None:
        return None
    if not tokens[place].is_word("WHERE"):
        here = tokens[place - 1].end
        return (Edit(here, here, f" WHERE {condition}"),)
    end = place + 1
    while end < len(tokens) and not (
        tokens[end].kind == "end"
        or tokens[end].is_symbol("}", ")", "]", "|")
        or (tokens[end].is_word(*_CLAUSES) and not _is_operator(tokens, end))
    ):
        end = tokens.skip(end)
    first = tokens[place + 1].start
    edits = [Edit(first, first, f"{condition} AND ")]
    if tokens.find(place + 1, end, "OR", "XOR") is not None:
        edits = [
            Edit(first, first, f"{condition} AND ("),
            Edit(tokens[end - 1].end, tokens[end - 1].end, ")"),
        ]
    return tuple(edits)


def _is_operator(tokens: Tokens, at: int) -> bool:
    return tokens[at].is_word("WITH") and tokens[at - 1].is_word("STARTS", "ENDS")


def _pattern_end(tokens: Tokens, at: int) -> int | None:
    """The token behind the patterns of the clause that the token stands in."""
    outer = tokens.enclosing(at)
    while outer is not None and not tokens[outer].is_symbol("{"):
        at, outer = outer, tokens.enclosing(outer)
    limit = len(tokens) - 1 if outer is None else tokens.partner[outer]
    first = 0 if outer is None else outer + 1
    start = at
    while start > first and not tokens[start].is_word(*_CLAUSES):
        start -= 1
        back = next((i for i, j in tokens.partner.items() if j == start), None)
        start = back if back is not None and back >= first else start
    if tokens[start].is_word("WHERE") or (
        tokens[start].is_word(*_CLAUSES) and not tokens[start].is_word("MATCH")
    ):
        return None
    if not tokens[start].is_word("MATCH") and not _in_subquery(tokens, outer):
        return None
    end = at
    while end < limit and not tokens[end].is_word(*_CLAUSES):
        end = tokens.skip(end)
    return end


def _in_subquery(tokens: Tokens, outer: int | None) -> bool:
    return outer is not None and tokens[outer - 1].is_word("EXISTS", "COUNT", "COLLECT")
