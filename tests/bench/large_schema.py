"""How long the rule parser takes over a schema of hundreds of labels, and what memory it holds.

    python -m tests.bench.large_schema [--labels 200] [--types 600] [--questions 40]

Over a made schema; each question is asked twice of one parser: the second time all that can be
remembered of the schema is. Times are of the process, not of the clock.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import time
from collections.abc import Sequence

from bot.cypher.statement import to_cypher
from bot.offline.parser import Parser
from memory.schema import Schema
from memory.text import split_name
from tests.bench.prompts import made_schema, questions


def asked_of(schema: Schema, count: int) -> list[str]:
    """Questions over joins, and over the numbers of single labels."""
    plain = []
    for label in list(schema.labels.values())[:count]:
        noun = " ".join(split_name(label.name))
        numbers = [p.name for p in label.properties.values() if p.type == "INTEGER"]
        for name in numbers[:1]:
            said = " ".join(split_name(name))
            plain.append(f"What are the names of the 5 {noun} with the highest {said}?")
    return [*questions(schema, count), *plain[:count]]


def milliseconds(parser: Parser, asked: Sequence[str]) -> list[float]:
    """What each question takes from its words to Cypher, sorted."""
    taken = []
    for question in asked:
        started = time.process_time()
        for reading in parser.parse(question).readings:
            to_cypher(reading.query)
        taken.append((time.process_time() - started) * 1000)
    return sorted(taken)


def held() -> str:
    """The most memory that the process has held so far."""
    return f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most"


def main() -> None:
    """Print times and memory."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--labels", type=int, default=200)
    options.add_argument("--types", type=int, default=600)
    options.add_argument("--questions", type=int, default=40)
    args = options.parse_args()
    schema = made_schema(args.labels, args.types)
    asked = asked_of(schema, args.questions)
    Parser(made_schema(3, 3)).parse("Which ones are there?")
    print(f"before: {held()}")
    started = time.process_time()
    parser = Parser(schema)
    print(f"built in {(time.process_time() - started) * 1000:.0f} ms: {held()}")
    for how in ("first", "again"):
        taken = milliseconds(parser, asked)
        p50, p95 = statistics.median(taken), taken[int(len(taken) * 0.95)]
        print(f"{how}: p50 {p50:.1f} ms  p95 {p95:.1f} ms  max {taken[-1]:.1f} ms: {held()}")


if __name__ == "__main__":
    main()
