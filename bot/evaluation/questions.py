'''Questions with gold Cypher, from a file that a person can read and extend.

Our own format is TOML, one `[[pair]]` a question; what `eval suggest` writes is the same:

    [[pair]]
    question = "Which films did Tom Hanks act in after 2000?"
    cypher = """
    MATCH (:Person {name: "Tom Hanks"})-[:ACTED_IN]->(f:Film)
    WHERE f.year > 2000
    RETURN f.title
    """
    type = "list"       # any word; figures are given for each type
    ordered = false     # true where the question asks for an order, and the gold makes it
    stable = true       # false where chance decides the gold's rows (a LIMIT that cuts a tie)

The last three may be left out. The same names are the columns of a CSV file, and the keys of JSON
lines or of a JSON list; `gold` is another name for `cypher` there. Pairs of a JSON list that have
no gold are left out and counted.
'''

from __future__ import annotations

import csv
import hashlib
import json
import random
import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from typing import Any

from pydantic import AliasChoices, BaseModel, ConfigDict, Field, ValidationError

from bot.errors import UsageError

_TRUE, _FALSE = frozenset({"true", "yes", "1"}), frozenset({"false", "no", "0"})
_TABLE = re.compile(r"^\s*\[\[\s*pair\s*\]\]", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Question:
    """One question with its gold Cypher; `recorded` is Cypher that models wrote, by model."""

    question: str
    cypher: str
    type: str = ""
    ordered: bool = False
    stable: bool = True
    recorded: Mapping[str, str] | None = None

    @property
    def key(self) -> str:
        """What a result is filed under: it changes with whatever the verdict hangs on."""
        whole = json.dumps([self.question, self.cypher, self.ordered])
        return hashlib.sha256(whole.encode()).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class QuestionSet:
    """The questions of one file, or a part of them.

    `without_gold` were left out for want of a gold Cypher; `digest` is sixteen hex digits that
    change with any question of the whole file.
    """

    name: str
    questions: tuple[Question, ...]
    digest: str
    without_gold: int = 0

    def choose(
        self,
        *,
        types: Iterable[str] = (),
        stable_only: bool = False,
        limit: int | None = None,
        seed: int = 0,
    ) -> QuestionSet:
        """A part of the questions, in the order of the file.

        Args:
            types: Only these types, whatever their case; all if none is named.
            stable_only: Only questions whose gold does not hang on chance.
            limit: At most so many, drawn at random.
            seed: What the draw starts from; the same seed draws the same questions.

        Raises:
            UsageError: there is no such type, or nothing is left.
        """
        wanted = {name.strip().casefold() for name in types if name.strip()}
        known = {each.type.casefold(): each.type for each in self.questions}
        if missing := sorted(wanted - known.keys()):
            names = ", ".join(sorted(filter(None, known.values()))) or "none"
            raise UsageError(f"{self.name} has no questions of type {missing[0]}; it has: {names}.")
        left = [
            each
            for each in self.questions
            if (not wanted or each.type.casefold() in wanted) and (each.stable or not stable_only)
        ]
        if limit is not None and limit < len(left):
            drawn = sorted(random.Random(seed).sample(range(len(left)), limit))
            left = [left[index] for index in drawn]
        if not left:
            raise UsageError(f"No question of {self.name} is left to ask.")
        return replace(self, questions=tuple(left))


class _Entry(BaseModel):
    model_config = ConfigDict(extra="ignore", strict=True)

    question: str
    cypher: str | None = Field(None, validation_alias=AliasChoices("cypher", "gold"))
    type: str = ""
    ordered: bool = False
    stable: bool = True
    recorded: dict[str, str] | None = None


def read_questions(path: Path) -> QuestionSet:
    """The questions of a `.toml`, `.csv`, `.jsonl` or `.json` file.

    Raises:
        UsageError: it cannot be read or has a mistake; the message names the line.
    """
    try:
        text = path.read_text("utf-8-sig")
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from None
    except UnicodeDecodeError as error:
        raise UsageError(f"{path} is not UTF-8 text (byte {error.start + 1:,}).") from None
    readers = {".toml": _toml, ".csv": _csv, ".jsonl": _json_lines, ".json": _json_list}
    reader = readers.get(path.suffix.lower())
    if reader is None:
        raise UsageError(f"{path} is of no known kind; use .toml, .csv, .jsonl or .json.")
    try:
        entries = [(line, _entry(values, line)) for line, values in reader(text)]
    except _Mistake as error:
        raise UsageError(f"{path}, line {error.line}: {error.reason}.") from None
    questions: dict[str, Question] = {}
    without_gold = 0
    for line, entry in entries:
        if entry.cypher is None or not entry.cypher.strip():
            if path.suffix.lower() != ".json":
                raise UsageError(f"{path}, line {line}: there is no cypher for this question.")
            without_gold += 1
            continue
        question = _question(entry, entry.cypher)
        questions.setdefault(question.key, question)
    if not questions:
        raise UsageError(f"{path} has no question with gold Cypher.")
    return QuestionSet(
        path.name, tuple(questions.values()), _digest(questions.values()), without_gold
    )


def _digest(questions: Iterable[Question]) -> str:
    keys = "\n".join(f"{each.key} {each.type}" for each in questions)
    return hashlib.sha256(keys.encode()).hexdigest()[:16]


def to_toml(questions: Sequence[Question]) -> str:
    r"""The questions as a file of our own format.

    >>> print(to_toml([Question('How many "x"?', "MATCH (f)\nRETURN count(f)", type="count")]))
    [[pair]]
    question = "How many \"x\"?"
    cypher = '''
    MATCH (f)
    RETURN count(f)
    '''
    type = "count"
    <BLANKLINE>
    """
    return "\n".join(_pair(question) for question in questions)


def _pair(question: Question) -> str:
    lines = ["[[pair]]", f"question = {_text(question.question)}"]
    lines.append(f"cypher = {_text(question.cypher)}")
    if question.type:
        lines.append(f"type = {_text(question.type)}")
    if question.ordered:
        lines.append("ordered = true")
    if not question.stable:
        lines.append("stable = false")
    return "\n".join(lines) + "\n"


def _text(value: str) -> str:
    """A TOML string: literal and over several lines where it can be."""
    plain = all(char.isprintable() or char == "\n" for char in value)
    if "\n" in value and plain and "'''" not in value and not value.endswith("'"):
        return f"'''\n{value.strip()}\n'''"
    # JSON's escapes are TOML's, but DEL may not stand bare.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")


class _Mistake(Exception):
    def __init__(self, line: int, reason: str) -> None:
        super().__init__(reason)
        self.line, self.reason = line, reason.strip().rstrip(".")


def _question(entry: _Entry, cypher: str) -> Question:
    return Question(
        entry.question.strip(),
        cypher.strip().rstrip(";").strip(),
        entry.type.strip(),
        entry.ordered,
        entry.stable,
        entry.recorded,
    )


def _entry(values: object, line: int) -> _Entry:
    if not isinstance(values, dict):
        raise _Mistake(line, "a question with its Cypher was expected here")
    try:
        entry = _Entry.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        name = ".".join(str(part) for part in first["loc"])
        if first["type"] == "missing":
            raise _Mistake(line, f"there is no {name}") from None
        raise _Mistake(line, f"{name} cannot be used: {first['msg'].lower()}") from None
    if not entry.question.strip():
        raise _Mistake(line, "the question is blank")
    return entry


def _toml(text: str) -> Iterator[tuple[int, object]]:
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"\(at line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        raise _Mistake(line, f"this is not TOML: {str(error).split(' (at ')[0].lower()}") from None
    pairs = content.get("pair", [])
    if not isinstance(pairs, list):
        raise _Mistake(1, "pairs are written as [[pair]]")
    starts = [text.count("\n", 0, found.end()) + 1 for found in _TABLE.finditer(text)]
    for index, values in enumerate(pairs):
        yield starts[index] if len(starts) == len(pairs) else 1, values


def _csv(text: str) -> Iterator[tuple[int, object]]:
    reader = csv.DictReader(StringIO(text, newline=""), strict=True)
    try:
        names = [str(name).strip().lower() for name in reader.fieldnames or ()]
        if "question" not in names or not {"cypher", "gold"} & set(names):
            raise _Mistake(1, "the first line has to name the columns question and cypher")
        reader.fieldnames = names
        while True:
            line = reader.line_num + 1
            row = next(reader, None)
            if row is None:
                return
            if None in row:
                raise _Mistake(line, "there are more values than columns; quote those with a comma")
            yield line, {name: _cell(name, value, line) for name, value in row.items() if value}
    except csv.Error as error:
        raise _Mistake(reader.line_num, f"this is not CSV: {error}") from None


def _cell(name: str, value: str, line: int) -> object:
    if name not in ("ordered", "stable"):
        return value
    word = value.strip().lower()
    if word not in _TRUE | _FALSE:
        raise _Mistake(line, f"{name} has to be true or false")
    return word in _TRUE


def _json_lines(text: str) -> Iterator[tuple[int, object]]:
    for line, content in enumerate(text.split("\n"), 1):
        if content.strip():
            try:
                yield line, json.loads(content)
            except (json.JSONDecodeError, RecursionError):
                raise _Mistake(line, "this is not JSON") from None


def _json_list(text: str) -> Iterator[tuple[int, object]]:
    """The items of a list with the lines they start in, which `json.loads` would not tell."""
    decoder, at = json.JSONDecoder(), _skip(text, 0)
    if not text.startswith("[", at):
        raise _Mistake(1, "a list of questions was expected")
    at = _skip(text, at + 1)
    while not text.startswith("]", at):
        line = text.count("\n", 0, at) + 1
        values, at = _decoded(decoder, text, at)
        yield line, values
        at = _skip(text, at)
        if text.startswith(",", at):
            at = _skip(text, at + 1)
        elif not text.startswith("]", at):
            raise _Mistake(text.count("\n", 0, at) + 1, "a comma or the end of the list is missing")


def _decoded(decoder: json.JSONDecoder, text: str, at: int) -> tuple[Any, int]:
    try:
        return decoder.raw_decode(text, at)
    except json.JSONDecodeError as error:
        raise _Mistake(error.lineno, f"this is not JSON: {error.msg.lower()}") from None
    except RecursionError:
        raise _Mistake(1, "this is nested too deeply") from None


def _skip(text: str, at: int) -> int:
    while at < len(text) and text[at].isspace():
        at += 1
    return at
