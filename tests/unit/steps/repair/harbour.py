"""A graph of ships and ports, as schema and stored values: what the repairs are tested on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import ClassVar

from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema
from memory.text import fold


def _label(label: str, count: int, /, **types: str) -> Label:
    properties = {
        key: Property(key, (kind,), null_share=0.2 if key in ("tonnage", "depth") else 0.0)
        for key, kind in types.items()
    }
    return Label(label, count, properties)


def _type(type_: str, joins: Sequence[tuple[str, str]], /, **types: str) -> Relationship:
    properties = {key: Property(key, (kind,)) for key, kind in types.items()}
    return Relationship(type_, 100, tuple(Join(a, b, 50) for a, b in joins), properties)


def _kept_as_text(label: Label) -> Label:
    """The label with numbers and truths that are kept as texts."""
    staff = Property("staff", ("STRING",), ("101", "12", "9"), null_share=0.1, distinct=40)
    insured = Property("insured", ("STRING",), values=("False", "True"), distinct=2)
    return replace(label, properties={**label.properties, "staff": staff, "insured": insured})


SCHEMA = Schema(
    {
        label.name: label
        for label in (
            _kept_as_text(
                _label(
                    "Ship",
                    300,
                    name="STRING",
                    tonnage="INTEGER",
                    built="DATE",
                    launched="STRING",
                    flags="LIST<STRING>",
                    active="BOOLEAN",
                    seen="LOCAL DATETIME",
                )
            ),
            _label("Port", 80, name="STRING", code="STRING", depth="FLOAT"),
            _label("Country", 40, name="STRING", iso="STRING"),
            _label("Captain", 200, name="STRING", born="DATE"),
            _label("Company", 60, name="STRING", motto="STRING", revenue="INTEGER"),
        )
    },
    {
        rel.type: rel
        for rel in (
            _type("CALLED_AT", [("Ship", "Port")], days="INTEGER", arrived="INTEGER"),
            _type("LIES_IN", [("Port", "Country")]),
            _type("COMMANDS", [("Captain", "Ship")], since="DATE", rating="FLOAT"),
            _type("OWNED_BY", [("Ship", "Company")]),
            _type("CONTROLS", [("Company", "Company")]),
            _type("REVIEWED", [("Captain", "Port")], summary="STRING", score="INTEGER"),
        )
    },
)

STORED = (
    ("Ship", "name", "Blue Heron"),
    ("Ship", "name", "Åland Star"),
    ("Port", "name", "Rotterdam"),
    ("Port", "code", "NLRTM"),
    ("Country", "name", "Netherlands"),
    ("Country", "name", "Norway"),
    ("Country", "iso", "NOR"),
    ("Captain", "name", "Mara Lind"),
    ("Company", "name", "Northern Lines"),
)


class Stored:
    """Finds a stored value by its folded text, or by a slip that is listed here."""

    slips: ClassVar = {"roterdam": "Rotterdam", "norways": "Norway"}

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def lookup(self, question: str) -> list[LinkedValue]:
        """The values that the whole text stands for."""
        self.asked.append(question)
        text = question.strip('"')
        wanted = self.slips.get(fold(text), text)
        return [
            LinkedValue(text, label, name, value, 1, 1 + len(text), 1.0 if value == text else 0.95)
            for label, name, value in STORED
            if fold(value) == fold(wanted)
        ]
