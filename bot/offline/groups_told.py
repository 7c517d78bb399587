"""Things told one by one where their groups are asked for: the kinds of them, the best status."""

from __future__ import annotations

import re
from collections.abc import Container

from bot.offline.joined_wrongly import (
    does_by_another,
    lists_others,
    lists_the_modifier,
    made_by_two,
)
from bot.offline.kinds import display_properties, kind_of
from bot.offline.telling_tree import variables_of
from bot.offline.vocabulary import expand
from bot.offline.words import lemmas
from memory.query import Aggregate, Attribute, Comparison, Constant, Entity, Operand, Query
from memory.schema import Label, Schema
from memory.text import fold, split_name
from memory.tree_edits import attributes_of

_ASKED = re.compile(
    r"\b(?:what|which|how many|different|various)(?: different| various)? (?:kind|type|sort)s? of "
    r"(?P<noun>\w+(?: \w+)?)",
    re.I,
)
_EACH_KIND = re.compile(
    r"\b(?:per|by|for each|for every|of each) (?:kind|type|sort|category|class) of \w+", re.I
)
# What things are sorted into, by the name of its label.
_SORTS = frozenset(
    ["category", "type", "kind", "class", "genre", "style", "species", "breed", "variety", "sort"]
)
_KINDS = frozenset(["kind", "type", "sort", "category", "class"])
_PRICED = re.compile(r"\b(?:cheapest|priciest|dearest|(?:most|least) expensive)\b", re.I)
_PRICES = frozenset(["price", "cost", "fee", "fare", "charge", "rate", "budget", "tariff"])
_AGE_OF_EACH = re.compile(
    r"\b(?:average|mean|median) age (?:per|by|for (?:each|every)|(?:in|of) (?:each|every)) "
    r"(?P<noun>\w+(?: \w+)?)",
    re.I,
)
_FIGURE_FOR_EACH = re.compile(
    r"\b(?:average|mean|total|combined) (?!number\b)\w+(?: \w+)? of (?:all )?(?:the |our )?\w+ "
    r"(?:per|by|for (?:each|every)) (?P<group>\w+(?: \w+)?)\W*\Z",
    re.I,
)
_LATEST_BY = re.compile(
    r"\b(?:latest|newest|earliest|oldest|(?:most|least) recent|last|first)\b.* by ", re.I
)
_EACH = re.compile(r"\b(?:each|every|per)\b", re.I)
_WHOSE_LAST = re.compile(
    r"\b(?:whose|where (?:the|their)|had their|have their) "
    r"(?:very )?(?:last|latest|most recent|newest|first|earliest|oldest) [a-z]+",
    re.I,
)
_DAYS = frozenset(["date", "day", "time", "timestamp"])
_HOW_MANY = re.compile(r"\A\W*(?:how many|(?:what is |what's )?the number of)\b", re.I)
# Where each value is borne so often, those that bear it are no longer as many as the values.
_OFTEN = 1.2
# Of so many that bear it on average, a value sorts them.
_SHARED = 3


def told_apart(question: str, query: Query, schema: Schema) -> bool:
    """Whether a tree tells of single things what is asked of groups, or of others."""
    if averages_one(query, schema) or sums_twice(query) or sums_in_several_ways(query):
        return True
    if query.form == "value" and query.source is None and _figure_for_each(question, query):
        return True
    denials = (
        forgets_the_kinds,
        forgets_each_kind,
        averages_the_groups,
        prices_otherwise,
        groups_by_days,
        counts_bearers,
        does_by_another,
        lists_others,
        lists_the_modifier,
        made_by_two,
        picks_the_last_of_all,
    )
    return any(denied(question, query, schema) for denied in denials)


def _figure_for_each(question: str, query: Query) -> bool:
    """Whether groups are lost: the average disk of machines per type, and not by Greta."""
    found = _FIGURE_FOR_EACH.search(question)
    if found is None:
        return False
    tests = [t for t in query.pattern.where if isinstance(t, Comparison)]
    named = [fold(str(t.right.value)) for t in tests if isinstance(t.right, Constant)]
    return not any(fold(found["group"]) in name for name in named)


