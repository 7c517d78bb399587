"""Are all pets neutered, is there a vet for every pet: whether there is none that is otherwise."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from bot.offline.frames.all_of_theirs import opposite
from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.subtrees import renamed, variables
from memory.query import Attribute, Comparison, Constant, Exists, Node, Not, Pattern, Query

_COST = 0.1
_START = re.compile(
    r"\A(?P<be>is|are|was|were|do|does|did|has|have) "
    r"(?P<all>all(?: of)?(?: the| our)?|every(?: single)?|each(?: of the| of our)?)(?= \w)",
    re.I,
)
_THERE = re.compile(
    r"\A(?:is|are|was|were) there (?P<thing>\w.*?) "
    r"(?:for|in|of|at|on|to|with|from) (?P<all>all(?: of)?(?: the| our)?|every(?: single)?|each) "
    r"(?P<rest>\w.*?)\W*\Z",
    re.I,
)


@cued("all", "each", "every")
def frame(asked: Asked) -> Iterator[Heard]:
    """Do all agents have a phone?"""
    heard = _asked_of_any(asked)
    there = _THERE.search(asked.question) is not None
    whole = _of_all(asked, heard.query, there) if heard is not None else None
    if heard is not None and whole is not None:
        yield heard.priced(_COST, whole)


def _asked_of_any(asked: Asked) -> Heard | None:
    """The question of *any* in the place of all; with those in front of whom something is said."""
    found = _START.search(asked.question)
    if found is not None:
        return asked.hear((*found.span("all"), "any"))
    found = _THERE.search(asked.question)
    if found is None:
        return None
    does = "do" if found["all"].lower().startswith("all") else "does"
    said = f"{does} any {found['rest']} have {found['thing']}"
    return asked.hear((0, len(asked.question), said))


def _of_all(asked: Asked, query: Query, there: bool) -> Query | None:
    """The tree of whether none is otherwise, where one thing is said of them and no more.

    With `there`, what else is said of the things tells which are meant: a bed for every sick pet.
    """
    pattern = query.pattern
    subject = next((n for n in pattern.nodes if n.variable == query.subject), None)
    if query.form != "yes_no" or query.having or query.source is not None or subject is None:
        return None
    if not pattern.edges:
        (test,) = pattern.where if len(pattern.where) == 1 else (None,)
        if not isinstance(test, Comparison) or not isinstance(test.left, Attribute):
            return None
        if not isinstance(test.right, Constant) and test.operator != "IS NOT NULL":
            return None
        other = (
            Comparison(test.left, "IS NULL")
            if test.operator == "IS NOT NULL"
            else opposite(asked, subject.labels, [test])
        )
        return replace(query, pattern=replace(pattern, where=(other,)), form="none")
    own = tuple(t for t in pattern.where if there and variables(t) == {subject.variable})
    pattern = replace(pattern, where=tuple(t for t in pattern.where if t not in own))
    if _tells(pattern, subject):
        return None
    names = {n.variable: f"{n.variable}2" for n in pattern.nodes if n.variable != query.subject}
    names |= {e.variable: f"{e.variable}_" for e in pattern.edges if e.variable}
    inside = renamed(pattern, names)
    others = tuple(
        replace(n, labels=()) if n.variable == query.subject else n for n in inside.nodes
    )
    without = Pattern(
        (subject,),
        (),
        (
            *own,
            Not(Exists(replace(inside, nodes=others))),
        ),
    )
    return replace(query, pattern=without, form="none")


def _tells(pattern: Pattern, subject: Node) -> bool:
    """Whether something is said of the things alone, so that it may tell which are meant."""
    return any(
        not isinstance(test, Comparison)
        or not isinstance(test.left, Attribute)
        or test.left.variable == subject.variable
        for test in pattern.where
    )
