"""Records the first drafts of a model with the prompt and schema text of GraphCypherQAChain.

    python -m tests.bench.drafts --data FOLDER --out FILE [--base-url URL] [--model NAME]
                                 [--each 60] [--graphs A,B]

FOLDER holds a folder a graph with `graph.json.gz` and `questions.json`. Of each, `--each` of the
questions marked `stable` are taken, by the hash of their text, so that every run takes the same.
Each is asked once, at temperature 0, and the draft is kept as the chain has it before its
corrector. FILE is written after every draft, and what is in it is not asked again. Every draft is
then run in a READ session of a throwaway Neo4j with APOC and judged against its gold (`outcome`):

    right    its rows agree with the gold's        failed   the database refused or failed it
    wrong    it has rows, but others               empty    no rows, where the gold has some
    unsure   the gold itself fails or runs too long
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from langchain_neo4j import GraphCypherQAChain, Neo4jGraph
from langchain_openai import ChatOpenAI
from neo4j_graphrag.retrievers.text2cypher import extract_cypher

from bot.errors import GraphError
from bot.events import Rows
from bot.graph.client import BoltGraph
from bot.steps.same_rows import lenient
from tests.bench.neo4j_graph import neo4j_graph
from tests.neo4j_server import Neo4jServer

# A weak model can repeat itself until its context is full; no honest query is this long.
_MAX_TOKENS = 600


@dataclass(frozen=True, slots=True)
class Draft:
    """One question, what the model wrote, and how it ended."""

    graph: str
    question: str
    type: str
    ordered: bool
    gold: str
    draft: str
    outcome: str
    error: str | None
    seconds: float


def chosen(questions: Iterable[dict[str, Any]], each: int) -> list[dict[str, Any]]:
    """The stable questions with the smallest hashes; the same ones whatever their order."""
    stable = {q["question"]: q for q in questions if q.get("stable")}
    return sorted(stable.values(), key=lambda q: _hash(q["question"]))[:each]


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


class Chain:
    """The part of GraphCypherQAChain that drafts, without its corrector."""

    def __init__(self, server: Neo4jServer, base_url: str, model: str) -> None:
        graph = Neo4jGraph(server.uri, server.username, server.password)
        llm = ChatOpenAI(
            base_url=base_url,
            api_key="none",
            model=model,
            temperature=0,
            # `max_tokens` would be sent under a newer name that local servers do not know.
            extra_body={"max_tokens": _MAX_TOKENS},
        )
        self._chain = GraphCypherQAChain.from_llm(llm, graph=graph, allow_dangerous_requests=True)
        graph.close()

    def draft(self, question: str) -> str:
        """The Cypher as the chain takes it out of the reply."""
        chain = self._chain
        asked = {"question": question, "examples": None, "schema": chain.graph_schema}
        return extract_cypher(chain.cypher_generation_chain.invoke(asked))


class Judge:
    """Runs drafts and their gold, on one event loop."""

    def __init__(self, server: Neo4jServer) -> None:
        self._loop = asyncio.new_event_loop()
        self._graph = BoltGraph(
            server.uri,
            server.username,
            server.password,
            server.database,
            max_rows=10_000,
            max_bytes=20_000_000,
            statement_seconds=30.0,
        )

    def __call__(self, question: dict[str, Any], draft: str) -> tuple[str, str | None]:
        """(outcome, error)."""
        gold = self._rows(question["gold"])
        got = self._rows(draft)
        if isinstance(gold, str):
            return "unsure", gold
        if isinstance(got, str):
            return "failed", got
        ordered = bool(question.get("ordered"))
        if lenient(gold.rows, got.rows, ordered=ordered):
            return "right", None
        return ("wrong" if got.rows else "empty"), None

    def _rows(self, cypher: str) -> Rows | str:
        try:
            return self._loop.run_until_complete(self._graph.run(cypher))
        except GraphError as error:
            return str(error)

    def close(self) -> None:
        """Let go of the connections."""
        self._loop.run_until_complete(self._graph.close())
        self._loop.close()


def record(
    name: str, server: Neo4jServer, questions: list[dict[str, Any]], asked: argparse.Namespace
) -> None:
    """Draft what is missing of one graph, writing the file after each."""
    kept: list[dict[str, Any]] = json.loads(asked.out.read_text()) if asked.out.exists() else []
    known = {(item["graph"], item["question"]) for item in kept}
    chain, judge = Chain(server, asked.base_url, asked.model), Judge(server)
    for question in questions:
        if (name, question["question"]) in known:
            continue
        started = time.perf_counter()
        text = chain.draft(question["question"])
        seconds = round(time.perf_counter() - started, 2)
        outcome, error = judge(question, text)
        item = Draft(
            graph=name,
            question=question["question"],
            type=str(question.get("type") or ""),
            ordered=bool(question.get("ordered")),
            gold=question["gold"],
            draft=text,
            outcome=outcome,
            error=error,
            seconds=seconds,
        )
        kept.append(asdict(item))
        _write(asked.out, kept)
        print(f"{name} {len(kept)} {outcome} {seconds} s", flush=True)
    judge.close()


def _write(path: Path, kept: list[dict[str, Any]]) -> None:
    whole = path.with_suffix(".writing")
    whole.write_text(json.dumps(kept, indent=1, ensure_ascii=False))
    whole.replace(path)


def report(path: Path) -> None:
    """Print the outcomes by graph."""
    counts: dict[str, Counter[str]] = {}
    for item in json.loads(path.read_text()):
        counts.setdefault(item["graph"], Counter())[item["outcome"]] += 1
    for name, outcomes in counts.items():
        shares = ", ".join(f"{count} {outcome}" for outcome, count in outcomes.most_common())
        print(f"{name}: {outcomes.total()} drafts: {shares}")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--base-url", default="http://127.0.0.1:9090/v1")
    parser.add_argument("--model", default="small")
    parser.add_argument("--each", type=int, default=60)
    parser.add_argument("--graphs", default="")
    asked = parser.parse_args()
    wanted = [name for name in asked.graphs.split(",") if name]
    for folder in sorted(path.parent for path in asked.data.glob("*/graph.json.gz")):
        if wanted and folder.name not in wanted:
            continue
        questions = chosen(json.loads((folder / "questions.json").read_text()), asked.each)
        with neo4j_graph(folder / "graph.json.gz") as server:
            record(folder.name, server, questions, asked)
    report(asked.out)


if __name__ == "__main__":
    main()
