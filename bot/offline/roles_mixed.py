"""One role's property told by another's: senders of what was received in Oslo."""

from __future__ import annotations

from bot.offline.kinds import display_properties, kind_of
from memory.query import Attribute, Comparison, Query
from memory.schema import Schema
from memory.text import fold, split_name
from memory.tree_edits import attributes_of


def mixes_roles(question: str, query: Query, schema: Schema) -> bool:
    """Whether a noun of two roles is told in one of them, and tested in the other.

    Of parcels with a sender city, a receiver city and a receiver country, the cities in Norway are
    not those of the senders, nor only those of the receivers where nobody says so.
    """
    told = [c.operand for c in query.columns if isinstance(c.operand, Attribute)]
    if not told or not query.pattern.where:
        return False
    labels = {n.variable: schema.labels.get(n.labels[0]) for n in query.pattern.nodes if n.labels}
    tests = [t for t in query.pattern.where if isinstance(t, Comparison)]
    held = [a for test in tests for a in attributes_of(test.left)]
    said = set(fold(question).split())
    for shown in told:
        label = labels.get(shown.variable)
        role, *noun = split_name(shown.property)
        own = label.properties if label is not None else {}
        if not noun or shown.property not in own or kind_of(own[shown.property]) != "text":
            continue
        if label is not None and shown.property in display_properties(label):
            # The name it goes by is in no role.
            continue
        parted = [split_name(name) for name in own]
        roles = {first for first, *rest in parted if rest == noun}
        for other in held if len(roles) > 1 else ():
            first, *rest = split_name(other.property)
            if other.variable != shown.variable or first not in roles or rest in ([], noun):
                continue
            if first not in said or (role != first and role not in said):
                return True
    return False
