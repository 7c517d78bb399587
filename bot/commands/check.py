"""`cicerone check`: what the guard and the repairs make of a statement, one or thousands."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

from bot.commands.checks import open_checks
from bot.errors import GraphError
from bot.events import Rows
from bot.ports import Graph
from bot.realiser.cypher import explain
from bot.render.printable import printable
from bot.render.table import text_table
from bot.settings import Settings
from bot.steps.repair import Known, Mended, Repaired, mend, repair
from bot.steps.run import run as run_statement
from bot.steps.unknown_names import names_lacking
from guardrails.statement import Allowed, Finding, Refused, check_statement
from memory.schema import Schema
from memory.text import several

_SHOWN_ROWS = 20


@dataclass(frozen=True, slots=True)
class Given:
    """A statement to check, with its parameters and the question it is to answer.

    `problem` says why the line is unusable.
    """

    cypher: str
    parameters: dict[str, Any] = field(default_factory=dict)
    question: str | None = None
    problem: str | None = None


async def check_one(settings: Settings, cypher: str, *, run: bool, as_json: bool) -> int:
    """Print the verdict on one statement; 1 where it is refused."""
    async with open_checks(settings) as (graph, values):
        known = Known(await graph.schema(), values)
        checked = await _check(Given(cypher), graph, known, run=run)
    print(_json(checked) if as_json else _text(checked))
    return 0 if checked["allowed"] else 1


async def check_lines(settings: Settings, lines: Iterable[str], *, run: bool, as_json: bool) -> int:
    """Print the verdict on each line, in order; bad lines too get one."""
    async with open_checks(settings) as (graph, values):
        known = Known(await graph.schema(), values)
        for line in lines:
            checked = await _check(read_statement(line), graph, known, run=run)
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
    question = given.get("question")
    if question is not None and not isinstance(question, str):
        return Given(cypher, problem="The field question must be a text.")
    return Given(cypher, parameters, question)


async def _check(given: Given, graph: Graph, known: Known, *, run: bool) -> dict[str, Any]:
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
        known = replace(known, question=given.question)
        if run:
            mended = await _run(given, graph, known)
            checked |= _told(mended, given, known)
            result |= _result(mended)
        else:
            checked |= _told(await repair(given.cypher, known, given.parameters), given, known)
    return checked | result if run else checked


async def _run(given: Given, graph: Graph, known: Known) -> Mended:
    async def run(cypher: str) -> Rows:
        return await run_statement(graph, cypher, given.parameters)

    try:
        return await mend(given.cypher, known, run, given.parameters)
    except GraphError as error:
        verdict = await check_statement(given.cypher, given.parameters, known.schema)
        return Mended(given.cypher, verdict, error=error)


def _told(done: Repaired | Mended, given: Given, known: Known) -> dict[str, Any]:
    told: dict[str, Any] = {"findings": [asdict(finding) for finding in done.verdict.findings]}
    if isinstance(done.verdict, Refused):
        return told | {"reason": done.verdict.reason}
    told["findings"] += [asdict(lack) for lack in lacking(given.cypher, done.cypher, known.schema)]
    return told | {
        "allowed": True,
        "cypher": done.cypher,
        "repairs": [asdict(repair) for repair in done.repairs],
        "reading": explain(done.cypher, given.parameters, known.schema),
    }


def lacking(given: str, repaired: str, schema: Schema) -> list[Finding]:
    """What a statement names and the schema lacks, where no repair found what it meant.

    >>> from memory.schema import Label
    >>> cypher = "MATCH (b:Boat) RETURN b"
    >>> lacking(cypher, cypher, Schema({"Ship": Label("Ship", 3, {})}))[0].explanation
    'There is no label Boat; there is Ship.'
    """
    left = names_lacking(repaired, schema)
    return [
        Finding(f"unknown_{lack.kind.split()[-1]}", lack.instead(schema), lack.start, lack.end)
        for lack in names_lacking(given, schema)
        if lack in left
    ]


def _result(mended: Mended) -> dict[str, Any]:
    if mended.rows is not None:
        return asdict(mended.rows)
    return {"error": str(mended.error)} if isinstance(mended.verdict, Allowed) else {}


def _json(checked: dict[str, Any]) -> str:
    return json.dumps(checked, ensure_ascii=False, default=str)


def _text(checked: dict[str, Any]) -> str:
    lines = ["allowed" if checked["allowed"] else f"refused: {checked['reason']}"]
    lines += [f"  {repair['name']}: {repair['explanation']}" for repair in checked["repairs"]]
    lines += [f"  {f['name']}: {f['explanation']}" for f in checked["findings"]]
    if checked["repairs"]:
        lines += ["", checked["cypher"], ""]
    if checked["reading"]:
        lines.append(checked["reading"])
    if checked.get("error"):
        lines.append(checked["error"])
    elif checked.get("columns"):
        lines.append(text_table(checked["columns"], checked["rows"][:_SHOWN_ROWS]))
        total = checked["row_count"]
        lines.append("more rows than were counted" if total is None else several(total, "row"))
    elif "rows" in checked and checked["allowed"]:
        lines.append("no rows")
    return printable("\n".join(lines))
