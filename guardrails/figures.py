"""Numbers in prose: as digits in any country's habit, as English words, rounded, scaled, dated."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.english import NUMBER_WORDS

_SCALES = {
    **dict.fromkeys(("thousand", "k", "tausend", "mille", "mil", "mila", "duizend"), 1e3),
    **dict.fromkeys(("million", "millions", "m", "mn", "mio", "millionen", "millón"), 1e6),
    **dict.fromkeys(("millones", "milioni", "milione", "milhões", "milhão", "miljoen"), 1e6),
    **dict.fromkeys(("billion", "billions", "bn", "b", "mrd", "milliarde", "milliarden"), 1e9),
    **dict.fromkeys(("milliard", "milliards", "miliardi", "miljard"), 1e9),
    **dict.fromkeys(("trillion", "trillions", "tn"), 1e12),
}
_JOINED_UNITS = ("min", "mins", "km", "kg", "cm", "mm", "usd", "eur")
_MONTHS = (
    *("january", "february", "march", "april", "may", "june", "july", "august", "september"),
    *("october", "november", "december"),
)

# "Over 150 million" is a fair word for 159.6.
_ABOUT_SLACK = 0.07
_DATE = re.compile(r"(?<![\d.,])(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?![\d])")
_DIGITS = re.compile(
    r"(?<![\w.,])(?<![A-Za-z][-−])[-−]?"
    r"(?:\d{1,3}(?:[ \u00a0\u202f'’]\d{3})+|\d+(?:[.,]\d+)*)(?:[.,]\d+)?"
    r"(?P<tail>(?:[ \u00a0\u202f-]?[A-Za-zé]+\.?|[ \u00a0\u202f]?%)?)"
)
_LIST_MARK = re.compile(r"(?m)^\s*(?:[-*•]\s*)?\d+[.)]\s")
_WORD = re.compile(r"[A-Za-z]+(?:-[A-Za-z]+)*")
_ABOUT = re.compile(
    r"(?i)(?:\b(?:about|around|roughly|approximately|approx|circa|ca|nearly|almost|over|under|"
    r"more than|less than|at least|at most|up to|just|some|below|above|etwa|rund|fast|über|knapp|"
    r"ungefähr|mehr als|environ|près de|plus de|unos|casi|más de|quasi|ongeveer)\W*|[~≈>]\s*)$"
)
_ORDINAL = re.compile(r"(?i)^(?:st|nd|rd|th)$")
_DECADE = re.compile(r"(?i)^-?(?:s|er|ern|ers)$")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number that a text names; `values` are the ways to read it, `slack` how far off it may be.

    `decade` marks "1990s", `share` a percentage, `dated` a part of a date. `start` and `end` are
    offsets.
    """

    text: str
    values: tuple[float, ...]
    slack: float
    start: int
    end: int
    decade: bool = False
    share: bool = False
    dated: bool = False


def figures(text: str, *, words: bool = True) -> Iterator[Figure]:
    """The numbers of a text; those in English words too, where `words`.

    >>> [f.values for f in figures("About 160 million, 1,234 or 7.3 of twelve")]
    [(160000000.0,), (1234.0, 1.234), (7.3,), (12.0,)]
    """
    marks = [m.span() for m in _LIST_MARK.finditer(text)]
    masked = _LIST_MARK.sub(lambda m: " " * len(m.group()), text) if marks else text
    for found in _DATE.finditer(masked):
        for group in (1, 3, 4):
            yield _date_part(found, group)
    masked = _DATE.sub(lambda m: " " * len(m.group()), masked)
    for found in _DIGITS.finditer(masked):
        figure = _of_digits(found, masked)
        if figure is not None:
            yield figure
    if words:
        yield from _of_words(_DIGITS.sub(lambda m: " " * len(m.group()), masked))


def _date_part(found: re.Match[str], group: int) -> Figure:
    value = float(found[group])
    values = (value, value + 1900, value + 2000) if len(found[group]) == 2 else (value,)
    return Figure(found.group(), values, 0.0, found.start(), found.end(), dated=True)


