"""What a schema can sum up though no property is named for it: units sold, what they brought in.

Where lines of orders keep a quantity (on a relationship, or on a node for each line), the units
are their sum; where the same line keeps a price, the revenue is the sum of quantity times price.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.offline.items import Candidate
from bot.stored.kinds import kind_of
from bot.words.vocabulary import expand
from memory.schema import Property, Schema
from memory.text import split_name

_QUANTITIES = frozenset(["quantity", "qty", "units", "pieces", "copies"])
PRICES = frozenset(["price", "fare", "fee", "cost"])
_REVENUES = frozenset(["revenue", "sales", "turnover", "takings", "gross", "amount", "total"])
# Nodes for each thing that was sold; a product's own quantity is what is in stock.
_LINES = frozenset(["line", "item", "detail", "position", "entry", "sale", "purchase"])
_LINES |= {"transaction"}
_WHOLE = 0.05


class Sums:
    """The properties that units and revenue are summed up from; built once for a schema."""

    def __init__(self, schema: Schema) -> None:
        self.quantities: list[Candidate] = []
        self.revenues: list[Candidate] = []
        self.kept = False
        for label in schema.labels.values():
            if set(split_name(label.name)) & _LINES:
                self._add(label.name, label.properties, of_relationship=False)
            self._keeps(label.properties)
        for relationship in schema.relationships.values():
            self._add(relationship.type, relationship.properties, of_relationship=True)
            self._keeps(relationship.properties)

    def _add(
        self, owner: str, properties: Mapping[str, Property], *, of_relationship: bool
    ) -> None:
        numbers = [name for name, p in properties.items() if kind_of(p) == "number"]
        sold = [name for name in numbers if set(expand(split_name(name))) & _QUANTITIES]
        priced = [name for name in numbers if split_name(name)[-1] in PRICES]
        if len(sold) == 1:
            self.quantities.append(Candidate(owner, sold[0], of_relationship, _WHOLE))
        if len(sold) == 1 and len(priced) == 1 and priced != sold:
            self.revenues.append(Candidate(owner, sold[0], of_relationship, _WHOLE, priced[0]))

    def _keeps(self, properties: Mapping[str, Property]) -> None:
        """Notes whether revenue is kept as a property of its own."""
        for name, property in properties.items():
            if kind_of(property) == "number" and split_name(name)[-1] in _REVENUES:
                self.kept = True
