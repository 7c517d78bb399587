"""What the repairs gain and break on recorded drafts.

    python tests/bench/repairs.py --data PATH [--drafts FILE] [--unread] [--corrector] [--left N]

PATH has `*/questions.json` and `*/graph.json.gz`; the graphs are loaded into the embedded database
of CICERONE_HOME where they are not in it yet. *Wrong*: drafts that fail or come back empty where
the other writer's statement returns 1 to 500 rows; gained are those that agree with its rows after
repair. *Right*: drafts of questions whose gold is sure; broken are those that agreed with gold and
no longer do. Rows agree leniently (`bot.steps.same_rows`).

FILE has drafts of a model of its own: [{graph, question, draft, gold}], where gold is the other.
A fifth of the questions is not looked at while developing; `--unread` measures those alone.
`--corrector` puts the CypherQueryCorrector of langchain-neo4j beside.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.bootstrap import embedded_server, open_graph
from bot.graph_indexes import indexes_of, names_stage
from bot.indexing import Indexing
from bot.settings import Settings
from bot.steps.repair import Known, mend, repair
from bot.steps.same_rows import lenient
from guardrails.cypher import parse
from guardrails.reader import Forbidden
from guardrails.syntax import Constant, LabelName, Part, Property, Query
from guardrails.tokens import Unreadable
from memory.schema import Schema
from memory.values import VALUES, ValueIndex
from tests.bench.repairs_data import Case, Ran, Runs, recorded, written


@dataclass
class Score:
    """The tally of one source."""

    wrong: int = 0
    gained: int = 0
    corrector: int = 0
    right: int = 0
    broken: int = 0
    broken_by_corrector: int = 0
    milliseconds: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)
    repairs: Counter[str] = field(default_factory=Counter)
    left: Counter[str] = field(default_factory=Counter)
    shown: list[str] = field(default_factory=list)

    def add(self, other: Score) -> None:
        """Both together."""
        self.wrong += other.wrong
        self.gained += other.gained
        self.corrector += other.corrector
        self.right += other.right
        self.broken += other.broken
        self.broken_by_corrector += other.broken_by_corrector
        self.milliseconds += other.milliseconds
        self.cpu += other.cpu
        self.repairs += other.repairs
        self.left += other.left
        self.shown += other.shown


def corrector(schema: Schema) -> Callable[[str], str]:
    """langchain-neo4j's CypherQueryCorrector for a schema; it gives up with an empty text."""
    from langchain_neo4j.chains.graph_qa.cypher_utils import CypherQueryCorrector
    from langchain_neo4j.chains.graph_qa.cypher_utils import Schema as Triple

    joins = [Triple(join.start, type_, join.end) for type_, join in schema.joins()]
    return CypherQueryCorrector(joins)


def agrees(case: Case, wanted: Ran, got: Ran) -> bool:
    """Whether the rows say what was wanted."""
    if got.error is not None or wanted.error is not None:
        return False
    return lenient(wanted.rows, got.rows, ordered=case.ordered)


def left_because(case: Case, mended: Ran, other: Ran, cypher: str) -> str:
    """Why a wrong draft was not gained, as far as results and statements tell."""
    told = "not repaired" if cypher == case.draft else "repaired"
    if mended.error:
        return f"{told}, fails"
    if not mended.rows:
        return f"{told}, empty: {apart(cypher, case.other)}"
    if _share_names(other, mended):
        return "repaired, the same things in other columns"
    return f"repaired, other rows: {apart(cypher, case.other)}"


def apart(one: str, other: str) -> str:
    """What two statements do not have in common, the first of these."""
    try:
        a, b = parse(one).query, parse(other).query
    except (Unreadable, Forbidden):
        return "one of the two cannot be read"
    for name, of in (
        ("by another way or label", _labels),
        ("by other properties", lambda query: _parts(query, Property, "name")),
        ("by other values or bounds", lambda query: _parts(query, Constant, "value")),
    ):
        if of(a) != of(b):
            return name
    return "in how they group, sort or cut off"


def _labels(query: Query) -> set[object]:
    return _parts(query, LabelName, "name")


def _parts(query: Query, kind: type[Part], name: str) -> set[object]:
    return {getattr(part, name) for part in query.walk() if isinstance(part, kind)}


def _share_names(one: Ran, other: Ran) -> bool:
    """Whether the rows pair so that each pair shares a text."""
    left = [_texts(row) for row in other.rows]
    for row in map(_texts, one.rows):
        match = next((each for each in left if row & each), None)
        if match is None:
            return False
        left.remove(match)
    return not left


def _texts(row: tuple[Any, ...]) -> set[str]:
    values = [
        part for cell in row for part in (cell.values() if isinstance(cell, dict) else [cell])
    ]
    return {value for value in values if isinstance(value, str)}


