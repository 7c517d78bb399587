"""A question that needs several queries, one after the other: what a step finds is put in the next.

The plan is a flat list of at most three questions. Only names and values are handed on, and few.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from bot.errors import GraphError
from bot.events import Rows
from bot.steps.recall import recall
from memory.catalogue import say
from memory.query import Query
from memory.schema import LinkedValue, Scalar, Schema

# What a step may hand on; more are a join, which one query does better.
MOST_VALUES = 25
_PLACE = re.compile(r"\{(\d)\}")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_SURE = 1.0


@dataclass(frozen=True, slots=True)
class Found:
    """What a step found: values, each with its link where it names a node (offsets are none)."""

    values: tuple[LinkedValue | Scalar, ...]


Pins = tuple[LinkedValue, ...]
Step = Callable[[str, Pins], Awaitable[Found | int | None]]
Tell = Callable[[str], Awaitable[None]]


async def through(steps: Sequence[str], answer: Step, tell: Tell) -> tuple[str, Pins] | None:
    """The last step with what the others found put in, and its links; None where that failed.

    Args:
        steps: Questions; {1} stands for what the first finds.
        answer: Answers one with its links: what it found, the number of rows where that cannot be
            handed on, or None where nobody can write it.
        tell: Shows a sentence.
    """
    found: dict[int, Found] = {}
    for n, step in enumerate(steps[:-1], start=1):
        text, pins = filled(step, found)
        await tell(_step_told(n, len(steps), text))
        try:
            result = await answer(text, pins)
        except GraphError:
            result = None
        if not isinstance(result, Found):
            await tell(_stuck(n, result))
            return None
        found[n] = result
    text, pins = filled(steps[-1], found)
    await tell(_step_told(len(steps), len(steps), text))
    return text, pins


def _step_told(n: int, of: int, text: str) -> str:
    return say("Step {n} of {of}: {question}", n=n, of=of, question=text)


def _stuck(n: int, found: int | None) -> str:
    """Why nothing of a step can be handed on: it failed (None), or found nothing or too much."""
    if found is None:
        return say("Step {n} did not work; the question is asked as a whole.", n=n)
    if not found:
        return say("Step {n} found nothing to go on with; the question is asked as a whole.", n=n)
    return say(
        "Step {n} found more than the {most} values that can be handed on; the question is asked "
        "as a whole.",
        n=n,
        most=MOST_VALUES,
    )


def left_out(question: str, steps: Sequence[str], linked: Sequence[LinkedValue]) -> str:
    """The first number or named value of a question that no step has; "" where none is lost.

    >>> left_out("Films since 1995 by whoever made Heat", ["Who made Heat?", "Films by {1}"], ())
    '1995'
    """
    told = " ".join(_PLACE.sub(" ", step) for step in steps).casefold()
    named = [link.text for link in linked if link.score >= _SURE and isinstance(link.value, str)]
    numbers = [found[0] for found in _NUMBER.finditer(question)]
    for word in (*numbers, *named):
        if not re.search(rf"(?<!\w){re.escape(word.casefold())}(?!\w)", told):
            return word
    return ""


def handed_on(rows: Rows, query: Query | None, schema: Schema) -> Found | int:
    """What the next step is told of a result: its individuals, else the values of a column.

    Args:
        rows: The result.
        query: Its tree, where the parser wrote it.
        schema: The graph's.

    Returns:
        The number of rows where there is nothing, or too much, to hand on.
    """
    count = rows.row_count if rows.row_count is not None else len(rows.rows) + 1
    if not rows.rows or count > MOST_VALUES or rows.truncated:
        return count
    values: dict[LinkedValue | Scalar, None] = {}
    for m in recall(rows, query, schema, ()):
        values[LinkedValue(m.name or str(m.value), m.label, m.property, m.value, 0, 0)] = None
    if not values:
        values = {row[0]: None for row in rows.rows if isinstance(row[0], str | int | float)}
    return Found(tuple(values)) if values else 0


def filled(step: str, found: Mapping[int, Found]) -> tuple[str, Pins]:
    """A step with what earlier ones found in place of {1}, and the links of what was put in.

    >>> mann = LinkedValue("Michael Mann", "Person", "name", "Michael Mann", 0, 0)
    >>> text, pins = filled("What did {1} direct?", {1: Found((mann,))})
    >>> text, [text[pin.start : pin.end] for pin in pins]
    ('What did Michael Mann direct?', ['Michael Mann'])
    >>> filled("Which films of {1}?", {1: Found((1995, 1997, 1999))})[0]
    'Which films of 1995, 1997 or 1999?'
    """
    text, last = "", 0
    pins: list[LinkedValue] = []
    for place in _PLACE.finditer(step):
        text += step[last : place.start()]
        values = found[int(place[1])].values
        for n, value in enumerate(values):
            if n:
                text += " or " if n == len(values) - 1 else ", "
            start = len(text)
            text += value.text if isinstance(value, LinkedValue) else str(value)
            if isinstance(value, LinkedValue):
                pins.append(replace(value, start=start, end=len(text)))
        last = place.end()
    return text + step[last:], tuple(pins)
