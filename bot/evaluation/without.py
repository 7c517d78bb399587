"""A turn with one part left out, to see what that part is worth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from bot.parts import Parts
from bot.shelf import Shelf
from memory.schema import LinkedValue

_EVERY_SCHEMA_FITS = 10**9


class _NoValues:
    async def lookup(self, question: str) -> Sequence[LinkedValue]:
        return ()


def _slice(parts: Parts) -> Parts:
    settings = parts.settings.model_copy(update={"schema_tokens": _EVERY_SCHEMA_FITS})
    return replace(parts, settings=settings)


def _links(parts: Parts) -> Parts:
    # What people taught would bring the values back with it.
    return replace(parts, values=_NoValues(), vocabulary=None)


def _examples(parts: Parts) -> Parts:
    return replace(parts, examples=Shelf(parts.settings.graph_key, parts.schema, None))


def _repair(parts: Parts) -> Parts:
    return replace(parts, repairs=False)


def _judge(parts: Parts) -> Parts:
    return replace(parts, judges=False)


def _parser(parts: Parts) -> Parts:
    return replace(parts, hints=False)


# What can be left out.
PARTS: dict[str, Callable[[Parts], Parts]] = {
    "slice": _slice,
    "links": _links,
    "examples": _examples,
    "repair": _repair,
    "judge": _judge,
    "parser": _parser,
}


def without(part: str, parts: Parts) -> Parts:
    """The same parts but one of `PARTS`; a blank name leaves nothing out.

    Without the slice a model is sent the whole schema, without links no stored values (repairs find
    none, either), without examples none made from the schema; without repair drafts run as written;
    without the judge only errors are corrected;
    without the parser nothing of its readings and ways goes along (meant for the engine `llm`).
    """
    return PARTS[part](parts) if part else parts
