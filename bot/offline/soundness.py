"""Whether a tree can be said at all: everything that it speaks of is matched somewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.approximate import takes_exactly
from bot.offline.both_of_one import parts_the_two
from bot.offline.contradicts import contradicts
from bot.offline.found_there import finds_where_found
from bot.offline.half_answered import half_answered
from bot.offline.joined_wrongly import (
    denied_of_another,
    denied_of_somebody,
    denied_the_other_way,
    denies_on_the_way,
    does_the_same,
    joins_the_date,
    lets_others_do,
    picks_from_others,
    receives_by_giving,
    sells_by_buying,
)
from bot.offline.left_out import (
    forgets_how_often,
    forgets_the_about,
    forgets_the_best,
    forgets_the_every,
    forgets_the_inside,
    forgets_the_most,
    forgets_the_one,
    forgets_the_others,
    forgets_the_rate,
    forgets_the_time,
    forgets_the_together,
    forgets_the_top,
    forgets_the_worth,
    forgets_the_yet,
    lasts_otherwise,
    mistakes_the_year,
    picks_two_apart,
    ranks_by_time,
)
from bot.offline.one_for_all import tells_one_for_all
from bot.offline.said_of_one import names_itself, told_of_two
from bot.offline.same_doer import forgets_the_same
from bot.offline.words import is_plural, lemmas
from memory.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Arithmetic,
    Attribute,
    Comparison,
    Condition,
    Constant,
    Entity,
    Exists,
    Figure,
    Function,
    Not,
    Operand,
    Pattern,
    Query,
    Share,
)
from memory.text import fold, split_name
from memory.tree_edits import attributes_of

_DENIED = re.compile(
    r"(?<=\w )(?:they|he|she) (?:(?:have|has|had|did|do|does) )?(?:never|not)\b"
    r"|(?<=\w )(?:they|he|she) (?:have|has|had|did|do|does)n['’]?t\b",
    re.I,
)
_WHOM = re.compile(r"\W*whom? (?:do|does|did) (?:the|our) ", re.I)
_WITH_WHOM = re.compile(r"\W*(?:(?:with|to|for|from|by|against) )?whom? (?:do|does|did) ", re.I)
_WHOSE = re.compile(r"\W*whose (\w+)", re.I)


def denied_of_others(question: str, query: Query) -> bool:
    """Whether what *they never* did is denied of anybody else: a film they never saw."""
    if not _DENIED.search(question) or query.form == "yes_no":
        return False
    people = {query.subject, *query.distinct_on}
    absent = [t.condition for t in query.pattern.where if isinstance(t, Not)]
    patterns = [t.pattern for t in absent if isinstance(t, Exists)]
    return bool(patterns) and not any(people & _names(pattern) for pattern in patterns)


_BUT_NOT = re.compile(
    r"\A\W*(?:which|what|who)\b(?!.* (?:that|who|which|whose) ).* (?:but|and|yet)"
    r" (?:(?:do|does|did|have|has|had) (?:not|never)|(?:do|does|did|have|has|had)n['’]?t|never)\b",
    re.I,
)
_BUT_DID_NOT = re.compile(
    r"\b(?:did|does|do|has|have) (?-i:[A-Z\"']).+ but (?:(?:did|does|do|has|have) )?(?:not|never)"
    r" [a-z]+(?: (?:about|at|for|from|in|on|to|with))?\W*\Z",
    re.I,
)


def denied_of_the_last(question: str, query: Query) -> bool:
    """Whether what those asked for *do not do* is denied of what was named last.

    Members that row for clubs in Oslo but do not train any: it is not the clubs that don't.
    """
    if not _BUT_NOT.match(question):
        return False
    absent = [t.condition for t in query.pattern.where if isinstance(t, Not)]
    patterns = [t.pattern for t in absent if isinstance(t, Exists)]
    whose = {query.subject, *query.distinct_on}
    return any(not whose & _names(pattern) for pattern in patterns)


_BECAME = re.compile(
    r"\b(?:became|become|becomes|(?:was|were|been) (?:made|named|appointed))\b", re.I
)


def lasts_where_it_began(question: str, query: Query) -> bool:
    """Whether who *became* something after a year is told as who was so at any time since."""
    if not _BECAME.search(question):
        return False
    either = [test.conditions for test in query.pattern.where if isinstance(test, AnyOf)]
    tests = [t for inner in either for t in inner if isinstance(t, Comparison)]
    return any(t.operator == "IS NULL" for t in tests)


def denied_of_anybody(question: str, query: Query) -> bool:
    """Whether what X did *but did not* do is denied of whoever may have: filed but not signed."""
    if not _BUT_DID_NOT.search(question):
        return False
    denied = [t for t in query.pattern.where if isinstance(t, Not)]
    patterns = [pattern for test in denied for pattern in _patterns(test)]
    known = {x for test in query.pattern.where for x in _tested(test)} - {query.subject}
    others = any(not (known & _names(pattern)) and not pattern.where for pattern in patterns)
    return bool(known) and others


_SPAN = re.compile(
    r"\bhow many (?:seconds|minutes|hours|days|nights|weeks|months|quarters|years|decades)\b"
    r" (?:[\w'’]+ ){0,5}?(?:between|apart)\b|\bhow (?:long|much time) (?:[\w'’]+ ){0,3}?between\b",
    re.I,
)


def counts_a_span(question: str, query: Query) -> bool:
    """Whether the years between two things are taken for how many different ones there are."""
    if not _SPAN.search(question):
        return False
    figures = [c.operand for c in query.columns if isinstance(c.operand, Aggregate)]
    counted = [x.operand for x in figures if x.function == "count"]
    return any(isinstance(operand, Attribute | Function) for operand in counted)


_WHAT_ABOUT = re.compile(
    r"\W*what(?:['’]?s| is| are| was| were) (?:[\w'’]+ )+\w+ing about\W*\Z", re.I
)


def tells_the_doers(question: str, query: Query) -> bool:
    """Whether those who do something are told where it is asked what they do it about."""
    acts = any(edge.start == query.subject for edge in query.pattern.edges)
    return acts and _WHAT_ABOUT.match(question) is not None


_OTHERS = re.compile(
    r"\W*(?:and |so |but )?(?:where|"
    r"what (?!about\b|of\b|(?:are|were|is|was) (?:they|those|these|it)\b))",
    re.I,
)


def tells_the_same(question: str, query: Query, context: Query | None) -> bool:
    """Whether *where* or *what*, asked of what was answered, gives back the same things."""
    if context is None or not _OTHERS.match(question):
        return False
    told = {c.operand for c in context.columns} | {
        test.left for test in context.pattern.where if isinstance(test, Comparison)
    }
    if query.subject != context.subject:
        return False
    known = {attribute for operand in told for attribute in attributes_of(operand)}
    shown = [{*attributes_of(c.operand)} for c in query.columns]
    again = query.form == "count" and query.form == context.form
    return again or all(one and one <= known for one in shown)


def forgets_owner(question: str, query: Query) -> bool:
    """Whether it is asked whose something is, and only that itself is told: whose pet is oldest."""
    found = _WHOSE.match(question)
    if found is None or query.pattern.edges or query.source is not None:
        return False
    named = {word for n in query.pattern.nodes for label in n.labels for word in split_name(label)}
    return bool(named & {fold(found[1]), *lemmas(fold(found[1]))})


def is_whom(question: str, query: Query) -> bool:
    """Whether the one who does something is told for whom they do it to: whom the oldest know."""
    if _WITH_WHOM.match(question) and _only_the_named(query):
        return True
    if not _WHOM.match(question):
        return False
    ranked = [order.operand for order in query.order]
    return any(isinstance(x, Attribute) and x.variable == query.subject for x in ranked)


def _only_the_named(query: Query) -> bool:
    """Whether nothing is told but of the one who was named, and figures."""
    named = {
        test.left.variable
        for test in query.pattern.where
        if isinstance(test, Comparison)
        and test.operator == "="
        and isinstance(test.right, Constant)
        if isinstance(test.left, Attribute)
    }
    told = [c.operand for c in query.columns if not isinstance(c.operand, Aggregate)]
    shown = {name for operand in told for name in _variables(operand)}
    return bool(query.pattern.edges) and shown == {query.subject} and query.subject in named


_COSTS = re.compile(r"\A\W*how much (?:does|do|did) .+ cost\W*\Z", re.I)


def costs_of_others(question: str, query: Query) -> bool:
    """Whether what it costs to have one thing is told of others, far from it."""
    if not _COSTS.match(question) or len(query.pattern.edges) < 2:
        return False
    tests = [t.left for t in query.pattern.where if isinstance(t, Comparison)]
    named = {x.variable for left in tests for x in attributes_of(left)}
    told = {x.variable for column in query.columns for x in attributes_of(column.operand)}
    nodes = {node.variable for node in query.pattern.nodes}
    return bool(named) and not told & named and told <= nodes


_OWN_BEST = re.compile(
    r"\b(?:\w+est|most|least|top|best|worst|first|last)\b(?:(?!\band\b)[^,;])*? "
    r"(?:in|of|for|within|at|among) (?:their|its|his|her)(?: own)? (?P<group>\w+)",
    re.I,
)


def ranks_them_all(question: str, query: Query) -> bool:
    """Whether the best in *their department* is taken for the best there is."""
    found = _OWN_BEST.search(question)
    if found is None or is_plural(fold(found["group"])) or query.each:
        return False
    tests = [t.left for t in query.pattern.where if isinstance(t, Comparison)]
    named = (word for left in tests for x in attributes_of(left) for word in split_name(x.property))
    if fold(found["group"]) in named:
        # The top five with "love" in their plot.
        return False
    return bool(query.order or (query.source is not None and query.source.order))


def meant(question: str, query: Query, context: Query | None = None) -> bool:
    """Whether a question's own words leave it open that a tree is what it asks."""
    if tells_the_same(question, query, context):
        return False
    denials = (
        contradicts,
        parts_the_two,
        denied_of_another,
        denied_of_somebody,
        finds_where_found,
        denied_of_anybody,
        picks_from_others,
        denied_of_others,
        denied_the_other_way,
        denies_on_the_way,
        denied_of_the_last,
        lasts_where_it_began,
        does_the_same,
        joins_the_date,
        lets_others_do,
        receives_by_giving,
        sells_by_buying,
        costs_of_others,
        counts_a_span,
        forgets_the_about,
        forgets_the_best,
        forgets_the_most,
        forgets_the_others,
        forgets_the_together,
        lasts_otherwise,
        mistakes_the_year,
        picks_two_apart,
        ranks_by_time,
        forgets_the_every,
        forgets_the_inside,
        forgets_the_one,
        forgets_the_rate,
        forgets_the_same,
        forgets_the_time,
        forgets_the_top,
        forgets_the_worth,
        forgets_how_often,
        forgets_the_yet,
        forgets_owner,
        is_whom,
        ranks_them_all,
        half_answered,
        tells_the_doers,
        tells_one_for_all,
        told_of_two,
        names_itself,
        takes_exactly,
    )
    return not any(denied(question, query) for denied in denials)


