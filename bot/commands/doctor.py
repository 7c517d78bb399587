"""`cicerone doctor`: every part is checked, and each failure has its remedy."""

from __future__ import annotations

import sys
import time
from collections.abc import AsyncIterator, Sequence

from bot.bootstrap import open_graph
from bot.commands.doctor_models import models_checked
from bot.commands.doctor_names import names
from bot.commands.doctor_vectors import vectors
from bot.commands.finding import Finding
from bot.errors import CiceroneError
from bot.graph.diagnose import diagnose
from bot.layer.address import Server
from bot.layer.read import layer_of
from bot.models.opening import open_purse
from bot.offers import offers
from bot.prices import read_prices, spent_text
from bot.settings import Settings
from bot.steps.run import run
from bot.terminology import aside_text, terminology_of
from guardrails.personal import personal
from guardrails.privacy import hidden
from memory.people import sign_in
from memory.schema import Schema
from memory.spending import Spending
from memory.store import Store
from memory.text import several

_NAMED_PROPERTIES = 6
_DAYS = 30


async def run_doctor(settings: Settings) -> int:
    """Print a line a part; 3 where the graph, the store or a model that is set cannot be used."""
    failed = False
    async for finding in findings(settings):
        mark = "ok  " if finding.ok else "FAIL"
        print(f"{mark}  {finding.part}: {finding.message}")
        if finding.remedy:
            print(f"      → {finding.remedy}")
        failed |= not finding.ok
    return 3 if failed else 0


async def findings(settings: Settings) -> AsyncIterator[Finding]:
    """The checks, in the order in which one depends on the other."""
    yield _python()
    yield _home(settings)
    layer = _layer(settings)
    yield layer
    if not layer.ok:
        return  # nobody can tell what it hides
    yield _others(settings)
    if (server := settings.server) is not None:
        async for finding in _neo4j(server):
            yield finding
    graph, schema = await _graph(settings)
    yield graph
    if schema is not None:
        yield _terminology(settings, schema)
        yield await names(settings)
    yield await _store(settings)
    async with models_checked(settings) as (there, checked):
        for finding in checked:
            yield finding
        async for finding in vectors(there):
            yield finding
        yield await _spending(there)
    yield privacy(settings, schema)
    yield _door(settings)


def _python() -> Finding:
    found = ".".join(str(part) for part in sys.version_info[:3])
    ok = (3, 11) <= sys.version_info[:2] <= (3, 13)
    return Finding("python", ok, found, "" if ok else "Use Python 3.11, 3.12 or 3.13.")


def _home(settings: Settings) -> Finding:
    folder = settings.folder
    try:
        folder.mkdir(parents=True, exist_ok=True)
        probe = folder / ".writable"
        probe.touch()
        probe.unlink()
    except OSError as error:
        reason = error.strerror or "cannot be written"
        return Finding("home", False, f"{folder}: {reason}", "Set CICERONE_HOME to another folder.")
    return Finding("home", True, str(folder))


def _layer(settings: Settings) -> Finding:
    """Whether the graph's own file can be read, and what it names is there."""
    try:
        described, _ = layer_of(settings), settings.server
    except CiceroneError as error:
        return Finding("layer", False, str(error), "Correct the file.")
    if not described.text:
        return Finding("layer", True, "none; `cicerone describe` drafts one")
    count = several(len(described.layer.verified), "verified question")
    return Finding("layer", True, f"{described.path}: {count}; see `cicerone check-layer`")


def _others(settings: Settings) -> Finding:
    """Which graphs there are to choose between, and what is wrong with the files of others."""
    told = ", ".join(offer.name for offer in offers(settings))
    wrong = []
    for name in sorted(path.stem for path in settings.layers_folder.glob("*.yaml")):
        try:
            _ = settings.of_graph(name).server
        except CiceroneError as error:
            wrong.append(str(error))
    if wrong:
        return Finding("graphs", False, f"{told}. {' '.join(wrong)}", "Correct what is named.")
    return Finding("graphs", True, told)


async def _neo4j(server: Server) -> AsyncIterator[Finding]:
    password = server.password.get_secret_value()
    checks = await diagnose(server.uri, server.username, password, server.database)
    for check in checks:
        yield Finding(f"neo4j {check.name}", check.ok, check.message, check.remedy)


