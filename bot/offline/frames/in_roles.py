"""Who is in a role, without saying of what: which clubs have been both challenger and defender?

The role is that of whatever its relationship leads to: challenger of a match.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.lexicon import NounTarget, RelationTarget
from memory.query import Edge, Exists, Not, Query
from memory.text import fold, split_name

_COST = 0.05
_SURE = 0.2
_ROLE = r"(?:an? |the )?(?P<{0}>[a-z]+(?: [a-z]+)?)"
_BEEN = re.compile(
    r"\b(?:(?:have|has|had)(?P<never> not| never)? been|(?:is|are|was|were)(?P<not> not| never)?)"
    rf"(?: both| either)? {_ROLE.format('one')}"
    rf"(?: (?P<join>and|or|but)(?P<nor> not)?(?: also)? {_ROLE.format('two')})?\W*\Z",
    re.I,
)


@cued(" been ", " is ", " are ", " was ", " were ")
def frame(asked: Asked) -> Iterator[Heard]:
    """Which firms have never been a beneficiary?"""
    found = _BEEN.search(asked.question)
    if found is None or found.start() < 3:
        return
    roles = [fold(found[name]) for name in ("one", "two") if found[name]]
    types = [_types(asked, role) for role in roles]
    if not all(len(known) == 1 for known in types):
        return
    kinds = [_others(asked, next(iter(known))) for known in types]
    never = found["never"] or found["not"] or ""
    for label in kinds[0]:
        things = " ".join(split_name(label))
        said = f"were{never} the {roles[0]} of a {things}"
        if found["two"]:
            said += f" {found['join']} were{found['nor'] or ''} the {roles[1]} of a {things}"
        heard = asked.hear((found.start(), asked.end, said))
        if heard is not None and _tells(heard.query, types):
            yield heard.priced(_COST)
            return


def _types(asked: Asked, role: str) -> set[str]:
    """The types that a noun is a role in; none where it is a noun for things, too."""
    known = asked.lexicon.lookup(tuple(role.split()))
    if any(isinstance(target, NounTarget) for target in known):
        return set()
    roles = {t.type: c for t, c in known.items() if isinstance(t, RelationTarget)}
    nouns = {t.type for t in known if isinstance(t, RelationTarget) and t.form != "verb"}
    return {type_ for type_ in nouns if roles[type_] <= min(roles.values()) + _SURE}


def _others(asked: Asked, type_: str) -> list[str]:
    """The labels at the ends of a role, but kinds of one another: no knight, where people are."""
    schema = asked.lexicon.schema
    joins = [j for j in schema.relationships[type_].joins if j.start != j.end]
    labels = list(dict.fromkeys(label for j in joins for label in (j.end, j.start)))
    return [label for label in labels if not {*schema.labels[label].implies} & {*labels}]


def _tells(query: Query, types: list[set[str]]) -> bool:
    """Whether each role is one step from those that are asked for, and nothing else is."""
    denied = [t.condition for t in query.pattern.where if isinstance(t, Not)]
    edges: list[Edge] = [*query.pattern.edges]
    edges += [e for test in denied if isinstance(test, Exists) for e in test.pattern.edges]
    told = [{*edge.types} for edge in edges if query.subject in (edge.start, edge.end)]
    return len(edges) == len(types) and all(one in told for one in types)