async def measure(case: Case, known: Known, runs: Runs, correct: Callable[[str], str]) -> Score:
    """One draft."""
    score = Score()
    draft, other = await runs(case.draft), await runs(case.other)
    wrong = draft.failed_or_empty and other.telling
    right = case.gold is not None and agrees(case, await runs(case.gold), draft)
    if not wrong and not right:
        return score
    started, worked = time.perf_counter(), time.process_time()
    await repair(case.draft, known)
    score.milliseconds.append((time.perf_counter() - started) * 1000)
    score.cpu.append((time.process_time() - worked) * 1000)
    mended = await mend(case.draft, known, runs.rows)
    result = await runs(mended.cypher)
    score.repairs.update({repair.name for repair in mended.repairs})
    corrected = await _corrected(case, runs, correct)
    if wrong:
        score.wrong += 1
        score.gained += agrees(case, other, result)
        score.corrector += agrees(case, other, corrected)
        if not score.gained:
            reason = left_because(case, result, other, mended.cypher)
            score.left[reason] += 1
            score.shown.append(_shown(case, draft, other, result, mended.cypher, reason))
    if right:
        gold = await runs(case.gold or "")
        score.right += 1
        score.broken += not agrees(case, gold, result)
        score.broken_by_corrector += not agrees(case, gold, corrected)
        if score.broken:
            score.shown.append(_shown(case, draft, gold, result, mended.cypher, "BROKEN"))
    return score


async def _corrected(case: Case, runs: Runs, correct: Callable[[str], str]) -> Ran:
    try:
        text = correct(case.draft)
    except Exception as error:  # it fails on some statements
        return Ran(error=str(error))
    return await runs(text) if text else Ran(error="given up")


def _shown(case: Case, draft: Ran, other: Ran, result: Ran, cypher: str, reason: str) -> str:
    return (
        f"### {reason}\n{case.graph} {case.source}: {case.question}\n{case.draft}\n"
        f" -> {draft.error or len(draft.rows)}\n-- repaired\n{cypher}\n"
        f" -> {result.error or len(result.rows)} {str(result.rows[:2])[:160]}\n-- other\n"
        f"{case.other}\n -> {len(other.rows)} {str(other.rows[:2])[:160]}\n"
    )


def report(name: str, score: Score, *, corrected: bool) -> None:
    """The figures of one source."""
    times, cpu = sorted(score.milliseconds) or [0.0], sorted(score.cpu) or [0.0]
    print(
        f"{name:32} wrong {score.wrong:4}  gained {score.gained:4} "
        f"({score.gained / max(score.wrong, 1):6.1%})  right {score.right:5}  "
        f"broken {score.broken:3} ({score.broken / max(score.right, 1):.1%})  "
        f"p50 {times[len(times) // 2]:.1f} ms  p95 {times[int(len(times) * 0.95)]:.1f} ms  "
        f"(processor p95 {cpu[int(len(cpu) * 0.95)]:.1f} ms)"
    )
    if corrected:
        gained = score.corrector / max(score.wrong, 1)
        broken = score.broken_by_corrector / max(score.right, 1)
        print(
            f"{'  CypherQueryCorrector':32} {'':10}  gained {score.corrector:4} ({gained:6.1%})"
            f"  {'':11}  broken {score.broken_by_corrector:3} ({broken:.1%})"
        )


def reasons(score: Score) -> None:
    """What is left, and what was done."""
    for reason, count in score.left.most_common():
        print(f"  {count:4}  left: {reason}")
    for name, count in score.repairs.most_common():
        print(f"  {count:4}  repaired: {name}")


async def loaded(settings: Settings, data: Path, graphs: Iterable[str]) -> None:
    """Load what the embedded database does not have yet."""
    async with embedded_server(settings) as server:
        there = {info.name for info in await server.graphs()}
        for graph in graphs:
            if graph not in there:
                await server.load(data / graph / "graph.json.gz", name=graph)


async def _all(args: argparse.Namespace, cases: list[Case], graphs: list[str]) -> dict[str, Score]:
    """The score of each source on each graph."""
    scores: dict[str, Score] = defaultdict(Score)
    for graph in graphs:
        settings = Settings(graph=graph)
        async with open_graph(settings) as client:
            schema = await client.schema()
            values = ValueIndex(await indexes_of(settings).open_parts(VALUES))
            await Indexing([await names_stage(settings, client, schema, values)]).all()
            runs = Runs(client, args.cache / f"{graph}.json" if args.cache else None)
            correct = corrector(schema) if args.corrector else lambda text: text
            for case in cases:
                if case.graph != graph:
                    continue
                known = Known(schema, values, case.question)
                found = await measure(case, known, runs, correct)
                if args.wrong_only and found.right:
                    continue
                scores[f"{graph}, {case.source}"].add(found)
            runs.save()
            await values.close()
    return scores


async def main() -> None:
    """Measure each source on each graph."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--drafts", type=Path, help="drafts of another model")
    options.add_argument("--unread", action="store_true")
    options.add_argument("--corrector", action="store_true")
    options.add_argument("--graph")
    options.add_argument("--wrong-only", action="store_true", help="leave out what is right")
    options.add_argument("--left", type=Path, help="write what is left to this file")
    options.add_argument("--cache", type=Path, help="keep rows of statements in this folder")
    args = options.parse_args()
    cases = list(written(args.drafts) if args.drafts else recorded(args.data))
    cases = [case for case in cases if case.unread == args.unread]
    cases = [case for case in cases if args.graph in (None, case.graph)]
    graphs = list(dict.fromkeys(case.graph for case in cases))
    await loaded(Settings(), args.data, graphs)
    # One lease for all: between two graphs the database would end and start again.
    async with embedded_server(Settings()):
        scores = await _all(args, cases, graphs)
    total = Score()
    for name, score in scores.items():
        report(name, score, corrected=args.corrector)
        total.add(score)
    report("all", total, corrected=args.corrector)
    reasons(total)
    if args.left:
        args.left.write_text("\n".join(total.shown))


if __name__ == "__main__":
    asyncio.run(main())
