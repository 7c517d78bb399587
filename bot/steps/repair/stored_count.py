"""A number of things that the graph keeps as a number, and not (or only in part) as nodes.

`COUNT { (:User)-[:RATED]->(m) } > 5000` finds nothing where a film has ten raters in the graph and
its `voteCount` says 12,000; so with `avg(r.rating)` and its `averageVote`. Tried only where the
statement came back empty.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.steps.repair.bindings import Bindings, bindings_of, label_names
from bot.steps.repair.counted_way import counted_path
from bot.steps.repair.fix import Edit, Fix, parts, quoted
from bot.steps.repair.known import Known
from guardrails.cypher import Statement
from guardrails.syntax import Call, Name, NodePattern, Path, RelationshipPattern
from guardrails.syntax import Property as ReadProperty
from memory.catalogue import say
from memory.english import singular, stem
from memory.schema import Property
from memory.text import split_name

_COUNTS = frozenset({"count", "counts", "number", "num", "nbr", "nr", "total", "cnt", "amount"})
_MEANS = frozenset({"average", "avg", "mean"})
# Ways to say one act: who votes on a film rates it.
_SAME_ACT = (
    ("rate", "rated", "rating", "vote", "voted", "review", "reviewed", "score", "scored"),
    ("follow", "followed", "subscribe", "subscribed", "subscriber", "fan"),
    ("like", "liked", "favourite", "favorite", "favourited", "favorited"),
    ("view", "viewed", "watch", "watched", "visit", "visited", "see", "seen"),
    ("employ", "employed", "employee", "employer", "work", "works", "worker", "staff"),
    ("reply", "replied", "answer", "answered", "comment", "commented", "response"),
)


def stored_count(statement: Statement, known: Known) -> list[Fix]:
    """Read the one number of the node that says how many there are."""
    bindings, found = bindings_of(statement.query, known.schema), []
    for part in parts(statement):
        path = counted_path(part)
        if path is None:
            continue
        for here, there in ((0, 2), (2, 0)):
            prop = _number(known, bindings, path, here, there)
            if prop is not None:
                edit = Edit(part.start, part.end, prop)
                found.append(Fix("stored_count", say("{name} is that number", name=prop), (edit,)))
                break
    return found


def stored_mean(statement: Statement, known: Known) -> list[Fix]:
    """Read the one property of a node that is the mean of what relationships to it say."""
    bindings = bindings_of(statement.query, known.schema)
    for call in parts(statement):
        if not isinstance(call, Call) or call.function.lower() != "avg" or not call.arguments:
            continue
        held = call.arguments[0]
        base = held.base if isinstance(held, ReadProperty) else None
        for hop in bindings.hops if isinstance(base, Name) else ():
            if isinstance(base, Name) and hop.relationship.variable == base.name:
                acts = _acts(word for name in hop.types for word in split_name(name))
                means = [
                    f"{quoted(node.variable)}.{quoted(prop.name)}"
                    for node in (hop.left, hop.right)
                    if node.variable is not None and bindings.certain(node.variable)
                    for prop in _held(known, bindings, node.variable)
                    if _says_mean(prop, acts)
                ]
                if len(means) == 1:
                    edit = Edit(held.start, held.end, means[0])
                    return [Fix("stored_mean", say("{name} is that mean", name=means[0]), (edit,))]
    return []


def _held(known: Known, bindings: Bindings, variable: str) -> list[Property]:
    owners = bindings.of(variable)
    owner = known.owner(owners[0]) if len(owners) == 1 else None
    return list(owner.properties.values()) if owner is not None else []


def _says_mean(prop: Property, acts: set[str]) -> bool:
    """Whether a number is named as the outcome of such acts: `average_vote`, `imdbRating`."""
    words = [word for word in split_name(prop.name) if word not in _MEANS]
    last = words[-1] if words else ""
    return prop.type == "FLOAT" and singular(last) == last and stem(last) in acts


def _number(known: Known, bindings: Bindings, path: Path, here: int, there: int) -> str | None:
    node, relationship, other = path.elements[here], path.elements[1], path.elements[there]
    if not isinstance(node, NodePattern) or not isinstance(other, NodePattern):
        return None
    if not isinstance(relationship, RelationshipPattern) or node.variable is None:
        return None
    if any(part.properties or part.where for part in (node, relationship, other)):
        return None
    if relationship.hops is not None or not bindings.certain(node.variable):
        return None
    names = (*label_names(relationship.types), *label_names(other.labels))
    acts = _acts(word for name in names for word in split_name(name))
    held = _held(known, bindings, node.variable)
    fitting = [prop.name for prop in held if _says(prop, acts)]
    if len(fitting) != 1:
        return None
    return f"{quoted(node.variable)}.{quoted(fitting[0])}"


def _acts(words: Iterable[str]) -> set[str]:
    """The stems of the words and of what says the same."""
    stems = {stem(singular(word)) for word in words}
    for alike in _SAME_ACT:
        family = {stem(word) for word in alike}
        if family & stems:
            stems |= family
    return stems


def _says(prop: Property, acts: set[str]) -> bool:
    """Whether a whole number is named as a count of such acts: `vote_count`, `imdbVotes`."""
    if prop.type != "INTEGER":
        return False
    words = split_name(prop.name)
    kinds = [word for word in words if word not in _COUNTS]
    counted = len(kinds) < len(words)
    last = kinds[-1] if kinds else ""
    plural = singular(last) != last
    return bool(kinds) and (counted or plural) and stem(singular(last)) in acts
