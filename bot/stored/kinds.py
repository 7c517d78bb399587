"""What the values of a property are in everyday terms, read from its types and examples."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping
from dataclasses import replace
from typing import Literal, TypeAlias

from bot.words.data import load
from memory.schema import Label, Property
from memory.text import split_name

Kind: TypeAlias = Literal[
    "number",
    "number_text",
    "year",
    "year_text",
    "date",
    "datetime",
    "zoned",
    "date_iso",
    "moment_iso",
    "date_dmy",
    "date_mdy",
    "date_dby",
    "date_dby_spaced",
    "time_text",
    "epoch",
    "epoch_ms",
    "flag",
    "list",
    "text",
]
MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
# Days as texts that sort otherwise than they follow each other: 03/11/2021, 3-NOV-2021.
SPELT_DAYS = ("date_dmy", "date_mdy", "date_dby", "date_dby_spaced")
# Moments kept as what has passed since 1970, in seconds or in milliseconds.
EPOCHS = ("epoch", "epoch_ms")
# Texts that sort as their days follow each other, some with the time of day behind the day.
ISO = ("date_iso", "moment_iso")
# Of which any part can be told.
DATED = ("date", "datetime", "zoned", *ISO, *SPELT_DAYS, *EPOCHS)
TIME_KINDS = ("year", "year_text", *DATED)
NUMBER_KINDS = ("number", "number_text", "year", "year_text")

# Whole numbers of these are years, of whatever calendar.
# Numbers between 1000 and 2100 that are called so are years.
_HAPPENED = frozenset(load("kinds")["happened"])
_MOMENTS = _HAPPENED | frozenset(load("kinds")["moments"])
# Seconds since 1970, in 1986 and in 2096.
_SOONEST, _LATEST = 500_000_000, 4_000_000_000
_IN_YEARS = ("born", "died", "founded", "established")
_NUMBER = re.compile(r"-?\d+(\.\d+)?$")
_DAY = len("2021-03-11")
_ISO = re.compile(r"\d{4}-\d\d-\d\d")
_SLASHED = re.compile(r"(\d{1,2})[/.](\d{1,2})[/.]\d{4}$")
_MONTH_NAMED = re.compile(rf"\d{{1,2}}([- ])(?:{'|'.join(MONTHS)})\1\d{{4}}$", re.I)
_CLOCK = re.compile(r"\d{1,2}:\d\d(:\d\d)?$")
IDENTIFIERS = ("id", "no", "number", "code", "nr", "key", "isbn", "email", "username", "reg")
# What people call things by that bear a longer name or title.
_SHORT_FORMS = (
    "symbol",
    "ticker",
    "ticket",
    "handle",
    "acronym",
    "abbreviation",
    "abbr",
    "callsign",
    "call sign",
    "short name",
    "reference",
    "ref",
    "slug",
)
_BEHIND = frozenset(load("kinds")["behind"])
_GOES_BY = tuple(load("kinds")["goes_by"])
_AT_LENGTH = ("full", "long", "official", "complete")
# Of titles that so few of what bears them differ in, several are the same.
_REPEATING = 0.9
# Names that more lack than this are none of their label's, where another property is on all.
_MOSTLY_NAMELESS = 0.5
_HARDLY_NAMELESS = 0.1
_SPOKEN = re.compile(r"(?=.*[^\W\d_])[\w.\-/#]{1,12}\Z")
_HASH = re.compile(r"(?=.*\d)[\da-f]{8,}\Z", re.I)
_SAID = ("text", "content", "body", "message", "comment")
_NAMES = ("name", "title", "full name", "display name", "label", "caption", "headline", "username")
_TITLES = ("title", "label", "caption", "headline")


def kind_of(property: Property) -> Kind:
    """The kind of a property's values."""
    type_ = property.type.upper()
    if type_.startswith("LIST"):
        return "list"
    if type_ == "BOOLEAN":
        return "flag"
    if type_ == "DATE":
        return "date"
    if "DATETIME" in type_ or type_ == "DATE_TIME":
        return "zoned" if "ZONED" in type_ or type_ == "DATETIME" else "datetime"
    if type_ in ("INTEGER", "FLOAT"):
        return _number_kind(property)
    return _text_kind(property)


