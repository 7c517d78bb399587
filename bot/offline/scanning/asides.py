"""Words about the asker and about nobody in particular: our, we sell, people, nobody, anything."""

from __future__ import annotations

from bot.offline.items import Function, Noun, Skip, Verb
from bot.offline.phrases import heads, listed
from bot.offline.scanning.sheet import Sheet
from bot.words.data import load
from bot.words.inflection import lemmas

_SAID = 0.05
_DONE = 0.1
_MEANT = 0.3
_ENDS = (
    ("in",),
    ("on",),
    ("during",),
    ("since",),
    ("before",),
    ("after",),
    ("between",),
    (),
    ("?",),
    (".",),
    ("!",),
    ("at",),
    ("ever",),
    ("yet",),
    (",",),
    ("and",),
    ("or",),
)


def put_asides(sheet: Sheet, at: int) -> None:
    """What the words at a token can be besides words of the schema."""
    if sheet.forms[at] in heads("asides", "free", "people", "nobody", "other"):
        _listed(sheet, at)
    if sheet.forms[: at + 1] == ("what", "else"):
        sheet.add(Function(at, at + 1, _SAID, "other", "else"))
    _ours(sheet, at)
    _anything(sheet, at)
    _still(sheet, at)


def _listed(sheet: Sheet, at: int) -> None:
    """What the phrases of asides.toml say."""
    for size in range(1, 6):
        span = sheet.forms[at : at + size]
        if len(span) < size:
            break
        if span in listed("asides", "free") and not _known(sheet, at, at + size):
            sheet.add(Skip(at, at + size, 0.0))
        if span in listed("asides", "people") and not sheet.lexicon.lookup(span):
            sheet.add(Function(at, at + size, 0.0, "person", "people"))
        if span in listed("asides", "nobody"):
            sheet.add(Function(at, at + size, 0.0, "negation", "nobody"))
        if span in listed("asides", "other") and _named(sheet, at + size):
            sheet.add(Function(at, at + size, _SAID, "other", span[-1]))


def _known(sheet: Sheet, at: int, end: int) -> bool:
    return any(it.end == end and it.cost < _DONE for it in sheet.items[at])


def _named(sheet: Sheet, at: int) -> bool:
    """Whether a label's own word follows."""
    return at < len(sheet.items) and any(isinstance(it, Noun) for it in sheet.items[at])


def _ours(sheet: Sheet, at: int) -> None:
    """Products that we sell: those there are; cheap only where selling is no relationship."""
    if sheet.forms[at] not in ("we", "us"):
        return
    end = at + 1
    while sheet.forms[end : end + 1] and sheet.forms[end] in load("asides")["adverbs"]:
        end += 1
    verb = sheet.forms[end : end + 1]
    if not verb or not set(lemmas(verb[0])) & set(load("asides")["ours"]):
        return
    acts = any(isinstance(it, Verb) for it in sheet.items[end])
    after = sheet.forms[end + 1 : end + 2]
    if after == ("out",):
        # What we run out of is not all that we run.
        return
    if sheet.stores(end, end + 1):
        # Parts that we make, where it is kept whether they are made or bought.
        return
    sheet.add(Skip(at, end + 1, _MEANT if acts else _DONE))
    if after and after[0] in load("asides")["after_ours"]:
        sheet.add(Skip(at, end + 2, _MEANT if acts else _DONE))


def _anything(sheet: Sheet, at: int) -> None:
    """Never bought anything: the same as never bought."""
    if (sheet.forms[at],) in listed("asides", "anything") and sheet.forms[at + 1 : at + 2] in _ENDS:
        before = sheet.items[at - 1] if at else []
        if any(isinstance(it, Verb) or getattr(it, "role", "") == "event" for it in before):
            sheet.add(Skip(at, at + 1, _SAID))


def _still(sheet: Sheet, at: int) -> None:
    """Still has berths free: has them, where nothing keeps until when."""
    now = sheet.forms[at] == "still" and not sheet.lexicon.lasting
    if now and sheet.forms[at + 1 : at + 2] in (("has",), ("have",)):
        sheet.add(Skip(at, at + 1, 0.0))
