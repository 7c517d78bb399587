"""The short sentences around an answer, the same in every channel."""

from __future__ import annotations

import math

from bot.events import Outcome, Rows
from memory.schema import LinkedValue
from memory.text import several

_ORDINALS = ("next", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")

STEP_TITLES: dict[str, str] = {
    "rewrite": "Understood in context",
    "link": "Matched to the graph",
    "look up": "Looked names up in the database",
    "read": "Read the question",
    "route": "Chose where to look",
    "scope": "Checked the subject",
    "understand": "Asked the model what is meant",
    "plan": "Split it into steps",
    "teach": "Looked for questions that work",
    "examples": "Recalled similar questions",
    "search": "Searched the texts",
    "write": "Wrote the query",
    "check": "Checked the query",
    "run": "Ran the query",
    "repair": "Repaired the query",
    "judge": "Checked the result",
    "summarise": "Put it into words",
}

_RUNNING: dict[str, str] = {
    "rewrite": "Reading the conversation",
    "link": "Matching words to the graph",
    "look up": "Looking names up in the database",
    "read": "Reading the question",
    "route": "Choosing where to look",
    "scope": "Checking the subject",
    "understand": "Asking the model what is meant",
    "plan": "Splitting it into steps",
    "teach": "Looking for questions that work",
    "examples": "Recalling similar questions",
    "search": "Searching the texts",
    "write": "Writing the query",
    "check": "Checking the query",
    "run": "Asking the database",
    "repair": "Repairing the query",
    "judge": "Checking the result",
    "summarise": "Putting it into words",
}

_ENGINES = {
    "memory": "answered from an approved question",
    "offline": "read without a language model",
    "llm": "written by the language model",
    "person": "the query is yours",
}


def step_title(step: str) -> str:
    """What a finished step is called."""
    return STEP_TITLES.get(step, step.capitalize())


def step_running(step: str) -> str:
    """What a step is called while it runs."""
    return _RUNNING.get(step, step.capitalize())


def duration(ms: float) -> str:
    """A time for people.

    >>> duration(0.3), duration(12.4), duration(2840)
    ('<1 ms', '12 ms', '2.8 s')
    """
    if ms < 1:
        return "<1 ms"
    return f"{ms:.0f} ms" if ms < 1000 else f"{ms / 1000:.1f} s"


def in_line(number: int) -> str:
    """A place in line, from 1.

    >>> in_line(1), in_line(3), in_line(22)
    ('You are next in line.', 'You are third in line.', 'You are number 22 in line.')
    """
    if number == 1:
        return "You are next in line."
    if number <= len(_ORDINALS):
        return f"You are {_ORDINALS[number - 1]} in line."
    return f"You are number {number} in line."


def time_to_wait(seconds: float) -> str:
    """A time to wait, rounded up.

    >>> time_to_wait(0.2), time_to_wait(59.5), time_to_wait(60.5), time_to_wait(899)
    ('1 second', '60 seconds', '2 minutes', '15 minutes')
    """
    number, unit = max(1, math.ceil(seconds)), "second"
    if number > 60:
        number, unit = math.ceil(seconds / 60), "minute"
    return f"{number} {unit}{'s' if number > 1 else ''}"


def shown_of(result: Rows, shown: int) -> str:
    """How much of the result a reader sees.

    >>> shown_of(Rows(("a",), ((1,),) * 20, 3214, True), 20)
    '20 of 3,214 shown'
    >>> shown_of(Rows(("a",), ((1,),), 1, False), 1)
    '1 row'
    >>> shown_of(Rows(("a",), ((1,),) * 30, None, True), 20)
    '20 shown; the total could not be counted in time'
    """
    if result.row_count is None:
        return f"{shown:,} shown; the total could not be counted in time"
    if shown < result.row_count:
        return f"{shown:,} of {result.row_count:,} shown"
    return several(shown, "row")


def engine_phrase(outcome: Outcome) -> str | None:
    """Which engine answered, in words; None where none did."""
    return _ENGINES.get(outcome.engine) if outcome.engine else None


def verified_phrase(outcome: Outcome) -> str | None:
    """Who vouches for the answer, in words; None where nobody does."""
    by = outcome.verified
    return f"Verified by {by.who} on {by.when}" if by and not outcome.error else None


def link_phrase(link: LinkedValue) -> str:
    """A linked value as a person reads it: sci-fi → Genre Sci-Fi."""
    return f"{link.text} → {link.label} {link.value}"


def is_noteworthy(link: LinkedValue) -> bool:
    """Whether a link says more than the question did: another spelling, or a less than sure one."""
    return link.score < 1 or str(link.value) != link.text


def chosen(links: tuple[LinkedValue, ...]) -> dict[tuple[int, int], list[LinkedValue]]:
    """The links by the words they stand for, best first; the first of each is the one used."""
    groups: dict[tuple[int, int], list[LinkedValue]] = {}
    for link in links:
        groups.setdefault((link.start, link.end), []).append(link)
    for candidates in groups.values():
        candidates.sort(key=lambda link: (link.method != "chosen", -link.score))
    return groups
