"""A question that asks for its answer as a chart: where in it the question is, and where the chart.

What messages want is learned (`guardrails.acts`), and so are their parts: the question is the
part that asks something of the graph, where the words before it or after it ask for a chart.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from guardrails.acts import NONE, acts_of
from guardrails.intent import intents_of
from guardrails.intent_features import Known
from memory.english import BESIDE_ORDERS, FUNCTION_WORDS, ORDERS
from memory.schema import Schema
from memory.text import fold

# What asks for a chart is this sure, and so short.
_SURE = 0.95
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
    found = [(acts_of(message, Known(), schema).share("chart"), "", "")]
    for asking, rest in _parts(message):
        told = acts_of(asking, Known(), schema)
        if told.share("chart") < _SURE or not _is_whole(fold(rest).split()):
            continue
        left = acts_of(rest, Known(), schema)
        asks = intents_of(rest, Known(), schema).shares["question"]
        found.append((told.share("chart") * left.share(NONE) * asks, rest, told.act))
    best = max(score for score, _, _ in found)
    likely = [one for one in found if one[0] >= _AS_GOOD * best]
    # Of parts as likely as each other, the question is the longest.
    _, rest, act = max(likely, key=lambda one: len(one[1]))
    return ChartQuestion(rest, act.partition(" ")[2]) if rest else None


def _is_whole(words: Sequence[str]) -> bool:
    """Whether words may be a question, and none is left over of what asks for the chart."""
    says = bool(set(words) - _SMALL)
    return says and words[0] != "of" and words[-1] not in FUNCTION_WORDS


def _parts(message: str) -> Iterator[tuple[str, str]]:
    """Beginnings and ends of a message that may ask for a chart, each with the rest."""
    words = [found.span() for found in _WORD.finditer(message)]
    if not 2 < len(words) <= _LONGEST:
        return
    for nth, ((_, end), (start, _)) in enumerate(pairwise(words), 1):
        before, after = message[:end], message[start:]
        if nth <= _MOST_WORDS:
            yield before, after.strip(_BETWEEN)
        if len(words) - nth <= _MOST_WORDS:
            yield after, before.strip(_BETWEEN)
