"""How pieces of a question extend a reading: one idea per module.

A module has `CONSTRUCTIONS`: for a kind of piece (an item class, or the role of a function word) a
function `(assembler, state, item) -> states`. Several modules may read the same piece; the cheapest
whole reading wins. To add a construction: a module here, a line in `ALL`, and a case with the
question, its Cypher and its reading in tests/data/parser.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType
from typing import Any, TypeAlias

from bot.offline.assemble import Assembler
from bot.offline.constructions import (
    aged,
    ages,
    aggregates,
    anaphora,
    arithmetic,
    asked_along,
    auxiliaries,
    back_to_nouns,
    bare_groups,
    being,
    besides,
    commonest,
    comparisons,
    connectors,
    coordination,
    events,
    flag_nouns,
    given,
    grouping,
    had,
    having,
    in_what,
    joined_somehow,
    kept_place,
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
    relatives,
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
from bot.offline.items import Item
from bot.offline.state import State

Construction: TypeAlias = Callable[[Assembler, State, Any], Iterator[State]]

# Their order does not matter: the cheapest reading wins.
ALL: tuple[ModuleType, ...] = (
    aged,
    ages,
    aggregates,
    anaphora,
    arithmetic,
    asked_along,
    auxiliaries,
    back_to_nouns,
    bare_groups,
    being,
    besides,
    commonest,
    comparisons,
    connectors,
    coordination,
    events,
    flag_nouns,
    given,
    grouping,
    had,
    having,
    in_what,
    joined_somehow,
    kept_place,
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
    relatives,
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


def _by_piece() -> Mapping[type[Item] | str, list[Construction]]:
    found: dict[type[Item] | str, list[Construction]] = defaultdict(list)
    for module in ALL:
        for kind, construction in module.CONSTRUCTIONS.items():
            found[kind].append(construction)
    return dict(found)


# Every construction by the piece it reads.
BY_PIECE = _by_piece()
