"""Verbs for what the schema keeps as a thing: bought, where there are orders."""

from __future__ import annotations

from functools import cache, lru_cache

from bot.offline.items import Function, Item, Verb
from bot.offline.scanning.sheet import Sheet
from bot.words.data import load
from bot.words.inflection import parts
from bot.words.vocabulary import Phrase, variants
from memory.schema import Schema
from memory.text import split_name

_PRICE = 0.15
_OWN = 0.3
_TOWARDS = ("by", "from", "to", "through")


@cache
def _events() -> dict[Phrase, tuple[str, ...]]:
    """A verb -> the nouns of what it is kept as."""
    return {
        tuple(v.split()): tuple(e["nouns"]) for e in load("events")["event"] for v in e["verbs"]
    }


@lru_cache(maxsize=20_000)
def _nouns(span: Phrase) -> tuple[str, ...]:
    """The nouns of what is kept, by a verb in any form."""
    return next((n for v in variants(span) if (n := _events().get(v)) is not None), ())


def put_events(sheet: Sheet, at: int) -> None:
    """A verb at a token that no relationship is named by, though a label is."""
    for size in (2, 1):
        span = sheet.forms[at : at + size]
        if len(span) < size or not _nouns(span) or "VERB" not in parts(span[0]):
            continue
        if any(isinstance(it, Verb) and _cheap(it) for it in sheet.items[at]):
            return
        label = kept_as(sheet.lexicon.schema, span)
        if label is None or noun_here(sheet, at):
            continue
        end = at + size
        # Reported on X: where there are reports, that is no word for being joined in any way.
        sheet.items[at] = [it for it in sheet.items[at] if not _joins_anyhow(it)]
        sheet.add(Function(at, end, _PRICE, "event", label))
        if sheet.forms[end : end + 1] and sheet.forms[end] in _TOWARDS:
            sheet.add(Function(at, end + 1, _PRICE, "event", label))
        return


def _joins_anyhow(item: Item) -> bool:
    return isinstance(item, Function) and item.role == "connectors"


def _cheap(item: Verb) -> bool:
    return item.cost + min(cost for _, cost in item.types) < _OWN


def noun_here(sheet: Sheet, at: int) -> bool:
    """Whether an article or a number makes the word a noun: an order, three orders."""
    before = sheet.forms[at - 1] if at else ""
    return before in ("a", "an", "the", "of", "many", "per", "each", "most") or before.isdigit()


def kept_as(schema: Schema, verb: Phrase) -> str | None:
    """The one label that is named by the first of a verb's nouns that names any."""
    for noun in _nouns(verb):
        own = [x for x in schema.labels if " ".join(split_name(x)[-1:]) == noun]
        if own:
            return own[0] if len(own) == 1 else None
    return None
