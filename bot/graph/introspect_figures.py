"""Figures over all nodes of a label (or relationships of a type) of which a sample was fetched."""

from __future__ import annotations

from dataclasses import replace

from neo4j import Record

from bot.graph.introspect_profile import (
    MOST_VALUES,
    RANGED,
    Profile,
    cypher_type,
    few,
    scalar,
)
from bot.graph.introspect_reader import Reader, in_parallel, quote, spread
from memory.schema import Property

_FIRST = 50


async def fetch_sample(
    reader: Reader,
    source: str,
    count: int,
    profile: Profile,
    also: str = "1 AS one",
    sample: int | None = None,
) -> list[Record]:
    """Puts a spread sample into `profile`; the records hold the columns of `also`.

    `source` is the beginning of a statement that ends in `WITH n`, `count` what n ranges over.
    """
    records: list[Record] = []
    for skip, limit in [(0, _FIRST), *spread(count, sample or reader.limits.sample)]:
        if records and reader.late:
            break
        # Embeddings and documents show in the first few; of the others they are left out.
        heavy = profile.heavy()
        left = "[key IN keys(n) WHERE NOT key IN $heavy | [key, n[key]]]"
        rows = await reader.read(
            f"{source} SKIP $skip LIMIT $limit "
            f"RETURN {left if heavy else 'properties(n)'} AS properties, {also}",
            {"skip": max(skip, _FIRST) if records else 0, "limit": limit, "heavy": heavy},
        )
        for row in rows:
            profile.add(dict(row["properties"]))
        records += rows
    return records


async def complete(
    reader: Reader, source: str, count: int, profile: Profile
) -> tuple[dict[str, Property], bool]:
    """The properties, corrected by what the database can tell in time.

    Args:
        reader: asks.
        source: the beginning of a statement that ends in `WITH n`, n ranging over them all.
        count: how many there are.
        profile: what the sample shows.

    Returns:
        The properties by name, and whether no property can have been missed.
    """
    found = profile.properties(whole=False)
    present = await _keys(reader, source, count)
    if present is not None:
        missed = sorted(present.keys() - found.keys())
        rare = await in_parallel(_rare(reader, source, name) for name in missed)
        found |= dict(zip(missed, rare, strict=True))
        for name, number in present.items():
            found[name] = replace(found[name], null_share=round(1 - min(number / count, 1), 4))
    found = await _ranges_and_distinct(reader, source, count, found, set(profile.heavy()))
    candidates = [name for name, one in profile.by_name.items() if one.may_be_few()]
    lists = await in_parallel(_values(reader, source, found[name]) for name in candidates)
    found |= dict(zip(candidates, lists, strict=True))
    return {name: found[name] for name in sorted(found)}, present is not None


async def _keys(reader: Reader, source: str, count: int) -> dict[str, int] | None:
    """How many have each property."""
    if count > reader.limits.whole:
        return None
    rows = await reader.attempt(f"{source} UNWIND keys(n) AS key RETURN key, count(*) AS present")
    return None if rows is None else {row["key"]: row["present"] for row in rows}


async def _rare(reader: Reader, source: str, name: str) -> Property:
    """A property that the sample missed."""
    key = quote(name)
    rows = await reader.attempt(
        f"{source} WHERE n.{key} IS NOT NULL RETURN n.{key} AS value LIMIT 100"
    )
    profile = Profile()
    for row in rows or []:
        profile.add({name: row["value"]})
    return profile.properties(whole=False).get(name, Property(name, ()))


async def _ranges_and_distinct(
    reader: Reader, source: str, count: int, found: dict[str, Property], heavy: set[str]
) -> dict[str, Property]:
    """Ranges of numbers and dates, and how many values there are, in one pass over all."""
    columns: list[tuple[str, str]] = []
    for name, prop in found.items():
        key = f"n.{quote(name)}"
        if set(prop.types) and set(prop.types) <= RANGED:
            columns += [(name, f"min({key})"), (name, f"max({key})")]
        if count <= reader.limits.distinct and name not in heavy and "LIST" not in prop.type:
            columns.append((name, f"count(DISTINCT {key})"))
    if not columns:
        return found
    returned = ", ".join(f"{wanted} AS c{index}" for index, (_, wanted) in enumerate(columns))
    rows = await reader.attempt(f"{source} RETURN {returned}")
    if not rows:
        return found
    better = dict(found)
    for value, (name, wanted) in zip(rows[0].values(), columns, strict=True):
        better[name] = _corrected(better[name], wanted.partition("(")[0], value)
    return better


def _corrected(prop: Property, figure: str, value: object) -> Property:
    if figure == "count" and isinstance(value, int):
        return replace(prop, distinct=max(value, prop.distinct))
    # A type that the sample did not show sorts before or after all others: not a range then.
    if cypher_type(value) not in prop.types or scalar(value) is None:
        return prop
    if figure == "min":
        return replace(prop, minimum=scalar(value))
    return replace(prop, maximum=scalar(value))


async def _values(reader: Reader, source: str, prop: Property) -> Property:
    """The property with its whole list of values, if they are few; a distinct scan tells."""
    rows = await reader.attempt(
        f"{source} WHERE n.{quote(prop.name)} IS NOT NULL "
        f"UNWIND n.{quote(prop.name)} AS value "
        f"WITH DISTINCT value LIMIT {MOST_VALUES + 1} RETURN value"
    )
    if rows is None:
        return prop
    values = few(scalar(row["value"]) for row in rows)
    distinct = max(prop.distinct, len(rows))
    return replace(prop, values=values, distinct=distinct)