def forgets_the_kinds(question: str, query: Query, schema: Schema) -> bool:
    """Whether the things are told or counted where their *kinds* are asked for."""
    found = _ASKED.search(question)
    if found is None or query.form not in ("list", "count"):
        return False
    labels = {
        n.variable: schema.labels[n.labels[0]]
        for n in query.pattern.nodes
        if n.labels and n.labels[0] in schema.labels
    }
    meant = {v for v, label in labels.items() if _meant(fold(found["noun"]), label, schema)}
    told = [column.operand for column in query.columns]
    if meant and any(_sorts_others(operand, meant) for operand in told):
        return True
    if query.subject not in meant:
        return False
    label = labels[query.subject]
    plain = {*display_properties(label)}
    plain |= {name for name, one in label.properties.items() if kind_of(one) != "text"}
    alone = all(_is_name(operand, query.subject, plain) for operand in told)
    return alone and _sorted(label, schema)


def forgets_each_kind(question: str, query: Query, schema: Schema) -> bool:
    """Whether no kind is told *for each kind of house*."""
    if not _EACH_KIND.search(question):
        return False
    told = [column.operand for column in query.columns]
    named = [word for x in told for a in attributes_of(x) for word in split_name(a.property)]
    nodes = {v for x in told for v in variables_of(x)}
    labels = [x for n in query.pattern.nodes if n.variable in nodes for x in n.labels]
    return not {*named, *(word for x in labels for word in split_name(x))} & _SORTS


def averages_one(query: Query, schema: Schema) -> bool:
    """Whether the average of one thing alone picks what is told of it.

    Which status has the highest average price is no question for the dearest thing's status.
    """
    keys = [order.operand for order in query.order]
    keys += [test.left for test in query.having if isinstance(test, Comparison)]
    whose = {
        key.operand.variable
        for key in keys
        if isinstance(key, Aggregate) and isinstance(key.operand, Attribute)
    } & {*query.distinct_on}
    for node in query.pattern.nodes:
        label = schema.labels.get(node.labels[0]) if node.labels else None
        told = [c.operand for c in query.columns if not isinstance(c.operand, Aggregate)]
        if node.variable in whose and label is not None and display_properties(label):
            return not any(_is_name(x, node.variable, {*display_properties(label)}) for x in told)
    return False


def sums_twice(query: Query) -> bool:
    """Whether what lines keep is added up for each of the lines beside them.

    The revenue by category is not that of whole orders for the category of each product in them.
    """
    edges = {edge.variable: edge for edge in query.pattern.edges if edge.variable}
    told = [column.operand for column in query.columns] + [o.operand for o in query.order]
    summed = {
        name
        for operand in told
        if isinstance(operand, Aggregate) and operand.function == "sum"
        for name in variables_of(operand.operand)
        if name in edges
    }
    return any(
        other is not edges[name]
        and other.types == edges[name].types
        and {other.start, other.end} & {edges[name].start, edges[name].end}
        for name in summed
        for other in query.pattern.edges
    )


def sums_in_several_ways(query: Query) -> bool:
    """Whether amounts are added up for each of what they are joined to in one way or another.

    The value per house is not that of what hangs there and of what shows it.
    """
    told = [column.operand for column in query.columns]
    summed = any(isinstance(x, Aggregate) and x.function in ("sum", "avg") for x in told)
    summed = summed and not all(isinstance(x, Aggregate) for x in told)
    ways = [edge for edge in query.pattern.edges if len(edge.types) > 1]
    return summed and any({edge.start, edge.end} & {*query.distinct_on} for edge in ways)


def prices_otherwise(question: str, query: Query, schema: Schema) -> bool:
    """Whether the cheapest are told by what is no price, where the way to them keeps one."""
    if not _PRICED.search(question) or len(query.order) != 1:
        return False
    told = {w for a in attributes_of(query.order[0].operand) for w in split_name(a.property)}
    if not told or told & _PRICES:
        return False
    types = [schema.relationships[t] for edge in query.pattern.edges for t in edge.types]
    kept = {w for one in types for name in one.properties for w in split_name(name)}
    return bool(kept & _PRICES)


