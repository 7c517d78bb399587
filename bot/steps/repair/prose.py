"""What a model writes around a statement goes: fences, a language tag, sentences before and after.

A statement is kept as it is where it reads; only of a text that does not are lines left out.
"""

from __future__ import annotations

import re

from bot.steps.repair.fix import Edit, Fix
from bot.steps.repair.known import Known
from guardrails.cypher import parse
from guardrails.tokens import Unreadable

_FENCE = re.compile(
    r"```[ \t]*(?:cypher|sql|neo4j|opencypher)?[ \t]*\n(.*?)(?:```|\Z)", re.S | re.I
)
_START = re.compile(r"^\s*(?:OPTIONAL\s+)?(?:MATCH|CALL|WITH|UNWIND|RETURN)\b", re.I)
_LEAD = re.compile(
    r"\s*(?:cypher|query|answer)(?:\s+query)?\s*:?\s*\n?(?=\s*(?:match|optional))", re.I
)

# A draft as a prompt shows it, with its English in front.
_ECHO = re.compile(r"\s*-\s[^\n]*?:\s+(?=(?:OPTIONAL\s+)?MATCH\b)")


def prose(text: str, known: Known) -> list[Fix]:
    """Cut the text down to the statement in it."""
    del known
    kept = _statement(text)
    if kept is None or kept == (0, len(text)):
        return []
    start, end = kept
    edits = [Edit(0, start, "")] if start else []
    if end < len(text):
        edits.append(Edit(end, len(text), ""))
    return [Fix("prose", "left out what is not the statement", tuple(edits))]


def _statement(text: str) -> tuple[int, int] | None:
    fenced = _FENCE.search(text)
    if fenced and _START.match(fenced.group(1)):
        inner = fenced.group(1)
        return fenced.start(1), fenced.start(1) + len(inner.rstrip())
    if _START.match(text) and "\n\n" not in text.strip():
        return None
    if _reads(text):
        return None
    lead = _LEAD.match(text) or _ECHO.match(text)
    start = lead.end() if lead else _first_clause(text)
    if start is None:
        return None
    end = _last_line(text, start)
    return (start, end) if end is not None else ((start, len(text)) if start else None)


def _first_clause(text: str) -> int | None:
    """The first line that opens with a clause in capitals, or the text's start."""
    if _START.match(text):
        return 0
    at = 0
    for line in text.splitlines(keepends=True):
        if _START.match(line) and line.lstrip()[:3].isupper():
            return at
        at += len(line)
    return None


def _last_line(text: str, start: int) -> int | None:
    """Where the longest run of lines from `start` on that reads ends; a blank line must follow."""
    ends = [m.start() for m in re.finditer(r"\n[ \t]*\n", text[start:])]
    for end in reversed(ends):
        if _reads(text[start : start + end]):
            return start + end
    return None


def _reads(text: str) -> bool:
    try:
        parse(text)
    except Unreadable:
        return False
    return True
