"""How often each doubt is raised on drafts that are right, and on those that are wrong.

    python tests/bench/doubts.py --data PATH [--drafts FILE | --made] [--unread] [--cache FOLDER]

The drafts are those of `tests/bench/repairs.py`, mended as in a turn; only those whose gold is sure
count. With `--made` they are the golds of PATH, and these with one thing wrong
(`tests/bench/made_wrong.py`). A doubt sends a draft back to the model: on a right one that is a
call for nothing, or worse.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from bot.bootstrap import embedded_server, open_graph
from bot.events import Rows
from bot.graph_indexes import indexes_of, names_stage
from bot.indexing import Indexing
from bot.settings import Settings
from bot.steps.doubts import Asked
from bot.steps.judge import CERTAIN, OF_WORDS, PROVEN
from bot.steps.repair import Known, mend
from guardrails.cypher import parse
from guardrails.tokens import Unreadable
from memory.schema import Schema
from memory.values import VALUES, ValueIndex
from tests.bench.made_wrong import cases_of
from tests.bench.repairs import agrees, loaded
from tests.bench.repairs_data import Case, Runs, recorded, written

_RIGHT, _WRONG = "right", "wrong"


async def raised(
    case: Case, schema: Schema, values: ValueIndex, runs: Runs
) -> tuple[str, list[str]] | None:
    """Whether a draft is right once mended, and the doubts about it; None where that is unsure."""
    if case.gold is None:
        return None
    mended = await mend(case.draft, Known(schema, values, case.question), runs.rows)
    if mended.rows is None or not mended.rows.rows:
        return None
    right = agrees(case, await runs(case.gold), await runs(mended.cypher))
    linked = tuple(await values.lookup(case.question))
    asked = Asked(case.question, schema, linked)
    return _RIGHT if right else _WRONG, list(names(asked, mended.cypher, mended.rows))


def names(asked: Asked, cypher: str, rows: Rows) -> list[str]:
    """The checks that speak against a statement and its rows."""
    try:
        statement = parse(cypher)
    except Unreadable:
        return []
    checks = (*PROVEN, *CERTAIN, *OF_WORDS)
    return [check.__name__ for check in checks if check(asked, statement, rows)]


async def of_graph(settings: Settings, cases: list[Case], cache: Path | None) -> Counter[str]:
    """The doubts about the drafts of one graph, as "right NAME", and all drafts as "right"."""
    counts: Counter[str] = Counter()
    async with open_graph(settings) as client:
        schema = await client.schema()
        values = ValueIndex(await indexes_of(settings).open_parts(VALUES))
        await Indexing([await names_stage(settings, client, schema, values)]).all()
        runs = Runs(client, cache / f"{settings.graph}.json" if cache else None)
        for case in cases:
            found = await raised(case, schema, values, runs)
            if found is not None:
                counts[found[0]] += 1
                counts["any " + found[0]] += bool(found[1])
                counts.update(f"{name} {found[0]}" for name in found[1])
        runs.save()
        await values.close()
    return counts


def made(data: Path) -> Iterator[Case]:
    """Each stable gold as it stands, and with one thing wrong."""
    for folder in sorted(path.parent for path in data.glob("*/graph.json.gz")):
        for asked in json.loads((folder / "questions.json").read_text()):
            gold, ordered = asked["gold"], bool(asked.get("ordered"))
            if gold and asked.get("stable", True):
                yield Case(folder.name, "gold", asked["question"], gold, gold, gold, ordered)
        yield from cases_of(folder)


def report(counts: Counter[str]) -> None:
    """A line a doubt: its share of the right and of the wrong drafts."""
    rights, wrongs = counts.pop(_RIGHT, 0), counts.pop(_WRONG, 0)
    print(f"{rights} right drafts, {wrongs} wrong ones with rows")
    for name in sorted({key.rpartition(" ")[0] for key in counts}):
        right, wrong = counts[f"{name} {_RIGHT}"], counts[f"{name} {_WRONG}"]
        print(f"{name:20} right {right:4}  wrong {wrong:4}  of {right + wrong}")


async def main() -> None:
    """Count the doubts of each check over all graphs."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--data", type=Path, required=True)
    options.add_argument("--drafts", type=Path)
    options.add_argument("--made", action="store_true", help="golds, and these made wrong")
    options.add_argument("--unread", action="store_true")
    options.add_argument("--cache", type=Path)
    args = options.parse_args()
    given = written(args.drafts) if args.drafts else recorded(args.data)
    cases = [case for case in given if case.unread == args.unread] if not args.made else []
    cases += made(args.data) if args.made else ()
    graphs = list(dict.fromkeys(case.graph for case in cases))
    await loaded(Settings(), args.data, graphs)
    counts: Counter[str] = Counter()
    async with embedded_server(Settings()):
        for name in graphs:
            own = [case for case in cases if case.graph == name]
            counts += await of_graph(Settings(graph=name), own, args.cache)
    report(counts)


if __name__ == "__main__":
    asyncio.run(main())
