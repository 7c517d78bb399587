"""`review.business.name`: a neighbour written as if it were a property, as objects are written.

The neighbour is matched, by the one way there is to its label: `(review)-[:REVIEWS]->(b:Business)`.
"""

from __future__ import annotations

import re

from bot.steps.repair.bindings import Bindings, bindings_of
from bot.steps.repair.fix import Edit, Fix, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.misjoined import free_paths, fresh
from bot.steps.repair.property_chain import chains
from bot.steps.repair.routes import SLIGHT, Step, route
from guardrails.cypher import Statement
from guardrails.syntax import NodePattern, Path
from memory.catalogue import say
from memory.english import singular, stem
from memory.text import fold, split_name

_DOER = re.compile(r"(?:er|or|ed)$")


def chained_node(statement: Statement, known: Known) -> list[Fix]:
    """Match the neighbour that the first such chain goes through, and read its property."""
    bindings = bindings_of(statement.query, known.schema)
    for chain in chains(statement):
        root, owners = chain.root.name, bindings.of(chain.root.name)
        if not bindings.is_node(root) or len(owners) != 1 or len(chain.through) != 1:
            continue
        name = chain.through[0]
        way = None if known.property_of(owners, name) else way_to(owners[0], name, known)
        if way is None or not known.property_of((way[-1][2],), chain.part.name):
            continue
        joined = neighbour(statement, bindings, root, way)
        if joined is not None:
            node, edits = joined
            held = Edit(chain.part.start, chain.part.end, f"{node}.{quoted(chain.part.name)}")
            told = say(
                "{name} is a property of the {label}", name=chain.part.name, label=way[-1][2]
            )
            return [Fix("chained_node", told, (*edits, held))]
    return []


def way_to(owner: str, name: str, known: Known) -> tuple[Step, ...] | None:
    """The way from a label to the neighbour called so: by its label, or by the type there."""
    said = _plain(name)
    for label in known.schema.labels:
        if _plain(label) == said and label != owner:
            return route(known.schema, owner, label, known.question or "")
    steps: list[Step] = []
    for type_, join in known.schema.joins():
        if join.start != join.end and _words(type_) & _words(name):
            if join.start == owner:
                steps.append((type_, ">", join.end))
            if join.end == owner:
                steps.append((type_, "<", join.start))
    return (steps[0],) if len(steps) == 1 else None


def _words(name: str) -> set[str]:
    """What is left of its words without their endings: of `owner` as of `OWNED_BY`."""
    return {_DOER.sub("", stem(word)) for word in split_name(name) if word not in SLIGHT}


def _plain(name: str) -> str:
    return singular(fold(name)).replace(" ", "").replace("_", "")


def _path(statement: Statement, root: str) -> Path | None:
    """The path that binds the node, where another may be written behind it."""
    for path in free_paths(statement.query):
        if any(isinstance(e, NodePattern) and e.variable == root for e in path.elements):
            return path
    return None


def neighbour(
    statement: Statement, bindings: Bindings, root: str, way: tuple[Step, ...]
) -> tuple[str, tuple[Edit, ...]] | None:
    """The variable at the end of a way from another, with the edits that match it if need be.

    None where no path may be written behind the one that binds the other.
    """
    path = _path(statement, root)
    if path is None:
        return None
    if (node := _bound(bindings, root, way)) is not None:
        return quoted(node), ()
    node = fresh(statement.text, "n")
    arrows = [
        f"-[:{quoted(type_)}]->" if side == ">" else f"<-[:{quoted(type_)}]-"
        for type_, side, _ in way
    ]
    ends = [f"(:{quoted(end)})" for _, _, end in way[:-1]] + [f"({node}:{quoted(way[-1][2])})"]
    steps = "".join(arrow + end for arrow, end in zip(arrows, ends, strict=True))
    return node, (Edit(path.end, path.end, f", ({quoted(root)}){steps}"),)


def _bound(bindings: Bindings, root: str, way: tuple[Step, ...]) -> str | None:
    """The variable that the statement has for that neighbour already."""
    type_, side, _ = way[0]
    for hop in bindings.hops if len(way) == 1 else ():
        ends = (hop.left, hop.right) if hop.relationship.direction == side else None
        ends = (hop.right, hop.left) if hop.relationship.direction not in (side, "") else ends
        if ends and hop.types == (type_,) and ends[0].variable == root and ends[1].variable:
            return ends[1].variable
    return None
