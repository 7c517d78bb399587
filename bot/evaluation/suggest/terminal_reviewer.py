"""The reviewer at a terminal: one key a decision, the editor of the person's choice."""

from __future__ import annotations

import tempfile
from collections.abc import Callable
from pathlib import Path

import click

from bot.errors import UsageError
from bot.evaluation.questions import Question, read_questions, to_toml
from bot.evaluation.suggest.review import Choice, Shown
from bot.events import Rows
from bot.render.printable import printable
from bot.render.table import text_table

_SHOWN_ROWS = 6
_KEYS: dict[str, Choice] = {
    "a": "accept", "e": "edit", "d": "drop", "l": "later", "q": "quit",
}  # fmt: skip
_HINT = "[a]ccept  [e]dit  [d]rop  [l]ater  [q]uit"


class TerminalReviewer:
    """Shows drafts as text; `key`, `say` and `editor` are those of a terminal, or a test's."""

    def __init__(
        self,
        key: Callable[[], str] = click.getchar,
        say: Callable[[str], object] = click.echo,
        editor: Callable[[str], str | None] | None = None,
    ) -> None:
        self._key = key
        self._say = say
        self._editor = editor or _edited

    def choose(self, shown: Shown) -> Choice:
        """What the person presses; anything else is asked again."""
        self._say(as_text(shown))
        while True:
            key = self._key().lower()
            if key in ("\x03", "\x04"):
                return "quit"
            choice = _KEYS.get(key)
            if choice == "accept" and isinstance(shown.result, str):
                self._say("This does not run: edit or drop it.")
            elif choice is not None:
                return choice
            else:
                self._say(_HINT)

    def edit(self, question: Question) -> Question | None:
        """The pair out of the person's editor; None where they changed nothing."""
        text: str | None = to_toml([question])
        while True:
            text = self._editor(text or "")
            if text is None or not text.strip():
                return None
            try:
                found = _read(text)
            except UsageError as error:
                self._say(f"{error} Press e to edit again, any other key to leave it.")
                if self._key().lower() != "e":
                    return None
                continue
            return found if found != question else None


def as_text(shown: Shown) -> str:
    """A draft with its reading and its first rows."""
    question = shown.draft.question
    lines = [
        "",
        " · ".join(
            [f"── {shown.number} of {shown.total}", question.type or "no type", shown.draft.source]
        ),
        question.question,
        "",
        *(f"    {line}" for line in question.cypher.splitlines()),
    ]
    if shown.reading:
        lines += ["", f"Reads as: {shown.reading}"]
    lines.append("")
    if isinstance(shown.result, Rows):
        lines.append(text_table(shown.result.columns, shown.result.rows[:_SHOWN_ROWS]))
        if len(shown.result.rows) > _SHOWN_ROWS or not shown.result.rows:
            lines.append(f"({shown.draft.note})")
    else:
        lines.append(shown.result)
    return printable("\n".join([*lines, "", _HINT]))


def _edited(text: str) -> str | None:
    """The text out of $EDITOR; None if it was left as it was."""
    try:
        found = click.edit(text, extension=".toml", require_save=True)
    except click.ClickException as error:
        raise UsageError(f"No editor could be opened ({error.message}); set EDITOR.") from None
    return found if isinstance(found, str) else None


def _read(text: str) -> Question:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pair.toml"
        path.write_text(text, "utf-8")
        try:
            found = read_questions(path).questions
        except UsageError as error:
            raise UsageError(str(error).replace(f"{path}, ", "").replace(str(path), "it")) from None
    if len(found) != 1:
        raise UsageError("There has to be one pair.")
    return found[0]
