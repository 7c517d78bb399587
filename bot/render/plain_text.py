"""An answer as plain text, for the command line and for chats without buttons (Slack, Teams)."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from typing import Any, Literal, TypeAlias

from bot.events import Choice, Outcome
from bot.prices import usage_text
from bot.render.heads import heads
from bot.render.phrases import (
    chosen,
    engine_phrase,
    in_its_language,
    is_noteworthy,
    link_phrase,
    question_of,
    reading_of,
    shown_of,
    verified_phrase,
)
from bot.render.printable import printable
from bot.render.source_lines import source_lines
from bot.render.table import text_table
from memory.catalogue import say

Dialect: TypeAlias = Literal["slack", "teams"]

PART_LIMIT = 2900  # Slack drops a block over 3,000 characters without a word.
TABLE_ROWS = 20
_WORD_JOINER = "\u2060"
# What they make bold or code of, and addresses, names of channels and groups, which they link.
_MARKUP = re.compile(r"[*_~`@#\[\]]|:(?=//)|\bwww(?=\.)", re.IGNORECASE)


def answer_text(outcome: Outcome) -> str:
    """The whole answer for a terminal: text, table, reading, Cypher, choices, cost."""
    with in_its_language(outcome):
        return _text(outcome)


def _text(outcome: Outcome) -> str:
    lines = [outcome.error or outcome.answer or ""]
    if outcome.result and _is_table(outcome):
        shown = outcome.result.rows[:TABLE_ROWS]
        lines += ["", text_table(heads(outcome.result.columns, outcome.understood), shown)]
        lines.append(shown_of(outcome.result, len(shown)))
    if outcome.items or outcome.near:
        lines += ["", *source_lines(outcome)]
    lines += _background(outcome)
    if outcome.cypher:
        lines += ["", outcome.cypher.strip()]
        if outcome.parameters:
            pairs = (f"${name} = {_value(value)}" for name, value in outcome.parameters.items())
            lines.append(", ".join(pairs))
    if outcome.choices:
        lines += ["", *numbered(outcome.choices)]
    lines += ["", _cost(outcome)]
    return printable("\n".join(lines)).strip()


def answer_parts(outcome: Outcome, dialect: Dialect) -> list[str]:
    """The answer as chat messages, each under 3,000 characters in the markup of the channel."""
    with in_its_language(outcome):
        return _parts(outcome, dialect)


def _parts(outcome: Outcome, dialect: Dialect) -> list[str]:
    blocks = [chat_text(outcome.error or outcome.answer or "")]
    if outcome.result and _is_table(outcome):
        rows = outcome.result.rows[:TABLE_ROWS]
        blocks.append(
            _code(text_table(heads(outcome.result.columns, outcome.understood), rows), dialect)
        )
        blocks.append(chat_text(shown_of(outcome.result, len(rows))))
    blocks += [chat_text(line) for line in source_lines(outcome)]
    blocks += [chat_text(line) for line in _background(outcome) if line]
    if outcome.error and outcome.cypher:
        blocks.append(_code(outcome.cypher.strip(), dialect))
    if outcome.choices:
        intro = say("Reply with a number to ask one of these:")
        blocks.append("\n".join([intro, *(chat_text(line) for line in numbered(outcome.choices))]))
    blocks.append(chat_text(_cost(outcome)))
    return pack([block for block in blocks if block.strip()])


def numbered(choices: Sequence[Choice]) -> list[str]:
    """The choices as numbered lines; the number alone, sent back, picks one.

    >>> numbered([Choice("Top films", "Which films are best rated?")])
    ['1. Top films: Which films are best rated?']
    >>> numbered([Choice("Which films are best rated? (3 rows)", "Which films are best rated?")])
    ['1. Which films are best rated? (3 rows)']
    """
    return [
        f"{at}. {c.label}" if c.label.startswith(c.question) else f"{at}. {c.label}: {c.question}"
        for at, c in enumerate(choices, 1)
    ]


def pack(blocks: Sequence[str], limit: int = PART_LIMIT) -> list[str]:
    """Blocks joined by blank lines into as few parts as fit; a block that is too long is split.

    >>> [len(part) for part in pack(["a" * 40, "b" * 50, "c" * 90], 100)]
    [92, 90]
    """
    parts: list[str] = []
    for block in blocks:
        for piece in _split(block, limit):
            if parts and len(parts[-1]) + 2 + len(piece) <= limit:
                parts[-1] += "\n\n" + piece
            else:
                parts.append(piece)
    return parts


def chat_text(text: str) -> str:
    """Text that Slack and Teams show as it is: no mention, link, bold or code comes of it.

    Backslashes would be seen: Slack knows none, and of Teams it is not told which it knows.

    >>> chat_text("<!channel> a & b")
    '&lt;!channel&gt; a &amp; b'
    """
    safe = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return _MARKUP.sub(lambda found: found.group() + _WORD_JOINER, safe)


def _is_table(outcome: Outcome) -> bool:
    """One value alone is in the sentence already; a chart in words has its table above."""
    result = outcome.result
    return (
        result is not None
        and not outcome.act
        and bool(result.rows)
        and not (len(result.rows) == 1 and len(result.columns) == 1)
    )


def _background(outcome: Outcome) -> list[str]:
    """How the answer came about: question as understood, linked values, reading and engine."""
    lines = []
    asked = question_of(outcome)
    if asked and asked != outcome.question.strip() and outcome.cypher:
        lines.append(say("Understood as: {question}", question=asked))
    links = [group[0] for group in chosen(outcome.linked).values()]
    noted = [link_phrase(link) for link in links if is_noteworthy(link)]
    if noted and outcome.cypher:
        lines.append(say("Matched: {names}", names="; ".join(noted)))
    if outcome.terms and outcome.cypher:
        lines.append(say("Words: {words}", words="; ".join(outcome.terms)))
    if outcome.repairs and not outcome.error:
        repairs = "; ".join(repair.explanation for repair in outcome.repairs)
        lines.append(say("Repaired: {repairs}", repairs=repairs))
    engine = engine_phrase(outcome)
    if reading := reading_of(outcome):
        told = say("Asked: {reading}", reading=reading)
        lines.append(told + (f" ({engine})" if engine else ""))
    elif engine:
        lines.append(say("The query: {engine}.", engine=engine))
    if vouched := verified_phrase(outcome):
        lines.append(f"{vouched}.")
    return ["", *lines] if lines else []


def _cost(outcome: Outcome) -> str:
    """What the answer took of a model; "" where none was asked."""
    told = usage_text(outcome.usage)
    return say("Model: {told}", told=told) if told else ""


def _code(text: str, dialect: Dialect) -> str:
    safe = text.replace("```", "'''")
    if dialect == "slack":
        safe = safe.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"```\n{safe}\n```"


def _split(block: str, limit: int) -> list[str]:
    """Pieces within the limit, cut at line ends where there are; code stays code in each."""
    if len(block) <= limit:
        return [block]
    fenced = block.startswith("```\n")
    body = block[4:-4] if fenced else block
    room = limit - 8 if fenced else limit
    wrap: Callable[[str], str] = (lambda piece: f"```\n{piece}\n```") if fenced else str
    pieces: list[str] = []
    for line in body.split("\n"):
        for at in range(0, max(len(line), 1), room):
            part = line[at : at + room]
            if pieces and len(pieces[-1]) + 1 + len(part) <= room:
                pieces[-1] += "\n" + part
            else:
                pieces.append(part)
    return [wrap(piece) for piece in pieces if piece.strip()]


def _value(value: Any) -> str:
    """A parameter without the words of Python.

    >>> from datetime import date
    >>> _value(date(2015, 1, 1)), _value(True), _value("Léon"), _value([1, None])
    ('"2015-01-01"', 'true', "'Léon'", '[1, null]')
    """
    if isinstance(value, str):
        return repr(value)
    return json.dumps(value, ensure_ascii=False, default=str)
