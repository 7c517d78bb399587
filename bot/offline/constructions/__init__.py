"""How pieces of a question extend a reading: one idea per module.

A module has `CONSTRUCTIONS`: for a kind of piece (an item class, or the role of a function word) a
function `(assembler, state, item) -> states`. Several modules may read the same piece; the cheapest
whole reading wins. To add a construction: a module here, which is found by itself, and a case with
the question, its Cypher and its reading in tests/data/parser.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from pkgutil import iter_modules
from typing import Any, TypeAlias

from bot.offline.assemble import Assembler
from bot.offline.items import Item
from bot.offline.state import State

Construction: TypeAlias = Callable[[Assembler, State, Any], Iterator[State]]


def _by_piece() -> Mapping[type[Item] | str, list[Construction]]:
    """What every module of this folder has; their order does not matter."""
    found: dict[type[Item] | str, list[Construction]] = defaultdict(list)
    for name in sorted(module.name for module in iter_modules(__path__)):
        module = import_module(f"{__name__}.{name}")
        for kind, construction in getattr(module, "CONSTRUCTIONS", {}).items():
            found[kind].append(construction)
    return dict(found)


# Every construction by the piece it reads.
BY_PIECE = _by_piece()
