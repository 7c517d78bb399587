"""`cicerone check-layer`: the file that describes a graph, held against its database."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Iterator
from dataclasses import asdict, dataclass

from bot.bootstrap import open_graph
from bot.errors import UsageError
from bot.graph.introspect import introspect
from bot.layer.form import LayerFile, Place, Verified
from bot.layer.read import layer_of
from bot.ports import Graph
from bot.render.printable import printable_line
from bot.settings import Settings
from bot.steps.revalidate import revalidate
from bot.terminology import layer_terms
from guardrails.privacy import hidden, visible
from memory.schema import Schema
from memory.text import fold, several


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong at a place of the file, in a sentence."""

    line: int
    path: str
    problem: str


async def check_layer(settings: Settings, *, as_json: bool) -> int:
    """Print what is gone, is refused, fails or finds nothing; 1 where there is any of it.

    Raises:
        UsageError: there is no file, or it cannot be read.
        GraphError: the graph cannot be reached.
    """
    described = layer_of(settings)
    if not described.text:
        raise UsageError(
            f"There is no {described.path} yet; draft it with: cicerone describe "
            f"--graph {settings.graph_name}"
        )
    async with open_graph(settings) as graph:
        whole = await introspect(graph.records)
        schema = visible(whole, settings.hidden)
        problems = [one async for one in problems_of(described, graph, whole, schema)]
    if as_json:
        told = {"file": str(described.path), "ok": not problems}
        print(json.dumps(told | {"problems": [asdict(one) for one in problems]}, default=str))
    else:
        for one in problems:
            print(printable_line(f"{described.path}, line {one.line}: {one.problem}"))
        print(_summed_up(described, problems))
    return 1 if problems else 0


async def problems_of(
    described: LayerFile, graph: Graph, whole: Schema, schema: Schema
) -> AsyncIterator[Problem]:
    """What the database has against a file, in the order of its lines.

    Args:
        described: The file.
        graph: Asked for a few rows of each verified question.
        whole: The schema with what is hidden.
        schema: The schema as it is seen.
    """
    found = [*_gone(described, whole), *_words(described, whole)]
    found += [*_repeated(described), *_hiding_nothing(described, whole)]
    for at, one in enumerate(described.layer.verified):
        if problem := await _fault(one, graph, schema):
            found.append((("verified", at), f"“{one.question}”: {problem}"))
    for place, problem in sorted(found, key=lambda one: described.line(one[0])):
        yield Problem(described.line(place), ".".join(map(str, place)), problem)


def _gone(described: LayerFile, whole: Schema) -> Iterator[tuple[Place, str]]:
    """Labels, types and properties that the database does not have."""
    for kind, owners in (("labels", whole.labels), ("relationships", whole.relationships)):
        given = described.layer.labels if kind == "labels" else described.layer.relationships
        noun = "label" if kind == "labels" else "relationship type"
        for name, owner in given.items():
            known = owners.get(name)
            if known is None:
                yield (kind, name), f"The graph has no {noun} {name}."
                continue
            for prop in owner.properties:
                if prop not in known.properties:
                    place = (kind, name, "properties", prop)
                    yield place, f"{name} has no property {prop}."


def _words(described: LayerFile, whole: Schema) -> Iterator[tuple[Place, str]]:
    """Words that mean nothing here; what a name that is gone is called is told with that."""
    terms, mistakes = layer_terms(described, whole)
    for term in described.layer.words:
        if term in terms.set_aside:
            yield ("words", term), terms.set_aside[term].partition(": ")[2]
    lines = {described.line(place): place for place, _, _ in described.layer.terms()}
    for mistake in mistakes:
        where, _, problem = mistake.partition(": ")
        yield lines.get(int(where.removeprefix("line ")), ()), problem


def _repeated(described: LayerFile) -> Iterator[tuple[Place, str]]:
    """Words that were given a meaning before."""
    first: dict[str, str] = {}
    for place, term, means in described.layer.terms():
        before = first.setdefault(fold(term), means)
        if before != means:
            yield place, f"“{term}” is there twice, and means {before}."


def _hiding_nothing(described: LayerFile, whole: Schema) -> Iterator[tuple[Place, str]]:
    """Patterns of hidden parts that fit nothing: perhaps misspelt."""
    held = {name: label.properties for name, label in whole.labels.items()}
    held |= {name: rel.properties for name, rel in whole.relationships.items()}
    for at, written in enumerate(described.layer.hidden):
        private = hidden(written)
        fits = any(
            private.label(name) or any(private.property([name], prop) for prop in own)
            for name, own in held.items()
        )
        if not fits:
            yield ("hidden", at), f"“{written}” hides nothing."


async def _fault(one: Verified, graph: Graph, schema: Schema) -> str:
    """What is wrong with a verified question; "" if nothing is."""
    rows = await revalidate(one.cypher, one.parameters, (), graph, schema)
    if isinstance(rows, str):
        return rows
    empty = all(value in (None, 0, False) for row in rows.rows for value in row)
    return "It finds nothing." if empty else ""


def _summed_up(described: LayerFile, problems: list[Problem]) -> str:
    if problems:
        return f"{several(len(problems), 'problem')} in {described.path}."
    layer = described.layer
    count = len(list(layer.elements()))
    pairs = several(len(layer.verified), "verified question")
    return f"{described.path} holds: {several(count, 'part')} of the schema, {pairs}."
