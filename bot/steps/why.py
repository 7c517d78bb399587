"""Why, and how do you know: what is said of the last answer where somebody asks after it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from memory.conversation import Exchange
from memory.rewrite.utterance import opened

_IT = r"(?: (?:is|was|are|were)(?: not|nt)? (?:it|that|this|they|so))?"
_WHY = re.compile(
    rf"^(?:why(?: not)?{_IT}(?: so)?|how come{_IT}|how so)$"
    r"|^why do you (?:say|think) (?:so|that|it)$"
)
_KNOW = re.compile(
    r"^how (?:do|did|can|could) you (?:know|find|get|tell|work)(?: (?:that|this|it|them|those))?"
    r"(?: out)?$|^(?:are you|you) (?:really |quite )?sure(?: (?:about|of) (?:that|this|it))?$"
    r"|^(?:is|are) (?:that|this|it|they|those) (?:really )?(?:right|true|correct|all)$|^really$"
)


def why(text: str, history: Sequence[Exchange]) -> str | None:
    """What to say to a message that only asks after the last answer; None to any other.

    >>> why("Why?", []) is None
    True
    """
    last = history[-1] if history else None
    plain = opened(text).core.plain
    if last is None or last.cypher is None or not last.reading:
        return None
    asks_reason = _WHY.match(plain)
    if not asks_reason and not _KNOW.match(plain):
        return None
    told = f"I looked up “{last.reading}” in the graph, and that is what it holds"
    if asks_reason:
        return f"{told}; it does not say why. Ask for what it holds of them instead."
    return f"{told}. The query behind it is shown with the answer."
