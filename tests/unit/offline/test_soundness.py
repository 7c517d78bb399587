"""A tree that speaks of what it does not match is none."""

from bot.offline.soundness import sound
from memory.query import (
    Attribute,
    Column,
    Comparison,
    Edge,
    Exists,
    Node,
    Not,
    Order,
    Pattern,
    Query,
)

_SHOP = Pattern((Node("shop", ("Shop",)),))
_NAME = Column(Attribute("shop", "name"), "name")


def test_what_is_matched_can_be_told() -> None:
    assert sound(Query(_SHOP, (_NAME,), "shop"))


def test_a_column_of_a_denied_pattern_is_unsound() -> None:
    edge = Edge("city", ("HAS",), "shop")
    inner = Pattern((Node("city"), Node("shop", ("Shop",))), (edge,))
    outer = Pattern((Node("city", ("City",)),), (), (Not(Exists(inner)),))
    assert not sound(Query(outer, (_NAME,), "city"))
    named = Column(Attribute("city", "name"), "name")
    assert sound(Query(outer, (named,), "city"))


def test_orders_conditions_and_edges_are_held_to_the_pattern() -> None:
    other = Attribute("street", "name")
    test = Comparison(other, "IS NOT NULL")
    assert not sound(Query(_SHOP, (_NAME,), "shop", order=(Order(other),)))
    assert not sound(Query(Pattern(_SHOP.nodes, (), (test,)), (_NAME,), "shop"))
    edge = Edge("shop", ("IN",), "street")
    assert not sound(Query(Pattern(_SHOP.nodes, (edge,)), (_NAME,), "shop"))


def test_a_source_hands_on_its_subject_alone() -> None:
    street = Node("street", ("Street",))
    both = Pattern((*_SHOP.nodes, street), (Edge("shop", ("IN",), "street"),))
    source = Query(both, (_NAME,), "shop")
    assert sound(Query(Pattern(()), (_NAME,), "shop", source=source))
    other = Column(Attribute("street", "name"), "street")
    assert not sound(Query(Pattern(()), (other,), "shop", source=source))
