"""One result: what a candidate made of a question in one run, judged; and the file they live in."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, Literal, TypeAlias

from bot.errors import UsageError

Outcome: TypeAlias = Literal["right", "other columns", "wrong", "empty", "failed", "declined"]

_RESULTS, _ABOUT = "results.jsonl", "about.json"


@dataclass(frozen=True, slots=True)
class Record:
    """A judged reply.

    `outcome`: *right* by strict accuracy, with *other columns* by the lenient one only, *wrong*
    rows, *empty* where the gold has rows, *failed* where the Cypher did not run, *declined*
    without any. `rows`, `missing` and `extra` are the first of so many (`row_count`,
    `missing_count`, `extra_count`). `ms` and `steps` are what it would have taken without a cache;
    `replies` of a model, of which `cached`.
    """

    candidate: str
    run: int
    key: str
    question: str
    type: str
    gold: str
    outcome: Outcome
    strict: bool
    lenient: bool
    jaccard: float
    completeness: float | None
    jaro_winkler: float | None
    relevancy: float | None = None
    cypher: str | None = None
    first_draft: str | None = None
    answer: str | None = None
    error: str | None = None
    verdict: str | None = None
    engine: str | None = None
    columns: list[str] = field(default_factory=list)
    rows: list[list[Any]] = field(default_factory=list)
    row_count: int | None = None
    gold_columns: list[str] = field(default_factory=list)
    gold_rows: list[list[Any]] = field(default_factory=list)
    gold_count: int = 0
    missing: list[list[Any]] = field(default_factory=list)
    missing_count: int = 0
    extra: list[list[Any]] = field(default_factory=list)
    extra_count: int = 0
    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    replies: int = 0
    cached: int = 0
    ms: float = 0.0
    steps: dict[str, float] = field(default_factory=dict)

    @property
    def place(self) -> tuple[str, int, str]:
        """What it is filed under."""
        return self.candidate, self.run, self.key

    @property
    def settled(self) -> bool:
        """Whether there is no point in asking again: a part that was away may be back."""
        return self.cypher is not None or self.error is None


class ResultsFile:
    """The results of one evaluation in a folder, a line each, so that a second start goes on.

    `about.json` beside it says what they were measured on; results of anything else are put aside.
    """

    def __init__(self, folder: Path, about: Mapping[str, Any]) -> None:
        self.folder = folder
        self._about = dict(about)
        self._path = folder / _RESULTS
        self.set_aside: str | None = None

    def open(self, *, fresh: bool = False) -> dict[tuple[str, int, str], Record]:
        """The results that are there and still hold; `set_aside` says why others were put aside.

        Raises:
            UsageError: the folder cannot be written.
        """
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            before = self._before()
            changed = [
                name for name in self._about if before and before.get(name) != self._about[name]
            ]
            if self._path.exists() and (fresh or changed or not before):
                self._put_aside(fresh, changed)
            about = json.dumps(self._about, indent=2, ensure_ascii=False)
            (self.folder / _ABOUT).write_text(about + "\n", "utf-8")
            return {record.place: record for record in self._read() if record.settled}
        except OSError as error:
            raise UsageError(f"{self.folder} cannot be used: {error.strerror or error}.") from None

    def add(self, record: Record) -> None:
        """Append one result; it is on disk when this returns.

        Raises:
            UsageError: the disk is full or the file cannot be written.
        """
        line = json.dumps(asdict(record), ensure_ascii=False, default=str)
        try:
            with self._path.open("a", encoding="utf-8") as file:
                file.write(line + "\n")
        except OSError as error:
            raise UsageError(
                f"{self._path} cannot be written: {error.strerror or error}."
            ) from None

    def _before(self) -> dict[str, Any]:
        try:
            found = json.loads((self.folder / _ABOUT).read_text("utf-8"))
            return found if isinstance(found, dict) else {}
        except (OSError, ValueError):
            return {}

    def _put_aside(self, fresh: bool, changed: list[str]) -> None:
        kept = self._path.with_suffix(".old.jsonl")
        self._path.replace(kept)
        if not fresh:
            what = " and ".join(changed) or "what they were measured on"
            verb = "has" if len(changed) < 2 else "have"
            self.set_aside = (
                f"Starting afresh: {what} {verb} changed since the results in {self.folder} were "
                f"made, which are now in {kept.name}."
            )

    def _read(self) -> Iterable[Record]:
        if not self._path.exists():
            return
        known = {each.name for each in fields(Record)}
        text = self._path.read_text("utf-8", errors="replace")
        for line in text.split("\n"):
            try:
                values = json.loads(line)
                yield Record(**{name: values[name] for name in known & values.keys()})
            except (ValueError, TypeError, AttributeError):
                continue  # a line that an interruption cut short
        if text and not text.endswith("\n"):
            with self._path.open("a", encoding="utf-8") as file:
                file.write("\n")
