"""What the repairs make of right statements that have one thing wrong.

    python tests/bench/made_wrong.py --data PATH [--cache FOLDER]

PATH has `*/questions.json` and `*/graph.json.gz` (as tests/bench/unseen). Each gold is made wrong
in each way that it allows: a condition, a value, an order, a limit or DISTINCT left out, a count
listed instead, a sum counted, an arrow turned. Told is how many are right again once mended, and of
each repair how many it mended and harmed; some stay right: what was left out decided nothing.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.bootstrap import embedded_server, open_graph
from bot.graph_indexes import indexes_of, names_stage
from bot.indexing import Indexing
from bot.settings import Settings
from bot.steps.repair import Known, mend
from guardrails.cypher import parse
from guardrails.syntax import Call, MapOf, Match, NodePattern, Part, Projection, conjuncts
from guardrails.tokens import Unreadable
from memory.schema import Schema
from memory.values import VALUES, ValueIndex
from tests.bench.repairs import agrees, loaded
from tests.bench.repairs_data import Case, Runs

_ARROW = re.compile(r"-(\[[^\]]*\])->")


@dataclass
class Tally:
    """By kind of fault and by repair."""

    kinds: Counter[tuple[str, str]] = field(default_factory=Counter)
    repairs: Counter[tuple[str, str]] = field(default_factory=Counter)


def made_wrong(cypher: str) -> dict[str, str]:
    """The statement with one thing wrong, by what that is.

    >>> made_wrong("MATCH (n:Film) WHERE n.year > 2 RETURN count(n)")["condition"]
    'MATCH (n:Film)  RETURN count(n)'
    """
    found: dict[str, str] = {}
    try:
        parts = tuple(parse(cypher).query.walk())
    except Unreadable:
        return {}
    for part in parts:
        for kind, start, end, text in _faults(part, cypher):
            found.setdefault(kind, cypher[:start] + text + cypher[end:])
    if _ARROW.search(cypher):
        found["arrow"] = _ARROW.sub(r"<-\1-", cypher, count=1)
    if "DISTINCT " in cypher:
        found["distinct"] = cypher.replace("DISTINCT ", "", 1)
    return found


def _faults(part: Part, cypher: str) -> Iterator[tuple[str, int, int, str]]:
    """(kind, start, end, what stands there instead) of the faults that a part allows."""
    if isinstance(part, Match | Projection) and part.where is not None:
        rest = [cypher[test.start : test.end] for test in conjuncts(part.where)[1:]]
        start = part.where.start if rest else _word(cypher, "WHERE", part.where)
        yield "condition", start, part.where.end, " AND ".join(rest)
    if isinstance(part, NodePattern) and isinstance(part.properties, MapOf):
        yield "value", part.properties.start, part.properties.end, ""
    if isinstance(part, Projection) and part.order:
        yield "order", _word(cypher, "ORDER BY", part.order[0]), part.order[-1].end, ""
    if isinstance(part, Projection) and part.limit is not None:
        yield "limit", _word(cypher, "LIMIT", part.limit), part.limit.end, ""
    if isinstance(part, Call) and part.arguments:
        name, held = part.function.lower(), part.arguments[0]
        if name == "count":
            yield "listed", part.start, part.end, cypher[held.start : held.end]
        elif name in ("sum", "avg"):
            yield "function", part.start, part.start + len(name), "count"


def _word(cypher: str, word: str, part: Part) -> int:
    return cypher.upper().rindex(word, 0, part.start)


def cases_of(folder: Path) -> Iterator[Case]:
    """Each stable gold of a graph in each wrong form."""
    for asked in json.loads((folder / "questions.json").read_text()):
        gold, ordered = asked["gold"], bool(asked.get("ordered"))
        for kind, draft in made_wrong(gold).items() if asked.get("stable", True) else ():
            yield Case(folder.name, kind, asked["question"], draft, gold, gold, ordered)


async def measure(case: Case, schema: Schema, values: ValueIndex, runs: Runs, tally: Tally) -> None:
    """Count one draft before and after it is mended."""
    gold = await runs(case.other)
    before = agrees(case, gold, await runs(case.draft))
    mended = await mend(case.draft, Known(schema, values, case.question), runs.rows)
    after = agrees(case, gold, await runs(mended.cypher))
    outcome = {(False, True): "mended", (True, False): "harmed"}.get((before, after), "neither")
    tally.kinds[case.source, "right" if before else "wrong"] += 1
    tally.kinds[case.source, outcome] += 1
    tally.repairs.update((name, outcome) for name in {one.name for one in mended.repairs})


def report(tally: Tally) -> None:
    """A line a kind, and a line a repair."""
    for counts in (tally.kinds, tally.repairs):
        for name in sorted({name for name, _ in counts}):
            told = ("wrong", "right", "mended", "harmed", "neither")
            print(f"{name:18} " + "  ".join(f"{how} {counts[name, how]:4}" for how in told))
    outcomes = ("wrong", "mended", "right", "harmed")
    totals = {how: sum(n for (_, o), n in tally.kinds.items() if o == how) for how in outcomes}
    print("all", totals)


async def main() -> None:
    """Measure all graphs of the folder."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--cache", type=Path)
    args = options.parse_args()
    folders = sorted(path.parent for path in args.data.glob("*/graph.json.gz"))
    await loaded(Settings(), args.data, [folder.name for folder in folders])
    tally = Tally()
    async with embedded_server(Settings()):
        for folder in folders:
            settings = Settings(graph=folder.name)
            async with open_graph(settings) as client:
                schema = await client.schema()
                values = ValueIndex(await indexes_of(settings).open_parts(VALUES))
                await Indexing([await names_stage(settings, client, schema, values)]).all()
                cache = args.cache / f"{folder.name}.json" if args.cache else None
                runs = Runs(client, cache)
                for case in cases_of(folder):
                    await measure(case, schema, values, runs, tally)
                runs.save()
                await values.close()
    report(tally)


if __name__ == "__main__":
    asyncio.run(main())
