"""What a message asks of this program and not of the graph: a file, a chart, undo, what is kept.

A model like that of `guardrails.intent`, over the same features, and learned apart from it, so that
neither is worse for the other: `acts.npz`, made by `python -m tests.bench.train_acts`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from guardrails.intent import shares_of, weights
from guardrails.intent_features import Known, features_of
from memory.schema import Schema

# No act: what asks something of the graph, and whatever else there is.
NONE = "none"
# Behind a blank, which file or chart is wanted.
ACTS = (
    *("undo", "start_over", "why", "table", "hide_table", "hide_chart", "show_around"),
    *("memory", "forget", "conversation", "export", "export csv", "export xlsx", "export json"),
    *("chart", "chart bar", "chart line", "chart point", "chart pie", "chart share", "chart card"),
)
EVERY = (NONE, *ACTS)
FILE = "acts.npz"


@dataclass(frozen=True, slots=True)
class Acts:
    """How likely a message asks for each act, or for none."""

    shares: Mapping[str, float]

    @property
    def act(self) -> str:
        """The likeliest act, then what is likeliest wanted of it; "" for none."""
        kinds = {kind_of(one): self.share(kind_of(one)) for one in EVERY}
        likeliest = max(kinds, key=kinds.__getitem__)
        if likeliest == NONE:
            return ""
        return max((one for one in ACTS if kind_of(one) == likeliest), key=self.shares.__getitem__)

    def share(self, kind: str) -> float:
        """How likely it is of this kind, whatever is wanted of it."""
        return sum(share for one, share in self.shares.items() if kind_of(one) == kind)


def acts_of(message: str, known: Known, schema: Schema) -> Acts:
    """Return what a message asks of the program.

    >>> acts_of("as csv please", Known(), Schema()).act, acts_of("who won?", Known(), Schema()).act
    ('export csv', '')
    """
    scores = weights(FILE).scores(features_of(message, known, schema))
    return Acts(dict(zip(EVERY, shares_of(scores), strict=True)))


def kind_of(act: str) -> str:
    """Return an act without what is wanted of it.

    >>> kind_of("export csv"), kind_of("undo")
    ('export', 'undo')
    """
    return act.partition(" ")[0]
