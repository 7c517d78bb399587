"""Is this result an answer? What can be told without a model: from rows, statement and question."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.events import Rows
from bot.steps.doubts import (
    Asked,
    column_missing,
    draft_dropped,
    draft_turned,
    flag_unused,
    impossible_path,
    limit_added,
    link_unused,
    number_unused,
    rows_missed,
    set_unused,
    superlative_unsaid,
    thing_missing,
    thing_unshown,
    unaccounted,
    unknown_name,
    unstored_value,
    word_unused,
)
from bot.steps.echo import only_given
from bot.steps.unasked_text import unasked_text
from guardrails.cypher import Statement, parse
from guardrails.tokens import Unreadable
from memory.catalogue import in_english, say, together

__all__ = ["Asked", "Doubtful", "Sound", "judge"]


@dataclass(frozen=True, slots=True)
class Sound:
    """Nothing speaks against the result."""


@dataclass(frozen=True, slots=True)
class Doubtful:
    """The result is probably not the answer; `problem` says why, for a model to mend, in English.

    `doubts` is how many things speak against it; `unaccounted` is a word of the question that
    nothing in the statement stands for. `open` says that rules cannot be sure: words may mean more
    than they know. `proven` says that schema and stored values prove it wrong. `told` is the
    problem in the language that is spoken.
    """

    problem: str
    doubts: int = 1
    unaccounted: str = ""
    open: bool = False
    proven: bool = False
    told: str = ""


_Check = Callable[[Asked, Statement, Rows], str | None]
# The surest first: a model is told of one, beside what is wrong with the rows themselves.
PROVEN: Sequence[_Check] = (unknown_name, impossible_path, unstored_value)
CERTAIN: Sequence[_Check] = (
    rows_missed,
    set_unused,
    link_unused,
    flag_unused,
    superlative_unsaid,
    number_unused,
    only_given,
    unasked_text,
    draft_dropped,
    draft_turned,
    limit_added,
)
OF_WORDS: Sequence[_Check] = (thing_missing, thing_unshown, column_missing, word_unused)


def judge(result: Rows, cypher: str = "", asked: Asked | None = None) -> Sound | Doubtful:
    """Whether a result answers the question, as far as rules can tell.

    Args:
        result: The rows.
        cypher: The statement they came from.
        asked: The question with all that is known of it; without it only the rows are judged.
    """
    statement = _parsed(cypher) if asked is not None else None
    of_rows, certain, of_words, word = _of_rows(result), list[str](), list[str](), ""
    proven = list[str]()
    if asked is not None and statement is not None:
        proven = _said(PROVEN, asked, statement, result)
        certain = [*proven, *_said(CERTAIN, asked, statement, result)]
        of_words = _said(OF_WORDS, asked, statement, result)
        word = unaccounted(asked, statement)
    told = [*of_rows[:1], *certain[:1]] or of_words[:1]
    if not told:
        return Sound()
    doubts = len(of_rows) + len(certain) + len(of_words)
    unsure = not of_rows and not certain
    said, sure = together(told), bool(proven)
    return Doubtful(in_english(said), doubts, word, open=unsure, proven=sure, told=said)


def _of_rows(result: Rows) -> list[str]:
    if not result.rows:
        return [say("It returned no rows.")]
    return [
        say("The column {name} is null in every row.", name=column)
        for position, column in enumerate(result.columns)
        if all(row[position] is None for row in result.rows)
    ]


def _said(checks: Sequence[_Check], asked: Asked, statement: Statement, result: Rows) -> list[str]:
    return [problem for check in checks if (problem := check(asked, statement, result))]


def _parsed(cypher: str) -> Statement | None:
    try:
        return parse(cypher)
    except Unreadable:
        return None
