"""A name asked of a label that bears it, where another that bears it is meant.

`(d:Director {name: 'X'})-[:DIRECTED]->(m)` finds nothing where a director of that name directed
nothing and a person of that name did. Tried only where the statement came back empty.
"""

from __future__ import annotations

from bot.steps.repair.bindings import Bindings, Hop, bindings_of
from bot.steps.repair.fix import Edit, Fix, Source
from bot.steps.repair.known import Known
from bot.steps.repair.tests_of_value import TextTest, text_tests
from guardrails.cypher import Statement
from guardrails.syntax import LabelName, NodePattern
from memory.catalogue import say


def wider_label(statement: Statement, known: Known) -> list[Fix]:
    """Leave out the label of a named node whose hops other labels with such names have, too."""
    source, bindings = Source(statement), bindings_of(statement.query, known.schema)
    found = []
    for test in text_tests(statement, known):
        for hop in bindings.hops:
            for node in (hop.left, hop.right):
                labels = node.labels
                if not isinstance(labels, LabelName) or not _is(test, node):
                    continue
                if _others(known, bindings, hop, node, labels.name, test.name):
                    colon = source.before(labels.start)
                    edit = Edit(colon.start if colon else labels.start, labels.end, "")
                    told = say(
                        "{value}, be it a {label} or not", value=test.value, label=labels.name
                    )
                    found.append(Fix("wider_label", told, (edit,)))
    return found[:1]


def _is(test: TextTest, node: NodePattern) -> bool:
    return test.node is node or (node.variable is not None and test.holder == node.variable)


def _others(
    known: Known, bindings: Bindings, hop: Hop, node: NodePattern, label: str, name: str
) -> bool:
    """Whether the hop joins another label that has the property, too."""
    left = hop.left is node
    others = bindings.labels(hop.right if left else hop.left)
    for type_ in hop.types:
        held = known.schema.relationships.get(type_)
        for join in held.joins if held is not None else ():
            for here, there in ((join.start, join.end), (join.end, join.start)):
                fits = there in others and here != label
                if fits and known.property_of((here,), name) is not None:
                    return True
    return False
