"""Whether a tree answers one of two questions of a message: nobody is given half an answer."""

from __future__ import annotations

import re

from bot.offline.telling_tree import comparisons, variables_of
from bot.offline.tree_parts import walk
from bot.offline.words import is_plural, roots
from memory.query import Aggregate, Arithmetic, Attribute, Constant, Entity, Figure, Query
from memory.text import fold, split_name

_FIRST = r"\A\W*(?:how (?:many|much|long|old|often)|what(?:'s| is| are| was| were)|when)\b"
_SECOND = re.compile(
    rf"{_FIRST}[^.?!;]*?(?:,? and(?: also)?|,|[;.?]) +"
    r"(?:how (?:many|much|long|old|often)\b|what(?:'s| is| are| was| were)\b"
    r"|which (?:is|are|was|were|ones?)\b"
    r"|(?:which|what) \w+(?: \w+)? (?:do|does|did|have|has|had) (?:they|it|he|she)\b)",
    re.I,
)
_NOUN = r"\w+(?: \w+)?"
_COUNTED = re.compile(
    rf"\A\W*(?:how many|(?:what (?:is|are) )?the (?:total )?numbers? of) (?P<first>{_NOUN}?)"
    rf"(?:, {_NOUN})*,? and (?:of |the number of |how many )?(?P<last>\w+)\b",
    re.I,
)
_LISTS = re.compile(
    r"\A\W*(?:which|what) [^.?!;]+? and (?:which|what) (?:does|did|do)\b[^.?!;]+\W*\Z", re.I
)
# Which sponsors are in gambling, and whom do they sponsor: those and what they are joined to.
_THEIRS = re.compile(
    r"\A\W*(?:which|what|who|where|when|list|show|name|find|give)\b[^.?!;]+?,? and(?: also)? "
    r"(?:(?:to|from|for|with|in|at|by|on|of) )?(?:whom?|which \w+|what \w+) "
    r"(?:do|does|did|have|has|had) (?:they|it|he|she|these|those)\b",
    re.I,
)

# The reviews of X and when they were written: not the reviews alone.
_AND_WHEN = re.compile(
    r"(?:\band|\bwith|,) (?:when|the (?:date|day|time)s?)(?: (?:that|when|on which))?"
    r" (?:they|it|he|she)\b(?: \w+){1,3}\W*\Z",
    re.I,
)
# What is in a feed: what was put there, and not the feed.
_INSIDE = re.compile(
    r"\A\W*what(?: is| are|['’]?s)? (?P<at>in|inside|within|at|on) (?:the |our |this )?\w", re.I
)
_TOTAL = re.compile(r"\b(?:in total|altogether|total)\b", re.I)
_BY_TWO = re.compile(
    r"\b(?:sorted|ordered|ranked|listed|grouped|\w+s) by (?:their |the )?[a-z]+(?: [a-z]+)?,?"
    r" and (?:then )?(?:by )?(?:their |the )?(?P<last>[a-z]+)\W*\Z",
)

# For each year, the number of films and the total votes: two figures of each.
_FIGURES = re.compile(
    r"\b(?<!between the )(?:number|count)s? of\b[^,;.?!]*,? and (?:the |their |its )?"
    r"(?:total|average|mean|number|count|sum)\b"
)
_OF_EACH = re.compile(r"\b(?:each|every|per)\b")
_TWO = 2


def half_answered(question: str, query: Query) -> bool:
    """Whether two things are asked for, and the tree has one: how many X and how many Y."""
    if query.form == "list" and _LISTS.match(question):
        # Which A liked, and which B did: those that both liked are another question.
        return True
    if query.form == "list" and _TOTAL.search(question) and not _adds_up(query):
        # Total payouts for fire claims: not the payouts one by one.
        return True
    if _OF_EACH.search(question) and _FIGURES.search(question) and not _has_two(query):
        return True
    if query.form == "list" and len(query.columns) < 2 and _AND_WHEN.search(question):
        return True
    inside = _INSIDE.match(question)
    if inside is not None and not query.pattern.edges and not _begins(query, inside["at"]):
        return any(isinstance(column.operand, Entity) for column in query.columns)
    by_two = _BY_TWO.search(question) if query.form == "list" else None
    if by_two is not None and not _tells(query, by_two["last"]):
        # Projects by status and sponsor: not those with a sponsor.
        return True
    if query.form == "list" and _THEIRS.match(question):
        shown = {name for column in query.columns for name in variables_of(column.operand)}
        return len(shown) < 2
    figures = [c.operand for c in query.columns]
    if len(figures) != 1 or not isinstance(figures[0], Aggregate):
        return False
    if _SECOND.match(question):
        return True
    # Two that are joined are no longer each counted: films and actors, but not old and new films.
    found = _COUNTED.match(question) if query.pattern.edges else None
    return found is not None and all(is_plural(fold(word)) for word in found.groups())


def _begins(query: Query, word: str) -> bool:
    """Whether a value asked for begins with a word: what is *in transit* has that status."""
    values = [
        t.right.value for t in comparisons(query.pattern.where) if isinstance(t.right, Constant)
    ]
    return any(split_name(str(value))[:1] == [word.lower()] for value in values)


def _has_two(query: Query) -> bool:
    """Whether two figures are told of each, of which it may have one itself."""
    figures = _figures(query)
    return figures >= _TWO or (figures == 1 and len(query.columns) > _TWO)


def _figures(query: Query) -> int:
    """How many figures are told, or held against each other."""
    parts: Query | None = query
    found = set[object]()
    while parts is not None:
        told = [c.operand for c in parts.columns] + [o.operand for o in parts.order]
        told += [x for test in comparisons(parts.having) for x in (test.left, test.right) if x]
        found |= {x for one in told for x in walk(one) if isinstance(x, Aggregate | Figure)}
        parts = parts.source
    return len(found)


def _adds_up(query: Query) -> bool:
    """Whether something is summed up or counted, a total is kept, or one thing is asked about."""
    parts: Query | None = query
    while parts is not None:
        told = [column.operand for column in parts.columns] + [o.operand for o in parts.order]
        told += [test.left for test in comparisons(parts.having)]
        if any(isinstance(one, Aggregate | Arithmetic | Figure) for one in told):
            return True
        parts = parts.source
    if query.limit == 1 or any("total" in split_name(column.name) for column in query.columns):
        return True
    tests = comparisons(query.pattern.where)
    stored = [x.left for x in tests if isinstance(x.left, Attribute)]
    one = [x.left for x in tests if x.operator == "=" and isinstance(x.left, Attribute)]
    return any(x.variable == query.subject for x in one) or any(
        "total" in split_name(x.property) for x in stored
    )


def _tells(query: Query, word: str) -> bool:
    """Whether what a word names is shown or sorted by, or a value is called so."""
    told = [column.name for column in query.columns]
    told += [o.operand.property for o in query.order if isinstance(o.operand, Attribute)]
    values = [t.right for t in comparisons(query.pattern.where) if isinstance(t.right, Constant)]
    named = any(roots(word) & roots(one) for name in told for one in split_name(name))
    return named or any(word in str(x.value).lower() for x in values)
