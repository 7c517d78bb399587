"""A question that asks for its answer as a chart: where in it the question is, and where the chart.

What messages want is learned (`guardrails.acts`), and so are their parts: the question is the
part that asks something of the graph, where the words before it or after it ask for a chart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod

from guardrails.acts import NONE, acts_of
from guardrails.intent import intents_of
from guardrails.intent_features import Known
from memory.english import BESIDE_ORDERS, FUNCTION_WORDS, ORDERS
from memory.schema import Schema
from memory.text import fold

# What asks for a chart is this sure, and so short; what may ask for one is less sure.
_SURE, _MAY = 0.95, 0.5
_AS_GOOD = 0.985
_MOST_WORDS = 10
_LONGEST = 60
# Words that ask for nothing alone: show it, give me that.
_SMALL = FUNCTION_WORDS | BESIDE_ORDERS | ORDERS
_WORD = re.compile(r"\w+(?:['’]\w+)*")
_BETWEEN = " \t,;:-–"


@dataclass(frozen=True, slots=True)
class ChartQuestion:
    """A question whose answer is to be a chart of some kind, "" for any."""

    question: str
    kind: str


def chart_question(message: str, schema: Schema) -> ChartQuestion | None:
    """Return the question in a message that asks for its answer as a chart; None of others.

    >>> chart_question("how many beds has each ward, as bars?", Schema())
    ChartQuestion(question='how many beds has each ward', kind='bar')
    >>> chart_question("what is the plot of Jaws", Schema())
    """
    known = Known()
    found = [(acts_of(message, known, schema).share("chart"), "", "")]
    for before, rest, after in _parts(message, schema):
        if not _is_whole(fold(rest).split()):
            continue
        told = [acts_of(asking, known, schema) for asking in (after, before) if asking]
        sure = prod(one.share("chart") for one in told)
        left = acts_of(rest, known, schema).share(NONE)
        asks = intents_of(rest, known, schema).shares["question"]
        kinds = [one.act.partition(" ")[2] for one in told]
        found.append((sure * left * asks, rest, next(filter(None, kinds), "")))
    best = max(score for score, _, _ in found)
    likely = [one for one in found if one[0] >= _AS_GOOD * best]
    # Of parts as likely as each other, the question is the longest that asks for no chart itself.
    _, rest, kind = max(likely, key=lambda one: (not _asks_still(one[1], schema), len(one[1])))
    return ChartQuestion(rest, kind) if rest else None


def _is_whole(words: Sequence[str]) -> bool:
    """Whether words may be a question, and none is left over of what asks for the chart."""
    says = bool(set(words) - _SMALL)
    return says and words[0] != "of" and words[-1] not in FUNCTION_WORDS


def _asks_still(rest: str, schema: Schema) -> bool:
    """Whether a question begins or ends with words that ask for a chart."""
    return any(_is_whole(fold(one).split()) for _, one, _ in _parts(rest, schema, _MAY))


def _parts(message: str, schema: Schema, sure: float = _SURE) -> Iterator[tuple[str, str, str]]:
    """What asks for a chart at the beginning of a message, at its end or at both, and the rest."""
    words = [found.span() for found in _WORD.finditer(message)]
    count = len(words)
    if not 2 < count <= _LONGEST:
        return

    def asks(start: int, end: int) -> bool:
        said = message[words[start][0] : words[end - 1][1]]
        return acts_of(said, Known(), schema).share("chart") >= sure

    most = min(_MOST_WORDS, count - 1)
    before = [0, *(nth for nth in range(1, most + 1) if asks(0, nth))]
    after = [count, *(nth for nth in range(count - most, count) if asks(nth, count))]
    for start, end in product(before, after):
        if start < end and (start, end) != (0, count):
            first, last = words[start][0], words[end - 1][1] if end < count else len(message)
            outer = (message[:first].strip(_BETWEEN), message[last:].strip(_BETWEEN))
            yield outer[0], message[first:last], outer[1]
