"""How well the rule parser reads the questions of `--data`: answered, precision, reasons.

    python -m tests.bench.parser [--data PATH] [--graph NAME ...] [--limit N] [--unread] [--wrong N]

Without `--data` the graphs beside this file, all questions. Of other data a fifth is not
looked at while developing; `--unread` measures that.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import importlib.util
import json
import statistics
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import neo4j

sys.path.insert(0, str(Path(__file__).parent))
from parser_data import Matcher, load, schema_of

from bot.graph.server import EmbeddedServer
from bot.offline.cypher import to_cypher
from bot.offline.parser import Parse, Parser
from tests.judge import same_rows

OWN = Path(__file__).parent / "graphs"


@dataclass
class Score:
    """The tally of one graph."""

    asked: int = 0
    answered: int = 0
    lenient: int = 0
    strict: int = 0
    milliseconds: list[float] = field(default_factory=list)
    declined: Counter[str] = field(default_factory=Counter)
    wrong: list[tuple[dict[str, Any], str, dict[str, Any], str]] = field(default_factory=list)
    missed: list[tuple[str, str]] = field(default_factory=list)


def held_out(graph: str, case: dict[str, Any]) -> bool:
    """A fifth of the questions by hash; on pole whole templates."""
    key = str(case["template"]) if graph == "pole" else case["question"]
    return int(hashlib.sha256(key.encode()).hexdigest(), 16) % 5 == 0


def reason(parse: Parse) -> str:
    """Why a question was declined."""
    if parse.unread:
        return "unread: " + " ".join(w.lower() for w in parse.unread)
    return "tie" if parse.readings else "no reading"


class Judge:
    """Whether rows say the same; strict where they are as many columns, too."""

    @staticmethod
    def lenient(gold: list[Any], got: list[Any], ordered: bool) -> bool:
        """By `tests.judge`."""
        return same_rows(
            [row.values() for row in gold], [row.values() for row in got], ordered=ordered
        )

    @classmethod
    def strict(cls, gold: list[Any], got: list[Any], ordered: bool) -> bool:
        """The same, with as many columns."""
        width = {len(row.values()) for row in (*gold, *got)}
        return len(width) < 2 and cls.lenient(gold, got, ordered)


def judge(path: Path) -> Any:
    """The module compare.py, where there is one; else ours."""
    if not path.exists():
        return Judge
    spec = importlib.util.spec_from_file_location("compare", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Runner:
    """Runs statements as the reading account, gold results kept in memory."""

    def __init__(self, endpoint: Any, database: str) -> None:
        self._driver = neo4j.GraphDatabase.driver(
            endpoint.bolt_uri, auth=(endpoint.username, endpoint.password)
        )
        self._database = database

    def rows(self, cypher: str, parameters: dict[str, Any] | None = None) -> list[Any]:
        """All records (at most 20,000)."""
        with self._driver.session(database=self._database) as session:
            return list(session.run(cypher, parameters or {}).fetch(20_000))


def measure(data: Path, graph: str, runner: Runner, args: argparse.Namespace) -> Score:
    """Parse, run and judge the questions of one graph."""
    compare = judge(args.judge or data.parent / "tools" / "compare.py")
    content = load(data / graph / "graph.json.gz")
    parser, matcher, score = Parser(schema_of(content)), Matcher(content), Score()
    cases = json.loads((data / graph / "questions.json").read_text())
    cases = [c for c in cases if c.get("stable") and c.get("gold")]
    if data != OWN:
        cases = [c for c in cases if held_out(graph, c) == args.unread]
    cases = cases[: args.limit]
    for case in cases:
        score.asked += 1
        links = matcher(case["question"])
        started = time.perf_counter()
        parse = parser.parse(case["question"], links)
        score.milliseconds.append((time.perf_counter() - started) * 1000)
        if len(parse.readings) != 1:
            score.declined[reason(parse)] += 1
            score.missed.append((case["question"], reason(parse)))
            continue
        score.answered += 1
        cypher, parameters = to_cypher(parse.readings[0].query)
        _compare(score, compare, runner, case, cypher, parameters)
    return score


def _compare(
    score: Score, compare: Any, runner: Runner, case: dict[str, Any], cypher: str, parameters: Any
) -> None:
    gold = runner.rows(case["gold"])
    try:
        got = runner.rows(cypher, parameters)
    except Exception as error:
        score.wrong.append((case, cypher, parameters, f"failed: {str(error)[:200]}"))
        return
    lenient = compare.lenient(gold, got, case["ordered"])
    score.lenient += lenient
    score.strict += compare.strict(gold, got, case["ordered"])
    if not lenient:
        score.wrong.append((case, cypher, parameters, f"rows {len(gold)} / {len(got)}"))


def report(graph: str, score: Score, args: argparse.Namespace) -> None:
    """One line, then what was wrong or declined."""
    times = sorted(score.milliseconds)
    answered = max(score.answered, 1)
    print(
        f"{graph:16} asked {score.asked:5}  answered {score.answered / max(score.asked, 1):6.1%}  "
        f"lenient {score.lenient / answered:6.1%}  strict {score.strict / answered:6.1%}  "
        f"p50 {statistics.median(times):5.1f} ms  p95 {times[int(len(times) * 0.95)]:5.1f} ms"
    )
    for case, cypher, parameters, why in score.wrong[: args.wrong]:
        print(f"  WRONG {case['question']}\n    {why}\n    {' '.join(cypher.split())} {parameters}")
        print(f"    gold {' '.join(case['gold'].split())}")
    for why, count in score.declined.most_common(args.reasons):
        print(f"  {count:4}  {why}")
    if args.declined:
        for question, why in score.missed[: args.declined]:
            print(f"  DECLINED [{why}] {question}")


async def main() -> None:
    """Measure each graph."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, default=OWN)
    options.add_argument("--graph", nargs="+")
    options.add_argument("--limit", type=int, default=None)
    options.add_argument("--unread", action="store_true")
    options.add_argument("--wrong", type=int, default=5)
    options.add_argument("--declined", type=int, default=0)
    options.add_argument("--reasons", type=int, default=10)
    options.add_argument("--judge", type=Path)
    options.add_argument("--home", type=Path, help="keep the loaded graphs here")
    args = options.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        home = args.home or Path(folder)
        async with EmbeddedServer(home, memory_mb=768, statement_seconds=20) as server:
            stored = {info.name for info in await server.graphs()}
            found = sorted(path.parent.name for path in args.data.glob("*/graph.json.gz"))
            for graph in args.graph or found:
                if graph not in stored:
                    await server.load(args.data / graph / "graph.json.gz", name=graph)
                endpoint = await server.ready()
                runner = Runner(endpoint, graph)
                report(graph, measure(args.data, graph, runner, args), args)


if __name__ == "__main__":
    asyncio.run(main())
