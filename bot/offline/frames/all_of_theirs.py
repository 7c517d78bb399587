"""All of their books are banned, sells only vegan cakes: there are some, and none is not so."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.cypher.subtrees import beyond, renamed, variables
from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.lexicon import NounTarget, RelationTarget
from bot.words.naming import free_name
from memory.query import (
    Aggregate,
    AllOf,
    AnyOf,
    Attribute,
    Comparison,
    Condition,
    Constant,
    Exists,
    Not,
    Pattern,
    Query,
)

_COST = 0.15
_ALL = r"(?:all|every(?: single)? one|each(?: and every)?(?: one)?|each)(?: of)?"
_BE = r"(?P<be>is|are|was|were|have been|has been|been|be|being)"
_NOUN = r"(?P<noun>[a-z]+(?: [a-z]+)??)"
# Have seen every one of their books banned; had all its trials completed.
_HAD = re.compile(
    rf"\b(?P<have>have|has|had|with|having)(?: seen| had| got)? {_ALL} (?:their|its|his|her) "
    rf"{_NOUN} (?:{_BE} )?(?=\S)",
    re.I,
)
# Whose books are all banned; all of whose books are banned; for which all books are banned.
_WHOSE = re.compile(rf"\bwhose {_NOUN} {_BE} all\b ?", re.I)
_OF_WHOSE = re.compile(
    rf"\b(?:{_ALL} whose|for (?:whom|which) {_ALL}(?: the| their)?) {_NOUN} {_BE} ", re.I
)
# For which authors are all books banned.
_FOR = re.compile(
    rf"\Afor which (?P<whom>[a-z ]+?) (?P<be>is|are|were|was) {_ALL}(?: the| their)? {_NOUN} ", re.I
)
_ONLY = re.compile(
    r"(?<=\w )(?<!the )(?<!need )(?<!want )(?<!me )(?<!is )(?<!are )(?<!was )(?<!were )"
    r"(?:only|exclusively|solely|nothing but) "
    r"(?!\d+(?![ -](?:star|point|hour|minute|page)s?\b)|(?:one|a|an|for|the|their|its|those)\b)",
    re.I,
)
_AFTER = 4
_OPPOSITES = {"=": "<>", "<>": "=", "<": ">=", "<=": ">", ">": "<=", ">=": "<"}


@cued("all", "each", "every", "only", "exclusively", "solely", "nothing but")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which sponsors have only completed trials?"""
    for edits, meant in _ways(asked):
        heard = asked.hear(*edits)
        whole = _of_all(asked, heard.query, meant) if heard is not None else None
        if heard is not None and whole is not None:
            yield heard.priced(_COST, whole)
            return


def _ways(asked: Asked) -> Iterator[tuple[list[Edit], set[str]]]:
    """What is put where all are meant, and the labels of what all are."""
    for found in _HAD.finditer(asked.question):
        be = found["be"] if found["be"] in ("is", "are", "was", "were") else "are"
        yield (
            [(*found.span(), f"{found['have']} {found['noun']} that {be} ")],
            _labels(asked, found["noun"]),
        )
    for pattern in (_WHOSE, _OF_WHOSE):
        for found in pattern.finditer(asked.question):
            yield (
                [(*found.span(), f"with {found['noun']} that {found['be']} ")],
                _labels(asked, found["noun"]),
            )
    for found in _FOR.finditer(asked.question):
        put = f"which {found['whom']} have {found['noun']} that {found['be']} "
        yield [(*found.span(), put)], _labels(asked, found["noun"])
    for found in _ONLY.finditer(asked.question):
        yield [(*found.span(), "")], _nouns_after(asked, found.end())


def _nouns_after(asked: Asked, at: int) -> set[str]:
    """The labels of which only some are meant, by the nouns that come soon."""
    words = re.findall(r"[\w-]+", asked.question[at:].lower())[:_AFTER]
    if words and any(isinstance(t, RelationTarget) for t in asked.lexicon.lookup((words[0],))):
        # Only make, only posts: that is what they do.
        words = words[1:]
    return {label for word in words for label in _labels(asked, word)}


def _of_all(asked: Asked, query: Query, meant: set[str]) -> Query | None:
    """The tree of what has some such thing, with none that is otherwise."""
    pattern, nodes = query.pattern, query.pattern.nodes
    told = [
        n.variable for n in nodes if n.variable != query.subject and _tests(pattern, n.variable)
    ]
    if len(told) != 1 or query.source is not None or query.form not in ("list", "count"):
        return None
    (end,) = told
    of = next(n.labels for n in nodes if n.variable == end)
    if (meant and not set(of) & meant) or _shown(query, end):
        return None
    way = beyond(pattern, query.subject, end)
    tests = _tests(pattern, end)
    if way is None or not _straight(way, end) or set(way.where) != set(tests):
        return None
    kept = tuple(test for test in pattern.where if test not in tests)
    taken = {n.variable for n in nodes}
    names = {
        n.variable: free_name(n.variable, taken) for n in way.nodes if n.variable != query.subject
    }
    names |= {e.variable: f"{e.variable}_" for e in way.edges if e.variable}
    other = renamed(replace(way, where=(opposite(asked, of, tests),)), names)
    return replace(query, pattern=replace(pattern, where=(*kept, Not(Exists(other)))))


def _labels(asked: Asked, noun: str) -> set[str]:
    words = tuple(noun.lower().split())
    found = asked.lexicon.lookup(words) if words else {}
    return {target.label for target in found if isinstance(target, NounTarget)}


def _tests(pattern: Pattern, variable: str) -> list[Comparison]:
    """What is said of one node alone, by its properties and constants."""
    return [
        test
        for test in pattern.where
        if isinstance(test, Comparison)
        and isinstance(test.left, Attribute)
        and isinstance(test.right, Constant)
        and test.left.variable == variable
        and test.operator in (*_OPPOSITES, "IN")
    ]


def _shown(query: Query, variable: str) -> bool:
    """Whether a node is told of other than by its number."""
    plain = [c.operand for c in query.columns if not isinstance(c.operand, Aggregate)]
    return variable in variables((*plain, *query.order))


def _straight(way: Pattern, end: str) -> bool:
    """Whether one line of relationships leads to a node, and ends there."""
    met = [x for edge in way.edges for x in (edge.start, edge.end)]
    lines = len(way.edges) == len(way.nodes) - 1
    return lines and met.count(end) == 1 and all(met.count(n.variable) < 3 for n in way.nodes)


def opposite(asked: Asked, labels: tuple[str, ...], tests: list[Comparison]) -> Condition:
    """That a test does not hold, or cannot be told."""
    if len(tests) > 1 or tests[0].operator not in _OPPOSITES:
        return Not(AllOf(tuple(tests)) if len(tests) > 1 else tests[0])
    (test,) = tests
    assert isinstance(test.left, Attribute) and isinstance(test.right, Constant)
    if isinstance(test.right.value, bool):
        other = replace(test, right=Constant(not test.right.value))
    else:
        other = replace(test, operator=_OPPOSITES[test.operator])  # type: ignore[arg-type]
    kept = [asked.lexicon.property(label, test.left.property) for label in labels]
    if all(property is None or not property.null_share for property in kept):
        return other
    return AnyOf((other, Comparison(test.left, "IS NULL")))