def _number_kind(property: Property) -> Kind:
    words = split_name(property.name)
    low, high = property.minimum, property.maximum
    plausible = low is None or high is None or _year(low) or _year(high)
    if words[-1] in ("year", "yr") or ("year" in words and plausible):
        return "year"
    if property.type.upper() == "INTEGER" and (epoch := _epoch(property, words)):
        return epoch
    if property.type.upper() == "INTEGER" and words[-1] in _IN_YEARS:
        return "year"
    years = isinstance(low, int) and isinstance(high, int) and 1000 < low < high < 2100
    return "year" if years and _HAPPENED & set(words) else "number"


def _epoch(property: Property, words: list[str]) -> Literal["epoch", "epoch_ms"] | None:
    """What a moment is counted in: by its name, and by the numbers where some are known.

    Those of a date are so many seconds from about 1986 on, so many milliseconds likewise.
    """
    named = "timestamp" in words or words[-1] in ("ts", "epoch", "unix")
    if not named and not _MOMENTS & set(words):
        return None
    known = (property.minimum, property.maximum, *property.examples)
    held = [int(x) for x in map(str, known) if x.lstrip("-").isdecimal()]
    if not held:
        return "epoch" if named else None
    most = max(held)
    if _SOONEST <= most <= _LATEST:
        return "epoch"
    if _SOONEST * 1000 <= most <= _LATEST * 1000:
        return "epoch_ms"
    return "epoch" if named else None


def _year(value: object) -> bool:
    return isinstance(value, int | float) and 1000 <= value <= 2200


def _text_kind(property: Property) -> Kind:
    samples = [str(value).strip() for value in (property.values or property.examples)[:20] if value]
    if not samples:
        return "text"
    if all(_NUMBER.match(sample) for sample in samples):
        words = split_name(property.name)
        if words[-1] in ("id", "no", "code", "number", "phone"):
            return "text"
        years = "year" in words and all(len(sample) == 4 for sample in samples)
        return "year_text" if years else "number_text"
    if all(_ISO.match(sample) for sample in samples):
        return "moment_iso" if any(len(sample) > _DAY for sample in samples) else "date_iso"
    if all(_CLOCK.match(sample) for sample in samples):
        return "time_text"
    named = [match for match in map(_MONTH_NAMED.match, samples) if match]
    if len(named) == len(samples):
        return "date_dby" if named[0].group(1) == "-" else "date_dby_spaced"
    slashed = [match for match in map(_SLASHED.match, samples) if match]
    if len(slashed) == len(samples):
        second = any(int(match.group(2)) > 12 for match in slashed)
        return "date_mdy" if second else "date_dmy"
    return "text"


def telling_properties(label: Label) -> tuple[str, ...]:
    """The display properties and, where those alone do not tell nodes apart, one that does.

    People of one full name have their number beside it; what bears the title of many others, or is
    named at full length, has the code that people call it by.
    """
    shown = display_properties(label)
    if not shown:
        return shown
    first = label.properties[shown[0]]
    distinct, bearing = first.distinct, label.count * (1 - first.null_share)
    if len(shown) < 2:
        at_length = split_name(shown[0])[0] in _AT_LENGTH
        many = 0 < distinct < _REPEATING * bearing
        codes = _codes(label, shown[0], short_forms=not many) if many or at_length else []
        return (*shown, *codes[:1])
    if not distinct or distinct >= bearing:
        return shown
    for name in label.properties:
        last = split_name(name)[-1]
        if name not in shown and last in IDENTIFIERS and unique(label, name):
            return (*shown, name)
    return shown


def nameless_properties(label: Label, missing: Container[str]) -> tuple[str, ...]:
    """What tells nodes that have none of the `missing` properties: of untitled links the URL."""
    left = {name: p for name, p in label.properties.items() if name not in missing}
    rest = replace(label, properties=left)
    shown = display_properties(rest)
    if shown and all(unique(rest, name) for name in shown):
        return telling_properties(rest)
    telling = [n for n, p in left.items() if kind_of(p) == "text" and unique(rest, n)]
    return tuple(telling[:1])


def _codes(label: Label, named: str, *, short_forms: bool) -> list[str]:
    """Unique short codes with letters that people call things by, the likeliest first.

    An id is only one where it is the label's own (a trial's trialId, not its imdbId).
    """
    found = []
    own = {*split_name(label.name), *IDENTIFIERS}
    for name, property in label.properties.items():
        words = split_name(name)
        short = " ".join(words) in _SHORT_FORMS or words[-1] in _SHORT_FORMS
        if name == named or not (short or (not short_forms and set(words) <= own)):
            continue
        if unique(label, name) and kind_of(property) == "text" and _spoken(property):
            found.append((not short, name))
    return [name for _, name in sorted(found, key=lambda one: one[0])]


