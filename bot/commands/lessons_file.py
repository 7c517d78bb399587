"""The file of lessons: what `cicerone examples export` writes, a person reviews, `import` reads.

[[lesson]]
question = "films by Clint Eastwood"
form = "films by {name}"          # may be left out; another name in its place is the same question
cypher = 'MATCH (:Person {name: $name})-[:DIRECTED]->(f:Film) RETURN f.title'
parameters = { name = "Clint Eastwood" }
status = "approved"               # or quarantine, which is the default
why = "A second person liked it."
not = 'MATCH (f:Film {director: "Clint Eastwood"}) RETURN f.title'     # a draft that failed,
because = "Film has no director."                                      # and why
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Iterator, Sequence
from typing import Any

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from bot.cypher.literals import inline
from bot.errors import UsageError
from bot.steps.lift import Lifted, lift
from bot.steps.revalidate import fault
from guardrails.cypher import parse
from guardrails.syntax import Parameter
from guardrails.tokens import Unreadable
from memory.lessons import Lesson, Status
from memory.question_form import same_question
from memory.schema import Schema
from memory.store import now

_HEAD = """\
# Question/Cypher pairs learnt on the graph {graph}. Read each, change what is wrong, then:
#     cicerone examples import FILE --graph {graph}

"""
_GAP = re.compile(r"\{(\w*)\}")
_TABLE = re.compile(r"^\s*\[\[\s*lesson\s*\]\]", re.MULTILINE)


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)

    question: str = Field(min_length=1, max_length=300)
    cypher: str = Field(min_length=1, max_length=5000)
    form: str = Field("", max_length=300)
    parameters: dict[str, str | int | float | bool] = Field(default_factory=dict)
    status: Status = "quarantine"
    why: str = ""
    draft: str = Field("", alias="not")
    problem: str = Field("", alias="because")


def to_toml(lessons: Sequence[Lesson], graph: str) -> str:
    """The text of the file."""
    return _HEAD.format(graph=graph) + "\n".join(_table(lesson) for lesson in lessons)


async def from_toml(text: str, graph: str, schema: Schema) -> tuple[list[Lesson], list[str]]:
    """The lessons of a file, and its problems: one line each, with the line it stands in.

    Every statement has passed the guard and names only what the schema has; what is approved in the
    file is approved by the operator who reviewed it.

    Raises:
        UsageError: it is not TOML, or has no lessons.
    """
    lessons: list[Lesson] = []
    problems: list[str] = []
    for line, values in _tables(text):
        try:
            entry = _Entry.model_validate(values)
            lessons.append(await _lesson(entry, graph, schema))
        except ValidationError as error:
            first = error.errors()[0]
            name = ".".join(str(part) for part in first["loc"][:2]) or "lesson"
            problems.append(f"line {line}: {name}: {first['msg'].rstrip('.')}.")
        except _Mistake as mistake:
            problems.append(f"line {line}: {mistake}")
    return lessons, problems


async def reviewed(question: str, cypher: str, graph: str, schema: Schema) -> Lesson:
    """The lesson of a question and a query that somebody wrote, not yet approved.

    Raises:
        UsageError: it is no lesson; the message says why.
    """
    try:
        entry = _Entry.model_validate({"question": question, "cypher": cypher.strip()})
        return await _lesson(entry, graph, schema)
    except ValidationError as error:
        first = error.errors()[0]
        raise UsageError(f"The {first['loc'][0]} cannot be used: {first['msg']}.") from None
    except _Mistake as mistake:
        raise UsageError(str(mistake)) from None


class _Mistake(Exception):
    """What is wrong with a lesson, in a sentence."""


async def _lesson(entry: _Entry, graph: str, schema: Schema) -> Lesson:
    if not same_question(entry.question):
        raise _Mistake("The question is blank.")
    missing = [name for name in _parameters(entry.cypher) if name not in entry.parameters]
    if missing:
        raise _Mistake(f"The parameter {missing[0]} has no value.")
    problem = await fault(entry.cypher, entry.parameters, schema)
    if problem:
        raise _Mistake(problem)
    lifted = _lifted(entry, schema)
    approved = entry.status == "approved"
    return Lesson(
        graph=graph,
        question=" ".join(entry.question.split()),
        form=lifted.form,
        cypher=lifted.cypher,
        parameters=lifted.parameters,
        slots=lifted.slots,
        draft=entry.draft.strip(),
        problem=entry.problem.strip(),
        fingerprint=schema.fingerprint,
        engine="import",
        status=entry.status,
        witness="operator" if approved else "",
        decided_by="operator" if approved else "",
        decided=now() if approved else "",
        why=entry.why.strip() or ("An operator approved it." if approved else ""),
    )


def _lifted(entry: _Entry, schema: Schema) -> Lifted:
    """The pair as its form says, or as it can be lifted."""
    if not entry.form:
        entry = entry.model_copy(update={"form": entry.question.replace("{", "").replace("}", "")})
    names = _GAP.findall(entry.form)
    strange = [name for name in names if name not in entry.parameters]
    if strange:
        raise _Mistake(f"The form's {{{strange[0]}}} is no parameter.")
    question = _GAP.sub(lambda gap: str(entry.parameters[gap[1]]), entry.form)
    lifted = lift(question, entry.cypher, dict(entry.parameters), (), schema, reviewed=True)
    if lifted is None:
        raise _Mistake("The statement cannot be read.")
    if names and len(lifted.slots) < len(names):
        raise _Mistake(
            "A value of the form has to stand once in it, and once in the statement, where a "
            "property is compared with it."
        )
    return lifted


def _parameters(cypher: str) -> list[str]:
    try:
        query = parse(cypher).query
    except Unreadable:
        return []
    return [part.name for part in query.walk() if isinstance(part, Parameter)]


def _tables(text: str) -> Iterator[tuple[int, object]]:
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"This is not TOML: {error}.") from None
    lessons = content.get("lesson")
    if not isinstance(lessons, list) or not lessons:
        raise UsageError("There is no lesson in it; each begins with [[lesson]].")
    starts = [text.count("\n", 0, found.end()) + 1 for found in _TABLE.finditer(text)]
    for index, values in enumerate(lessons):
        yield starts[index] if len(starts) == len(lessons) else 1, values


def _table(lesson: Lesson) -> str:
    lines = ["[[lesson]]", f"question = {_text(lesson.question)}"]
    if lesson.slots:
        lines.append(f"form = {_text(named_form(lesson))}")
    lines.append(f"cypher = {_text(written(lesson))}")
    if lesson.slots:
        named = (slot.parameter for slot in lesson.slots)
        told = ", ".join(f"{name} = {_value(lesson.parameters[name])}" for name in named)
        lines.append(f"parameters = {{ {told} }}")
    lines += [f"status = {_text(lesson.status)}", f"why = {_text(lesson.why)}"]
    if lesson.draft:
        lines += [f"not = {_text(lesson.draft)}", f"because = {_text(lesson.problem)}"]
    return "\n".join(lines) + "\n"


def named_form(lesson: Lesson) -> str:
    """The form of a lesson with the names of its parameters: "films by {name}"."""
    gaps = iter(lesson.slots)
    return re.sub(r"\{\}", lambda _: f"{{{next(gaps).parameter}}}", lesson.form)


def written(lesson: Lesson) -> str:
    """The statement with whatever is no slot written in."""
    slots = {slot.parameter for slot in lesson.slots}
    rest = {name: value for name, value in lesson.parameters.items() if name not in slots}
    return inline(lesson.cypher, rest)


def _value(value: Any) -> str:
    return _text(value) if isinstance(value, str) else json.dumps(value)


def _text(value: str) -> str:
    """A TOML string: literal and over several lines where it can be."""
    plain = all(char.isprintable() or char == "\n" for char in value)
    if "\n" in value and plain and "'''" not in value and not value.endswith("'"):
        return f"'''\n{value.strip()}\n'''"
    # JSON's escapes are TOML's, but DEL may not stand bare.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
