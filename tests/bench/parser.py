"""How well the rule parser reads the questions of `--data`: answered, precision, CPU time, reasons.

    python -m tests.bench.parser [--data PATH] [--graph NAME ...] [--limit N] [--unread] [--wrong N]

Without `--data` the graphs beside this file, all questions. Of other data a fifth is not
looked at while developing; `--unread` measures that. `--home` keeps graphs, rows and links for the
next run; `--since FILE` tells what came out otherwise than when FILE was written, and writes it.
`--set-aside tests/bench/odd_golds.toml` tells the figure without golds that were found odd, too.
`--questions later.json` takes other questions of each graph.
"""

from __future__ import annotations

import argparse
import asyncio
import functools
import hashlib
import importlib.util
import json
import statistics
import sys
import tempfile
import time
import tomllib
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import neo4j

sys.path.insert(0, str(Path(__file__).parent))
from parser_cache import Cache, plain
from parser_data import Matcher, load, schema_of

from bot.cypher.statement import to_cypher
from bot.graph.server import EmbeddedServer
from bot.offline.parser import Parser
from bot.offline.reading import Parse
from bot.steps import same_rows
from memory.schema import LinkedValue, Schema

OWN = Path(__file__).parent / "graphs"
# The questions of these graphs, or of these files, stay unseen: figures only.
MEASURED_ONLY = frozenset(["later.json", "hospital", "railway", "museum"])


@dataclass
class Score:
    """The tally of one graph."""

    asked: int = 0
    answered: int = 0
    lenient: int = 0
    strict: int = 0
    milliseconds: list[float] = field(default_factory=list)
    declined: Counter[str] = field(default_factory=Counter)
    right: list[str] = field(default_factory=list)
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


def judge(path: Path | None) -> Any:
    """The module at a path, with `lenient` and `strict`; else ours."""
    if path is None:
        return same_rows
    spec = importlib.util.spec_from_file_location("judge", path)
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Runner:
    """Runs statements as the reading account; rows and links come from the cache."""

    def __init__(self, cache: Cache, server: Server, file: Path) -> None:
        self._cache = cache
        self._server = server
        self._file = file
        self._digest = hashlib.sha256(file.read_bytes()).hexdigest()

    def rows(self, cypher: str, parameters: dict[str, Any] | None = None) -> list[list[Any]]:
        """The values of all records (at most 20,000)."""

        def run() -> list[list[Any]]:
            with self._server.session(self._file) as session:
                records = session.run(cypher, parameters or {}).fetch(20_000)
                return [[plain(value) for value in record.values()] for record in records]

        return self._cache((self._digest, cypher, sorted((parameters or {}).items())), run)

    def schema(self) -> Schema:
        """The graph's schema."""
        return self._cache(("schema", self._digest), lambda: schema_of(load(self._file)))

    def links(self, question: str) -> list[LinkedValue]:
        """The stored values that the question names."""
        return self._cache(("links", self._digest, question), lambda: self._matcher(question))

    @functools.cached_property
    def _matcher(self) -> Matcher:
        return Matcher(load(self._file))


class Server:
    """The embedded database, started when a statement is first run."""

    def __init__(self, home: Path, seconds: int = 20) -> None:
        self._home, self._seconds = home, seconds
        self._loop = asyncio.new_event_loop()
        self._running: EmbeddedServer | None = None

    def session(self, file: Path) -> neo4j.Session:
        """A session of the reading account; the graph is loaded if it isn't."""
        return self._loop.run_until_complete(self._session(file))

    async def _session(self, file: Path) -> neo4j.Session:
        if self._running is None:
            server = EmbeddedServer(self._home, memory_mb=768, statement_seconds=self._seconds)
            self._running = await server.__aenter__()
        graph = file.parent.name
        if graph not in {info.name for info in await self._running.graphs()}:
            await self._running.load(file, name=graph)
        at = await self._running.ready()
        return _driver(at.bolt_uri, at.username, at.password).session(database=graph)

    def close(self) -> None:
        """Give the database back."""
        if self._running is not None:
            self._loop.run_until_complete(self._running.__aexit__(None, None, None))
        self._loop.close()


@functools.cache
def _driver(uri: str, username: str, password: str) -> neo4j.Driver:
    return neo4j.GraphDatabase.driver(uri, auth=(username, password))