def _of_digits(found: re.Match[str], text: str) -> Figure | None:
    tail = found["tail"].strip(" \u00a0\u202f")
    digits = found.group()[: len(found.group()) - len(found["tail"])].replace("−", "-")
    joined = bool(tail) and not found["tail"][0].isspace()
    word = tail.strip("-.").lower()
    scale = _SCALES.get(word, 1.0) if not (joined and len(word) > 3) else 1.0
    if _ORDINAL.match(tail) and joined:
        return None
    decade = joined and bool(_DECADE.match(tail.rstrip(".")))
    if joined and len(word) > 1 and scale == 1.0 and not decade and word not in _JOINED_UNITS:
        return None  # part of a name, such as 2pac
    values = _readings(digits)
    about = _ABOUT_SLACK if _ABOUT.search(text[: found.start()]) else 0.0
    decimals = _decimals(digits)
    unit = 10.0**-decimals * scale
    scaled = tuple(value * scale for value in values)
    slack = max(unit * (0.5 if decimals or scale > 1 else 0.0), about * max(map(abs, scaled)))
    end = found.end() if scale > 1 or joined or tail == "%" else found.start() + len(digits)
    return Figure(
        text[found.start() : end], scaled, slack * 1.001, found.start(), end, decade, tail == "%"
    )


def _readings(digits: str) -> tuple[float, ...]:
    """`1,234` is 1234 in one country and 1.234 in another."""
    plain = re.sub(r"[ \u00a0\u202f'’]", "", digits)
    found: list[float] = []
    for thousands, point in ((",", "."), (".", ",")):
        whole, _, fraction = plain.partition(point)
        groups = whole.lstrip("-").split(thousands)
        grouped = len(groups) == 1 or (len(groups[0]) <= 3 and all(len(g) == 3 for g in groups[1:]))
        if grouped and thousands not in fraction and point not in fraction:
            found.append(float(whole.replace(thousands, "") + "." + (fraction or "0")))
    return tuple(dict.fromkeys(found))


def _decimals(digits: str) -> int:
    """Digits behind the point; three could be a group of thousands, and count as well."""
    found = re.search(r"[.,](\d+)$", digits)
    return len(found[1]) if found else 0


def _of_words(text: str) -> Iterator[Figure]:
    run: list[re.Match[str]] = []
    for found in _WORD.finditer(text):
        parts = found.group().lower().split("-")
        numeric = all(part in NUMBER_WORDS for part in parts)
        near = not run or text[run[-1].end() : found.start()].strip(" -") in ("", "and")
        if numeric and near:
            run.append(found)
        elif run and found.group().lower() == "and":
            continue
        else:
            yield from _run(run, text)
            run = [found] if numeric else []
    yield from _run(run, text)


def _run(run: list[re.Match[str]], text: str) -> Iterator[Figure]:
    if not run:
        return
    total, current = 0.0, 0.0
    for found in run:
        for part in found.group().lower().split("-"):
            value = float(NUMBER_WORDS[part])
            if value >= 1000:
                total, current = total + max(current, 1) * value, 0.0
            elif value == 100 or part == "dozen":
                current = max(current, 1) * value
            else:
                current += value
    start, end = run[0].start(), run[-1].end()
    # "One" is a pronoun more often than a number.
    if len(run) > 1 or run[0].group().lower() not in (
        "one",
        "zero",
        "hundred",
        "thousand",
        "million",
    ):
        value = total + current
        about = _ABOUT_SLACK if _ABOUT.search(text[:start]) else 0.0
        yield Figure(text[start:end], (value,), about * value, start, end)


def is_month(word: str) -> bool:
    """Whether a word is an English month, full or short.

    >>> is_month("March"), is_month("Sept."), is_month("Heat")
    (True, True, False)
    """
    bare = word.lower().rstrip(".")
    return len(bare) >= 3 and any(month.startswith(bare) for month in _MONTHS)
