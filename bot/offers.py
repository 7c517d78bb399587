"""The graphs that people may choose between: what is loaded, and what files give an address of."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

import structlog

from bot.errors import UsageError
from bot.graph.embedded.catalogue import GraphInfo, stored
from bot.graph.server import SAMPLE
from bot.layer.form import Layer
from bot.layer.read import layer_of
from bot.settings import Settings

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Offer:
    """A graph as it is offered; no two of a process have one title, nor another's name as one."""

    name: str
    title: str
    description: str
    size: GraphInfo | None


def offers(settings: Settings) -> list[Offer]:
    """The graph of the settings, then all others by name, as they are now; no database is asked."""
    sizes = {info.name: info for info in stored(settings.folder)}
    if not settings.embedded and SAMPLE not in settings.graphs_named:
        sizes.pop(SAMPLE, None)  # it was looked at once, before there was a graph of one's own
    described = {path.stem for path in settings.layers_folder.glob("*.yaml")}
    found = []
    for name in dict.fromkeys([settings.graph_name, *sorted(described | sizes.keys())]):
        first = name == settings.graph_name
        if not first and settings.graphs_named and name not in settings.graphs_named:
            continue
        layer = _layer(settings.of_graph(name))
        if first or name in sizes or layer.is_on_server:
            found.append((name, layer))
    titles = [layer.title or name for name, layer in found]
    titles += [name for name, layer in found if layer.title not in ("", name)]
    return [
        Offer(
            name,
            title if titles.count(title) == 1 else f"{title} ({name})",
            layer.told,
            sizes.get(name),
        )
        for (name, layer), title in zip(found, titles, strict=False)
    ]


def _layer(settings: Settings) -> Layer:
    """What is said of a graph; nothing where its file has a mistake: who asks it is told that."""
    try:
        return layer_of(settings).layer
    except UsageError as error:
        _warn(str(error))
        return Layer()


@cache
def _warn(why: str) -> None:
    _log.warning("what describes a graph cannot be read", why=why)
