"""`cicerone documents schema`: drafts the YAML that says what to look for."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AsyncExitStack
from pathlib import Path

from bot.bootstrap import embedded_server, open_extractor, open_graph
from bot.commands.documents_terminal import Terminal, asked_to_go_on
from bot.commands.new_file import write_new
from bot.documents.draft import drafted, without_documents
from bot.documents.finding import find
from bot.documents.kept import Kept
from bot.documents.passages import cut
from bot.documents.place import neo4j_schema
from bot.documents.reading import read_bounded
from bot.errors import ModelError, TookTooLong, UnreadableFile, UsageError, WorkerLost
from bot.extraction import ExtractRequest, Kinds, Told
from bot.settings import Settings
from bot.workers.pool import Pool
from memory.schema import Schema

_FILES, _PASSAGES = 20, 12
_SECONDS = 120


async def draft_schema(settings: Settings, paths: Sequence[str], out: Path, *, yes: bool) -> int:
    """Draft a schema from a sample of texts and the graph there is.

    Raises:
        UsageError: the file is there already, or nothing can be read.
        GraphError: the Neo4j to write into is away.
    """
    teller = Terminal()
    if out.exists():
        raise UsageError(f"{out} is there already; name another file with --out.")
    texts = await _sample(paths, teller)
    graph = await _graph(settings)
    told: list[Told] = []
    if settings.has_model and settings.engine != "offline" and settings.send == "rows":
        told = await _told(settings, texts, teller, yes=yes)
    else:
        teller.say("No model is asked: the draft has what the graph has, and what is frequent.")
    write_new(out, drafted(out.name, [kept for _, kept in texts], graph, told))
    teller.say(f"Drafted {out}; correct it, then: cicerone documents add PATH… --schema {out}")
    return 0


async def _sample(paths: Sequence[str], teller: Terminal) -> list[tuple[str, Kept]]:
    """The first files that can be read."""
    sources, skipped = find(paths)
    for one in skipped:
        teller.say(f"Skipped: {one}")
    texts: list[tuple[str, Kept]] = []
    pool = Pool(1, _SECONDS, ("bot.documents.reading",))
    try:
        for source in sources[:_FILES]:
            try:
                read = await pool.of("").run(read_bounded, source.path)
                texts.append((source.name, read.kept))
            except (UnreadableFile, TookTooLong, WorkerLost) as error:
                teller.say(f"Skipped: {source.name} {error}.")
    finally:
        await pool.close()
    if not texts:
        raise UsageError("None of these files can be read.")
    return texts


async def _graph(settings: Settings) -> Schema | None:
    """The schema of the graph that is named or of the Neo4j to write into, where there is one."""
    if settings.graph is None:
        schema = await neo4j_schema(settings)
        return without_documents(schema) if schema is not None else None
    async with embedded_server(settings) as server:
        if settings.graph not in [one.name for one in await server.graphs()]:
            return None
        async with open_graph(settings) as graph:
            return without_documents(await graph.schema())


async def _told(
    settings: Settings, texts: list[tuple[str, Kept]], teller: Terminal, *, yes: bool
) -> list[Told]:
    """What a model finds in some passages, spread over the sample."""
    passages = [(name, one) for name, kept in texts for one in cut(kept)]
    step = max(1, len(passages) // _PASSAGES)
    some = passages[::step][:_PASSAGES]
    told: list[Told] = []
    async with AsyncExitStack() as stack:
        extractor = await stack.enter_async_context(open_extractor(settings))
        requests = [ExtractRequest(one.text, name, one.headings, Kinds()) for name, one in some]
        if not yes:
            tokens = sum(map(extractor.tokens, requests))
            await asked_to_go_on(settings, len(requests), tokens, tokens // 2, teller)
        for number, request in enumerate(requests):
            teller.progress("Reading passages", number, len(requests))
            try:
                told.append((await extractor.extract(request))[0])
            except ModelError as error:
                teller.say(f"{error} The draft goes without it.")
                break
    return told
