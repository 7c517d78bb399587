"""How often the slice of a large schema holds what the question's own words name.

    python -m tests.bench.look_alikes [--labels 200] [--types 400] [--questions 300]

Over a made schema of look-alike names (Department, LegacyDepartment, DepartmentAudit …), asked in
plurals, in other tenses and in pieces; told is the share of questions whose labels and relationship
types are all in the slice, within the default budget of tokens and within a quarter of it.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
from collections.abc import Sequence
from pathlib import Path

import lemminflect

from bot.settings import load_settings
from bot.steps.link import link
from memory.elements import ElementIndex, elements_collection
from memory.embedding import StaticEmbedder
from memory.index_edge import EdgeIndex
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema
from memory.schema_size import schema_tokens
from memory.text import split_name
from tests.bench.big_graph import label_names, type_names

_HELD = (
    "name",
    "number",
    "status",
    "score",
    "since",
    "alias",
    "motto",
    "region",
    "owner",
    "budget",
)


class NoValues:
    """Links nothing."""

    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        """Nothing is linked."""
        return ()


def look_alikes(labels: int, types: int) -> Schema:
    """A schema of names that are like each other, two pairs of labels a type."""
    pick = random.Random(5)
    known = label_names(labels)
    held = {name: Property(name, ("STRING",), ("one of them",)) for name in _HELD}
    joined = {}
    for type_ in type_names(types):
        pairs = [pick.sample(known, 2) for _ in range(2)]
        joins = tuple(Join(start, end, 50) for start, end in pairs)
        joined[type_] = Relationship(type_, 100, joins)
    return Schema({name: Label(name, 1000 - at, held) for at, name in enumerate(known)}, joined)


def asked(schema: Schema, count: int) -> list[tuple[str, set[str], set[str]]]:
    """Questions with the labels and types that they name."""
    pick, found = random.Random(11), []
    kinds = list(schema.relationships.values())
    for number in range(count):
        rel = pick.choice(kinds)
        join = pick.choice(rel.joins)
        start, end = _plural(join.start), _plural(join.end)
        verb = _said(rel.type, number)
        match number % 4:
            case 0:
                found.append((f"How many {start} are there?", {join.start}, set()))
            case 1:
                both = {join.start, join.end}
                found.append((f"which {start} {verb} {end}?", both, {rel.type}))
            case 2:
                found.append((f"What is the average score of the {start}?", {join.start}, set()))
            case _:
                *before, last = split_name(join.start)
                told = f"{_plural(last)} of {' '.join(before)}" if before else start
                found.append((f"show the {told} by status", {join.start}, set()))
    return found


def _plural(name: str) -> str:
    *before, last = split_name(name)
    return " ".join([*before, (lemminflect.getInflection(last, "NNS") or (last,))[0]])


def _said(type_: str, number: int) -> str:
    """A relationship type as people say it, in one tense or another."""
    verb, *rest = split_name(type_)
    lemma = (lemminflect.getLemma(verb, "VERB") or (verb,))[0]
    tense = ("VB", "VBD", "VBZ")[number % 3]
    return " ".join([(lemminflect.getInflection(lemma, tense) or (verb,))[0], *rest])


async def share(
    schema: Schema, questions: Sequence[tuple[str, set[str], set[str]]], budget: int
) -> float:
    """The share of the questions whose slice holds what they name."""
    embedder, held = StaticEmbedder(), 0
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        index = await EdgeIndex.open(Path(home), elements_collection(embedder))
        elements = ElementIndex(index, embedder, schema)
        for question, labels, types in questions:
            linked = await link(question, schema, NoValues(), elements, schema_tokens=budget)
            there = labels <= linked.slice.labels.keys()
            there = there and types <= linked.slice.relationships.keys()
            held += there
            if not there:
                print(f"  not all: {question} ({', '.join(sorted(labels | types))})")
        await elements.close()
    return held / len(questions)


async def run(labels: int, types: int, count: int) -> None:
    """Print the shares."""
    schema = look_alikes(labels, types)
    questions, budget = asked(schema, count), load_settings().schema_tokens
    print(f"{labels} labels, {types} types: {schema_tokens(schema):,} tokens")
    for tokens in (budget, budget // 4):
        found = await share(schema, questions, tokens)
        print(f"{found:.1%} of {count} questions have what they name in {tokens:,} tokens")


def main() -> None:
    """Read the sizes, and run."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--labels", type=int, default=200)
    options.add_argument("--types", type=int, default=400)
    options.add_argument("--questions", type=int, default=300)
    args = options.parse_args()
    asyncio.run(run(args.labels, args.types, args.questions))


if __name__ == "__main__":
    main()