def sound(query: Query) -> bool:
    """Whether every variable of a tree stands in its pattern, or in that of its source."""
    if query.source is not None and not sound(query.source):
        return False
    keys = [o.operand for o in query.order]
    if len(set(keys)) < len(keys):
        # Whose first visit was the last: nothing is sorted both ways by one and the same.
        return False
    before = {query.source.subject} if query.source is not None else set()
    known = before | _names(query.pattern)
    if not _closed(query.pattern, before):
        return False
    if query.optional is not None:
        if not _closed(query.optional, known):
            return False
        known |= _names(query.optional)
    told = [c.operand for c in query.columns] + [o.operand for o in query.order]
    said = {query.subject, *query.distinct_on}
    said |= {name for operand in (*told, *query.each) for name in _variables(operand)}
    said |= {name for test in query.having for name in _tested(test)}
    if query.route is not None:
        said |= {query.route.start, query.route.end}
    return said <= known


def _names(pattern: Pattern) -> set[str]:
    named = {edge.variable for edge in pattern.edges if edge.variable}
    return named | {node.variable for node in pattern.nodes}


def _closed(pattern: Pattern, outer: set[str]) -> bool:
    """Whether a pattern's edges and conditions speak of its own nodes, or of those outside."""
    known = outer | _names(pattern)
    ends = {end for edge in pattern.edges for end in (edge.start, edge.end)}
    if any(_denies_the_given(test) for test in pattern.where):
        return False
    inner = (p for test in pattern.where for p in _patterns(test))
    tested = {name for test in pattern.where for name in _tested(test)}
    return ends | tested <= known and all(_closed(p, known) for p in inner)


