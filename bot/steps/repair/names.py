"""Labels, types and properties that the schema has in other letters, or in another place.

A property that its owner lacks is first looked for under a misspelt name, then on what stands next
to it in the pattern: `u.rating` where the relationship `RATED` holds the rating.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.steps.repair.bindings import Bindings, Hop, bindings_of, label_names, label_parts
from bot.steps.repair.fix import Edit, Fix, Source, parts, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.likeness import misspelling, nearest
from bot.steps.repair.misjoined import fresh
from bot.steps.repair.tokens_of import (
    PatternMap,
    pattern_maps,
    tokens_of,
    with_condition,
    without_entry,
)
from bot.stored.kinds import display_properties, nameless_properties
from guardrails.cypher import Statement
from guardrails.syntax import (
    Labelled,
    MapOf,
    Name,
    NodePattern,
    Path,
    Projection,
    Property,
    Query,
    RelationshipPattern,
)
from memory.catalogue import say
from memory.text import split_name

# What a model takes everything to have.
_NAMES = ("name", "title")


def labels(statement: Statement, known: Known) -> list[Fix]:
    """Labels and types under their stored names."""
    nodes, types, found = set(known.schema.labels), set(known.schema.relationships), []
    for part in parts(statement):
        if isinstance(part, NodePattern):
            written, names, other = part.labels, nodes, types
        elif isinstance(part, RelationshipPattern):
            written, names, other = part.types, types, nodes
        elif isinstance(part, Labelled):
            written, names, other = part.labels, nodes | types, set()
        else:
            continue
        for label in label_parts(written):
            if label.name in names or label.name == "%":
                continue
            meant = misspelling(label.name, names)
            if meant is None and isinstance(part, NodePattern) and label.name not in other:
                meant = nearest(label.name, names)
            if meant is not None:
                edit = Edit(label.start, label.end, quoted(meant))
                told = say("{new} for {old}", new=meant, old=label.name)
                found.append(Fix("label", told, (edit,)))
    return found


def properties(statement: Statement, known: Known) -> list[Fix]:
    """Properties under their stored names, and on what has them."""
    source, bindings = Source(statement), bindings_of(statement.query, known.schema)
    found = []
    for use in _uses(statement.query, bindings):
        names = _property_names(known, bindings.of(use.base.name))
        if not names or use.name in names or not bindings.certain(use.base.name):
            continue
        fix = _renamed(source, use, names, strict=True) or _called(statement, bindings, known, use)
        fix = fix or _moved(source, bindings, known, use)
        found.append(fix or _renamed(source, use, names, strict=False))
    fixes = [fix for fix in found if fix is not None]
    # A hop is cut off last, and alone: what moves beside it may have need of it.
    whole = [fix for fix in fixes if not any(edit.text == "" for edit in fix.edits)]
    if fixes and not whole:
        return fixes[:1]
    return whole + _entries(statement, known, source, bindings)


class _Use(Property):
    """A property of a variable."""

    base: Name


def _uses(query: Query, bindings: Bindings) -> Iterator[_Use]:
    for part in query.walk():
        if isinstance(part, Property) and isinstance(part.base, Name):
            variable = part.base.name
            if bindings.is_node(variable) or bindings.is_relationship(variable):
                yield part  # type: ignore[misc]


def _property_names(known: Known, owners: tuple[str, ...]) -> set[str]:
    names: set[str] = set()
    for owner in owners:
        held = known.owner(owner)
        if held is None:
            return set()
        names.update(held.properties)
        names.add("")
    return names


def _renamed(source: Source, use: Property, names: set[str], *, strict: bool) -> Fix | None:
    choose = misspelling if strict else nearest
    meant = choose(use.name, names - {""})
    if meant is None:
        return None
    token = source.inside(use.start, use.end)[-1]
    edit = Edit(token.start, token.end, quoted(meant))
    return Fix("property", say("{new} for {old}", new=meant, old=use.name), (edit,))


def _called(statement: Statement, bindings: Bindings, known: Known, use: _Use) -> Fix | None:
    """What nodes that have no name are called by, where their name is to be shown."""
    words, owners = split_name(use.name), bindings.of(use.base.name)
    label = known.schema.labels.get(owners[0]) if len(owners) == 1 else None
    if (
        label is None
        or not set(words[-1:]) & set(_NAMES)
        or not set(words[:-1]) <= set(split_name(label.name))
    ):
        return None
    shown = any(
        column.start <= use.start < column.end
        for part in parts(statement)
        if isinstance(part, Projection)
        for column in (*part.items, *part.order)
    )
    called = display_properties(label) or nameless_properties(label, ())
    if not shown or not called:
        return None
    edit = Edit(use.base.end, use.end, f".{quoted(called[0])}")
    told = say("{new}, as {label} has no {old}", new=called[0], label=label.name, old=use.name)
    return Fix("property", told, (edit,))


def _moved(source: Source, bindings: Bindings, known: Known, use: _Use) -> Fix | None:
    """The property on the one neighbour that has it."""
    found = neighbours(bindings, known, use.base.name, use.name)
    if len(found) != 1:
        return None
    variable, edits = named(source, found[0])
    place = Edit(use.base.start, use.base.end, variable)
    dropped = _idle_hop(bindings, use, found[0])
    told = say("{name} of {holder}, which has it", name=use.name, holder=variable)
    return Fix("property", told, (*edits, place, *dropped))


def neighbours(
    bindings: Bindings, known: Known, variable: str, name: str
) -> list[NodePattern | RelationshipPattern]:
    """The nodes and relationships next to a variable that have a property of that name."""
    found: dict[object, NodePattern | RelationshipPattern] = {}
    for hop in bindings.hops:
        near: list[NodePattern | RelationshipPattern] = []
        if hop.relationship.variable == variable:
            near = [hop.left, hop.right]
        elif hop.left.variable == variable:
            near = [hop.relationship, hop.right]
        elif hop.right.variable == variable:
            near = [hop.relationship, hop.left]
        for part in near:
            if known.property_of(_owners(bindings, part), name) is not None:
                single = not isinstance(part, RelationshipPattern) or part.hops is None
                if single and part.variable != variable:
                    found[part.variable or part.start] = part
    return list(found.values())


def _owners(bindings: Bindings, part: NodePattern | RelationshipPattern) -> tuple[str, ...]:
    if isinstance(part, RelationshipPattern):
        return label_names(part.types)
    return tuple(bindings.labels(part))


def named(
    source: Source, part: NodePattern | RelationshipPattern, name: str | None = None
) -> tuple[str, tuple[Edit, ...]]:
    """The variable of a pattern, with the edits that give it one (`name`) where it has none."""
    if part.variable is not None:
        return quoted(part.variable), ()
    if isinstance(part, NodePattern):
        name = name or fresh(source.text, "n")
        return name, (Edit(part.start + 1, part.start + 1, name),)
    name = name or fresh(source.text, "r")
    tokens = source.inside(part.start, part.end)
    bracket = next((t for t in tokens if t.is_symbol("[")), None)
    if bracket is not None:
        return name, (Edit(bracket.end, bracket.end, name),)
    dash = next(t for t in tokens if t.is_symbol("-"))
    return name, (Edit(dash.end, dash.end, f"[{name}]"),)


def _idle_hop(
    bindings: Bindings, use: _Use, holder: NodePattern | RelationshipPattern
) -> tuple[Edit, ...]:
    """The hop that only served to hold the property, if it stands at the end of its path."""
    for hop in bindings.hops:
        relationship = hop.relationship
        if relationship.variable != use.base.name or relationship.properties:
            continue
        if count(bindings.query, relationship.variable) > 2:
            return ()
        last = hop.index + 2 == len(hop.path.elements)
        if last and hop.right is not holder and _idle(bindings, hop.right):
            return (Edit(relationship.start, hop.right.end, ""),)
        if hop.index == 1 and hop.left is not holder and _idle(bindings, hop.left):
            return (Edit(hop.left.start, relationship.end, ""),)
    return ()


def _idle(bindings: Bindings, node: NodePattern) -> bool:
    if node.properties is not None or node.where is not None:
        return False
    return node.variable is None or count(bindings.query, node.variable) == 1


def count(query: Query, variable: str) -> int:
    """How often a variable is written."""
    return sum(
        1
        for part in query.walk()
        if (isinstance(part, Name) and part.name == variable)
        or (
            isinstance(part, NodePattern | RelationshipPattern | Path) and part.variable == variable
        )
    )


def maps_of(
    statement: Statement,
) -> Iterator[tuple[NodePattern | RelationshipPattern, PatternMap]]:
    """The patterns that hold a map of properties, with the tokens of that map."""
    tokens = tokens_of(statement.text)
    maps = {tokens[one.opens].start: one for one in pattern_maps(tokens)}
    for part in parts(statement):
        if isinstance(part, NodePattern | RelationshipPattern):
            held = part.properties
            if isinstance(held, MapOf) and held.start in maps:
                yield part, maps[held.start]


def _entries(statement: Statement, known: Known, source: Source, bindings: Bindings) -> list[Fix]:
    """The same for the properties in the maps of patterns."""
    found = []
    tokens = tokens_of(statement.text)
    for part, where in maps_of(statement):
        owners = _owners(bindings, part)
        names = _property_names(known, owners)
        if not names or len(owners) == len(known.schema.labels):
            continue
        for key, first, last in where.entries:
            token = tokens[key]
            name = token.text if token.kind == "word" else token.value
            if name in names:
                continue
            value = tokens.of(first, last)
            fix = _entry(source, bindings, known, part, where, key, name, value, names)
            if fix is not None:
                found.append(fix)
    return found[:1]


def _entry(
    source: Source,
    bindings: Bindings,
    known: Known,
    part: NodePattern | RelationshipPattern,
    where: PatternMap,
    key: int,
    name: str,
    value: str,
    names: set[str],
) -> Fix | None:
    tokens = tokens_of(source.text)
    meant = misspelling(name, names - {""})
    near = [] if meant else _near(bindings, known, part, name)
    if len(near) == 1:
        variable, edits = named(source, near[0])
        added = with_condition(tokens, where.bracket, f"{variable}.{quoted(name)} = {value}")
        if added is not None:
            told = say("{name} of {holder}, which has it", name=name, holder=variable)
            return Fix("property", told, (*edits, without_entry(tokens, where, key), *added))
    meant = meant or nearest(name, names - {""})
    if meant is None:
        return None
    edit = Edit(tokens[key].start, tokens[key].end, quoted(meant))
    return Fix("property", say("{new} for {old}", new=meant, old=name), (edit,))


def _near(
    bindings: Bindings, known: Known, part: NodePattern | RelationshipPattern, name: str
) -> list[NodePattern | RelationshipPattern]:
    found: list[NodePattern | RelationshipPattern] = []
    for hop in bindings.hops:
        for other in _around(hop, part):
            if known.property_of(_owners(bindings, other), name) is not None:
                found.append(other)
    return found


def _around(
    hop: Hop, part: NodePattern | RelationshipPattern
) -> list[NodePattern | RelationshipPattern]:
    if part is hop.relationship:
        return [hop.left, hop.right]
    if part is hop.left:
        return [hop.relationship, hop.right]
    return [hop.relationship, hop.left] if part is hop.right else []
