"""A node that a statement speaks of but never matched: `MATCH (a:Actor) RETURN avg(movie.rating)`.

Its variable is named after a label, so it is joined to what is matched, by the way that the schema
has between them or that the question's words choose.
"""

from __future__ import annotations

from bot.steps.repair.bindings import bindings_of
from bot.steps.repair.fix import Edit, Fix, quoted
from bot.steps.repair.known import Known
from bot.steps.repair.routes import Step, route
from bot.steps.repair.scopes import Unbound
from guardrails.cypher import Statement
from guardrails.syntax import Match, NodePattern
from memory.catalogue import say
from memory.english import singular
from memory.schema import Schema
from memory.text import split_name

# A label that ends so is named after what its nodes do: an actor acted.
_AGENT = ("or", "er")


def joined_label(statement: Statement, known: Known, use: Unbound) -> Fix | None:
    """Match the node that the variable is named after, from the nearest node that is matched."""
    label = _label(use.name, known.schema)
    clause = _matched_before(use)
    if label is None or clause is None:
        return None
    bindings = bindings_of(statement.query, known.schema)
    nodes = [e for path in clause.paths for e in path.elements if isinstance(e, NodePattern)]
    found: list[tuple[int, str, tuple[Step, ...]]] = []
    for node in reversed(nodes):
        labels = bindings.labels(node)
        if node.variable is None or len(labels) != 1:
            continue
        (start,) = labels
        way = route(known.schema, start, label, _hints(known.question, start, label))
        if way is not None:
            found.append((len(way), node.variable, way))
    if not found:
        return None
    _, start, way = min(found, key=lambda one: one[0])
    path = f", ({quoted(start)}){_hops(way, use.name)}"
    types = ", ".join(step[0] for step in way)
    end = clause.paths[-1].end
    told = say("{name} matched by {types}", name=use.name, types=types)
    return Fix("variable", told, (Edit(end, end, path),))


def _label(name: str, schema: Schema) -> str | None:
    """The label that a variable is named after: movie, movies, productionCompany."""
    words = split_name(name)
    said = [*words[:-1], singular(words[-1])] if words else []
    found = [label for label in schema.labels if split_name(label) in (words, said)]
    return found[0] if len(found) == 1 else None


def _matched_before(use: Unbound) -> Match | None:
    """The last MATCH that the clause of the use still sees whole, or that clause itself."""
    if isinstance(use.clause, Match):
        return use.clause if not use.clause.optional else None
    for clause in reversed(use.branch.clauses[: use.index]):
        if not isinstance(clause, Match):
            return None
        if not clause.optional:
            return clause
    return None


def _hints(question: str | None, start: str, end: str) -> str:
    """The words that choose among ways: those of the question, and what an agent does."""
    words = [word for label in (start, end) for word in split_name(label)]
    acts = [word[:-2] for word in words if word.endswith(_AGENT)]
    return " ".join([question or "", *words, *acts])


def _hops(way: tuple[Step, ...], name: str) -> str:
    text = ""
    for nth, (type_, direction, label) in enumerate(way, 1):
        left, right = ("-", "->") if direction == ">" else ("<-", "-")
        variable = quoted(name) if nth == len(way) else ""
        text += f"{left}[:{quoted(type_)}]{right}({variable}:{quoted(label)})"
    return text
