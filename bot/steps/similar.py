"""The nodes whose texts are near to a topic, as a query that holds to them and is checked and run.

Where the graph answers a part of the question, too, the nodes found restrict that part: of those
near to the topic the ones that fit are seen first, and then the nearest of them are kept.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from bot.cypher.statement import to_cypher
from bot.events import Rows
from bot.ports import Graph
from bot.steps.by_text import ByText, Passages, joined, restricted
from bot.steps.repair.fix import quoted
from bot.steps.write import Draft
from bot.words.inflection import plural
from memory.passages import START, TextProperty
from memory.passages_index import Near
from memory.query import (
    AllOf,
    AnyOf,
    Attribute,
    Column,
    Comparison,
    Condition,
    Constant,
    Function,
    Query,
)
from memory.text import split_name

# Nodes shown where texts alone answer, and those that the graph's part is tried on.
_SHOWN, _TRIED = 10, 50
# Shares of the best score: what is less near than that is about something else.
_NEAR, _NEAR_OF_FITTING, _NEAR_OF_RANKED = 0.6, 0.75, 0.6


@dataclass(frozen=True, slots=True)
class Similar:
    """What was found: the query over it, none where nothing is near, and the texts, best first.

    `seen` says that the graph showed these texts to who asks; the index knows them all. `over` is
    the same query over all that is as near, also what the rest of the question left out: what has
    no value for it is counted there.
    """

    draft: Draft | None
    near: tuple[Near, ...] = ()
    seen: bool = False
    over: Draft | None = None


async def similar(part: ByText, passages: Passages, graph: Graph) -> Similar:
    """Look for the nodes that a part of a question is about.

    Raises:
        StoreError: the index of texts fails.
        GraphError: the graph's part could not be tried, or what shares a name not be found.
    """
    labels = tuple(dict.fromkeys(held.label for held in part.held))
    if part.like is not None:
        label, name = part.like
        near = await passages.like(name, (label,), labels, _TRIED)
    else:
        near = await passages.nearest(part.topic.text, labels, _TRIED)
    if not near:
        return Similar(None)
    near = await _told_apart(near, part.held[0], graph)
    fitting = [] if part.alone else await _fitting(part, near, graph)
    kept = _kept(part, fitting or near)
    as_near = [one for one in near if one.score >= kept[-1].score]
    drafts = _draft(part, kept), _draft(part, as_near)
    return Similar(drafts[0], tuple(kept), bool(fitting), drafts[1])


def in_order(part: ByText, rows: Rows, query: Query, near: Sequence[Near]) -> Rows:
    """The rows in the order in which their nodes were found; as they are, where one was asked."""
    if query.order or query.source is not None or not part.held[0].name:
        return rows
    named = Attribute(part.variable, part.held[0].name)
    at = next((i for i, c in enumerate(query.columns) if c.operand == named), None)
    if at is None:
        return rows
    rank = {one.name: nth for nth, one in reversed(list(enumerate(near)))}
    ranked = sorted(rows.rows, key=lambda row: rank.get(row[at], len(rank)))
    return replace(rows, rows=tuple(ranked))


async def _told_apart(near: Sequence[Near], held: TextProperty, graph: Graph) -> list[Near]:
    """The same, with whether other nodes go by their names, be it without a text."""
    names = list(dict.fromkeys(one.name for one in near if one.name))
    if not names or held.name is None:
        return list(near)
    name = f"n.{quoted(held.name)}"
    cypher = (
        f"MATCH (n:{quoted(held.label)}) WHERE {name} IN $names "
        f"WITH {name} AS name, count(*) AS times WHERE times > 1 RETURN name"
    )
    shared = {row[0] for row in (await graph.run(cypher, {"names": names})).rows}
    return [replace(one, shares_name=one.name in shared) for one in near]


def _draft(part: ByText, near: Sequence[Near]) -> Draft:
    """The query of a part over these nodes."""
    query = restricted(part, _condition(part, near))
    if part.alone:
        query = replace(query, columns=_shown(part), form="list", limit=None, distinct=False)
    cypher, parameters = to_cypher(query)
    return Draft(cypher, "offline", parameters, query, _told(part))


def _kept(part: ByText, near: Sequence[Near]) -> list[Near]:
    best = near[0].score
    if part.alone:
        limit = part.query.limit or _SHOWN
        return [one for one in near if one.score >= _NEAR * best][:limit]
    if part.single and not part.query.order:
        return [one for one in near if one.score >= best][:1]
    # The longest of them may be one of the less near.
    share = _NEAR_OF_RANKED if part.query.order else _NEAR_OF_FITTING
    return [one for one in near if one.score >= share * best][:_SHOWN]


async def _fitting(part: ByText, near: Sequence[Near], graph: Graph) -> list[Near]:
    """Those that the graph's part leaves; none where it leaves none, or cannot be asked so."""
    if part.query.source is not None:
        return []
    pattern = joined(part)
    pattern = replace(pattern, where=(*pattern.where, _condition(part, near)))
    starts = [Column(_start(part.variable, p), p) for p in _properties(part)]
    name = part.held[0].name
    named = [Column(Attribute(part.variable, name), name)] if name else []
    tried = Query(pattern, (*named, *starts), part.variable, distinct=True)
    cypher, parameters = to_cypher(tried)
    rows = (await graph.run(cypher, parameters)).rows
    left = {(row[0] if named else None, start) for row in rows for start in row[len(named) :]}
    return [one for one in near if (one.name if named else None, one.start) in left]


def _start(variable: str, name: str) -> Function:
    return Function("left", (Attribute(variable, name), Constant(START)))


def _properties(part: ByText) -> list[str]:
    return list(dict.fromkeys(held.property for held in part.held))


def _condition(part: ByText, near: Sequence[Near]) -> Condition:
    """That a node is one of those found: by name, and namesakes by how their texts begin, too."""
    name = part.held[0].name
    plain = [one.name for one in near if one.name and name and not one.shares_name]
    tests: list[Condition] = []
    if plain and name:
        names = Constant(tuple(dict.fromkeys(plain)))
        tests.append(Comparison(Attribute(part.variable, name), "IN", names))
    for one in near:
        if one.name and name and not one.shares_name:
            continue
        begins = Comparison(
            Attribute(part.variable, one.property), "STARTS WITH", Constant(one.start)
        )
        if one.name and name:
            named = Comparison(Attribute(part.variable, name), "=", Constant(one.name))
            tests.append(AllOf((named, begins)))
        else:
            tests.append(begins)
    return tests[0] if len(tests) == 1 else AnyOf(tuple(tests))


def _shown(part: ByText) -> tuple[Column, ...]:
    """The name and the text."""
    name = part.held[0].name
    names = ([name] if name else []) + _properties(part)[:1]
    return tuple(Column(Attribute(part.variable, one), one) for one in names)


def _told(part: ByText) -> str:
    """How the query reads."""
    texts = " or ".join(" ".join(split_name(p)) for p in _properties(part))
    of = f" of their {plural(' '.join(split_name(part.held[0].label)).lower())}"
    topic = part.like[1] if part.like else part.topic.text
    near = (
        f"nearest to “{topic}” by the {texts}{of}"
        if part.portion
        else (f"nearest to “{topic}” by their {texts}")
    )
    return (
        f"{part.reading}, of those {near}" if part.reading and not part.alone else f"those {near}"
    )
