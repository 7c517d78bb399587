"""What `cicerone documents` does: adds, lists, removes, tells how it stands."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import date
from importlib.resources import as_file, files
from pathlib import Path

from bot.bootstrap import embedded_server, open_extractor, open_text_embedder
from bot.commands.documents_terminal import Terminal, asked_to_go_on
from bot.commands.new_file import write_new
from bot.documents.add import PassageReader, PassagesRead, keep_files, settle
from bot.documents.describe import described
from bot.documents.finding import find
from bot.documents.ledger import Ledger
from bot.documents.place import (
    Opened,
    Place,
    opened_embedded,
    opened_ledger,
    opened_neo4j,
    place_of,
)
from bot.documents.project import Projection
from bot.documents.same import Sameness
from bot.documents.schema import DocumentSchema, read_schema, schema_from
from bot.documents.vectors import write_vectors
from bot.documents.write import GraphWriter, Written
from bot.errors import EmbedderAway, UsageError, in_full
from bot.extraction import Extractor
from bot.graph.server import SAMPLE
from bot.prices import usage_text
from bot.settings import Settings
from bot.workers.pool import Pool
from memory.documents import DOCUMENT, PASSAGE
from memory.same_things import is_written
from memory.text import several

_FILE_SECONDS = 120
_SCHEMA = "schema"
_SHOWN = 20


@asynccontextmanager
async def opened_place(settings: Settings, place: Place, *, names: bool) -> AsyncIterator[Opened]:
    """The graph to write into.

    Raises:
        GraphError: it cannot be reached, or failed.
    """
    if not place.embedded:
        async with opened_neo4j(settings, names=names) as opened:
            yield opened
        return
    async with embedded_server(settings) as server:
        if place.name == SAMPLE:
            await server.ensure_sample()
        async with opened_embedded(settings, server, place, names=names) as opened:
            yield opened


async def add_documents(
    settings: Settings, paths: Sequence[str], schema_file: Path | None, *, yes: bool
) -> int:
    """Read documents into a graph.

    Raises:
        CiceroneError: the paths, the schema, the graph or the model cannot be used.
    """
    place, teller, today = place_of(settings), Terminal(), date.today()
    sources, skipped = find(paths)
    given = read_schema(schema_file) if schema_file else None
    async with AsyncExitStack() as stack:
        ledger = await stack.enter_async_context(opened_ledger(settings, place, made=True))
        opened = await stack.enter_async_context(opened_place(settings, place, names=True))
        extractor = None
        if settings.has_model and settings.engine != "offline" and settings.send == "rows":
            extractor = await stack.enter_async_context(open_extractor(settings))
        schema = _schema(ledger, given)
        pool = Pool(2, _FILE_SECONDS, ("bot.documents.reading",))
        stack.push_async_callback(pool.close)
        kept = await keep_files(ledger, sources, pool.of(""), teller)
        told = {"new": kept.new, "changed": kept.changed, "as before": kept.same}
        counts = ", ".join(f"{count:,} {what}" for what, count in told.items() if count)
        teller.say(f"Files: {counts or 'none read'}.")
        for one in [*skipped, *kept.skipped]:
            teller.say(f"Skipped: {one}")
        reader = PassageReader(ledger, schema, opened.known, extractor, today)
        passages = reader.unread()
        if extractor is not None and passages and not yes:
            cost = reader.estimate(passages)
            await asked_to_go_on(
                settings, len(passages), cost.prompt_tokens, cost.completion_tokens, teller
            )
        read = await _read(reader, passages, teller)
        if passages:
            teller.say(_told_reading(settings, read, extractor, reader))
        await write_graph(settings, place, ledger, opened, schema, teller, extractor)
        if not place.embedded:
            await _embed(settings, opened, teller)
        if read.stopped is not None:
            left = several(read.left, "passage")
            teller.say(f"{in_full(read.stopped)} The same command goes on with the {left} left.")
            return 3
    return 0


async def _embed(settings: Settings, opened: Opened, teller: Terminal) -> None:
    """Give passages in a Neo4j their vectors, where a model makes such."""
    try:
        async with open_text_embedder(settings) as embedder:
            if embedder is None:
                return
            given = (opened.driver, opened.database, embedder)
            done = await write_vectors(*given, lambda n, of: teller.progress("Embedding", n, of))
    except EmbedderAway as error:
        teller.say(f"{in_full(error)} The same command embeds the passages that are left.")
        return
    if done:
        teller.say(f"{embedder.name} made vectors of {several(done, 'passage')}.")


def _schema(ledger: Ledger, given: DocumentSchema | None) -> DocumentSchema:
    """The schema that was given, which is kept, or the one kept before."""
    if given is not None:
        ledger.write_note(_SCHEMA, given.model_dump_json(by_alias=True))
        return given
    return kept_schema(ledger)


def kept_schema(ledger: Ledger) -> DocumentSchema:
    """The schema that documents of a graph were last read by."""
    return schema_from(ledger.note(_SCHEMA) or "{}", "the kept schema")


async def _read(reader: PassageReader, passages: Sequence[str], teller: Terminal) -> PassagesRead:
    try:
        return await reader.read(passages, teller)
    except asyncio.CancelledError:
        left = len(reader.unread())
        teller.say(f"Stopped with {several(left, 'passage')} left; the same command goes on there.")
        raise


def _told_reading(
    settings: Settings, read: PassagesRead, extractor: Extractor | None, reader: PassageReader
) -> str:
    if extractor is not None:
        failed = f", {read.failed:,} failed (tried again next time)" if read.failed else ""
        cost = usage_text(read.usage)
        return f"{extractor.name} read {several(read.read, 'passage')}{failed}." + (
            f" {cost[:1].upper()}{cost[1:]}." if cost else ""
        )
    why = "No model is set"
    if settings.has_model and settings.engine != "offline":
        why = f"CICERONE_SEND={settings.send} keeps texts from the model"
    elif settings.engine == "offline":
        why = "No model is asked"
    unclear = len(reader.names.unclear)
    more = f" {several(unclear, 'name')} that stand for two things are left out." if unclear else ""
    names = several(len(reader.names), "known name")
    return (
        f"{why}: {several(read.read, 'passage')} read by {names} and the schema's patterns alone; "
        f"what they do not know is not found.{more}"
    )


async def write_graph(
    settings: Settings,
    place: Place,
    ledger: Ledger,
    opened: Opened,
    schema: DocumentSchema,
    teller: Terminal,
    extractor: Extractor | None = None,
) -> None:
    """Make things one and write what is new, then say what the graph holds.

    Raises:
        UsageError: the embedded database has no place for a name.
        GraphError: the database failed.
    """
    sameness = Sameness(ledger, schema, date.today())
    decided = await settle(sameness, ledger, extractor, teller)
    made = Projection(ledger, schema, opened.known)
    both = made.types & set(made.labels)
    if both and place.embedded:
        raise UsageError(
            f"{', '.join(sorted(both))} is both a label and a relationship type, which the "
            "embedded database cannot tell apart; name one otherwise in a schema."
        )
    writer = GraphWriter(opened.driver, opened.database, ledger)
    size = made.size
    written = await writer.write(made, lambda done: teller.progress("Writing", done, size))
    is_written(ledger.db)
    teller.say(_told_graph(place, ledger, made, written))
    for clash in made.clashes()[:_SHOWN]:
        teller.say(f"Not merged: {clash}.")
    for one in sameness.several_numbers()[:_SHOWN]:
        teller.say(f"One node, though it may be several things: {one}.")
    flag = f" --graph {place.name}" if place.embedded else ""
    if decided["open"]:
        calls = several(decided["open"], "pair of names", "pairs of names")
        teller.say(f"{calls} may be of one thing: cicerone documents review{flag}")
    if place.embedded:
        _describe(settings, schema)
        teller.say(f"Ask it: cicerone chat{flag}")


def _describe(settings: Settings, schema: DocumentSchema) -> None:
    """Describe the graph to whoever asks it, where no file does: what its labels are called."""
    path = settings.layer_file
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        write_new(path, described(schema, settings.graph_name))


def _told_graph(place: Place, ledger: Ledger, made: Projection, written: Written) -> str:
    counts = Counter(made.counts())
    documents, passages = counts.pop(DOCUMENT, 0), counts.pop(PASSAGE, 0)
    things = ", ".join(f"{count:,} {label}" for label, count in counts.most_common())
    changes = sum(written.sent.values()) + sum(written.deleted.values())
    dropped = sum(ledger.dropped().values())
    told = (
        f"{place.name}: {several(documents, 'document')}, {several(passages, 'passage')}, "
        f"{several(sum(counts.values()), 'thing')}{f' ({things})' if things else ''}; "
        f"{several(changes, 'change')} written."
    )
    if dropped:
        told += f" {several(dropped, 'statement')} of the model dropped: see documents status."
    if written.without_end:
        told += f" {written.without_end:,} found no node any more."
    return told


async def add_sample(settings: Settings, to: Path | None) -> int:
    """Copy the sample's files where there are none, and read them."""
    folder = to or settings.folder / "documents" / "sample"
    folder.mkdir(parents=True, exist_ok=True)
    with as_file(files("bot.documents").joinpath("sample")) as sample:
        for source in sorted(sample.iterdir()):
            if source.suffix in (".md", ".html", ".txt", ".yaml"):
                there = folder / source.name
                if not there.exists():
                    there.write_bytes(source.read_bytes())
    print(f"The sample's files: {folder}")
    schema = folder / "schema.yaml"
    reports = sorted(str(one) for one in folder.iterdir() if one.suffix in (".md", ".html", ".txt"))
    code = await add_documents(settings, reports, schema, yes=False)
    print('Try: "list all legal proceedings that Norvia is involved in"')
    return code


