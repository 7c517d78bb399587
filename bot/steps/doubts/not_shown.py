"""What is asked for, and neither rows nor statement show: a property, or a kind of thing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bot.events import Rows
from bot.reader.lexicon import LEXICON
from bot.reader.wanted import heard, wanted
from bot.steps.doubts.asked import Asked, akin, property_names, said_in
from bot.steps.repair.bindings import bindings_of
from bot.stored.kinds import display_properties
from guardrails.cypher import Statement
from guardrails.syntax import Item, LabelName, Name, NodePattern, Projection, Property
from memory.catalogue import say
from memory.english import singular
from memory.schema import Label, Schema
from memory.text import split_name

_LONGEST = 3


def column_missing(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A property is asked for beside something else, and no column has it."""
    returned = [c for c in statement.query.branches[0].clauses if isinstance(c, Projection)]
    if not returned or returned[-1].star:
        return None
    shown = set(_shown(returned[-1].items, statement))
    if "" in shown:
        return None
    forms = heard(asked.question).forms
    owned = (at + 1 for at, form in enumerate(forms) if form in LEXICON.plurals | LEXICON.singulars)
    for at in owned:
        words = [singular(form) for form in forms[at : at + _LONGEST]]
        names = [n for n in property_names(asked.schema) if _begins(words, split_name(n))]
        if names and not any(shown & {singular(w) for w in split_name(n)} for n in names):
            return say("The {name} is asked for, too: return it.", name=names[0])
    return None


def thing_missing(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A kind of thing is asked for, and no node, relationship or column of the statement is one."""
    word, label = _thing(asked)
    if label is None:
        return None
    said = {singular(other) for other in said_in(statement).split()}
    alike = _alike(label, asked.schema)
    named = {part.name for part in statement.query.walk() if isinstance(part, LabelName)}
    if named & alike or any(akin(word, other) for other in said):
        return None
    if any(not _named(node) for node in _nodes(statement)):
        return None
    return say("{label} nodes are asked for, and none are in it.", label=label.name)


def thing_unshown(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A kind of thing is asked for, and the rows do not say which: they show other properties."""
    _, label = _thing(asked)
    names = set(display_properties(label)) if label is not None else set()
    if label is None or not names or len(statement.query.branches) != 1:
        return None
    bindings, alike = bindings_of(statement.query, asked.schema), _alike(label, asked.schema)
    projections = [c for c in statement.query.branches[0].clauses if isinstance(c, Projection)]
    if not projections or any(clause.star for clause in projections):
        return None
    shown: set[str] = set()
    for part in (part for clause in projections for item in clause.items for part in item.walk()):
        if not isinstance(part, Property) or not isinstance(part.base, Name):
            continue
        if alike & set(bindings.of(part.base.name)):
            shown.add(part.name)
    last = [item.expression for item in projections[-1].items]
    if any(isinstance(one, Name) and bindings.is_node(one.name) for one in last):
        return None
    if not shown or shown & names:
        return None
    return say(
        "It does not show which {label} each row is: return its {name}, too.",
        label=label.name,
        name=min(names),
    )


def _thing(asked: Asked) -> tuple[str, Label | None]:
    """The noun that the question asks for, and the label it names, if it can mean no property."""
    word = singular(wanted(asked.question))
    labels = [n for n in asked.schema.labels if [singular(w) for w in split_name(n)] == [word]]
    if len(labels) != 1 or any(word in split_name(n) for n in property_names(asked.schema)):
        return word, None
    return word, asked.schema.labels[labels[0]]


def _alike(label: Label, schema: Schema) -> set[str]:
    """A label with those that its nodes may bear, too."""
    narrower = {name for name, other in schema.labels.items() if label.name in other.implies}
    return {label.name, *label.together, *label.implies, *narrower}


def _nodes(statement: Statement) -> Iterator[NodePattern]:
    return (part for part in statement.query.walk() if isinstance(part, NodePattern))


def _named(node: NodePattern) -> bool:
    """Whether a node says what it is."""
    return any(isinstance(part, LabelName) for part in node.walk())


def _begins(words: Iterable[str], name: list[str]) -> bool:
    """Whether words begin with a property's name."""
    own = [singular(word) for word in name]
    return list(words)[: len(own)] == own


def _shown(items: tuple[Item, ...], statement: Statement) -> Iterator[str]:
    """The words of the columns; "" where one is a whole node."""
    nodes = {p.variable for p in statement.query.walk() if isinstance(p, NodePattern)}
    aliased = {
        part.alias: part.expression
        for part in statement.query.walk()
        if isinstance(part, Item) and part.alias
    }
    for item in items:
        expression = item.expression
        if isinstance(expression, Name):
            expression = aliased.get(expression.name, expression)
        if isinstance(expression, Name) and expression.name in nodes:
            yield ""
        for part in (*expression.walk(), Name(item.alias or "_")):
            if isinstance(part, Property | Name):
                yield from (singular(word) for word in split_name(part.name))
