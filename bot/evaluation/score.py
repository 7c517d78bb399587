"""A reply held against the gold: every measure of one question."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from bot.cypher.literals import inline
from bot.evaluation.metrics import jaro_winkler
from bot.evaluation.ports import Reply
from bot.evaluation.questions import Question
from bot.evaluation.records import Outcome, Record
from bot.models.reply_cache import Replies
from bot.steps import same_rows

_SHOWN = 30


@dataclass(frozen=True, slots=True)
class Gold:
    """What the gold Cypher of a question returns."""

    columns: tuple[str, ...]
    rows: tuple[tuple[Any, ...], ...]


def score(
    question: Question,
    gold: Gold,
    reply: Reply,
    *,
    candidate: str,
    run: int,
    counted: Replies,
    relevancy: float | None = None,
) -> Record:
    """One judged reply.

    Args:
        question: What was asked.
        gold: All rows of its gold.
        reply: What the candidate made of it, with all its rows.
        candidate: The candidate's name.
        run: Which run, from 0.
        counted: The model's replies; what the cached ones once took is added to the time.
        relevancy: What the judge made of the answer, 0 to 1.
    """
    rows = reply.rows if reply.cypher is not None else None
    shown: Sequence[Sequence[Any]] = rows or ()
    strict = rows is not None and same_rows.strict(gold.rows, rows, ordered=question.ordered)
    lenient = strict or (
        rows is not None and same_rows.lenient(gold.rows, rows, ordered=question.ordered)
    )
    differing = same_rows.difference(gold.rows, shown)
    return Record(
        candidate=candidate,
        run=run,
        key=question.key,
        question=question.question,
        type=question.type,
        gold=question.cypher,
        outcome=_outcome(reply, gold, strict, lenient),
        strict=strict,
        lenient=lenient,
        jaccard=same_rows.jaccard(gold.rows, rows) if rows is not None else 0.0,
        completeness=same_rows.completeness(gold.rows, shown),
        jaro_winkler=_likeness(question.cypher, reply),
        relevancy=relevancy,
        cypher=inline(reply.cypher, dict(reply.parameters)) if reply.cypher else None,
        first_draft=reply.first_draft,
        answer=reply.answer,
        error=reply.error,
        verdict=reply.verdict,
        engine=reply.engine,
        columns=list(reply.columns),
        rows=_first(shown),
        row_count=len(rows) if rows is not None else None,
        gold_columns=list(gold.columns),
        gold_rows=_first(gold.rows),
        gold_count=len(gold.rows),
        missing=_first(differing.missing),
        missing_count=len(differing.missing),
        extra=_first(differing.extra),
        extra_count=len(differing.extra),
        calls=reply.usage.calls,
        prompt_tokens=reply.usage.prompt_tokens,
        completion_tokens=reply.usage.completion_tokens,
        replies=counted.replies,
        cached=counted.cached,
        ms=round(reply.ms + counted.saved_seconds * 1000, 1),
        steps={name: round(value, 1) for name, value in reply.steps.items()},
    )


def _outcome(reply: Reply, gold: Gold, strict: bool, lenient: bool) -> Outcome:
    if reply.cypher is None:
        return "declined"
    if reply.rows is None:
        return "failed"
    if strict:
        return "right"
    if lenient:
        return "other columns"
    return "empty" if gold.rows and not reply.rows else "wrong"


def _likeness(gold: str, reply: Reply) -> float | None:
    if not reply.cypher:
        return None
    return round(jaro_winkler(gold, inline(reply.cypher, dict(reply.parameters))), 4)


def _first(rows: Sequence[Sequence[Any]]) -> list[list[Any]]:
    return [[_short(value) for value in row] for row in rows[:_SHOWN]]


def _short(value: Any) -> Any:
    """A value as it is shown: long texts and lists cut."""
    if isinstance(value, str):
        return value if len(value) <= 300 else value[:300] + "…"
    if isinstance(value, Mapping):
        return {name: _short(part) for name, part in value.items()}
    if isinstance(value, list | tuple):
        return [_short(part) for part in value[:20]] + (["…"] if len(value) > 20 else [])
    return value
