"""How complete are lists from documents: by the graph, by passages, by both?

    python -m tests.bench.completeness --perfect
    OPENAI_BASE_URL=http://localhost:9090/v1 CICERONE_MODEL=… \\
        python -m tests.bench.completeness --cache FOLDER [--limit 200]

Each corpus of tests/data/documents is read into a graph of its own, and each of its four
questions is asked in two wordings, of the graph, of the 64 nearest passages, and of both. An
answer's items are held to `facts.yaml`. With `--perfect` a stand-in reads that file
(`tests.perfect_model`): what is amiss then is the program's. Else the model of the environment is
asked; its replies are kept in `--cache`, so that a run that was stopped, or came to its `--limit`,
goes on where it was.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import logging
import os
import sys
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, redirect_stdout
from dataclasses import asdict, dataclass, field
from itertools import product
from pathlib import Path
from typing import Any

import structlog

from bot.bootstrap import open_cicerone
from bot.cicerone import Cicerone
from bot.commands.documents_run import add_documents
from bot.conversations import InProcess
from bot.events import Event, Outcome
from bot.parts import Message
from bot.prices import Price, money, read_prices
from bot.settings import Settings, load_settings
from memory.legal_forms import LEGAL_FORMS
from tests.bench.kept_replies import Spent, kept_replies
from tests.corpus import NAMES, SIZES, Corpus, ListAll, is_called
from tests.embedded import embedded_server
from tests.perfect_model import PerfectModel
from tests.scripted_model import scripted_model

WAYS = ("graph", "passages", "both")
_PAGE = 3_000
_AMOUNTS = ("asked", "kept", "endless", "prompt_tokens", "completion_tokens", "seconds")


@dataclass(frozen=True, slots=True)
class Score:
    """What of a list is there: names of items found and missing, and what was told too much."""

    found: tuple[str, ...]
    missing: tuple[str, ...]
    wrong: tuple[str, ...]
    doubles: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question as it was asked, and what came of it."""

    question: str
    way: str
    asked: str
    score: Score
    engine: str | None
    cypher: str | None
    error: str | None


@dataclass(slots=True)
class Measured:
    """All of one corpus; `reading` is what it took a model to read it."""

    corpus: str
    size: str
    characters: int
    reading: Spent
    asked: list[Asked] = field(default_factory=list)
    stopped: bool = False


def score(told: Sequence[str], question: ListAll) -> Score:
    """Hold the items of an answer to those that the reports tell of.

    >>> question = Corpus("companies", "five").questions[3]
    >>> found = score(["Aveiro plant", "the Aveiro plant", "Vigo"], question)
    >>> found.found, found.missing[:1], found.wrong, found.doubles
    (('Aveiro plant',), ('Maia gripper works',), ('Vigo',), ('the Aveiro plant',))
    """
    found: list[str] = []
    wrong, doubles = [], []
    for one in told:
        meant = [item.name for item in question.items if is_called(one, item, LEGAL_FORMS)]
        new = [name for name in meant if name not in found]
        if new:
            found.append(new[0])
        else:
            (doubles if meant else wrong).append(one)
    missing = [item.name for item in question.items if item.name not in found]
    return Score(tuple(found), tuple(missing), tuple(wrong), tuple(doubles))


def items_of(outcome: Outcome) -> list[str]:
    """What an answer lists: its items, or the first text of each row where none has a source."""
    if outcome.items:
        return [one.name for one in outcome.items]
    rows = outcome.result.rows if outcome.result else ()
    texts = (next((cell for cell in row if isinstance(cell, str)), "") for row in rows)
    return [one for one in texts if one]


async def measure(
    corpus: Corpus, settings: Settings, spent: Spent, ways: Sequence[str] = WAYS
) -> Measured:
    """Read a corpus into a graph, then ask it all questions each way.

    Args:
        corpus: What is read.
        settings: Of the model and the home folder.
        spent: What the model was asked so far.
        ways: What answers.
    """
    graph = f"{corpus.name}_{corpus.size}"
    of_graph = settings.model_copy(update={"graph": graph})
    with tempfile.TemporaryDirectory() as folder:
        # One name for all sizes, so that a report's prompts are the same in each.
        reports = corpus.make(Path(folder) / "reports")
        before = asdict(spent)
        with redirect_stdout(sys.stderr):
            code = await add_documents(of_graph, [str(reports)], corpus.schema, yes=True)
    taken = {key: getattr(spent, key) - before[key] for key in _AMOUNTS}
    done = Measured(corpus.name, corpus.size, corpus.characters, Spent(**taken))
    if code:
        done.stopped = True
        return done
    for way in ways:
        answering = of_graph.model_copy(update={"answer_from": way})
        opening = open_cicerone(
            answering, conversations=InProcess(), upkeep=None, whole=True, lasting=False
        )
        async with opening as cicerone:
            for question in corpus.questions:
                for words in question.asks:
                    told = await asked(cicerone, way, question, words)
                    if spent.limited:
                        done.stopped = True
                        return done
                    done.asked.append(told)
                    print(_line(done, told), file=sys.stderr)
    return done


async def asked(cicerone: Cicerone, way: str, question: ListAll, words: str) -> Asked:
    """Ask a question in these words, and hold the answer to the facts."""
    outcome = await cicerone.ask(Message(words, str(uuid.uuid4()), "local"), _silent)
    return Asked(
        question.name,
        way,
        words,
        score(items_of(outcome), question),
        outcome.engine,
        outcome.cypher,
        outcome.error or outcome.outage,
    )


