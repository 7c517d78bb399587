"""What can speak against a statement and its rows, one check each: a short sentence, or None.

Each holds for any graph: it compares the words of the question with schema, links and statement.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import lemminflect

from bot.events import Rows
from bot.offline.kinds import display_properties
from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.known import Known
from bot.steps.repair.tests_of_value import text_tests
from guardrails.cypher import Statement
from guardrails.syntax import (
    Binary,
    Constant,
    Item,
    LabelName,
    MapOf,
    MapProjection,
    Name,
    NodePattern,
    Projection,
    Property,
)
from memory.english import FUNCTION_WORDS, NUMBER_WORDS, singular, stem
from memory.schema import Label, LinkedValue, Schema
from memory.text import fold, split_name

_COUNTS = {word: number for word, number in NUMBER_WORDS.items() if 1 < number <= 100}
_COUNT = rf"(\d{{1,4}}|{'|'.join(_COUNTS)})\b(?![.,]?\d|\s*(?:%|percent))"
_SUPERLATIVE = (
    r"(?:most|least|highest|lowest|largest|smallest|biggest|greatest|best|worst|longest|shortest|"
    r"oldest|youngest|newest|latest|earliest|fewest|cheapest|\w{3,}iest)"
)
_UNITS = r"(?:second|minute|hour|day|night|week|month|quarter|year|decade|centur)"
_BEFORE_ROWS = r"top|first|last|bottom|name|list|identify|find|show(?: me)?|give(?: me)?"
_ROWS = re.compile(
    rf"\b(?:{_BEFORE_ROWS})\s+{_COUNT}(?!\s+{_UNITS})|\b{_COUNT}\s+{_SUPERLATIVE}\b",
    re.IGNORECASE,
)
_ASKED_TOO = re.compile(
    r"\b(?:and|including|along with|together with|alongside)\s+(?:their|its|his|her|the)"
    r"\s+((?:[\w-]+\s*){1,3})|\btheir\s+((?:[\w-]+\s*){1,3})",
    re.IGNORECASE,
)
_THING = re.compile(
    r"(?:which|what|list|show(?: me)?|name|find|give me)\s+"
    r"(?:all\s+)?(?:the\s+|of the\s+)?(?:(?:top|first|last|bottom)\s+)?"
    rf"(?:(?:\d{{1,4}}|{'|'.join(_COUNTS)})\s+)?([\w-]+)",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?<![\w.,])\d[\d,]*(?:\.\d+)?(?![\w])")
_SURE = 1.0
_SHORTEST = 3
_FAMILY = 5
# What people call the parts of any graph.
_GRAPH_WORDS = frozenset(
    ["node", "nodes", "graph", "database", "data", "entity", "entities", "record", "records"]
)


@dataclass(frozen=True, slots=True)
class Asked:
    """A standalone question, the values its words stand for, and the words nobody could read."""

    question: str
    schema: Schema
    linked: tuple[LinkedValue, ...] = ()
    unread: tuple[str, ...] = ()


def impossible_path(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A hop that the schema has in neither direction, or only the other way round."""
    bindings = bindings_of(statement.query, asked.schema)
    for hop in bindings.hops:
        if bindings.possible(hop):
            continue
        types = "|".join(hop.types) or "a relationship"
        left, right = (_labels(node) for node in (hop.left, hop.right))
        if bindings.possible(hop, turned=True):
            return f"{types} runs the other way between {left} and {right}."
        return f"No {types} joins {left} and {right}."
    return None


