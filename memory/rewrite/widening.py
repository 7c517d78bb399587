"""The last question without one of its conditions: "and in all countries?"."""

from __future__ import annotations

import re

from memory.english import singular
from memory.query import Comparison, Condition
from memory.rewrite.antecedents import Antecedents, subject_label
from memory.rewrite.kinds import label_words
from memory.rewrite.outcome import Rewrite
from memory.rewrite.utterance import Utterance
from memory.text import split_name
from memory.tree_edits import Slot, edit_comparisons, slots

_ALL = re.compile(
    r"^(?:(?:for|of|in|by|from|with|on|at|across) )?(?:all|any)(?: of)?(?: the)? "
    r"(?:[a-z]+ )??(?P<noun>[a-z]+)(?: together| combined)?$"
)


def widened(said: Utterance, past: Antecedents) -> Rewrite | None:
    """The same of all of a kind, where the last question named one of it."""
    found, base = _ALL.match(said.plain), past.base
    if found is None or base.query is None or base.query.limit is not None:
        return None
    noun = singular(found["noun"])
    if noun in label_words(subject_label(base), past.schema):
        return None
    told = [slot.comparison for slot in slots(base.query) if _names(slot, noun, past)]
    if not told:
        return None

    def dropped(test: Comparison) -> tuple[Condition, ...]:
        return () if test in told else (test,)

    query = edit_comparisons(base.query, dropped)
    gone = {value for slot in slots(base.query) if slot.comparison in told for value in slot.values}
    kept = tuple(link for link in base.linked if link.value not in gone)
    return Rewrite(said.text, follows=True, query=query, pinned=kept)


def _names(slot: Slot, noun: str, past: Antecedents) -> bool:
    """Whether what a slot holds is one of those that a noun names: a country, a status."""
    words = {singular(word) for word in split_name(slot.attribute.property)}
    return noun in words or any(noun in label_words(x, past.schema) for x in slot.labels)
