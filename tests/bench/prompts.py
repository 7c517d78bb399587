"""Compares what a question costs in prompts: ours, and GraphCypherQAChain's of langchain-neo4j.

    python -m tests.bench.prompts [--labels 200] [--types 600]

Over a made schema, for each of a few questions with their rows: the tokens of the prompts that
write the query and put the answer into words, and of ours also with the one that understands what
follows a conversation, which the chain has nothing for. Counted with Llama's tokenizer, which is in
the wheel of the word vectors; told are the sizes, and their share. Needs the extra `peers`.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from bot.events import Rows
from bot.models.prompt import Count, summarise_prompt, understand_prompt, write_prompt
from bot.offline.parser import Parser
from bot.ports import PastTurn, SummariseRequest, UnderstandRequest, WriteRequest
from bot.settings import load_settings
from bot.steps.link import link
from memory.elements import ElementIndex, elements_collection
from memory.embedding import StaticEmbedder
from memory.index_edge import EdgeIndex
from memory.schema import Join, Label, LinkedValue, Property, Relationship, Schema
from memory.text import split_name
from tests.bench.links import common_nouns

_SHOWN_BY_PEER = 10


class _NoValues:
    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        return ()


def made_schema(labels: int, types: int) -> Schema:
    """A schema of two-word labels with three to twelve properties each."""
    pick, words = random.Random(9), common_nouns()
    known: dict[str, Label] = {}
    while len(known) < labels:
        name = "".join(word.capitalize() for word in pick.sample(words, 2))
        names = ["name", *(f"{a}{b.capitalize()}" for a, b in _pairs(pick, words))]
        properties = {n: Property(n, (pick.choice(("STRING", "INTEGER")),)) for n in names}
        known[name] = Label(name, 100, properties)
    joined: dict[str, Relationship] = {}
    while len(joined) < types:
        type_ = "_".join(word.upper() for word in pick.sample(words, 2))
        start, end = pick.sample(list(known), 2)
        joined[type_] = Relationship(type_, 100, (Join(start, end, 100),))
    return Schema(known, joined)


def _pairs(pick: random.Random, words: list[str]) -> list[list[str]]:
    return [pick.sample(words, 2) for _ in range(pick.randint(2, 11))]


def questions(schema: Schema, count: int) -> list[str]:
    """Questions about labels that are joined, with a property each."""
    pick, asked = random.Random(3), []
    for type_, join in pick.sample(list(schema.joins()), count):
        start, end = (" ".join(split_name(name)) for name in (join.start, join.end))
        held = pick.choice(list(schema.labels[join.start].properties))
        verb = " ".join(split_name(type_))
        asked.append(f"Which {start} {verb} a {end}, and what is its {' '.join(split_name(held))}?")
    return asked


def tokenizer() -> Count:
    """Counts a text's tokens."""
    import wordllama
    from tokenizers import Tokenizer

    folder = Path(wordllama.__file__).parent / "tokenizers"
    known = Tokenizer.from_file(str(folder / "l2_supercat_tokenizer_config.json"))
    return lambda text: len(known.encode(text, add_special_tokens=False).ids)


async def ours(
    schema: Schema, asked: Sequence[str], rows: Rows, count: Count
) -> tuple[list[int], list[int]]:
    """Tokens a question, examples at their most: alone, and as a follow-up."""
    embedder = StaticEmbedder()
    parser, tokens = Parser(schema), load_settings().schema_tokens
    pair = ("Which ones are there of this kind? " * 2, "MATCH (n:Label) RETURN n.name " * 2)
    alone, following, past = [], [], [PastTurn(one, ("name",), 9) for one in asked[:6]]
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as home:
        index = await EdgeIndex.open(Path(home), elements_collection(embedder))
        elements = ElementIndex(index, embedder, schema)
        await elements.build()
        for question in asked:
            linked = await link(question, schema, _NoValues(), elements, schema_tokens=tokens)
            ways = parser.parse(question).ways
            request = WriteRequest(question, linked.slice, (), (pair,) * 5, ways=ways)
            told = SummariseRequest(question, "MATCH (n) RETURN n.name", rows)
            open_ = UnderstandRequest(question, past, linked.slice)
            alone.append(count(write_prompt(request)) + count(summarise_prompt(told)))
            following.append(alone[-1] + count(understand_prompt(open_)))
    return alone, following


def peers(schema: Schema, asked: Sequence[str], rows: Rows, count: Count) -> list[int]:
    """Tokens a question of GraphCypherQAChain's two prompts."""
    from langchain_neo4j.chains.graph_qa.cypher import construct_schema
    from langchain_neo4j.chains.graph_qa.prompts import CYPHER_GENERATION_PROMPT, CYPHER_QA_PROMPT

    structured: dict[str, Any] = {
        "node_props": {
            name: [{"property": p.name, "type": p.type} for p in label.properties.values()]
            for name, label in schema.labels.items()
        },
        "rel_props": {},
        "relationships": [
            {"start": join.start, "type": type_, "end": join.end} for type_, join in schema.joins()
        ],
    }
    text = construct_schema(structured, [], [], False)
    shown = [dict(zip(rows.columns, row, strict=True)) for row in rows.rows[:_SHOWN_BY_PEER]]
    return [
        count(CYPHER_GENERATION_PROMPT.format(schema=text, question=question, examples=""))
        + count(CYPHER_QA_PROMPT.format(context=shown, question=question))
        for question in asked
    ]


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--labels", type=int, default=200)
    parser.add_argument("--types", type=int, default=600)
    options = parser.parse_args()
    schema = made_schema(options.labels, options.types)
    asked = questions(schema, 30)
    rows = Rows(("name", "value"), tuple((f"Some name {n}", n) for n in range(40)), 40, False)
    count = tokenizer()
    alone, following = asyncio.run(ours(schema, asked, rows, count))
    theirs = peers(schema, asked, rows, count)
    print(f"{options.labels} labels, {options.types} types, {len(asked)} questions, prompt tokens")
    sizes = {"ours": alone, "ours, a follow-up": following, "GraphCypherQAChain": theirs}
    for name, found in sizes.items():
        share = sum(found) / sum(theirs)
        print(f"{name:20} mean {sum(found) / len(found):9,.0f}  most {max(found):9,}  {share:.3f}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
