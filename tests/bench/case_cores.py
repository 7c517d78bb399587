"""Write what the parser's cases mean (`tests/data/parser`) as cores of trees, to learn from.

    python -m tests.bench.case_cores

A case's tree is the rule parser's, which its test holds. Written: `tests/data/parser/cores.json`,
[world, question, core of the meaning, cores of what is shown].
"""

from __future__ import annotations

import json

from bot.offline.cypher import to_cypher
from bot.offline.parser import Parser
from bot.reader.alike import core_of
from tests.unit.offline.cases import FOLDER, load


def main() -> None:
    """Read every case without a context, and keep those whose statement is the expected one."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        world = load(path)
        parser = Parser(world.schema)
        for case in world.cases:
            if not case.get("cypher") or case.get("context"):
                continue
            question = case["question"]
            readings = parser.parse(question, world.link(question)).readings
            if len(readings) != 1 or to_cypher(readings[0].query)[0] != case["cypher"].strip():
                continue
            core = core_of(readings[0].query)
            found.append([path.stem, question, core.meaning, sorted(core.shown)])
    lines = ",\n".join(json.dumps(one) for one in found)
    (FOLDER / "cores.json").write_text(f"[\n{lines}\n]\n")
    print(len(found), "cases")


if __name__ == "__main__":
    main()
