"""What is said to people, in their language.

The catalogue is looked up by what is said in English. Each other language is a file of gettext's
form beside this one (`de.po`), which any editor for translators opens. A test holds them to what
the code says; numbers, days and lists are told as Babel's locales (CLDR) have them.
"""

from __future__ import annotations

import gettext
import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import date
from decimal import Decimal
from functools import cache
from importlib import resources
from math import isfinite
from typing import Literal

from babel import Locale, UnknownLocaleError
from babel.dates import format_date, get_month_names
from babel.lists import format_list
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from babel.numbers import format_decimal

LANGUAGES = {
    "en": "English",
    "de": "German",
    "fr": "French",
    "es": "Spanish",
    "zh": "Chinese",
    "ja": "Japanese",
}
_ENGLISH = "en"
# As many digits as any number is told with.
_PLAIN = "#,##0.##########"


class Said(str):
    """What is said in another language, with the same in English: the log speaks English always.

    >>> with speaking("de"):
    ...     told = say("{count} of them", count=1)
    >>> in_english(str(ValueError(told)))
    '1 of them'
    """

    english: str

    def __new__(cls, text: str, english: str = "") -> Said:
        """What is said, and what that is in English."""
        made = super().__new__(cls, text)
        made.english = english
        return made

    def __str__(self) -> str:
        """Itself: so an error's text is still known in English."""
        return self

    def __reduce__(self) -> tuple[type[Said], tuple[str, str]]:
        """How it goes to another process."""
        return Said, (f"{self}"[:], self.english)


def in_english(told: str) -> str:
    """Return in English what was said; what is no such text as it is."""
    return told.english if isinstance(told, Said) else told


def together(told: Sequence[str]) -> str:
    """Return sentences one after another; what was said is still known in English."""
    joined = " ".join(told)
    return joined if is_english() else Said(joined, " ".join(map(in_english, told)))


_language: ContextVar[str] = ContextVar("language", default=_ENGLISH)


def language() -> str:
    """Return the code of the language that is spoken now: de."""
    return _language.get()


def is_english() -> bool:
    """Return whether English is spoken now."""
    return language() == _ENGLISH


def speak(code: str) -> None:
    """Speak a language from here on, in this task; English where the catalogue lacks it."""
    _language.set(code if code in LANGUAGES else _ENGLISH)


@contextmanager
def speaking(code: str) -> Iterator[None]:
    """Speak a language for the length of a block."""
    token = _language.set(code if code in LANGUAGES else _ENGLISH)
    try:
        yield
    finally:
        _language.reset(token)


def code_of(name: str) -> str:
    """Return the code of a language by its English name; "" where the catalogue lacks it.

    >>> code_of("German"), code_of("Klingon")
    ('de', '')
    """
    return next((code for code, told in LANGUAGES.items() if told == name), "")


def preferred(accepted: str) -> str:
    """Return the first language of an Accept-Language header that the catalogue has.

    >>> preferred("it-IT,fr-CA;q=0.8,en;q=0.7"), preferred("zh-CN"), preferred("*"), preferred("")
    ('fr', 'zh', 'en', 'en')
    """
    ranked = list[tuple[float, str]]()
    for part in accepted.split(","):
        tag, _, quality = part.partition(";q=")
        try:
            ranked.append((-float(quality or 1), tag.strip()))
        except ValueError:
            continue
    for _, tag in sorted(ranked, key=lambda one: one[0]):
        try:
            code = Locale.parse(tag.partition(";")[0], sep="-").language
        except (ValueError, UnknownLocaleError):
            continue
        if code in LANGUAGES:
            return code
    return _ENGLISH


def marked(text: str) -> str:
    """Return a text as it is, which is said elsewhere; so the catalogue is known to need it."""
    return text


def say(text: str, /, **values: object) -> str:
    """Return what is said, in the language that is spoken now, with values in its places.

    >>> say("{shown} of {total} shown", shown=20, total=3214)
    '20 of 3,214 shown'

    Args:
        text: In English. It is a literal, so that the catalogue can be held to it.
        values: What stands in its places. Numbers are told as the language has them; what is no
            amount, such as a year, is given as text.
    """
    return _told(translation(text), text, values)


def translation(text: str) -> str:
    """Return a text in the language that is spoken now, its places not filled."""
    return text if is_english() else _translations(language()).gettext(text)