def _denies_the_given(test: Condition) -> bool:
    """Whether a denied pattern tests only what is outside it: no answer to an *old question*."""
    match test:
        case Not(Exists(pattern)):
            given = {node.variable for node in pattern.nodes if not node.labels}
            tested = [set(_tested(inner)) for inner in pattern.where]
            return any(names and names <= given for names in tested)
        case _:
            return False


def _patterns(test: Condition) -> Iterator[Pattern]:
    match test:
        case Exists(pattern):
            yield pattern
        case Not(inner):
            yield from _patterns(inner)
        case AllOf(inner) | AnyOf(inner):
            for one in inner:
                yield from _patterns(one)


def _tested(test: Condition) -> Iterator[str]:
    """The variables of a condition, but those of patterns in it."""
    match test:
        case Comparison(left, _, right):
            yield from _variables(left)
            yield from _variables(right) if right is not None else ()
        case Not(inner):
            yield from _tested(inner)
        case AllOf(inner) | AnyOf(inner):
            for one in inner:
                yield from _tested(one)


def _variables(operand: Operand) -> Iterator[str]:
    match operand:
        case Entity(name) | Attribute(name, _):
            yield name
        case Function(_, operands):
            for inner in operands:
                yield from _variables(inner)
        case Arithmetic(_, left, right):
            yield from _variables(left)
            yield from _variables(right)
        case Aggregate(_, inner, _):
            yield from _variables(inner) if inner is not None else ()
        case Share(condition, _):
            yield from _tested(condition)
        case Figure(query, each):
            # What a query of its own gives needs nothing of this one but the groups.
            yield from () if sound(query) else ("",)
            for group in each:
                yield from _variables(group)
