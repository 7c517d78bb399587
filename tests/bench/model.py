"""Measures a turn with a real model: engines, flows, peers, and what each part is worth.

    python -m tests.bench.model --base-url http://127.0.0.1:9090/v1 --data DIR --out DIR
        [--candidates llm/check,auto/check,...] [--graphs NAME ...] [--limit 20] [--unread]
        [--runs 1] [--temperature 0] [--model small] [--no-answers]

DIR holds a folder a graph with graph.json.gz and questions.json. Asked are `--limit` of a graph's
stable questions, drawn at random, or with --unread half as many of the others. What takes longer
than 90 s counts as wrong. Replies are kept in OUT/replies by prompt, and results in OUT, so the
same command goes on where it stopped; a turn's seconds are those the model took at first. Peers ask
a Neo4j with APOC that is started for them (Maven fetches it); all others the embedded database.
A candidate `llm/check-links` is that turn without links; with --no-answers a template tells the
rows, and only the other calls are measured.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path

from bot.bootstrap import embedded_server
from bot.errors import CiceroneError
from bot.evaluation.evaluate import Evaluator, Plan, Step
from bot.evaluation.metrics import mean, percentile, spread
from bot.evaluation.questions import Question, QuestionSet, read_questions
from bot.evaluation.records import Record
from bot.evaluation.specs import Spec, read_specs
from bot.settings import Settings, load_settings
from tests.bench.neo4j_graph import neo4j_graph

GRAPHS = ("recommendations", "companies", "neoflix")
CANDIDATES = (
    "offline,langchain,graphrag,llm/naive,llm/retry,llm/check,llm/plan,auto/check,"
    "llm/check-slice,llm/check-links,llm/check-examples,llm/check-repair,llm/check-judge,llm/check-parser,auto/check-links"
)
SECONDS = 90
SEED = 0
HEAD = (
    f"{'':24}{'lenient':>8}{'strict':>8}{'precision':>10}{'answered':>9}{'timeouts':>9}"
    f"{'calls':>7}{'prompt':>8}{'reply':>7}{'p50 s':>7}{'p95 s':>7}"
)


@dataclass(frozen=True, slots=True)
class Result:
    """A judged answer with the graph it is from; one that took too long is wrong."""

    graph: str
    record: Record

    @property
    def late(self) -> bool:
        """Whether the time was over."""
        return self.record.ms > SECONDS * 1000

    @property
    def right(self) -> bool:
        """By lenient execution accuracy, in time."""
        return self.record.lenient and not self.late


def asked(questions: QuestionSet, limit: int, *, unread: bool) -> QuestionSet:
    """The questions to ask: those to develop with, or others never looked at."""
    seen = questions.choose(stable_only=True, limit=limit, seed=SEED)
    if not unread:
        return seen
    known = {each.key for each in seen.questions}
    left: list[Question] = [q for q in questions.questions if q.stable and q.key not in known]
    drawn = random.Random(SEED).sample(left, min(limit // 2, len(left)))
    return replace(questions, questions=tuple(drawn))


async def measure(
    settings: Settings, folder: Path, specs: Sequence[Spec], options: argparse.Namespace
) -> list[Result]:
    """All results on one graph, with whatever the output folder has of them."""
    questions = read_questions(folder / "questions.json")
    part = "unread" if options.unread else "seen"
    out: Path = options.out / f"{folder.name}-{part}-{options.temperature:g}"
    plan = Plan(
        questions=asked(questions, options.limit, unread=options.unread),
        specs=tuple(specs),
        runs=options.runs,
        temperature=options.temperature,
        cache=options.out / "replies",
        out=out,
    )

    def show(step: Step) -> None:
        if step.candidate:
            print(
                f"\r{folder.name} {step.candidate} {step.done}/{step.total} right {step.right}   ",
                end="", file=sys.stderr,
            )  # fmt: skip

    evaluator = Evaluator(settings, plan, show, lambda sentence: print(sentence, file=sys.stderr))
    await evaluator.run()
    print(file=sys.stderr)
    return [Result(folder.name, record) for record in evaluator.evaluation().records]


async def on_embedded(
    settings: Settings, folder: Path, specs: Sequence[Spec], options: argparse.Namespace
) -> list[Result]:
    """The same, the graph loaded into the embedded database where it is not yet."""
    async with embedded_server(settings) as server:
        if folder.name not in [info.name for info in await server.graphs()]:
            await server.load(folder / "graph.json.gz", folder.name)
        here = settings.model_copy(update={"graph": folder.name})
        return await measure(here, folder, specs, options)


def results_of(
    folder: Path, specs: Sequence[Spec], settings: Settings, options: argparse.Namespace
) -> list[Result]:
    """Every candidate on one graph: peers on a Neo4j, the others on the embedded database."""
    found: list[Result] = []
    with ExitStack() as stack:
        if peers := [spec for spec in specs if spec.is_peer]:
            server = stack.enter_context(neo4j_graph(folder / "graph.json.gz"))
            there = load_settings(
                **own(options), neo4j_uri=server.uri, neo4j_username=server.username,
                neo4j_password=server.password,
            )  # fmt: skip
            options = argparse.Namespace(**{**vars(options), "out": options.out / "peers"})
            found += asyncio.run(measure(there, folder, peers, options))
    if ours := [spec for spec in specs if not spec.is_peer]:
        found += asyncio.run(on_embedded(settings, folder, ours, options))
    return found


def own(options: argparse.Namespace) -> dict[str, object]:
    """The settings that the command line decides."""
    return {
        "openai_base_url": options.base_url,
        "openai_api_key": options.api_key,
        "model": options.model,
        "home": options.out / "home",
        "turn_seconds": SECONDS,
        "first_token_seconds": SECONDS,
        "statement_seconds": 20,
        "engine": "auto",
        "send": "values" if options.no_answers else "rows",
    }


def line(name: str, results: Sequence[Result]) -> str:
    """One line of a table over some results of a candidate."""
    records = [result.record for result in results]
    right = sum(result.right for result in results)
    answered = sum(record.outcome != "declined" for record in records)
    seconds = [min(record.ms / 1000, SECONDS) for record in records]
    columns = (
        f"{right / len(results):8.1%}",
        f"{sum(r.record.strict and r.right for r in results) / len(results):8.1%}",
        f"{right / max(answered, 1):10.1%}",
        f"{answered / len(results):9.1%}",
        f"{sum(result.late for result in results):9}",
        f"{mean([record.calls for record in records]) or 0:7.1f}",
        f"{mean([record.prompt_tokens for record in records]) or 0:8.0f}",
        f"{mean([record.completion_tokens for record in records]) or 0:7.0f}",
        f"{percentile(seconds, 50) or 0:7.1f}{percentile(seconds, 95) or 0:7.1f}",
    )
    return f"{name:24}" + "".join(columns)


def tell(results: Iterable[Result]) -> None:
    """The tables: all graphs together, each graph, and the spread over runs."""
    by_name: dict[str, list[Result]] = defaultdict(list)
    by_graph: dict[str, dict[str, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for result in results:
        name = result.record.candidate.partition("@")[0]
        by_name[name].append(result)
        by_graph[result.graph][name].append(result)
    for title, table in (("all graphs", by_name), *by_graph.items()):
        print(f"\n{title}\n{HEAD}")
        for name, found in table.items():
            print(line(name, found))
    print()
    for name, found in by_name.items():
        runs: dict[int, list[bool]] = defaultdict(list)
        for result in found:
            runs[result.record.run].append(result.right)
        if len(runs) > 1:
            shares = [sum(run) / len(run) for run in runs.values()]
            told = ", ".join(f"{share:.1%}" for share in shares)
            print(f"{name}: mean {mean(shares):.1%}, deviation {spread(shares):.1%} ({told})")


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--base-url", required=True)
    parser.add_argument("--api-key", default="none")
    parser.add_argument("--model", default="small")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--graphs", nargs="+", default=GRAPHS)
    parser.add_argument("--candidates", default=CANDIDATES)
    parser.add_argument("--limit", type=int, default=20)
    parser.add_argument("--unread", action="store_true")
    parser.add_argument("--no-answers", action="store_true")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--temperature", type=float, default=0.0)
    options = parser.parse_args()
    results: list[Result] = []
    try:
        settings = load_settings(**own(options))
        specs = read_specs([options.candidates], settings)
        for name in options.graphs:
            results += results_of(options.data / name, specs, settings, options)
    except CiceroneError as error:
        print(error, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nStopped; the same command goes on from there.", file=sys.stderr)
        return 1
    tell(results)
    return 0


if __name__ == "__main__":
    sys.exit(main())