async def _graph(settings: Settings) -> tuple[Finding, Schema | None]:
    started = time.perf_counter()
    try:
        async with open_graph(settings) as graph:
            schema = await graph.schema()
            await run(graph, "RETURN 1", {})
    except CiceroneError as error:
        return Finding("graph", False, str(error), error.remedy), None
    took = time.perf_counter() - started
    types = several(len(schema.relationships), "relationship type")
    nodes = f"{several(len(schema.labels), 'label')}, {types}"
    if not schema.labels:
        empty = f"{settings.graph_name} is empty"
        return Finding("graph", False, empty, "Load data, or pick another graph."), schema
    return Finding("graph", True, f"{settings.graph_name}: {nodes}, read in {took:.1f} s"), schema


def _terminology(settings: Settings, schema: Schema) -> Finding:
    """Whether the deployment's own words mean something on this graph."""
    try:
        terms = terminology_of(settings, schema)
    except CiceroneError as error:
        return Finding("terminology", False, str(error), "Correct the file.")
    count = len(terms.elements) + len(terms.values) + len(terms.phrases)
    told = f"{several(count, 'term')} of your own" if count else "none is set"
    if not terms.set_aside:
        return Finding("terminology", True, told)
    told = told if count else "none holds here"
    first = next(iter(terms.set_aside.values()))
    return Finding(
        "terminology",
        True,
        f"{told}. {aside_text(terms, settings.graph_name)}",
        f"Nothing, where they are meant for another graph. {first[0].upper()}{first[1:]}",
    )


async def _store(settings: Settings) -> Finding:
    where = "PostgreSQL" if settings.database_url else "SQLite"
    try:
        store = await Store.open(settings.database_url or settings.folder)
        await store.close()
    except CiceroneError as error:
        return Finding(
            "store", False, str(error), "Check DATABASE_URL." if settings.database_url else ""
        )
    return Finding("store", True, where)


async def _spending(settings: Settings) -> Finding:
    """What models cost today and in the last days."""
    try:
        prices = read_prices(settings.prices, settings.currency)
        store = await Store.open(settings.database_url or settings.folder)
        try:
            book = Spending(store)
            open_purse(settings, book)
            told = [
                f"{when} {spent_text(await book.of_days(days), prices)}"
                for when, days in (("today", 1), (f"in {_DAYS} days", _DAYS))
            ]
        finally:
            await store.close()
    except CiceroneError as error:
        return Finding("spending", False, str(error), error.remedy)
    return Finding("spending", True, "; ".join(told))


def privacy(settings: Settings, schema: Schema | None) -> Finding:
    """What stays hidden, and what a model gets to see."""
    if schema is not None and (astray := hidden(settings.hide).unmatched(schema)):
        return Finding(
            "privacy",
            False,
            f"CICERONE_HIDE hides nothing by {', '.join(astray)}: this graph has no such label or "
            "relationship type",
            'Correct the spelling; `cicerone ask "What can you do?"` names what there is.',
        )
    kept = ", ".join(settings.hidden.patterns) or "nothing"
    held = sorted({f"{owner}.{name}" for owner, name in personal(schema)}) if schema else []
    back = f" (no samples of {_listed(held)})" if held and settings.send != "schema" else ""
    model = (
        f"a model is sent {settings.sent_to_model}{back}"
        if settings.has_model or settings.has_writer or settings.has_embedder
        else "there is no model to send to"
    )
    return Finding("privacy", True, f"hidden: {kept}; {model}")


def _listed(names: Sequence[str]) -> str:
    more = len(names) - _NAMED_PROPERTIES
    return ", ".join(names[:_NAMED_PROPERTIES]) + (f" and {more} more" if more > 0 else "")


def _door(settings: Settings) -> Finding:
    try:
        sign_in(settings.host, settings.auth, proxied=settings.behind_proxy)
    except CiceroneError as error:
        return Finding("sign-in", False, str(error))
    return Finding(
        "sign-in", True, settings.auth.split(":")[0] or "one local person, on loopback only"
    )