async def list_documents(settings: Settings) -> int:
    """Print the documents of a graph, one a line."""
    place = place_of(settings)
    async with opened_ledger(settings, place, made=False) as ledger:
        for one in ledger.documents():
            pages = f", {several(one.pages, 'page')}" if one.pages else ""
            left = one.passages - one.read
            notes = [f"{left:,} not read yet"] if left else []
            notes += [f"{one.failed:,} failed"] if one.failed else []
            notes += one.remarks
            told = f" ({'; '.join(notes)})" if notes else ""
            print(f"{one.name}: {several(one.passages, 'passage')}{pages}{told}")
    return 0


async def remove_documents(settings: Settings, names: Sequence[str]) -> int:
    """Remove documents from a graph.

    Raises:
        UsageError: there is none of that name.
    """
    place, teller = place_of(settings), Terminal()
    async with opened_ledger(settings, place, made=False) as ledger:
        for name in names:
            if ledger.hash_of(name) is None:
                there = ", ".join(one.name for one in ledger.documents()[:_SHOWN])
                raise UsageError(f"There is no document {name}; there is {there or 'none'}.")
        async with opened_place(settings, place, names=True) as opened:
            for name in names:
                ledger.remove(name)
            await write_graph(settings, place, ledger, opened, kept_schema(ledger), teller)
    return 0


async def tell_status(settings: Settings) -> int:
    """Print how much was read, and what is not there, for each cause."""
    place = place_of(settings)
    async with opened_ledger(settings, place, made=False) as ledger:
        found = ledger.documents()
        passages, read = sum(d.passages for d in found), sum(d.read for d in found)
        print(
            f"{place.name}: {several(len(found), 'document')}, {read:,} of "
            f"{several(passages, 'passage')} read."
        )
        for name, number, why in ledger.failures()[:_SHOWN]:
            print(f"Failed: {name}, passage {number}: {why}")
        for one in found:
            for remark in one.remarks:
                print(f"{one.name}: {remark}.")
        for why, count in sorted(ledger.dropped().items()):
            print(f"Dropped, because {why}: {count:,}.")
        sameness = Sameness(ledger, kept_schema(ledger), date.today())
        merges = [one for one in sameness.merges() if one.same and not one.undone]
        by = Counter(one.by for one in merges)
        told = ", ".join(f"{count:,} by {who}" for who, count in by.most_common())
        print(f"Merged: {told or 'none'}; {len(sameness.calls()):,} to decide.")
    return 0