def measure(data: Path, graph: str, runner: Runner, args: argparse.Namespace) -> Score:
    """Parse, run and judge the questions of one graph."""
    compare = judge(args.judge)
    parser, score = Parser(runner.schema()), Score()
    cases = json.loads((data / graph / args.questions).read_text())
    cases = [c for c in cases if c.get("stable") and c.get("gold")]
    if data.resolve().parent != OWN.parent:
        cases = [c for c in cases if held_out(graph, c) == args.unread]
    cases = cases[: args.limit]
    for case in cases:
        score.asked += 1
        links = runner.links(case["question"])
        # Of the process, not of the clock: other processes shall not count.
        started = time.process_time()
        parse = parser.parse(case["question"], links)
        statements = [to_cypher(reading.query) for reading in parse.readings]
        score.milliseconds.append((time.process_time() - started) * 1000)
        if len(statements) != 1:
            score.declined[reason(parse)] += 1
            score.missed.append((case["question"], reason(parse)))
            continue
        score.answered += 1
        cypher, parameters = statements[0]
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
    lenient = compare.lenient(gold, got, ordered=case["ordered"])
    score.lenient += lenient
    score.strict += compare.strict(gold, got, ordered=case["ordered"])
    if lenient:
        score.right.append(case["question"])
    else:
        score.wrong.append((case, cypher, parameters, f"rows {len(gold)} / {len(got)}"))


def changes(graph: str, score: Score, args: argparse.Namespace) -> None:
    """What came out otherwise than when the file was written; it is written anew."""
    file: Path = args.since
    told = MEASURED_ONLY.isdisjoint((graph, args.questions))
    before = json.loads(file.read_text()) if file.exists() else {}
    now = {question: "right" for question in score.right}
    now |= {case["question"]: "wrong" for case, *_ in score.wrong}
    now |= {question: "declined" for question, _ in score.missed}
    for question, outcome in now.items():
        was = before.get(graph, {}).get(question)
        if was not in (None, outcome) and told:
            print(f"  {was} -> {outcome}: {question}")
    file.write_text(json.dumps(before | {graph: before.get(graph, {}) | now}, indent=1))


def report(graph: str, score: Score, args: argparse.Namespace) -> None:
    """One line, then what was wrong or declined."""
    times = sorted(score.milliseconds)
    answered = max(score.answered, 1)
    print(
        f"{graph:16} asked {score.asked:5}  answered {score.answered / max(score.asked, 1):6.1%}  "
        f"lenient {score.lenient / answered:6.1%}  strict {score.strict / answered:6.1%}  "
        f"p50 {statistics.median(times):5.1f} ms  p95 {times[int(len(times) * 0.95)]:5.1f} ms"
    )
    if args.set_aside:
        _without_odd(score, args.set_aside)
    if not MEASURED_ONLY.isdisjoint((graph, args.questions)):
        return
    for case, cypher, parameters, why in score.wrong[: args.wrong]:
        print(f"  WRONG {case['question']}\n    {why}\n    {' '.join(cypher.split())} {parameters}")
        print(f"    gold {' '.join(case['gold'].split())}")
    for why, count in score.declined.most_common(args.reasons):
        print(f"  {count:4}  {why}")
    if args.declined:
        for question, why in score.missed[: args.declined]:
            print(f"  DECLINED [{why}] {question}")


def _without_odd(score: Score, file: Path) -> None:
    """The figure with the answers set aside that differ from a gold that is odd."""
    listed = {
        digits: why for why, found in tomllib.loads(file.read_text()).items() for digits in found
    }
    asked = (hashlib.sha256(case["question"].encode()).hexdigest() for case, *_ in score.wrong)
    odd = Counter(listed[digest[:12]] for digest in asked if digest[:12] in listed)
    left = max(score.answered - odd.total(), 1)
    print(
        f"  {odd.total():4}  odd golds set aside; lenient {score.lenient / left:6.1%} without them"
    )
    for why, count in odd.most_common():
        print(f"        {count:4}  {why}")


def main() -> None:
    """Measure each graph."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, default=OWN)
    options.add_argument("--graph", nargs="+")
    options.add_argument("--questions", default="questions.json", help="the file of each graph")
    options.add_argument("--limit", type=int, default=None)
    options.add_argument("--unread", action="store_true")
    options.add_argument("--wrong", type=int, default=5)
    options.add_argument("--declined", type=int, default=0)
    options.add_argument("--reasons", type=int, default=10)
    options.add_argument("--set-aside", type=Path, help="a file of golds that are odd, with why")
    options.add_argument("--judge", type=Path)
    options.add_argument("--home", type=Path, help="keep graphs, rows and links here")
    options.add_argument("--since", type=Path, help="tell what changed since this file")
    args = options.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        home = args.home or Path(folder)
        cache, server = Cache(home / "parser.sqlite"), Server(home)
        try:
            found = sorted(path.parent.name for path in args.data.glob("*/graph.json.gz"))
            for graph in args.graph or found:
                runner = Runner(cache, server, args.data / graph / "graph.json.gz")
                score = measure(args.data, graph, runner, args)
                report(graph, score, args)
                if args.since:
                    changes(graph, score, args)
        finally:
            server.close()


if __name__ == "__main__":
    main()
