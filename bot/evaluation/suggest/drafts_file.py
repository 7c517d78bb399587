"""The file of drafted pairs: our format of questions, with what a review needs beside each.

[[pair]]
question = "How many films are there for each genre?"
cypher = '...'
type = "hop_group"
source = "schema"       # who drafted it
status = "drafted"      # accepted once a person said so; what is dropped leaves the file
# 21 rows, the first: Action · 54
"""

from __future__ import annotations

import os
import tempfile
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias

from bot.errors import UsageError
from bot.evaluation.questions import Question, read_questions, to_toml

Status: TypeAlias = Literal["drafted", "accepted"]

_HEAD = """\
# Questions with gold Cypher for the graph {graph}, to be held against answers:
#     cicerone eval {file} --graph {graph}
# Read each before you trust it: cicerone eval suggest --graph {graph} --out {file} --review

"""


@dataclass(frozen=True, slots=True)
class Draft:
    """A pair with who drafted it; `note` tells its rows in a line, for who reads the file."""

    question: Question
    source: str
    status: Status = "drafted"
    note: str = field(default="", compare=False)


def write_drafts(path: Path, drafts: Sequence[Draft], graph: str) -> None:
    """Write the file, whole or not at all.

    Raises:
        UsageError: it cannot be written there.
    """
    text = _HEAD.format(graph=graph, file=path.name) + "\n".join(_entry(each) for each in drafts)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=path.name, suffix=".tmp")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        os.replace(name, path)
    except OSError as error:
        raise UsageError(f"{path} cannot be written: {error.strerror or error}.") from None


def read_drafts(path: Path) -> list[Draft]:
    """The pairs of a file, in order; pairs without a status were written by hand.

    Raises:
        UsageError: it cannot be read or has a mistake.
    """
    if path.suffix.lower() != ".toml":
        raise UsageError(f"{path} cannot be reviewed: the file has to end in .toml.")
    questions = read_questions(path).questions
    told: dict[str, tuple[str, Status]] = {}
    for pair in tomllib.loads(path.read_text("utf-8-sig"))["pair"]:
        status: Status = "drafted" if pair.get("status") == "drafted" else "accepted"
        told.setdefault(str(pair["question"]).strip(), (str(pair.get("source", "hand")), status))
    return [Draft(each, *told[each.question]) for each in questions]


def _entry(draft: Draft) -> str:
    lines = [to_toml([draft.question]).rstrip("\n")]
    lines += [f'source = "{draft.source}"', f'status = "{draft.status}"']
    if draft.note:
        lines.append("# " + "".join(c if c.isprintable() else " " for c in draft.note))
    return "\n".join(lines) + "\n"
