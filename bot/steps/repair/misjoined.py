"""A hop that the graph has in neither direction: from another node of the path, or of another type.

Asked for organisations in an article, models write the chain
`(a:Article)-[:HAS_CHUNK]->(c:Chunk)-[:MENTIONS]->(o:Organization)` where it is the article that
mentions them; or they take the type of the hop before.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.steps.repair.asked import mentioned
from bot.steps.repair.bindings import Bindings, Hop, bindings_of, label_parts
from bot.steps.repair.direction import turn
from bot.steps.repair.fix import Edit, Fix, Source, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.likeness import converse_of, nearest
from bot.steps.repair.routes import Step, route
from bot.steps.repair.scopes import is_aggregate
from guardrails.cypher import Statement
from guardrails.syntax import (
    Match,
    Name,
    NodePattern,
    Part,
    Path,
    PatternComprehension,
    PatternExpression,
    RelationshipPattern,
)
from memory.catalogue import listed, say
from memory.english import singular, stem
from memory.text import fold, split_name


def misjoined(statement: Statement, known: Known) -> list[Fix]:
    """Mend the first hop that cannot be, by its type or by the node it starts from."""
    source, bindings = Source(statement), bindings_of(statement.query, known.schema)
    paths = {id(path) for path in free_paths(statement.query)}
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
        fix = (
            _reattached(source, bindings, hop, known)
            or _farther(source, bindings, hop, known)
            or _nearer(source, bindings, hop, known)
        )
        if fix is not None:
            return fix
    return _retyped(source, bindings, hop, known)


def free_paths(part: Part) -> Iterator[Path]:
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


def _reattached(source: Source, bindings: Bindings, hop: Hop, known: Known) -> Fix | None:
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
                edits = list(started_at(source, bindings, hop, other, known))
                if turned:
                    edits.extend(turn(source, hop.relationship))
                return _told(hop, other, edits)
    return None


def _told(hop: Hop, other: NodePattern, edits: list[Edit]) -> Fix:
    labels = "|".join(part.name for part in label_parts(other.labels)) or other.variable
    types, labels = "|".join(hop.types), labels or say("the other node")
    told = say("{types} from {labels}, which has it", types=types, labels=labels)
    return Fix("misjoined", told, tuple(edits))


def started_at(
    source: Source, bindings: Bindings, hop: Hop, other: NodePattern, known: Known
) -> tuple[Edit, ...]:
    """The edits that start a hop at another node of its path.

    A node that only led from there to here, and that the question does not name, goes where rows
    are counted: it would stand for itself then and multiply them.
    """
    at = hop.path.elements.index(other)
    step = hop.path.elements[at + 1]
    counted = any(is_aggregate(part) for part in bindings.query.walk())
    if counted and at + 2 == hop.index - 1 and _idle(bindings, hop.left, step, known):
        return (Edit(step.start, hop.left.end, ""),)
    edits: list[Edit] = []
    name = other.variable
    if name is None:
        name = fresh(source.text, "n")
        edits.append(Edit(other.start + 1, other.start + 1, name))
    return (*edits, Edit(hop.left.end, hop.left.end, f", ({quoted(name)})"))


def _idle(bindings: Bindings, node: NodePattern, step: Part, known: Known) -> bool:
    """Whether nothing is asked of a node and the hop to it."""
    if known.question is None or not isinstance(step, RelationshipPattern):
        return False
    if node.properties or node.where or step.properties or step.where or step.hops:
        return False
    names = {node.variable, step.variable} - {None}
    uses = sum(
        getattr(part, "name", None) in names
        if isinstance(part, Name)
        else getattr(part, "variable", None) in names
        for part in bindings.query.walk()
    )
    labels = [word for part in label_parts(node.labels) for word in split_name(part.name)]
    return uses == len(names) and not mentioned(known.question, " ".join(labels))


def _farther(source: Source, bindings: Bindings, hop: Hop, known: Known) -> Fix | None:
    """`(a)-[:MENTIONS]->(c:City)` where it mentions what is in a city: the step between."""
    if len(hop.types) != 1 or hop.relationship.hops is not None:
        return None
    right = bindings.labels(hop.right)
    nodes = [e for e in hop.path.elements[: hop.index] if isinstance(e, NodePattern)]
    for other in reversed(nodes):
        left = bindings.labels(other)
        if len(left) != 1 or len(right) != 1 or not _named(known, min(right)):
            continue
        ways = _ways(known, hop.types[0], min(left), min(right))
        if len(ways) != 1:
            continue
        ((direction, middle, (type_, back, _)),) = ways
        edits = [] if other is hop.left else [*started_at(source, bindings, hop, other, known)]
        if hop.relationship.direction not in ("", direction):
            edits.extend(turn(source, hop.relationship))
        head, tail = ("<-", "-") if back == "<" else ("-", "->")
        made = f"(:{quoted(middle)}){head}[:{quoted(type_)}]{tail}"
        edits.append(Edit(hop.right.start, hop.right.start, made))
        told = say(
            "{one} leads to {middle}, and {other} on to {end}",
            one=hop.types[0],
            middle=middle,
            other=type_,
            end=min(right),
        )
        return Fix("misjoined", told, tuple(edits))
    return None


def _nearer(source: Source, bindings: Bindings, hop: Hop, known: Known) -> Fix | None:
    """`(a:Actor)-[:DIRECTED]->(d:Director)` where the director directed what the actor is in."""
    if len(hop.types) != 1 or hop.relationship.hops is not None:
        return None
    left, right = bindings.labels(hop.left), bindings.labels(hop.right)
    if len(left) != 1 or len(right) != 1 or not _named(known, min(left)):
        return None
    used = {stem(word) for word in split_name(hop.types[0])}
    others = " ".join(w for w in fold(known.question or "").split() if stem(w) not in used)
    ways = _ways(known, hop.types[0], min(right), min(left), others)
    if len(ways) != 1:
        return None
    ((direction, middle, (type_, back, _)),) = ways
    # As seen from the right end; the path is written from the left.
    first = ("-", "->") if back == "<" else ("<-", "-")
    onward = "<" if direction == ">" else ">"
    name = _lost(bindings, middle)
    made = f"{first[0]}[:{quoted(type_)}]{first[1]}({name}:{quoted(middle)})"
    edits = [Edit(hop.left.end, hop.left.end, made)]
    if hop.relationship.direction not in ("", onward):
        edits.extend(turn(source, hop.relationship))
    told = say(
        "{one} leads from {start} to {middle}, which {other} joins",
        one=type_,
        start=min(left),
        middle=middle,
        other=hop.types[0],
    )
    return Fix("misjoined", told, tuple(edits))


def _lost(bindings: Bindings, label: str) -> str:
    """The variable named after a label that is used and never matched, if there is one."""
    words = split_name(label)
    for part in bindings.query.walk():
        if isinstance(part, Name) and split_name(part.name) == words:
            taken = bindings.is_node(part.name) or bindings.is_relationship(part.name)
            return "" if taken else quoted(part.name)
    return ""


def _named(known: Known, label: str) -> bool:
    """Whether the question asks for it; else the label may be what is wrong."""
    asked = {singular(word) for word in fold(known.question or "").split()}
    return {singular(word) for word in split_name(label)} <= asked


def _ways(
    known: Known, type_: str, left: str, right: str, hints: str | None = None
) -> set[tuple[str, str, Step]]:
    """How the type leads from one label over a second to a third: (way, second, last step)."""
    hints = hints if hints is not None else known.question or ""
    found: set[tuple[str, str, Step]] = set()
    for join in known.schema.relationships[type_].joins:
        for way, start, end in ((">", join.start, join.end), ("<", join.end, join.start)):
            steps = route(known.schema, end, right, hints) if start == left else None
            if steps is not None and len(steps) == 1:
                found.add((way, end, steps[0]))
    return found


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
    return Fix("misjoined", say("{new} for {old}", new=chosen, old=written), tuple(edits))


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
    types = listed([step[0] for step in steps])
    told = say("{new} for {old}", new=types, old="|".join(hop.types))
    edit = Edit(hop.relationship.start, hop.relationship.end, made)
    return Fix("misjoined", told, (edit,))


def fresh(text: str, stem: str) -> str:
    """A variable that the statement does not have yet."""
    number = 1
    while f"{stem}{number}" in text:
        number += 1
    return f"{stem}{number}"
