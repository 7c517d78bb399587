"""What the parser makes of questions, as cases for tests/data/parser.

    python -m tests.bench.ask library "Which members borrowed Cold Harbour?" ["Another?" ...]
    python -m tests.bench.ask reviews "..."         a graph beside this file
    python -m tests.bench.ask ../data/companies "..."   the folder of any other graph

The first word names a world of tests/data/parser, a graph beside this file or a folder.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable
from datetime import date, datetime
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))
from parser_data import Matcher, load, schema_of

from bot.cypher.statement import to_cypher
from bot.offline.parser import Parser
from memory.schema import LinkedValue, Schema
from tests.unit.offline.cases import worlds

Linker = Callable[[str], list[LinkedValue]]


def known(name: str) -> tuple[Schema, Linker]:
    """Schema and links of a world or a graph; SystemExit where there is none."""
    for world in worlds():
        if world.name == name and not Path(name).exists():
            return world.schema, world.link
    for folder in (Path(__file__).parent / "graphs" / name, Path(name)):
        if (folder / "graph.json.gz").exists():
            content = load(folder / "graph.json.gz")
            return schema_of(content), Matcher(content)
    sys.exit(f"No world, graph or folder is called {name}.")


def toml(value: Any) -> str:
    """A parameter as TOML has it."""
    if isinstance(value, dict):
        inside = ", ".join(f"{key} = {toml(one)}" for key, one in value.items())
        return f"{{ {inside} }}" if inside else "{}"
    if isinstance(value, (list, tuple)):
        return f"[{', '.join(map(toml, value))}]"
    return value.isoformat() if isinstance(value, (date, datetime)) else json.dumps(value)


def main() -> None:
    """Print a case for each question."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("world")
    options.add_argument("question", nargs="+")
    args = options.parse_args()
    schema, link = known(args.world)
    parser = Parser(schema)
    for question in args.question:
        parse = parser.parse(question, link(question))
        print(f"\n[[case]]\nquestion = {json.dumps(question, ensure_ascii=False)}")
        for reading in parse.readings:
            cypher, parameters = to_cypher(reading.query)
            print(f'cypher = """\n{cypher}\n"""\nparameters = {toml(parameters)}')
            print(f"reading = {json.dumps(reading.text, ensure_ascii=False)}")
            print(f"# cost {reading.cost:.2f}")
        if not parse.readings:
            print(f"unread = {json.dumps(parse.unread)}" if parse.unread else "declined = true")


if __name__ == "__main__":
    main()
