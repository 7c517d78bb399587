"""Documents into a graph: files are read, passages are read, things are made one, all is written.

Each step keeps what it has done, so that a run can be stopped anywhere and the next one goes on.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from bot.documents.by_lists import ByLists
from bot.documents.finding import Skipped, Source
from bot.documents.found import Found, grounded
from bot.documents.ledger import Ledger
from bot.documents.ledger_rows import Unread
from bot.documents.names import Names
from bot.documents.passages import cut
from bot.documents.project import KnownNames
from bot.documents.reading import ReadFile, file_hash, read_bounded
from bot.documents.same import Sameness
from bot.documents.schema import DocumentSchema
from bot.errors import (
    ModelError,
    PromptTooLong,
    ReplyUnusable,
    TookTooLong,
    UnreadableFile,
    WorkerLost,
)
from bot.events import Usage
from bot.extraction import Extractor, ExtractRequest, SameRequest
from memory.processor import Processor
from memory.same_things import THE_MODEL, quotes
from memory.text_sentences import Sentences

_MOST_CALLS = 200
# Passages whose prompts are counted, before a model is asked; the rest is taken to be like these.
_COUNTED = 200
# What a reply takes, about, for each token of a prompt's passage.
_REPLY = 0.6


class Teller(Protocol):
    """Whoever is told how far it is."""

    def say(self, sentence: str) -> None:
        """Something to know."""
        ...

    def progress(self, what: str, done: int, total: int) -> None:
        """How far a step is."""
        ...


@dataclass(slots=True)
class FilesRead:
    """What became of the files that were given."""

    new: int = 0
    changed: int = 0
    same: int = 0
    skipped: list[Skipped] = field(default_factory=list)


@dataclass(slots=True)
class PassagesRead:
    """What became of the passages that were to be read."""

    read: int = 0
    failed: int = 0
    left: int = 0
    usage: Usage = field(default_factory=Usage)
    stopped: ModelError | None = None


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a model will take, at most about."""

    prompt_tokens: int
    completion_tokens: int


async def keep_files(
    ledger: Ledger, sources: Sequence[Source], processor: Processor, teller: Teller
) -> FilesRead:
    """Read the files that are new or have changed, each in a process that may be ended."""
    done = FilesRead()
    for number, source in enumerate(sources, 1):
        teller.progress("Reading files", number - 1, len(sources))
        name = ledger.name_at(source.path) or source.name
        try:
            before, now = ledger.hash_of(name), await asyncio.to_thread(file_hash, source.path)
            other = ledger.named_like(now)
            if before == now:
                done.same += 1
                continue
            if before is None and other is not None:
                done.skipped.append(Skipped(name, f"is the same as {other}"))
                continue
            file: ReadFile = await processor.run(read_bounded, source.path)
        except UnreadableFile as error:
            done.skipped.append(Skipped(name, str(error)))
        except TookTooLong:
            done.skipped.append(Skipped(name, "takes too long to read"))
        except WorkerLost:
            done.skipped.append(Skipped(name, "takes more memory than one file may"))
        else:
            ledger.put(name, source.path, file.hash, file.kept, list(cut(file.kept)))
            done.new += before is None
            done.changed += before is not None
    teller.progress("Reading files", len(sources), len(sources))
    return done


