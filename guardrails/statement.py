"""What may run: one statement that only reads, calls only what is listed, and stays in bounds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from guardrails.cost.bounds import bounded, excesses
from guardrails.cypher import Statement, modifying_node, parse, plain, tree
from guardrails.elements import Private
from guardrails.exposure import exposures
from guardrails.functions import FUNCTIONS, PROCEDURES
from guardrails.privacy import hidden
from guardrails.reader import SUSPECT, WRITES, Forbidden
from guardrails.syntax import Call, CallProcedure, Query
from guardrails.tokens import Unreadable
from memory.catalogue import say
from memory.errors import TookTooLong
from memory.processor import apart_if_long
from memory.schema import Schema


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check found, and where: character offsets in the statement.

    `name` is one of: unreadable, clause, function, procedure, hidden, path_bound, path_unanchored,
    path_unbounded, range, list_product, doubling, product, pattern, prefix.
    """

    name: str
    explanation: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Allowed:
    """The statement may run; `findings` are only worth a word.

    Paths without an upper bound have been given one, which a finding `path_unbounded` says, and
    EXPLAIN or PROFILE in front is gone, which `prefix` says. The findings' offsets are those of the
    text as it was given.
    """

    statement: Statement
    findings: tuple[Finding, ...] = ()

    @property
    def cypher(self) -> str:
        """The exact text that may run."""
        return self.statement.text


@dataclass(frozen=True, slots=True)
class Refused:
    """The statement must not run; `reason` is one sentence for people.

    `unreadable` tells a slip of the pen, which a repair or a second draft may mend, from what would
    do harm.
    """

    reason: str
    findings: tuple[Finding, ...]

    @property
    def unreadable(self) -> bool:
        """Whether it was refused only because it cannot be read."""
        return all(finding.name == "unreadable" for finding in self.findings)


async def check_statement(
    cypher: str, parameters: Mapping[str, Any] | None = None, schema: Schema | None = None
) -> Allowed | Refused:
    """Decide whether a statement may run.

    Args:
        cypher: the exact text that would run.
        parameters: its parameters; they can be the bound of a range.
        schema: with it, products are estimated from the labels' counts, and what it hides may not
            be touched.
    """
    text, prefix = plain(cypher)
    outcome = await _decided(text, parameters, schema)
    if not prefix:
        return outcome
    cut = len(cypher) - len(text)
    findings = tuple(replace(f, start=f.start + cut, end=f.end + cut) for f in outcome.findings)
    if isinstance(outcome, Allowed):
        taken = say("{prefix} in front was taken off: the statement itself runs", prefix=prefix)
        findings = (Finding("prefix", taken, 0, cut), *findings)
    return replace(outcome, findings=findings)


async def _decided(
    cypher: str, parameters: Mapping[str, Any] | None, schema: Schema | None
) -> Allowed | Refused:
    """Decide by our own reading, and by a second one where a word could begin a write."""
    try:
        outcome = await apart_if_long(cypher, _check, cypher, parameters, schema)
    except RecursionError:
        return _unchecked(cypher, say("it is nested too deeply"))
    except TookTooLong:
        return _unchecked(cypher, say("that takes too long"))
    if isinstance(outcome, Refused):
        return outcome
    # graphglot takes twenty times as long as our own grammar; without any word that could begin a
    # write there is nothing for it to find.
    suspect = any(token.is_word(*SUSPECT) for token in outcome.statement.tokens)
    second = await tree(cypher) if suspect else None
    node = modifying_node(second) if second is not None else None
    if node is not None:
        start, end = node.source_span or (0, len(cypher))
        finding = Finding("clause", _why_not("a clause that is not reading"), start, end)
        return Refused(finding.explanation, (finding,))
    return outcome


def _unchecked(cypher: str, why: str) -> Refused:
    finding = Finding("unreadable", why, 0, len(cypher))
    return Refused(say("This statement cannot be checked: {why}.", why=why), (finding,))


def _check(
    cypher: str, parameters: Mapping[str, Any] | None, schema: Schema | None
) -> Allowed | Refused:
    """By our own reading of the statement."""
    try:
        statement = parse(cypher)
    except Forbidden as error:
        finding = Finding("clause", _why_not(error.clause), error.start, error.end)
        return Refused(finding.explanation, (finding,))
    except Unreadable as error:
        finding = Finding("unreadable", str(error), error.start, error.end)
        told = say("This is not Cypher that can be read with certainty: {why}.", why=error)
        return Refused(told, (finding,))
    calls = tuple(_unlisted_calls(statement.query))
    if calls:
        return Refused(calls[0].explanation, calls)
    if schema is not None and schema.hidden:
        private = Private(hidden(",".join(schema.hidden)), schema)
        shown = tuple(
            Finding("hidden", one.explanation, one.start, one.end)
            for one in exposures(statement.query, private)
        )
        if shown:
            return Refused(shown[0].explanation, shown)
    found = list(excesses(statement.query, parameters, schema))
    findings = tuple(Finding(e.name, e.explanation, e.start, e.end) for e in found)
    fatal = next((e for e in found if e.fatal), None)
    if fatal is not None:
        told = say("This could run without end: {why}.", why=fatal.explanation)
        return Refused(told, findings)
    text = bounded(cypher, statement.query)
    return Allowed(statement if text == cypher else parse(text), findings)


def _why_not(clause: str) -> str:
    if clause in WRITES:
        return say(
            "This would change the graph ({clause}); only reading is allowed.", clause=clause
        )
    if clause == "a second statement":
        return say("Only one statement may run at a time.")
    if clause == "LOAD CSV":
        return say("LOAD CSV reads files and addresses outside of the graph, which is not allowed.")
    if clause == "a clause that is not reading":
        return say("Only plain reading is allowed, and this has a clause that is not reading.")
    return say("Only plain reading is allowed, and this uses {clause}.", clause=clause)


def _unlisted_calls(query: Query) -> Iterator[Finding]:
    for part in query.walk():
        if isinstance(part, Call) and part.function.lower() not in FUNCTIONS:
            yield Finding(
                "function",
                say(
                    "The function {name}() is not on the list of what may be called.",
                    name=part.function,
                ),
                part.start,
                part.end,
            )
        elif isinstance(part, CallProcedure) and part.procedure.lower() not in PROCEDURES:
            yield Finding(
                "procedure",
                say(
                    "The procedure {name} is not on the list of what may be called.",
                    name=part.procedure,
                ),
                part.start,
                part.end,
            )