def say_many(one: str, many: str, count: int, /, **values: object) -> str:
    """Return the same in the number that fits; `count` is a value, too.

    >>> say_many("{count} row", "{count} rows", 1), say_many("{count} row", "{count} rows", 1200)
    ('1 row', '1,200 rows')
    """
    english = one if count == 1 else many
    found = english if is_english() else _translations(language()).ngettext(one, many, count)
    return _told(found, english, {"count": count, **values})


def in_quotes(text: str) -> str:
    """Return words as the language quotes them.

    >>> in_quotes("sci-fi")
    '“sci-fi”'
    """
    return say("“{text}”", text=text)


def number(value: float) -> str:
    """Return an amount.

    >>> number(1234567.25)
    '1,234,567.25'
    >>> with speaking("de"):
    ...     number(1234567.25)
    '1.234.567,25'
    """
    if is_english():
        return f"{value:,}"
    return format_decimal(value, _PLAIN, locale=language())


def rounded(value: float) -> str:
    """Return a broken number as `told_as` has it.

    >>> rounded(123.79), rounded(1234.5), rounded(22 / 7)
    ('123.79', '1,234.5', '3.14')
    >>> with speaking("de"):
    ...     rounded(1234.5)
    '1.234,5'
    """
    told = told_as(value)
    if not isfinite(told) or 0 < abs(told) < 1e-6:
        return f"{told:.4g}"
    exact = f"{told:,.6f}".rstrip("0").rstrip(".")
    if is_english():
        return exact
    return format_decimal(Decimal(exact.replace(",", "")), _PLAIN, locale=language())


def told_as(value: float) -> float:
    """Return the number that stands for a broken one, in sentences and in tables alike.

    What has few digits behind its point is told as it is; what was reckoned, and has endless ones,
    with two of them, or in four digits where it is less than one. The page does the same.

    >>> told_as(123.79), told_as(59.91273), told_as(7.800000000000001), told_as(22 / 7)
    (123.79, 59.91273, 7.8, 3.14)
    >>> told_as(1 / 3), told_as(123456.789012345)
    (0.3333, 123456.79)
    """
    few = round(value, 6)
    if abs(few - value) <= 1e-12 * max(1.0, abs(value)) and few:
        return few
    return round(value, 2) if abs(value) >= 1 else float(f"{value:.4g}")


def day(value: date) -> str:
    """Return a day with its month in words.

    >>> day(date(1956, 7, 9))
    '9 July 1956'
    >>> with speaking("ja"):
    ...     day(date(1956, 7, 9))
    '1956年7月9日'
    """
    if is_english():
        return format_date(value, "d MMMM y", locale=_ENGLISH)
    return format_date(value, "long", locale=language())


def month(number_: int) -> str:
    """Return a month by its name.

    >>> month(3)
    'March'
    """
    return str(get_month_names(locale=language())[number_])


def listed(parts: Sequence[str], style: Literal["and", "or"] = "and") -> str:
    """Return parts as the language lists them.

    >>> listed(["a", "b", "c"]), listed(["a", "b"], "or"), listed(["a"])
    ('a, b and c', 'a or b', 'a')
    >>> with speaking("de"):
    ...     listed(["a", "b", "c"], "or")
    'a, b oder c'
    """
    known = [in_english(part) for part in parts]
    head = ", ".join(known[:-1])
    english = f"{head} {style} {known[-1]}" if head else "".join(known)
    if is_english():
        return english
    how: Literal["or", "standard"] = "or" if style == "or" else "standard"
    return Said(format_list(parts, style=how, locale=language()), english)


def _told(text: str, english: str, values: dict[str, object]) -> str:
    """A text with its places filled, which is known in English, too."""
    filled = _filled(text, values)
    if is_english():
        return filled
    with speaking(_ENGLISH):
        known = {
            name: in_english(str(value)) if isinstance(value, str | Exception) else value
            for name, value in values.items()
        }
        return Said(filled, _filled(english, known))


def _filled(text: str, values: dict[str, object]) -> str:
    told = {
        name: number(value)
        if isinstance(value, int | float) and not isinstance(value, bool)
        else value
        for name, value in values.items()
    }
    return text.format(**told)


@cache
def _translations(code: str) -> gettext.GNUTranslations:
    source = resources.files(__package__).joinpath(f"{code}.po").read_bytes()
    compiled = io.BytesIO()
    write_mo(compiled, read_po(io.BytesIO(source), locale=code))
    compiled.seek(0)
    return gettext.GNUTranslations(compiled)
