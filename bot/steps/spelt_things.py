"""A thing of documents that is named by one of its spellings is meant by its name."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.errors import GraphError
from bot.ports import Graph
from bot.steps.link import ValueLookup
from bot.steps.repair.fix import quoted
from memory.documents import NAME, SPELLINGS, has_documents, mentioned
from memory.schema import LinkedValue, Schema

_SECONDS = 2.0
_MOST = 50


class SpeltThings:
    """`bot.steps.link.ValueLookup` that leads from a spelling to the one thing that has it.

    The name is what questions are read by: "companies that Acme bought" asks for what a company of
    that name bought, where "Acme" is but a spelling of Acme Works Ltd, too.
    """

    def __init__(self, values: ValueLookup, graph: Graph, schema: Schema) -> None:
        """Look values up in `values`, and names of spellings in `graph`."""
        self._values, self._graph = values, graph
        spelt = mentioned(schema) if has_documents(schema) else ()
        self._labels = frozenset(
            label for label in spelt if {NAME, SPELLINGS} <= set(schema.labels[label].properties)
        )

    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        """Links, longest stretch of words first.

        Raises:
            StoreError: the index fails.
        """
        links = await self._values.lookup(question)
        spelt = [one for one in links if one.property == SPELLINGS and one.label in self._labels]
        if not spelt:
            return links
        names = {label: await self._names(label, spelt) for label in {one.label for one in spelt}}
        found = (
            replace(one, property=NAME, value=name)
            if one in spelt and (name := names[one.label].get(str(one.value)))
            else one
            for one in links
        )
        unlike = {(one.start, one.end, one.label, one.property, one.value): one for one in found}
        return _joined(question, list(unlike.values()))

    async def _names(self, label: str, links: Sequence[LinkedValue]) -> dict[str, str]:
        """By spelling the name of the one node that has it."""
        spellings = list({str(one.value) for one in links if one.label == label})
        statement = (
            f"MATCH (n:{quoted(label)}) UNWIND n.{SPELLINGS} AS spelling "
            "WITH spelling, n WHERE spelling IN $spellings "
            f"WITH spelling, collect(DISTINCT n.{NAME}) AS names WHERE size(names) = 1 "
            "RETURN spelling, names[0] AS name"
        )
        try:
            given = {"spellings": spellings}
            rows = await self._graph.run(statement, given, max_rows=_MOST, seconds=_SECONDS)
        except GraphError:
            return {}
        return {spelling: name for spelling, name in rows.rows if isinstance(name, str)}


def _joined(question: str, links: Sequence[LinkedValue]) -> list[LinkedValue]:
    """Words side by side that mean one thing are one name of it; links to parts of that go.

    >>> halves = [LinkedValue("Acme", "Firm", "name", "Acme Works Ltd", 0, 4),
    ...           LinkedValue("Works", "Firm", "name", "Acme Works Ltd", 5, 10, 0.8, "partial"),
    ...           LinkedValue("Works", "Firm", "name", "Works Inc", 5, 10, 0.7, "partial")]
    >>> [(one.text, one.value) for one in _joined("Acme Works grew", halves)]
    [('Acme Works', 'Acme Works Ltd')]
    """
    for one in links:
        for other in links:
            same = (one.label, one.property, one.value) == (
                other.label, other.property, other.value,
            )  # fmt: skip
            if same and one.end < other.start and not question[one.end : other.start].strip():
                start, end = one.start, other.end
                whole = replace(one, text=question[start:end], end=end)
                kept = [x for x in links if not (start <= x.start and x.end <= end)]
                return _joined(question, [whole, *kept])
    return list(links)
