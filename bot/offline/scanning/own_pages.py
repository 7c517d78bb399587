"""Somebody's account, channel or page: nobody keeps these apart, so they are whose they are."""

from __future__ import annotations

from dataclasses import replace

from bot.offline.items import Item, Noun, RoleNoun, Skip, Value
from bot.offline.lexicon import NounTarget
from bot.offline.scanning.sheet import Sheet
from bot.offline.words import is_plural

_PAGES = frozenset(
    f"{one}{end}"
    for one in ("account", "channel", "profile", "page", "stream", "chat", "record")
    for end in ("", "s")
)
_ARTICLES = frozenset(["the", "a", "an", "all", "any", "single", "one", "another", "every", "each"])
_SAID = 0.05
_NAMED = 0.6
_OWN_WORD = 0.1


def put_own_pages(sheet: Sheet) -> None:
    """Streamer accounts, the streamer's account, the channel of a streamer."""
    for at, form in enumerate(sheet.forms):
        if form not in _PAGES or sheet.tokens[at].kind != "word":
            continue
        before = at - 1 if at and sheet.forms[at - 1] == "'s" else at
        for item in _ending(sheet, before):
            if _stands_apart(sheet, form, item.label if isinstance(item, Noun) else ""):
                continue
            if isinstance(item, Noun):
                plural = is_plural(form)
                sheet.add(replace(item, end=at + 1, cost=item.cost + _SAID, plural=plural))
            elif isinstance(item, Value) and before < at:
                sheet.add(replace(item, end=at + 1, cost=item.cost + _SAID))
        _of_someone(sheet, at, form)


def _ending(sheet: Sheet, at: int) -> list[Item]:
    """The nouns and values that end at a token."""
    items = [it for found in sheet.items[:at] for it in found if it.end == at]
    return [it for it in items if isinstance(it, Noun | Value)]


def _of_someone(sheet: Sheet, at: int, form: str) -> None:
    """The channel of: what comes next is meant."""
    if sheet.forms[at + 1 : at + 2] != ("of",) or _stands_apart(sheet, form, ""):
        return
    after = at + 2
    while sheet.forms[after : after + 1] and sheet.forms[after] in _ARTICLES:
        after += 1
    items = sheet.items[after] if after < len(sheet.items) else []
    if any(isinstance(it, Noun | Value | RoleNoun) for it in items):
        sheet.add(Skip(at, at + 2, _SAID))


def _stands_apart(sheet: Sheet, form: str, label: str) -> bool:
    """Whether the schema has a word of its own for it, other than of what it is anyway."""
    found = sheet.lexicon.lookup((form,)).items()
    implied = (label, *sheet.lexicon.schema.labels[label].implies) if label else ()
    least = _OWN_WORD if label else _NAMED
    return any(
        cost < least and not (isinstance(target, NounTarget) and target.label in implied)
        for target, cost in found
    )