def _spoken(property: Property) -> bool:
    """Whether values are short and have letters: CT-4400, but no hash, address or number."""
    samples = [str(value) for value in property.examples[:20]]
    return bool(samples) and all(
        _SPOKEN.match(sample) and not _HASH.match(sample) for sample in samples
    )


def unique(label: Label, name: str) -> bool:
    """Whether nearly every node has the property, and hardly two the same value."""
    property = label.properties[name]
    bearing = label.count * (1 - property.null_share)
    return property.null_share <= 0.2 and property.distinct >= 0.95 * bearing


def _own_code(label: Label) -> str | None:
    """The unique code called for its label: an order's orderId, not for whom it was."""
    own = {*split_name(label.name), *IDENTIFIERS}
    for name in label.properties:
        words = split_name(name)
        called = len(words) > 1 and words[-1] in IDENTIFIERS and set(words) <= own
        if called and unique(label, name):
            return name
    return None


def _tells(label: Label, name: str) -> bool:
    """Whether few nodes share a value: a phone's number, but not a call's duration."""
    property = label.properties[name]
    bearing = label.count * (1 - property.null_share)
    return not property.distinct or property.distinct >= 0.5 * bearing


def _named(label: Label, by_words: Mapping[str, str]) -> str | None:
    """The property whose last word is name or title, unless it is somebody else's."""
    own = {*split_name(label.name), *_AT_LENGTH, *_NAMES}
    for words, name in by_words.items():
        *whose, called = words.split()
        if called not in ("name", "title"):
            continue
        if _BEHIND & set(whose) and (known := _goes_by(label, by_words)):
            return known
        if _tells(label, name):
            return name
        if code := _own_code(label):
            return code
        if set(whose) <= own:
            return name
    return None


def _goes_by(label: Label, by_words: Mapping[str, str]) -> str | None:
    """What everybody of a label goes by: a player's handle, beside the real name."""
    called = (by_words[words] for words in _GOES_BY if words in by_words)
    held = (n for n in called if label.properties[n].null_share <= 0.2 and _tells(label, n))
    return next(held, None)


def _whole_name(label: Label, name: str) -> str | None:
    """The text called for its label that all nodes have, where most have no name: address."""
    if label.properties[name].null_share <= _MOSTLY_NAMELESS:
        return None
    own = " ".join(split_name(label.name))
    called = (n for n, p in label.properties.items() if " ".join(split_name(n)) == own)
    found = next(called, None)
    has_it = found is not None and label.properties[found].null_share <= _HARDLY_NAMELESS
    return found if has_it else None


class Nameless(Label):
    """A label for what has no name: none of the properties tells what one is called."""

    __slots__ = ()


def display_properties(label: Label) -> tuple[str, ...]:
    """The properties that name a node of this label; empty where none does.

    The name or title (with the surname where there is one; somebody's title beside a first name is
    no name, nor is that of somebody whom many have to do with: a report's writer_name); else the
    property that carries the label's own word (a phone's number), and where that is an identifier
    what it says beside it; else what it says (a message's text); else the only property there is.
    """
    if isinstance(label, Nameless):
        return ()
    by_words = {" ".join(split_name(name)): name for name in label.properties}
    for wanted in _NAMES:
        if wanted in by_words and not (wanted in _TITLES and "first name" in by_words):
            if whole := _whole_name(label, by_words[wanted]):
                return (whole,)
            found = [by_words[wanted]]
            for family in ("surname", "last name", "family name"):
                if family in by_words:
                    found.append(by_words[family])
            return tuple(found)
    if "first name" in by_words:
        return tuple(by_words[w] for w in ("first name", "last name", "surname") if w in by_words)
    if named := _named(label, by_words):
        return (named,)
    own = set(split_name(label.name))
    texts = [
        name
        for words, name in by_words.items()
        if kind_of(label.properties[name]) in ("text", "number_text")
        and words.split()[-1] not in ("name", "title")
    ]
    for name in texts:
        words_ = split_name(name)
        if (own & set(words_) and _tells(label, name)) or (
            len(texts) == 1 and words_[-1] in ("code", "no", "number")
        ):
            says = [
                by_words[w] for w in _SAID if words_[-1] in IDENTIFIERS and by_words.get(w) in texts
            ]
            return (name, *says[:1])
    for wanted in _SAID:
        if wanted in by_words and kind_of(label.properties[by_words[wanted]]) == "text":
            return (by_words[wanted],)
    if len(label.properties) == 1:
        return tuple(label.properties)
    return ()
