"""How pieces of a question extend a reading: one idea per module.

A module has `CONSTRUCTIONS`: for a kind of piece (an item class, or the role of a function word) a
function `(assembler, state, item) -> states`. Several modules may read the same piece; the cheapest
whole reading wins. To add a construction: a module here, a line in `ALL`, and a case with the
question, its Cypher and its reading in tests/data/parser.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

from bot.offline.assemble import Assembler
from bot.offline.items import Item
from bot.offline.state import State

Construction: TypeAlias = Callable[[Assembler, State, Any], Iterator[State]]


def constructions() -> dict[type[Item] | str, list[Construction]]:
    """Every construction by the piece it reads."""
    from bot.offline.constructions import (
        aged,
        ages,
        aggregates,
        anaphora,
        arithmetic,
        asked_along,
        back_to_nouns,
        bare_groups,
        being,
        besides,
        commonest,
        comparisons,
        coordination,
        events,
        flag_nouns,
        given,
        grouping,
        had,
        having,
        in_what,
        kept_values,
        known,
        lasting,
        linked_flags,
        listed,
        negation,
        not_so,
        nouns,
        numbers_along,
        order_aside,
        ordered_by,
        ordinals,
        others,
        participles,
        properties,
        questions,
        ranking,
        rivals,
        shared,
        sorts_counted,
        states,
        sums,
        theirs,
        twice,
        undone,
        values,
        verbs,
        which_one,
        written,
    )

    found: dict[type[Item] | str, list[Construction]] = defaultdict(list)
    for module in (
        nouns,
        values,
        verbs,
        properties,
        comparisons,
        ranking,
        aggregates,
        grouping,
        negation,
        coordination,
        questions,
        anaphora,
        aged,
        ages,
        arithmetic,
        order_aside,
        ordinals,
        having,
        kept_values,
        bare_groups,
        ordered_by,
        others,
        events,
        flag_nouns,
        given,
        asked_along,
        which_one,
        rivals,
        shared,
        sums,
        theirs,
        twice,
        lasting,
        listed,
        commonest,
        participles,
        undone,
        numbers_along,
        written,
        back_to_nouns,
        being,
        besides,
        known,
        linked_flags,
        states,
        had,
        flag_nouns,
        in_what,
        not_so,
        sorts_counted,
    ):
        for kind, construction in module.CONSTRUCTIONS.items():
            found[kind].append(construction)
    return dict(found)
