"""Words for several counts of each of something: the number of books and maps for each shelf."""

from __future__ import annotations

from bot.offline.kinds import telling_properties
from bot.offline.subtrees import entity
from bot.offline.words import plural
from bot.realiser.clauses import Teller
from bot.realiser.wording import join
from memory.query import Aggregate, Attribute, Query


def counts_of_each(query: Query, teller: Teller) -> tuple[str, str] | None:
    """What is told, and for each of what; None where a tree does not just count several kinds.

    A property of each may be told beside one kind or more.
    """
    told = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    counted = [entity(x.operand) for x in told if x.function == "count" and x.distinct]
    plain = not (query.having or query.order or query.limit or query.pattern.where or query.source)
    if len(counted) != len(told) or not all(counted) or not plain:
        return None
    if len(query.distinct_on) != 1 or len({*counted}) != len(counted):
        return None
    (whose,) = query.distinct_on
    shown = [c.operand for c in query.columns if not isinstance(c.operand, Aggregate)]
    # The first says which it is, and so do the others that it goes by: a first and a last name.
    labels = next(n.labels for n in query.pattern.nodes if n.variable == whose)
    names = {name for each in labels for name in telling_properties(teller.schema.labels[each])}
    kept = [one for one in shown[1:] if getattr(one, "property", "") not in names]
    own = all(isinstance(one, Attribute) and one.variable == whose for one in kept)
    if not own or len(told) + len(kept) < 2:
        return None
    ends = {end for edge in query.pattern.edges for end in (edge.start, edge.end)}
    if whose in counted or not {*counted, whose} <= ends:
        return None
    number = f"the number of {join([plural(teller.noun(one)) for one in counted])}"
    values = [f"the {teller.operand(one)}" for one in kept]
    return join([*values, number]), teller.noun(whose)