class PassageReader:
    """Reads passages: by a model where there is one, else by lists."""

    def __init__(
        self,
        ledger: Ledger,
        schema: DocumentSchema,
        known: KnownNames,
        extractor: Extractor | None,
        today: date,
    ) -> None:
        self._ledger, self._schema, self._today = ledger, schema, today
        self._extractor = extractor
        names = [(label, name) for label, (_, all_) in known.items() for name in all_.values()]
        listed = [one for one in names if schema.open or one[0] in schema.labels]
        self.names = Names(schema, listed)
        self._lists = ByLists(schema, self.names)
        told = f"{schema.fingerprint} {'' if extractor else sorted(listed)}"
        kind = "model" if extractor else "lists"
        self._reader = f"{kind}:{hashlib.sha256(told.encode()).hexdigest()[:16]}"
        self._sentences: tuple[str, Sentences] | None = None

    def unread(self) -> list[str]:
        """The passages to read."""
        return self._ledger.unread(self._reader)

    def estimate(self, passages: Sequence[str]) -> Estimate:
        """What a model will take for these passages."""
        assert self._extractor is not None
        step = max(1, len(passages) // _COUNTED)
        sample = [self._ledger.passage(id_) for id_ in passages[::step]]
        tokens = sum(self._extractor.tokens(self._request(one)) for one in sample)
        characters = sum(len(one.passage.text) for one in sample)
        times = len(passages) / max(len(sample), 1)
        return Estimate(round(tokens * times), round(characters * times / 4 * _REPLY))

    async def read(self, passages: Sequence[str], teller: Teller) -> PassagesRead:
        """Read passages, in order; what was read is kept, one by one."""
        done = PassagesRead()
        if self._extractor is None:
            for number, id_ in enumerate(passages, 1):
                self._read_by_lists(self._ledger.passage(id_))
                done.read += 1
                if number % 20 == 0:
                    teller.progress("Reading passages", number, len(passages))
                    await asyncio.sleep(0)
            return done
        async for number, error in self._asked(passages, done):
            if isinstance(error, ReplyUnusable | PromptTooLong):
                done.failed += 1
            elif error is not None:
                done.stopped = error
            else:
                done.read += 1
            teller.progress("Reading passages", number, len(passages))
        done.left = len(passages) - done.read - done.failed
        return done

    async def _asked(
        self, passages: Sequence[str], done: PassagesRead
    ) -> AsyncIterator[tuple[int, ModelError | None]]:
        """Each passage as it is done, a few at once; none is begun after one that ends the run."""
        assert self._extractor is not None
        rest, most = iter(passages), self._extractor.at_once
        running: set[asyncio.Task[ModelError | None]] = set()
        number, ended = 0, False
        try:
            while True:
                while not ended and len(running) < most and (id_ := next(rest, None)):
                    running.add(asyncio.create_task(self._ask(self._ledger.passage(id_), done)))
                if not running:
                    return
                ready, running = await asyncio.wait(running, return_when=asyncio.FIRST_COMPLETED)
                for task in ready:
                    error = task.result()
                    number += 1
                    ends = error is not None
                    ended = ended or (ends and not isinstance(error, ReplyUnusable | PromptTooLong))
                    yield number, error
        finally:
            for task in running:
                task.cancel()
            await asyncio.gather(*running, return_exceptions=True)

    async def _ask(self, unread: Unread, done: PassagesRead) -> ModelError | None:
        assert self._extractor is not None
        try:
            told, usage = await self._extractor.extract(self._request(unread))
        except (ReplyUnusable, PromptTooLong) as error:
            self._ledger.failed(unread.id, str(error))
            return error
        except ModelError as error:
            return error
        done.usage += usage
        found = grounded(told, unread.passage, unread.document, self._schema)
        self._save(unread, self._extractor.name, found)
        return None

    def _request(self, unread: Unread) -> ExtractRequest:
        one = unread.passage
        return ExtractRequest(one.text, unread.document, one.headings, self._schema.kinds)

    def _read_by_lists(self, unread: Unread) -> None:
        text = self._ledger.text_of(unread.document)
        if self._sentences is None or self._sentences[0] != unread.document:
            self._sentences = (unread.document, Sentences(text))
        found = self._lists.read(text, unread.passage, self._sentences[1])
        self._save(unread, self._lists.name, found)

    def _save(self, unread: Unread, by: str, found: Found) -> None:
        self._ledger.save(unread.id, self._reader, by, found, self._today)


async def settle(
    sameness: Sameness, ledger: Ledger, extractor: Extractor | None, teller: Teller
) -> Counter[str]:
    """Make things one; close calls go to the model, where there is one, then to a person."""
    sameness.settle()
    told: Counter[str] = Counter()
    calls = sameness.calls()
    if extractor is not None:
        for number, call in enumerate(calls[:_MOST_CALLS]):
            teller.progress("Deciding what is one", number, min(len(calls), _MOST_CALLS))
            said = [quotes(ledger.db, thing) for thing in (call.one, call.other)]
            request = SameRequest(call.label, *call.names, *said)
            try:
                same, _ = await extractor.same(request)
            except ModelError:
                break  # a person decides
            sameness.decide(call.one, call.other, same, THE_MODEL, extractor.name)
            told["same" if same else "different"] += 1
        sameness.settle()
    told["open"] = len(sameness.calls())
    return told
