"""A hop that the graph has in neither direction: from another node of the path, or of another type.

Asked for organisations in an article, models write the chain
`(a:Article)-[:HAS_CHUNK]->(c:Chunk)-[:MENTIONS]->(o:Organization)` where it is the article that
mentions them; or they take the type of the hop before.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.steps.repair.bindings import Bindings, Hop, bindings_of, label_parts
from bot.steps.repair.direction import turn
from bot.steps.repair.fix import Edit, Fix, Source, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.likeness import converse_of, nearest
from bot.steps.repair.routes import route
from guardrails.cypher import Statement
from guardrails.syntax import (
    Match,
    NodePattern,
    Part,
    Path,
    PatternComprehension,
    PatternExpression,
)


def misjoined(statement: Statement, known: Known) -> list[Fix]:
    """Mend the first hop that cannot be, by its type or by the node it starts from."""
    source, bindings = Source(statement), bindings_of(statement.query, known.schema)
    paths = {id(path) for path in _free_paths(statement.query)}
    for hop in bindings.hops:
        if bindings.possible(hop) or bindings.possible(hop, turned=True):
            continue
        fix = _fixed(source, bindings, hop, known, free=id(hop.path) in paths)
        if fix is not None:
            return [fix]
    return []


def _fixed(source: Source, bindings: Bindings, hop: Hop, known: Known, *, free: bool) -> Fix | None:
    types = known.schema.relationships
    if free and hop.types and all(name in types for name in hop.types):
        fix = _reattached(source, bindings, hop)
        if fix is not None:
            return fix
    return _retyped(source, bindings, hop, known)


def _free_paths(part: Part) -> Iterator[Path]:
    """The paths that may be cut in two: those of clauses, without a name or a selector."""
    bound = {
        id(found.path)
        for found in part.walk()
        if isinstance(found, PatternExpression | PatternComprehension)
    }
    for found in part.walk():
        if isinstance(found, Match):
            for path in found.paths:
                if not path.variable and not path.selector and id(path) not in bound:
                    yield path


def _reattached(source: Source, bindings: Bindings, hop: Hop) -> Fix | None:
    """The hop from the nearest other node of the path that its type joins with the right end."""
    existing = {(id(h.left), h.types, id(h.right)) for h in bindings.hops}
    nodes = [e for e in hop.path.elements if isinstance(e, NodePattern)]
    position = nodes.index(hop.left)
    # The nodes before, nearest first: a chain is written from left to right.
    for other in reversed(nodes[:position]):
        moved = Hop(hop.path, hop.index, other, hop.relationship, hop.right)
        reverse = (id(hop.right), hop.types, id(other))
        if (id(other), hop.types, id(hop.right)) in existing or reverse in existing:
            continue
        for turned in (False, True):
            if bindings.possible(moved, turned=turned) and bindings.labels(other) != (
                bindings.labels(hop.left)
            ):
                return _moved(source, hop, other, turned=turned)
    return None


def _moved(source: Source, hop: Hop, other: NodePattern, *, turned: bool) -> Fix:
    edits: list[Edit] = []
    name = other.variable
    if name is None:
        name = fresh(source.text, "n")
        edits.append(Edit(other.start + 1, other.start + 1, name))
    edits.append(Edit(hop.left.end, hop.left.end, f", ({quoted(name)})"))
    if turned:
        edits.extend(turn(source, hop.relationship))
    names = "|".join(hop.types)
    labels = "|".join(part.name for part in label_parts(other.labels)) or name
    return Fix("misjoined", f"{names} from {labels}, which has it", tuple(edits))


def _retyped(source: Source, bindings: Bindings, hop: Hop, known: Known) -> Fix | None:
    """The one type that joins these ends, or the one of those that do which sounds like it."""
    relationship = hop.relationship
    parts = list(label_parts(relationship.types))
    if len(parts) != 1 or relationship.hops is not None:
        return None
    left, right = bindings.labels(hop.left), bindings.labels(hop.right)
    everything = frozenset(known.schema.labels)
    if left == everything or right == everything:
        return None
    candidates = bindings.types_between(left, right)
    names = list(dict.fromkeys(name for name, _ in candidates))
    written = parts[0].name
    chosen = nearest(written, names)
    converse = converse_of(written, names) if chosen is None else None
    chosen = chosen or converse
    if chosen is None and len(names) == 1 and not left & right:
        # Between a label and itself the type alone would not say which way it goes.
        chosen = names[0]
    if chosen is None:
        unknown = not names and written not in known.schema.relationships
        return _routed(hop, left, right, known) if unknown else None
    ways = {way for name, way in candidates if name == chosen}
    edits = [Edit(parts[0].start, parts[0].end, quoted(chosen))]
    if relationship.direction and (converse or relationship.direction not in ways):
        edits.extend(turn(source, relationship))
    return Fix("misjoined", f"{chosen} for {written}", tuple(edits))


def _routed(hop: Hop, left: frozenset[str], right: frozenset[str], known: Known) -> Fix | None:
    """The way over other nodes, where a type that there is not was to join two labels at once."""
    plain = hop.relationship.variable is None and hop.relationship.properties is None
    if not plain or len(left) != 1 or len(right) != 1:
        return None
    hints = f"{known.question or ''} {' '.join(hop.types)}"
    steps = route(known.schema, min(left), min(right), hints)
    if steps is None or len(steps) < 2:
        return None
    made = ""
    for at, (type_, direction, label) in enumerate(steps):
        head, tail = ("<-", "-") if direction == "<" else ("-", "->")
        node = "" if at + 1 == len(steps) else f"(:{quoted(label)})"
        made += f"{head}[:{quoted(type_)}]{tail}{node}"
    told = " and ".join(step[0] for step in steps) + f" for {'|'.join(hop.types)}"
    edit = Edit(hop.relationship.start, hop.relationship.end, made)
    return Fix("misjoined", told, (edit,))


def fresh(text: str, stem: str) -> str:
    """A variable that the statement does not have yet."""
    number = 1
    while f"{stem}{number}" in text:
        number += 1
    return f"{stem}{number}"