def groups_by_days(question: str, query: Query, schema: Schema) -> bool:
    """Whether the latest *by date* are told for each date: days kept as texts are no groups."""
    if not query.each or not _LATEST_BY.search(question) or _EACH.search(question):
        return False
    keys = [a for key in query.each for a in attributes_of(key)]
    named = {word for key in keys for word in split_name(key.property)}
    return bool(named & _DAYS)


def counts_bearers(question: str, query: Query, schema: Schema) -> bool:
    """Whether all that have a value are counted where its values are: how many colours."""
    if query.form != "count" or not _HOW_MANY.match(question):
        return False
    named = (n for n in query.pattern.nodes if n.labels and n.variable == query.subject)
    label = next((n.labels[0] for n in named), "")
    known = schema.labels.get(label)
    said = {lemma for word in fold(question).split() for lemma in lemmas(word.strip("?.,!"))}
    if known is None or said & set(lemmas(expand(split_name(label))[-1])):
        return False
    for test in query.pattern.where:
        if not isinstance(test, Comparison) or test.operator != "IS NOT NULL":
            continue
        for one in attributes_of(test.left):
            held = known.properties.get(one.property)
            several = held is not None and 0 < held.distinct * _OFTEN < known.count
            if several and set(lemmas(split_name(one.property)[-1])) & said:
                return True
    return False


def averages_the_groups(question: str, query: Query, schema: Schema) -> bool:
    """Whether an *average age per team* is told as that of the teams."""
    found = _AGE_OF_EACH.search(question)
    if found is None or len(query.columns) != 1 or query.distinct_on:
        return False
    subject = next((n for n in query.pattern.nodes if n.variable == query.subject), None)
    label = schema.labels.get(subject.labels[0]) if subject and subject.labels else None
    return label is not None and _meant(fold(found["noun"]), label, schema)


def _meant(words: str, label: Label, schema: Schema) -> bool:
    """Whether the words name things of that label, or wider ones that these are."""
    said = {lemma for word in words.split() for lemma in lemmas(word)}
    named = [label.name, *label.implies]
    return any(expand(split_name(name))[-1] in said for name in named if name in schema.labels)


def _sorts_others(operand: Operand, meant: set[str]) -> bool:
    """Whether the kind of something else is told: the type of who filed the claims."""
    if not isinstance(operand, Attribute) or operand.variable in meant:
        return False
    return expand(split_name(operand.property))[-1] in _KINDS


def _is_name(operand: Operand, subject: str, names: set[str]) -> bool:
    """Whether a column tells or counts the things themselves."""
    match operand:
        case Aggregate("count", Entity(variable)):
            return variable == subject
        case Attribute(variable, name):
            return variable == subject and name in names
    return operand == Entity(subject)


def _sorted(label: Label, schema: Schema) -> bool:
    """Whether a word is stored that many of the things share, or sorts are things of their own."""
    names = {*display_properties(label)}
    if sorts_joined(schema, {label.name, *label.implies}):
        return True
    return any(
        kind_of(one) == "text" and name not in names and 1 < one.distinct * _SHARED <= label.count
        for name, one in label.properties.items()
    )


def sorts_joined(schema: Schema, labels: Container[str]) -> set[str]:
    """What things of these labels are joined to that sorts them, in words: genres, of films."""
    joins = [join for relationship in schema.relationships.values() for join in relationship.joins]
    ends = {j.end for j in joins if j.start in labels} | {j.start for j in joins if j.end in labels}
    named = (expand(split_name(end)) for end in ends)
    return {" ".join(said) for said in named if said and said[-1] in _SORTS}


def picks_the_last_of_all(question: str, query: Query, schema: Schema) -> bool:
    """Whether things whose last test failed are those of the one last test that failed of all.

    The last of each is not told from the others by any tree.
    """
    source = query.source
    one = source is not None and source.limit == 1 and source.subject != query.subject
    return (one or bool(query.order)) and bool(_WHOSE_LAST.search(question))
