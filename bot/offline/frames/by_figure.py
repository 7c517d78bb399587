"""An order by the figure that was just asked for: ... Sort by the average in descending order."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.asked import Asked, Heard, cued
from memory.query import Aggregate, Order, Query, Share

_COST = 0.03
_DOWN = (
    r"(?:in )?(?:descending|decreasing|falling)(?: order)?|desc|(?:from )?(?:high|highest|large|"
    r"largest|most|best|big|biggest|top) to (?:low|lowest|small|smallest|least|worst|bottom)|"
    r"(?:the )?(?:highest|largest|biggest|most|best)"
    r"(?: (?:one|value|number|average|total)s?)? first"
)
_UP = (
    r"(?:in )?(?:ascending|increasing|rising)(?: order)?|asc|(?:from )?(?:low|lowest|small|"
    r"smallest|least|worst|few|fewest) to "
    r"(?:high|highest|large|largest|most|best|many|big|biggest)|"
    r"(?:the )?(?:lowest|smallest|fewest|least)(?: (?:one|value|number|average|total)s?)? first"
)
_FIGURES = {
    "average": "avg",
    "mean": "avg",
    "total": "sum",
    "sum": "sum",
    "number": "count",
    "count": "count",
    "minimum": "min",
    "maximum": "max",
    "percentage": "share",
    "share": "share",
    "proportion": "share",
    "result": "",
    "value": "",
    "figure": "",
}
_BY = re.compile(
    r"(?:[,.;?!]+|(?<=\w)) *\b(?:and )?(?:please )?(?:then )?"
    r"(?:(?:sort|order|rank|arrange)(?:ed)?(?: (?:it|them|these|those|the (?:results?|rows|list)))?"
    r"|sorted|ordered|ranked|arranged) (?:by|on|according to) "
    rf"(?:the|that|this|their|its)? ?(?P<figure>{'|'.join(_FIGURES)})s?"
    rf"(?:,? *\(?(?:(?P<down>{_DOWN})|(?P<up>{_UP}))\)?)?[.?! ]*\Z",
    re.I,
)


@cued("sort", "order", "rank", "arrange")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many products has each supplier? Sort by the number."""
    found = _BY.search(asked.question)
    if found is None or not found.start():
        return
    heard = asked.hear((found.start(), len(asked.question), "?"))
    if heard is None:
        return
    query = _sorted(heard.query, _FIGURES[found["figure"].lower()], descending=not found["up"])
    if query is not None:
        yield heard.priced(_COST, query)


def _sorted(query: Query, function: str, *, descending: bool) -> Query | None:
    """The rows in the order of the one figure that is so called."""
    operands = [c.operand for c in query.columns if isinstance(c.operand, Aggregate | Share)]
    meant = [x for x in operands if function in ("", _called(x))]
    if not meant and function == "sum" and len(operands) == 1:
        # The total may be how many there are.
        meant = [x for x in operands if _called(x) == "count"]
    whole = query.form == "list" and query.limit is None and not query.each
    if len(meant) != 1 or not whole:
        return None
    if query.order and query.order[0].operand != meant[0]:
        return None
    return replace(query, order=(Order(meant[0], descending),))


def _called(operand: Aggregate | Share) -> str:
    return "share" if isinstance(operand, Share) else operand.function
