"""A change to a statement on its source text, and the statement it is made on."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from bot.events import Repair
from guardrails.cypher import Statement
from guardrails.syntax import Part, Query
from guardrails.tokens import Token

_SHOWN = 160


@dataclass(frozen=True, slots=True)
class Edit:
    """`text` takes the place of what stands from `start` to `end` (character offsets)."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """Edits that belong together; `explanation` tells the person in a few words."""

    name: str
    explanation: str
    edits: tuple[Edit, ...]

    def overlaps(self, others: Iterable[Fix]) -> bool:
        """Whether one of its edits touches an edit of the others."""
        return any(
            _touch(mine, theirs) for fix in others for theirs in fix.edits for mine in self.edits
        )


def _touch(a: Edit, b: Edit) -> bool:
    if a.start == a.end or b.start == b.end:
        return a.start < b.end and b.start < a.end
    return a.start < b.end and b.start < a.end


def apply(text: str, fixes: Sequence[Fix]) -> tuple[str, list[Repair]]:
    """The text after the fixes (those that touch an earlier one left out), and what was done.

    >>> apply("a->b", [Fix("direction", "turned", (Edit(0, 0, "<"), Edit(2, 3, "")))])[0]
    '<a-b'
    """
    kept: list[Fix] = []
    for fix in fixes:
        if not fix.overlaps(kept):
            kept.append(fix)
    edits = [edit for fix in kept for edit in fix.edits]
    return _edited(text, edits), [_told(text, fix) for fix in kept]


def _edited(text: str, edits: Iterable[Edit]) -> str:
    # Insertions at one place keep the order they were given in.
    for edit in reversed(sorted(edits, key=lambda e: (e.start, e.end))):
        text = text[: edit.start] + edit.text + text[edit.end :]
    return text


def _told(text: str, fix: Fix) -> Repair:
    start = min(edit.start for edit in fix.edits)
    end = max(edit.end for edit in fix.edits)
    start, end = _whole_words(text, start, end)
    moved = [Edit(e.start - start, e.end - start, e.text) for e in fix.edits]
    before = text[start:end]
    return Repair(fix.name, fix.explanation, _brief(before), _brief(_edited(before, moved)))


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    """The stretch taken out to the words around, so that what is shown can be read."""
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    return start, end


def _brief(text: str) -> str:
    shown = " ".join(text.split())
    return shown if len(shown) <= _SHOWN else shown[:_SHOWN] + "…"


def parts(statement: Statement) -> tuple[Part, ...]:
    """Every part of a statement; those of the one asked for last are kept."""
    if not _recent or _recent[0][0] is not statement.query:
        _recent[:] = [(statement.query, tuple(statement.query.walk()))]
    return _recent[0][1]


_recent: list[tuple[Query, tuple[Part, ...]]] = []


class Source:
    """The tokens of a statement by their place."""

    def __init__(self, statement: Statement) -> None:
        self.text = statement.text
        self.tokens = statement.tokens
        self._at = {token.start: i for i, token in enumerate(statement.tokens)}

    def index(self, offset: int) -> int:
        """The number of the token that starts at the offset (or the first one behind it)."""
        found = self._at.get(offset)
        if found is not None:
            return found
        return next(i for i, t in enumerate(self.tokens) if t.start >= offset or t.kind == "end")

    def inside(self, start: int, end: int) -> Sequence[Token]:
        """The tokens from `start` up to `end`."""
        first = last = self.index(start)
        while self.tokens[last].kind != "end" and self.tokens[last].end <= end:
            last += 1
        return self.tokens[first:last]

    def before(self, offset: int) -> Token | None:
        """The token in front of the offset."""
        at = self.index(offset)
        return self.tokens[at - 1] if at else None

    def after(self, offset: int) -> Token:
        """The first token at or behind the offset."""
        return self.tokens[self.index(offset)]

    def of(self, start: int, end: int) -> str:
        """The text of a stretch."""
        return self.text[start:end]


def quoted(name: str) -> str:
    """A name as Cypher writes it: with back-ticks only where it needs them.

    >>> quoted("title"), quoted("end date"), quoted("2nd")
    ('title', '`end date`', '`2nd`')
    """
    plain = name.isascii() and name.replace("_", "a").isalnum() and not name[0].isdigit()
    return name if plain else "`" + name.replace("`", "``") + "`"


def literal(value: str, like: str = "'") -> str:
    r"""A string as Cypher writes it, in the quotes given.

    >>> literal("Schindler's List"), literal("a", '"')
    ("'Schindler\\'s List'", '"a"')
    """
    quote = like if like in "'\"" else "'"
    escaped = value.replace("\\", "\\\\").replace(quote, "\\" + quote)
    for char, code in (("\n", "\\n"), ("\r", "\\r"), ("\t", "\\t")):
        escaped = escaped.replace(char, code)
    return f"{quote}{escaped}{quote}"
