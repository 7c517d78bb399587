"""`cicerone check`: what the guard makes of a statement, one or thousands."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field
from typing import Any

from bot.bootstrap import open_graph
from bot.errors import GraphError
from bot.offline.explain import explain
from bot.ports import Graph
from bot.render.table import text_table
from bot.settings import Settings
from bot.steps.run import run as run_statement
from guardrails.statement import Refused, check_statement
from memory.schema import Schema

_SHOWN_ROWS = 20


@dataclass(frozen=True, slots=True)
class Given:
    """A statement to check, with its parameters; `problem` where the line is unusable."""

    cypher: str
    parameters: dict[str, Any] = field(default_factory=dict)
    problem: str | None = None


async def check_one(settings: Settings, cypher: str, *, run: bool, as_json: bool) -> int:
    """Print the verdict on one statement; 1 where it is refused."""
    async with open_graph(settings) as graph:
        checked = await _check(Given(cypher), graph, await graph.schema(), run=run)
    print(_json(checked) if as_json else _text(checked))
    return 0 if checked["allowed"] else 1


async def check_lines(settings: Settings, lines: Iterable[str], *, run: bool, as_json: bool) -> int:
    """Print the verdict on each line, in order; bad lines too get one."""
    async with open_graph(settings) as graph:
        schema = await graph.schema()
        for line in lines:
            checked = await _check(read_statement(line), graph, schema, run=run)
            print(_json(checked) if as_json else _text(checked), flush=True)
    return 0


def read_statement(line: str) -> Given:
    """A line of input: a statement, or a JSON object with `cypher`.

    >>> read_statement("MATCH (n) RETURN n").cypher
    'MATCH (n) RETURN n'
    >>> read_statement('{"cypher": 7}').problem
    'The field cypher must be a text.'
    """
    text = line.strip().lstrip("\ufeff")
    if not text.startswith("{"):
        return Given(text, problem=None if text else "The line is blank; write a statement.")
    try:
        given = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        return Given(text, problem="The line is not valid JSON.")
    cypher, parameters = given.get("cypher"), given.get("parameters") or {}
    if not isinstance(cypher, str):
        return Given("", problem="The field cypher must be a text.")
    if not isinstance(parameters, dict):
        return Given(cypher, problem="The field parameters must be an object.")
    return Given(cypher, parameters)


async def _check(given: Given, graph: Graph, schema: Schema, *, run: bool) -> dict[str, Any]:
    checked: dict[str, Any] = {
        "allowed": False,
        "reason": given.problem,
        "cypher": given.cypher,
        "repairs": [],
        "findings": [],
        "reading": None,
    }
    result: dict[str, Any] = {
        "columns": [],
        "rows": [],
        "row_count": None,
        "truncated": None,
        "error": None,
    }
    if given.problem is None:
        verdict = await check_statement(given.cypher, given.parameters, schema)
        checked["findings"] = [asdict(finding) for finding in verdict.findings]
        if isinstance(verdict, Refused):
            checked["reason"] = verdict.reason
        else:
            checked["allowed"] = True
            checked["reading"] = explain(given.cypher, given.parameters, schema)
            if run:
                result |= await _result(given, graph)
    return checked | result if run else checked


async def _result(given: Given, graph: Graph) -> dict[str, Any]:
    try:
        return asdict(await run_statement(graph, given.cypher, given.parameters))
    except GraphError as error:
        return {"error": str(error)}


def _json(checked: dict[str, Any]) -> str:
    return json.dumps(checked, ensure_ascii=False, default=str)


def _text(checked: dict[str, Any]) -> str:
    lines = ["allowed" if checked["allowed"] else f"refused: {checked['reason']}"]
    lines += [f"  {f['name']}: {f['explanation']}" for f in checked["findings"]]
    if checked["reading"]:
        lines.append(checked["reading"])
    if checked.get("error"):
        lines.append(checked["error"])
    elif checked.get("columns"):
        lines.append(text_table(checked["columns"], checked["rows"][:_SHOWN_ROWS]))
        total = checked["row_count"]
        lines.append(f"{total:,} rows" if total is not None else "more rows than were counted")
    return "\n".join(lines)
