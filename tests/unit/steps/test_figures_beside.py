"""Figures of several questions in one are told by what they count or are called."""

from __future__ import annotations

from bot.events import Rows
from bot.steps.figures_beside import figures_told
from memory.query import Aggregate, Attribute, Column, Entity, Figure, Node, Pattern, Query


def counted(variable: str, label: str) -> Query:
    column = Column(Aggregate("count", Entity(variable), distinct=True), f"{label.lower()}s")
    return Query(Pattern((Node(variable, (label,)),)), (column,), variable, form="count")


def test_counts_have_their_nouns_and_other_figures_their_names() -> None:
    ships = counted("s", "Ship")
    mean = Column(Aggregate("avg", Attribute("s", "length")), "average_length")
    ports = Column(Figure(counted("p", "Port")), "ports")
    query = Query(ships.pattern, (*ships.columns, mean, ports), "s", form="value")
    rows = Rows(("ships", "average_length", "ports"), ((12, 30.5, 1),), 1, False)
    assert figures_told(rows, query) == ("12 ships; average length 30.5; 1 port.", None, None)


def test_a_list_has_none() -> None:
    query = Query(Pattern((Node("s", ("Ship",)),)), (Column(Attribute("s", "name"), "name"),), "s")
    rows = Rows(("name",), (("Argo",),), 1, False)
    assert figures_told(rows, query) == ("", rows, query)