def unstored_value(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A text that is none of the values which the property has, all of which are known."""
    excluded = [
        (part.left.name, part.right.value, part.left.base.name)
        for part in statement.query.walk()
        if isinstance(part, Binary)
        and part.operator in ("<>", "!=")
        and isinstance(part.left, Property)
        and isinstance(part.left.base, Name)
        and isinstance(part.right, Constant)
    ]
    bindings = bindings_of(statement.query, asked.schema)
    tests = [(t.owners, t.name, t.value) for t in text_tests(statement, Known(asked.schema))]
    tests += [
        (bindings.of(v), name, value) for name, value, v in excluded if isinstance(value, str)
    ]
    for owners, name, value in tests:
        stored = [_values(asked.schema, owner, name) for owner in owners]
        if stored and all(stored) and not any(value in (values or ()) for values in stored):
            near = [v for v in stored[0] or () if fold(str(v)) == fold(value)]
            hint = f"; stored is '{near[0]}'" if near else ""
            return f"No {owners[0]}.{name} is '{value}'{hint}."
    return None


def rows_missed(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A number of rows is asked for, and there are more, or the LIMIT is smaller."""
    wanted = rows_asked(asked.question)
    if wanted is None:
        return None
    numbers = {p.value for p in statement.query.walk() if isinstance(p, Constant)}
    limits = [
        clause.limit.value
        for clause in statement.query.walk()
        if isinstance(clause, Projection) and isinstance(clause.limit, Constant)
    ]
    count = result.row_count if result.row_count is not None else len(result.rows)
    if wanted not in numbers and count > wanted:
        return f"{wanted} are asked for, and it returns {count}: LIMIT {wanted} is missing."
    smaller = [limit for limit in limits if isinstance(limit, int) and limit < wanted]
    if wanted not in numbers and smaller:
        return f"{wanted} are asked for, and LIMIT is {smaller[0]}."
    return None


def rows_asked(question: str) -> int | None:
    """The number of rows that a question names, if it does.

    >>> rows_asked("the top 5 films"), rows_asked("the three longest"), rows_asked("Name 4 ports")
    (5, 3, 4)
    >>> rows_asked("films of the last two years"), rows_asked("the top 10 % of films")
    (None, None)
    """
    found = _ROWS.search(question)
    word = next((group for group in found.groups() if group), "") if found else ""
    return int(word) if word.isdigit() else _COUNTS.get(word.lower())


def link_unused(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A stored value is named, and nothing in the statement stands for it."""
    said = _said(statement)
    for link in asked.linked:
        text = str(link.value)
        if link.score < _SURE or len(text) < _SHORTEST or not isinstance(link.value, str):
            continue
        if not _sure_name(link, asked):
            continue
        alike = [other for other in asked.linked if _over(other, link)]
        if not any(_mentions(said, word) for other in alike for word in (other.text, other.value)):
            return f"It does not ask for '{text}' ({link.label}.{link.property})."
    return None


def number_unused(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A number of the question that is nowhere in the statement, nor next to one that is."""
    text = asked.question
    inside = [(link.start, link.end) for link in asked.linked if isinstance(link.value, str)]
    said = {float(n) for n in re.findall(r"\d+(?:\.\d+)?", statement.text)}
    for found in _NUMBER.finditer(text):
        if any(start <= found.start() < end for start, end in inside):
            continue
        value = float(found[0].replace(",", ""))
        if value == rows_asked(text):
            continue
        near = {value, value + 1, value - 1, value / 100}
        scaled = any(n and value and _tens(n / value) for n in said)
        if not near & said and not scaled and value > 1:
            return f"The {found[0]} of the question is not used."
    return None


def column_missing(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A property is asked for beside something else, and no column has it."""
    returned = [c for c in statement.query.branches[0].clauses if isinstance(c, Projection)]
    if not returned or returned[-1].star:
        return None
    shown = set(_shown(returned[-1].items, statement))
    if "" in shown:
        return None
    for found in _ASKED_TOO.finditer(asked.question):
        words = [singular(w) for w in fold(found[1] or found[2] or "").split()]
        names = [n for n in _property_names(asked.schema) if _begins(words, split_name(n))]
        if names and not any(shown & {singular(w) for w in split_name(n)} for n in names):
            return f"The {names[0]} is asked for, too: return it."
    return None


def thing_missing(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A kind of thing is asked for, and no node, relationship or column of the statement is one."""
    word, label = _thing(asked)
    if label is None:
        return None
    said = {singular(other) for other in _said(statement).split()}
    alike = _alike(label, asked.schema)
    named = {part.name for part in statement.query.walk() if isinstance(part, LabelName)}
    if named & alike or any(_akin(word, other) for other in said):
        return None
    if any(not _named(node) for node in _nodes(statement)):
        return None
    return f"{label.name} nodes are asked for, and none are in it."


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
    return f"It does not show which {label.name} each row is: return its {sorted(names)[0]}, too."


def _thing(asked: Asked) -> tuple[str, Label | None]:
    """The noun that the question asks for, and the label it names, if it can mean no property."""
    found = _THING.match(asked.question.strip())
    word = singular(fold(found[1])) if found is not None else ""
    labels = [n for n in asked.schema.labels if [singular(w) for w in split_name(n)] == [word]]
    if len(labels) != 1 or any(word in split_name(n) for n in _property_names(asked.schema)):
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


def word_unused(asked: Asked, statement: Statement, result: Rows) -> str | None:
    """A noun or verb that neither schema nor values account for, and that the statement lacks.

    Adjectives and adverbs (high, still) are often said by a comparison.
    """
    word = unaccounted(asked, statement)
    return f"Nothing in it stands for “{word}”." if word else None


def unaccounted(asked: Asked, statement: Statement) -> str:
    """The first such word; "" where there is none."""
    said = {*_said(statement).split()}
    for word in asked.unread:
        folded = fold(word)
        told = len(folded) < _SHORTEST or folded in FUNCTION_WORDS | _GRAPH_WORDS
        if not told and not _by_the_way(folded) and not any(_akin(folded, other) for other in said):
            return word
    return ""


def _by_the_way(word: str) -> bool:
    kinds = lemminflect.getAllLemmas(word)
    return "ADJ" in kinds or "ADV" in kinds or word in NUMBER_WORDS


def _akin(word: str, other: str) -> bool:
    """Whether words are of one family: supply and supplier."""
    if len(word) >= _FAMILY and word[:_FAMILY] == other[:_FAMILY]:
        return True
    return stem(singular(word)) == stem(singular(other))


def _labels(node: NodePattern) -> str:
    names = [part.name for part in node.walk() if isinstance(part, LabelName)]
    return "|".join(names) or f"({node.variable or ''})"


def _values(schema: Schema, owner: str, name: str) -> tuple[object, ...] | None:
    """All stored values of a property, where they are few enough to be known."""
    held = schema.labels.get(owner) or schema.relationships.get(owner)
    stored = held.properties.get(name) if held is not None else None
    return stored.values if stored is not None and not schema.sampled else None


def _said(statement: Statement) -> str:
    """All words of a statement, folded: names apart, texts as they are."""
    words: list[str] = []
    for part in statement.query.walk():
        match part:
            case Constant(value=str(text)):
                words.append(fold(text))
            case LabelName(name=name) | Property(name=name) | Name(name=name):
                words += split_name(name)
            case Item(alias=str(alias)):
                words += split_name(alias)
            case MapOf(entries=entries) | MapProjection(entries=entries):
                words += [word for key, _ in entries if key for word in split_name(key)]
    return f" {fold(' '.join(words))} "


def _mentions(said: str, text: object) -> bool:
    """Whether a statement has a text, or a telling part of it."""
    folded = fold(str(text))
    parts = [word for word in folded.split() if word not in FUNCTION_WORDS and len(word) > 1]
    stems = {stem(word) for word in said.split()}
    return bool(folded) and (folded in said or any(stem(word) in stems for word in parts))


def _sure_name(link: LinkedValue, asked: Asked) -> bool:
    """Whether the words can hardly be meant otherwise.

    They are no function words, no words of a schema element, and written as a name, or the value is
    one of few.
    """
    words = fold(link.text).split()
    elements = (*asked.schema.labels, *asked.schema.relationships, *_property_names(asked.schema))
    known = {stem(singular(word)) for name in elements for word in split_name(name)}
    if {stem(singular(word)) for word in words} <= known or set(words) <= FUNCTION_WORDS:
        return False
    named = any(letter.isupper() or letter.isdigit() for letter in link.text)
    listed = _values(asked.schema, link.label, link.property) is not None
    return listed or (named and (link.start > 0 or len(words) > 1))


def _over(other: LinkedValue, link: LinkedValue) -> bool:
    return other.start < link.end and link.start < other.end


def _tens(ratio: float) -> bool:
    """Whether numbers differ in their unit alone: thousands, millions, per cents."""
    return any(abs(ratio - power) < power * 1e-9 for power in (1e3, 1e6, 1e9, 60.0, 3600.0))


def _property_names(schema: Schema) -> Iterator[str]:
    for label in schema.labels.values():
        yield from label.properties
    for relationship in schema.relationships.values():
        yield from relationship.properties


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