async def _silent(event: Event) -> None:
    del event


def _line(measured: Measured, one: Asked) -> str:
    """What became of one question, for whoever watches."""
    told = asdict(one.score)
    amiss = {key: told[key] for key in ("missing", "wrong", "doubles") if told[key]}
    count = f"{len(one.score.found)} of {len(one.score.found) + len(one.score.missing)}"
    return f"{measured.corpus}/{measured.size} {one.way} {one.asked}: {count} {amiss or ''}"


def table(measured: Sequence[Measured]) -> str:
    """Items found of all, wrong and double ones, by corpus and way."""
    lines = [
        "| reports | answered from | found of all | | wrong | double |",
        "| --- | --- | ---: | ---: | ---: | ---: |",
    ]
    for one in measured:
        for way in dict.fromkeys(asked.way for asked in one.asked):
            scores = [asked.score for asked in one.asked if asked.way == way]
            found = sum(len(score.found) for score in scores)
            every = found + sum(len(score.missing) for score in scores)
            wrong, double = (
                sum(len(getattr(score, what)) for score in scores) for what in ("wrong", "doubles")
            )
            cells = (one.size, one.corpus, way, f"{found} of {every}", f"{found / every:.0%}")
            lines.append(
                f"| {' '.join(cells[:2])} | {' | '.join(cells[2:])} | {wrong} | {double} |"
            )
    return "\n".join(lines)


def pages(measured: Sequence[Measured], price: Price | None) -> str:
    """What reading a page took, by corpus; a page has 3,000 characters."""
    lines = []
    for one in measured:
        count, taken = one.characters / _PAGE, one.reading
        if taken.asked + taken.kept:
            seconds, read, written = (
                amount / count
                for amount in (taken.seconds, taken.prompt_tokens, taken.completion_tokens)
            )
            told = (
                f"{one.size} {one.corpus}, {count:.0f} pages: {seconds:.1f} s a page, "
                f"{read:,.0f} tokens read and {written:,.0f} written by the model"
            )
            if price is not None:
                told += f", {money(price.of(round(read), round(written)), price.currency)}"
            lines.append(f"{told}.")
    return "\n".join(lines)


@contextmanager
def _model(options: argparse.Namespace, corpus: Corpus) -> Iterator[Spent]:
    """The model to ask: the stand-in, or the environment's behind the replies that were kept."""
    upstream = os.environ.get("OPENAI_BASE_URL", "https://api.openai.com/v1")
    script = PerfectModel(corpus=corpus, overlooks=options.overlooks)
    if options.perfect:
        with scripted_model(script=script) as served:
            yield Spent(served.url)
        return
    how = {"limit": options.limit, "seconds": options.seconds}
    with kept_replies(upstream, options.cache, **how) as spent:
        yield spent


async def _main(options: argparse.Namespace) -> int:
    measured: list[Measured] = []
    async with embedded_server(options.home) as server:
        for name, size in product(options.corpus, options.size):
            corpus = Corpus(name, size)
            with _model(options, corpus) as spent:
                given: dict[str, Any] = {"openai_base_url": spent.url}
                if options.perfect:
                    given |= {"model": "perfect", "engine": "llm"}
                settings = load_settings(
                    home=server.home, first_token_seconds=3_600, turn_seconds=3_600, **given
                )
                measured.append(await measure(corpus, settings, spent, options.way))
            if options.out:
                told = [asdict(one) for one in measured]
                options.out.write_text(json.dumps(told, indent=1, ensure_ascii=False))
            if measured[-1].stopped:
                break
    named = load_settings()
    price = read_prices(named.prices, named.currency).get(named.model)
    print(table(measured), pages(measured, price), sep="\n\n")
    stopped = any(one.stopped for one in measured)
    if stopped:
        print("Stopped before all was asked; the same command goes on.", file=sys.stderr)
    return 3 if stopped else 0


def main() -> None:
    """Measure, and print the table."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    options.add_argument("--corpus", nargs="+", choices=NAMES, default=NAMES)
    options.add_argument("--size", nargs="+", choices=SIZES, default=SIZES)
    options.add_argument("--way", nargs="+", choices=WAYS, default=WAYS)
    options.add_argument("--perfect", action="store_true", help="the stand-in, no model")
    options.add_argument(
        "--overlooks", type=float, default=0.0, help="the share that the stand-in reads over"
    )
    options.add_argument("--cache", type=Path, help="folder for the replies of the model")
    options.add_argument("--limit", type=int, help="so many new replies at most, a corpus")
    options.add_argument("--seconds", type=float, default=240, help="so long one reply may take")
    options.add_argument("--home", type=Path, help="a home folder to keep; else a new one")
    options.add_argument("--out", type=Path, help="a JSON file for every answer")
    chosen = options.parse_args()
    quiet = structlog.make_filtering_bound_logger(logging.ERROR)
    structlog.configure(wrapper_class=quiet)
    if not chosen.perfect and chosen.cache is None:
        options.error("name a folder with --cache, or ask the stand-in with --perfect")
    sys.exit(asyncio.run(_main(chosen)))


if __name__ == "__main__":
    main()
