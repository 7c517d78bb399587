"""Above the average of their own department: the figure of each group, held against its own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.figures import figures_of
from bot.offline.frames.asked import Asked, Edit, Heard, cued, used_by
from bot.offline.frames.groups import (
    all_there,
    apart,
    ends_of_words,
    grouped,
    keys_of,
    measures,
    shared,
)
from bot.offline.kinds import telling_properties
from bot.offline.naming import column_names
from bot.offline.subtrees import node_of, variables
from bot.offline.telling_tree import comparisons
from bot.offline.words import is_plural
from memory.query import (
    Aggregate,
    Arithmetic,
    Attribute,
    Column,
    Comparison,
    Condition,
    Entity,
    Figure,
    Node,
    Operand,
    Pattern,
    Query,
)
from memory.text import fold
from memory.tree_edits import edit_comparisons

_COST = 0.05
_OWN = r"(?:(?:their|its|his|her|his or her)(?: own| respective)?|the (?:same|respective))"
_FINITE = r"(?:is|are|was|were|has|have|had|do|does|did|can|will|that|who|which|whose)\b"
_MEAN = re.compile(r"\b(?:average|mean)\b", re.I)
# The average salary *in their department*.
_BEHIND = re.compile(
    rf" (?:of|in|for|at|within|among|across|from|on|by|to|with) {_OWN} (?=\w)", re.I
)
# *Their department's* average; *the industry* average.
_BEFORE = re.compile(
    rf"\b(?:{_OWN}|(?<=than )the|(?<=above )the|(?<=below )the|(?<=over )the|(?<=under )the) "
    r"(?P<thing>\w+(?: \w+)?)(?:['’]s?)? (?=(?:average|mean)\b)",
    re.I,
)
_SECOND = re.compile(rf" and (?:{_OWN} )?(?=\w)(?!{_FINITE})", re.I)


@cued("average", "mean")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which employees earn more than the average of their department?"""
    question = asked.question
    mean = _MEAN.search(question)
    if mean is None:
        return
    before = _BEFORE.search(question)
    if before is not None:
        yield from _held(asked, (*before.span(), "the "), before.span("thing"))
    for found in _BEHIND.finditer(question, mean.end()):
        ends = ends_of_words(question, found.end())
        for end in [*_both(question, ends), *ends]:
            yield from _held(asked, (found.start(), end, ""), (found.end(), end))


def _both(question: str, ends: list[int]) -> Iterator[int]:
    """Where the words for a second group end: of their genre *and year*."""
    for end in ends:
        if more := _SECOND.match(question, end):
            yield from ends_of_words(question, more.end())


def _held(asked: Asked, gone: Edit, thing: tuple[int, int]) -> Iterator[Heard]:
    """The question without its groups, and the figure for each of them."""
    if is_plural(fold(asked.question[slice(*thing)].split()[-1])):
        # The average of their teams: that is of what each of them has.
        return
    heard = asked.hear(gone)
    figures = figures_of(heard.query) if heard is not None else ()
    if heard is None or len(figures) != 1 or heard.query.source is not None:
        return
    (figure,) = figures
    labels = node_of(figure.query, figure.query.subject).labels
    counted = grouped(asked, labels, thing) if _plain(figure) else None
    if counted is None:
        return
    groups = apart(replace(heard.query, subject=figure.query.subject), counted.query)
    if any(measures(asked, column.operand, labels[0]) for column in keys_of(groups)):
        return
    if not all_there(groups):
        return
    whole = _put(asked, heard.query, figure, groups)
    if whole is not None:
        yield Heard(whole, heard.cost + counted.cost + _COST, used_by(heard, counted))


def _plain(figure: Figure) -> bool:
    """Whether a figure is the average over all of a label, none of them picked by others."""
    query = figure.query
    operand = query.columns[0].operand
    mean = isinstance(operand, Aggregate) and operand.function == "avg"
    of_each = mean and query.distinct_on == (query.subject,)
    return mean and query.source is None and (of_each or not query.pattern.edges)


def _put(asked: Asked, query: Query, figure: Figure, groups: Query) -> Query | None:
    """The tree held against the figure of each group, which is joined to what is compared."""
    subject, pattern = figure.query.subject, query.pattern
    if all(node.variable != subject for node in pattern.nodes):
        return None
    groups = shared(pattern, groups)
    nodes = {n.variable: n for n in (*pattern.nodes, *groups.pattern.nodes)}
    keys = [c.operand for c in keys_of(groups)]
    each = tuple(dict.fromkeys(_group(asked, key, subject, nodes) for key in keys))
    apart = [group.variable for group in each if isinstance(group, Entity)]
    if any(nodes[name].labels == nodes[subject].labels for name in apart):
        return None
    own = Figure(_of_each(figure.query, groups.pattern, apart), each)
    joined = _joined(pattern, groups.pattern)

    def edit(test: Comparison) -> tuple[Condition, ...]:
        right = test.right
        if right == figure:
            return (replace(test, right=own),)
        if isinstance(right, Arithmetic) and right.left == figure:
            return (replace(test, right=replace(right, left=own)),)
        return (test,)

    whole = edit_comparisons(replace(query, pattern=joined), edit)
    return _shown(whole, own, keys, apart)


def _group(asked: Asked, key: Operand, subject: str, nodes: dict[str, Node]) -> Operand:
    """What a group is: a node where it is told by its name, else the value."""
    if not isinstance(key, Attribute) or key.variable == subject:
        return key
    label = asked.lexicon.schema.labels.get(nodes[key.variable].labels[0])
    named = label is not None and key.property in telling_properties(label)
    return Entity(key.variable) if named else key


def _of_each(query: Query, groups: Pattern, apart: list[str]) -> Query:
    """The figure's own query with its groups."""
    pattern = _joined(query.pattern, groups)
    rows = (*apart, query.subject) if groups.edges or query.distinct_on else ()
    return replace(query, pattern=pattern, distinct_on=rows)


def _joined(pattern: Pattern, groups: Pattern) -> Pattern:
    there = {node.variable for node in pattern.nodes}
    return Pattern(
        (*pattern.nodes, *(n for n in groups.nodes if n.variable not in there)),
        (*pattern.edges, *(e for e in groups.edges if e not in pattern.edges)),
        pattern.where,
    )


def _shown(query: Query, own: Figure, keys: list[Operand], apart: list[str]) -> Query:
    """The tree with the groups and their figures beside what is listed."""
    summed = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    counts = [x for x in summed if query.subject not in query.distinct_on]
    if query.form != "list" or query.distinct or counts:
        return query
    labels = {n.variable: n.labels for n in query.pattern.nodes}
    named = [t.left for t in comparisons(query.pattern.where) if t.operator == "="]
    new = [key for key in keys if key not in named]
    told = list(dict.fromkeys([*(c.operand for c in query.columns), *new]))
    names = [*column_names(told, labels, query.subject), own.query.columns[0].name]
    columns = tuple(Column(o, name) for o, name in zip([*told, own], names, strict=True))
    shown = [name for name in apart if any(name in variables(key) for key in new)]
    rows = tuple(dict.fromkeys((*query.distinct_on, query.subject, *shown)))
    edges = bool(query.pattern.edges)
    return replace(query, columns=columns, distinct_on=rows if edges else query.distinct_on)
