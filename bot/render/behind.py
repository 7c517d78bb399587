"""How an answer was got, for the folded part below it: all that can be edited, kept or doubted."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from bot.cypher.literals import inline
from bot.events import Outcome
from bot.prices import usage_text
from bot.render.phrases import link_phrase, question_of
from memory.catalogue import marked, say

_NO_MODEL = marked("no language model was asked")


def behind_props(
    outcome: Outcome, doubts: Sequence[str] = (), took: str = "", thread: str = ""
) -> dict[str, Any] | None:
    """What the page shows of how an answer was got; None where no query answered.

    Args:
        outcome: The finished turn.
        doubts: What was found against its rows.
        took: How long it took, for people.
        thread: Its conversation.
    """
    if outcome.cypher is None or outcome.act:
        return None
    # An earlier answer stays `$a1`: its values may be thousands.
    sets = {name for one in outcome.sets for name in (one.name, one.ids_name)}
    values = {name: value for name, value in outcome.parameters.items() if name not in sets}
    result = outcome.result
    return {
        # A query that was pasted has no question but how it reads.
        "question": question_of(outcome)
        or ("" if outcome.engine == "person" else outcome.question),
        "editable": inline(outcome.cypher.strip(), values),
        "linked": [link_phrase(link) for link in outcome.linked],
        "repairs": [one.explanation for one in outcome.repairs],
        "doubts": list(dict.fromkeys(doubts)),
        "took": took,
        "cost": usage_text(outcome.usage) or say(_NO_MODEL),
        "saves": outcome.error is None and result is not None,
        "conversation": f"/conversation/{thread}.md" if thread else None,
    }
