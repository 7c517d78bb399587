"""Where does X live: the town that is kept with X itself."""

from __future__ import annotations

from bot.offline.assemble import Assembler
from bot.offline.items import Candidate
from bot.offline.state import Vertex
from bot.words.data import load
from memory.text import split_name

# Properties called so say where somebody or something is, the nearest first.
_WHERE = ("address", "town", "city", "village", "location", "district", "region", "country")
# An address of another kind leads to nobody's door: by e-mail, of a machine.
_DOOR = frozenset(["", "home", "street", "postal", "mailing", "full", "current", "office", "work"])
_ORIGIN = frozenset(load("kinds")["origin"])
_FARTHER = 0.02


def asks_where(a: Assembler, vertex: Vertex, label: str) -> bool:
    """Whether a vertex is where something is that keeps its place, though a place itself."""
    return is_where(a, vertex) and (bool(_places(a, label)) or _leads_on(a, label))


def _leads_on(a: Assembler, label: str) -> bool:
    """Whether a place lies in another kind of place: a depot in a country."""
    joins = [join for _, join in a.schema.joins() if join.start == label]
    return any(join.end in a.places and join.end != label for join in joins)


def is_where(a: Assembler, vertex: Vertex) -> bool:
    """Whether a vertex is where something is: no place of a name is at itself."""
    return vertex.word == "open" and vertex.open and {*vertex.labels} <= {*a.places}


def _places(a: Assembler, label: str) -> list[Candidate]:
    """The nearest of the places that are kept with nodes of a label."""
    known = [
        (_WHERE.index(words[-1]), name)
        for name in a.schema.labels[label].properties
        if (words := split_name(name)) and words[-1] in _WHERE and not _ORIGIN & {*words}
        if words[-1] != "address" or (["", *words])[-2] in _DOOR
        if a.kind(label, name) == "text"
    ]
    return [Candidate(label, min(known)[1], False, min(known)[0] * _FARTHER)] if known else []
