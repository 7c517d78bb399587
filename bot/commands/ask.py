"""`cicerone ask`: one question for a person, or many for a program."""

from __future__ import annotations

import json
import sys
import uuid
from collections import defaultdict
from collections.abc import Callable, Iterable
from contextlib import AbstractAsyncContextManager

from pydantic import BaseModel, ConfigDict, ValidationError

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.conversations import InProcess
from bot.errors import CiceroneError, UsageError, in_full
from bot.events import Event, Notice, Outcome
from bot.graphs import Graphs, Opening
from bot.parts import Message
from bot.render.answer_json import answer_json
from bot.render.plain_text import answer_text
from bot.render.printable import printable
from bot.settings import Settings

_LOCAL = "local"
_UNREACHABLE = 3
_BLANK = 'The question is blank; write one, as in: cicerone ask "How many films are there?"'


class Line(BaseModel):
    """One input line of `ask --json -`."""

    model_config = ConfigDict(extra="ignore", strict=True)

    question: str
    thread: str | None = None
    user: str | None = None
    flow: str | None = None
    engine: str | None = None
    graph: str | None = None


class BadLine(Exception):
    """An input line that is no question; the text says why."""


async def ask_one(settings: Settings, question: str, *, as_json: bool) -> int:
    """Answer one question on standard output; the exit code.

    Raises:
        UsageError: the question is blank.
        CiceroneError: a part is unreachable, or a setting cannot be used.
    """
    if not question.strip():
        raise UsageError(_BLANK)
    opening = open_cicerone(settings, conversations=InProcess(), lasting=False)
    async with opening as cicerone:
        notices: list[str] = []

        async def listen(event: Event) -> None:
            if isinstance(event, Notice):
                notices.append(event.text)

        outcome = await cicerone.ask(Message(question, str(uuid.uuid4()), _LOCAL), listen)
    for notice in notices:
        print(printable(notice), file=sys.stderr)
    print(_json(outcome) if as_json else answer_text(outcome))
    return _UNREACHABLE if outcome.unreachable else 0


async def ask_lines(settings: Settings, lines: Iterable[str], *, as_json: bool) -> int:
    """Answer one question a line, in order, in one process; every line gives one line.

    A graph that is replaced meanwhile is asked anew from the next line on.

    Raises:
        CiceroneError: a part is unreachable at the start, or a setting cannot be used.
    """
    graphs = Graphs(settings, _opening())
    await graphs.of().open()
    try:
        for text in lines:
            outcome = await _answer(graphs, text)
            shown = _json(outcome) if as_json else answer_text(outcome)
            print(shown, flush=True)
    finally:
        await graphs.close()
    return 0


def _opening() -> Opening:
    """Opens graphs, each with the conversations there are about it."""
    conversations: defaultdict[str, InProcess] = defaultdict(InProcess)

    def opening(
        settings: Settings, tell: Callable[[str], None]
    ) -> AbstractAsyncContextManager[Cicerone]:
        del tell
        return open_cicerone(settings, conversations=conversations[settings.graph_name])

    return opening


async def _answer(graphs: Graphs, text: str) -> Outcome:
    try:
        line = read_line(text)
    except BadLine as error:
        return Outcome(question=text.strip(), error=str(error))
    try:
        graph = graphs.of(line.graph or "")
        await graph.open()
        async with graph.held() as cicerone:
            return await _ask(cicerone, line)
    except CiceroneError as error:
        return Outcome(question=line.question, error=in_full(error))


async def _ask(cicerone: Cicerone, line: Line) -> Outcome:
    message = Message(
        line.question,
        line.thread or str(uuid.uuid4()),
        line.user or _LOCAL,
        engine=line.engine,
        flow=line.flow,
    )
    return await cicerone.ask(message, _silent)


def read_line(text: str) -> Line:
    """A line of input: plain text, or a JSON object with `question`.

    >>> read_line("Who directed Alien?").question
    'Who directed Alien?'
    >>> read_line('{"question": "And when?", "thread": "a"}').thread
    'a'

    Raises:
        BadLine: blank, broken JSON, or a field of the wrong kind.
    """
    stripped = text.strip().lstrip("\ufeff")
    if not stripped:
        raise BadLine("The line is blank; write a question.")
    if not stripped.startswith("{"):
        return Line(question=stripped)
    try:
        line = Line.model_validate(json.loads(stripped))
    except (json.JSONDecodeError, RecursionError):
        raise BadLine("The line is not valid JSON.") from None
    except ValidationError as error:
        field = ".".join(str(part) for part in error.errors()[0]["loc"]) or "the line"
        raise BadLine(f"{field}: {error.errors()[0]['msg']}.") from None
    if not line.question.strip():
        raise BadLine("The question is blank.")
    return line


async def _silent(event: Event) -> None:
    del event


def _json(outcome: Outcome) -> str:
    return json.dumps(answer_json(outcome), ensure_ascii=False, default=str, allow_nan=False)
