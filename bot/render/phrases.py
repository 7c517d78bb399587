"""The short sentences around an answer, the same in every channel."""

from __future__ import annotations

import math
from contextlib import AbstractContextManager

from bot.events import Outcome, Rows, StepFinished
from memory.catalogue import is_english, language, marked, number, say, say_many, speaking
from memory.schema import LinkedValue

STEP_TITLES: dict[str, str] = {
    "rewrite": marked("Understood in context"),
    "link": marked("Matched to the graph"),
    "look up": marked("Looked names up in the database"),
    "read": marked("Read the question"),
    "route": marked("Chose where to look"),
    "scope": marked("Checked the subject"),
    "understand": marked("Asked the model what is meant"),
    "plan": marked("Split it into steps"),
    "teach": marked("Looked for questions that work"),
    "examples": marked("Recalled similar questions"),
    "search": marked("Searched the texts"),
    "read passages": marked("Read passages for more"),
    "write": marked("Wrote the query"),
    "check": marked("Checked the query"),
    "run": marked("Ran the query"),
    "repair": marked("Repaired the query"),
    "judge": marked("Checked the result"),
    "summarise": marked("Put it into words"),
}

_RUNNING: dict[str, str] = {
    "rewrite": marked("Reading the conversation"),
    "link": marked("Matching words to the graph"),
    "look up": marked("Looking names up in the database"),
    "read": marked("Reading the question"),
    "route": marked("Choosing where to look"),
    "scope": marked("Checking the subject"),
    "understand": marked("Asking the model what is meant"),
    "plan": marked("Splitting it into steps"),
    "teach": marked("Looking for questions that work"),
    "examples": marked("Recalling similar questions"),
    "search": marked("Searching the texts"),
    "read passages": marked("Reading passages for more"),
    "write": marked("Writing the query"),
    "check": marked("Checking the query"),
    "run": marked("Asking the database"),
    "repair": marked("Repairing the query"),
    "judge": marked("Checking the result"),
    "summarise": marked("Putting it into words"),
}

# What a message was taken for, and where an answer is looked for.
_SUMMARIES = {
    "answerable": marked("answerable"),
    "small_talk": marked("small talk"),
    "harmful": marked("harmful"),
    "not_in_schema": marked("not in this graph"),
    "off_topic": marked("off topic"),
    "ambiguous": marked("ambiguous"),
    "graph": marked("the graph"),
    "text": marked("the texts"),
    "both": marked("the graph and the texts"),
}

_ENGINES = {
    "memory": marked("answered from an approved question"),
    "offline": marked("read without a language model"),
    "llm": marked("written by the language model"),
    "person": marked("the query is yours"),
}


def how_it_answers(model: str | None) -> str:
    """That the graph is only read, and which language model helps, or that none is asked."""
    reads = say("I only read this graph; nothing in it can be changed or deleted from here.")
    if model is None:
        return f"{reads} {say('No language model is asked here.')}"
    return f"{reads} {say('The language model {model} helps to answer.', model=model)}"


def step_title(step: str) -> str:
    """What a finished step is called."""
    return say(STEP_TITLES[step]) if step in STEP_TITLES else step.capitalize()


def step_summary(event: StepFinished) -> str:
    """What came of a step, in words."""
    named = event.step in ("scope", "understand", "route") and event.summary in _SUMMARIES
    return say(_SUMMARIES[event.summary]) if named else event.summary


def step_running(step: str) -> str:
    """What a step is called while it runs."""
    return say(_RUNNING[step]) if step in _RUNNING else step.capitalize()


def duration(ms: float) -> str:
    """A time for people.

    >>> duration(0.3), duration(12.4), duration(2840)
    ('<1 ms', '12 ms', '2.8 s')
    """
    if ms < 1:
        return "<1 ms"
    return f"{ms:.0f} ms" if ms < 1000 else f"{number(round(ms / 1000, 1))} s"


def in_line(place: int) -> str:
    """A place in line, from 1.

    >>> in_line(1), in_line(3), in_line(22)
    ('You are next in line.', 'You are number 3 in line.', 'You are number 22 in line.')
    """
    if place == 1:
        return say("You are next in line.")
    return say("You are number {place} in line.", place=place)


def time_to_wait(seconds: float) -> str:
    """A time to wait, rounded up.

    >>> time_to_wait(0.2), time_to_wait(59.5), time_to_wait(60.5), time_to_wait(899)
    ('1 second', '60 seconds', '2 minutes', '15 minutes')
    """
    if seconds > 60:
        return say_many("{count} minute", "{count} minutes", math.ceil(seconds / 60))
    return say_many("{count} second", "{count} seconds", max(1, math.ceil(seconds)))


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
        return say("{shown} shown; the total could not be counted in time", shown=shown)
    if shown < result.row_count:
        return say("{shown} of {total} shown", shown=shown, total=result.row_count)
    return say_many("{count} row", "{count} rows", shown)


def engine_phrase(outcome: Outcome) -> str | None:
    """Which engine answered, in words; None where none did."""
    return say(_ENGINES[outcome.engine]) if outcome.engine else None


def in_its_language(outcome: Outcome) -> AbstractContextManager[None]:
    """An answer is shown in the language that its turn spoke."""
    return speaking(outcome.language or language())


def reading_of(outcome: Outcome) -> str | None:
    """How the query reads, which can be told in English alone; None in an answer of another."""
    return outcome.reading if is_english() else None


def question_of(outcome: Outcome) -> str | None:
    """The question as it was understood; of a pasted query that is how it reads."""
    told = outcome.standalone
    return told if told != outcome.reading else reading_of(outcome)


def verified_phrase(outcome: Outcome) -> str | None:
    """Who vouches for the answer, in words; None where nobody does."""
    by = outcome.verified
    if not by or outcome.error:
        return None
    return say("Verified by {who} on {when}", who=by.who, when=str(by.when))


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
