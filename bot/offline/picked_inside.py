"""One that is picked before anything is asked of it: boats in the race with the most entries."""

from __future__ import annotations

from dataclasses import replace

from bot.cypher.subtrees import node_of, reached, variables
from bot.offline.state import Ask, Rank, State, tally
from memory.query import Aggregate, Column, Comparison, Condition, Entity, Order, Pattern, Query


def inside(state: State) -> Rank | None:
    """What picks one thing that others have to do with; None where what is asked for is ranked."""
    if len(state.ranks) != 1 or state.groups:
        return None
    rank, asked = state.ranks[0], state.vertices[state.subject]
    if rank.owner in (-1, state.subject):
        return None
    owner = state.vertices[rank.owner]
    one = owner.word == "noun" and not owner.plural and not owner.scope
    if isinstance(rank.operand, Aggregate):
        # The author of the paper with the most reviewers, though it be one author.
        return rank if one and _counted_there(state, rank) else None
    summed = state.mode == "count" or any(ask.function for ask in state.asks)
    several = summed or asked.word == "open" or (asked.plural and not state.singular)
    if not one or not several or state.limit is not None or state.skip or state.in_order:
        return None
    return rank


def _counted_there(state: State, rank: Rank) -> bool:
    """Whether what is counted or summed up is joined to what is picked, and nothing else asked."""
    if state.limit is not None or state.skip or state.in_order:
        return False
    if any(ask.descending is None for ask in state.asks):
        return False
    if state.asks:
        return picked_by_sum(state, state.asks[0]) == rank.owner
    others = (n for n in range(len(state.vertices)) if n not in (rank.owner, state.subject))
    return any(rank.operand == tally(n) and state.near(rank.owner, n) for n in others)


def picked_by_sum(state: State, ask: Ask) -> int:
    """The one thing that is ranked by a sum, where others are asked of it; -1 where none is.

    Who supplies the product with the highest total quantity?
    """
    link = state.links[-2 - ask.owner] if ask.owner <= -2 else None
    ends = (ask.owner,) if link is None else (link.start, link.end)
    if state.subject in ends or state.groups:
        return -1
    for n, vertex in enumerate(state.vertices):
        one = vertex.word == "noun" and not vertex.plural and not vertex.scope
        there = n in ends or any(state.near(n, end) for end in ends)
        if one and there and n not in (state.subject, ask.owner):
            return n
    return -1


def picked(whole: Query, subject: str, order: Order) -> Query | None:
    """The tree in which one thing, with all that tells which, is picked first.

    `whole` is the tree without the order; None where what tells which one is asked for, too.
    """
    own = reached(whole.pattern, whole.subject, subject)
    kept = order.operand.operand if isinstance(order.operand, Aggregate) else order.operand
    present = () if isinstance(kept, Entity | None) else (Comparison(kept, "IS NOT NULL"),)
    picking = Query(Pattern(()), (), subject, order=(order,), limit=1)
    return None if subject == whole.subject else _first(whole, own, picking, *present)


def held(whole: Query, subject: str, having: tuple[Comparison, ...]) -> Query | None:
    """The tree in which the things that have so many of others are found first.

    `whole` is the tree without those tests; None where the others are asked for, too.
    """
    counted = {name for test in having for name in variables(test.left)}
    far = {name for one in counted for name in reached(whole.pattern, one, subject)}
    own = {node.variable for node in whole.pattern.nodes} - far - {subject}
    if subject != whole.subject:
        own = reached(whole.pattern, whole.subject, subject)
    if own & far:
        return None
    return _first(whole, own, Query(Pattern(()), (), subject, having=having))


def _first(whole: Query, own: set[str], picking: Query, *tests: Condition) -> Query | None:
    """The tree that goes on from what is picked; `own` are the nodes it goes on with."""
    pattern, subject = whole.pattern, picking.subject
    if whole.source is not None or whole.route is not None:
        return None
    near = [e for e in pattern.edges if {e.start, e.end} & own]
    far = [e for e in pattern.edges if e not in near]
    known = {n.variable for n in pattern.nodes} | {e.variable for e in pattern.edges}
    asked = own | {subject} | {e.variable for e in near}
    telling = (known - own - {e.variable for e in near}) | {""}
    before: list[Condition] = []
    after: list[Condition] = []
    for test in pattern.where:
        spoken = variables(test) & known
        if not spoken <= asked and not spoken <= telling:
            return None
        (before if spoken <= telling else after).append(test)
    rest = (whole.columns, whole.having, whole.order, whole.optional, whole.each)
    if not (variables(rest) & known) | set(whole.distinct_on) <= asked:
        return None
    before += [test for test in tests if test not in before]
    nodes = [n for n in pattern.nodes if n.variable not in own]
    source = replace(
        picking,
        pattern=Pattern(tuple(nodes), tuple(far), tuple(before)),
        columns=(Column(Entity(subject), subject),),
    )
    main = tuple(n for n in pattern.nodes if n.variable in own)
    first = node_of(whole, subject)
    return replace(whole, pattern=Pattern((*main, first), tuple(near), tuple(after)), source=source)
