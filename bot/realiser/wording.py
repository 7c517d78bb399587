"""Words for values, bounds and lists: in the 1990s, over 10,000, a, b and c."""

from __future__ import annotations

import calendar
import re
from collections.abc import Sequence
from datetime import date, datetime, timedelta
from itertools import takewhile

from bot.stored.property_words import letting
from bot.words.flag_nouns import names_one
from bot.words.inflection import inflect, is_plural, lemmas, participles, parts, plural
from bot.words.vocabulary import action_verbs, groups, members
from memory.query import (
    Comparison,
    Constant,
)
from memory.text import several

# Words for comparisons: of amounts, of moments, of numbers of things; and for aggregates.
OPERATORS = {">": "over", ">=": "of at least", "<": "under", "<=": "of at most"}
MOMENTS = {">": "after", ">=": "since", "<": "before", "<=": "until"}
COUNTS = {">": "more than", ">=": "at least", "<": "fewer than", "<=": "at most"}
COUNTS |= {"=": "exactly", "<>": "other than"}
MEANS = {"avg": "average", "sum": "total", "min": "lowest", "max": "highest"}
OF_TIMES = {"min": "earliest", "max": "latest"}

TEXTS = {"CONTAINS": "containing", "STARTS WITH": "starting with", "ENDS WITH": "ending with"}
# Of two properties.
HELD = {"=": "equal to", "<>": "other than", **TEXTS}

# Stands for the other end while what joins it is put into words.
MARK = "\0"
_WHEN = ("from ", "after ", "before ", "since ", "until ", "between ")
# Ahead of a name that is not meant.
BUT = "other than "

# A letter alone is spoken by its name: an h index.
_LETTER = re.compile(r"[fhlmnrsx]\b", re.IGNORECASE)
# Written with a vowel, spoken with a consonant: a user, a unit, a one-off.
_CONSONANT = re.compile(r"u[sn]i|us[ea]|uk|eu|one")
_NAME = re.compile(r"[A-Z][\w'’.]*(?: (?:[A-Z][\w'’.]*|de|van|von|the|of))*")


def figure(function: str, named: str, *, dated: bool = False) -> str:
    """A figure of what is named: average price; a total that is kept is no total again.

    >>> figure("sum", "price"), figure("sum", "total price"), figure("max", "day", dated=True)
    ('total price', 'sum of the total price', 'latest day')
    """
    if function == "sum" and named.startswith("total "):
        return f"sum of the {named}"
    word = (OF_TIMES if dated else MEANS).get(function, function)
    return f"{word} {named}"


def join(words: Sequence[str], word: str = "and") -> str:
    """Words as a list in a sentence.

    >>> join(["a", "b", "c"])
    'a, b and c'
    """
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {word} {words[-1]}"


def merged(phrases: Sequence[str], word: str = "and") -> str:
    r"""Phrases about one thing, said once: the thing is a mark.

    >>> merged(["written by \0", "directed by \0"]).replace("\0", "her")
    'written and directed by her'
    """
    words = [phrase.split(" ") for phrase in phrases]
    shortest = min(map(len, words)) - 1
    first = _alike([w[:shortest] for w in words])
    last = _alike([w[::-1][: shortest - first] for w in words])
    middles = [w[first : len(w) - last] for w in words]
    if len(phrases) < 2 or any(MARK in middle for middle in middles):
        return join(phrases, word)
    ends = words[0][len(words[0]) - last :]
    return " ".join([*words[0][:first], join([" ".join(m) for m in middles], word), *ends])


def _alike(lists: Sequence[Sequence[str]]) -> int:
    """How many words lists have in common at their beginning."""
    return len([*takewhile(lambda one: len({*one}) == 1, zip(*lists, strict=False))])


# Parts of every year or week.
PARTS = ("month", "quarter", "dayOfWeek")


def part_words(unit: str, nth: int) -> str:
    """A part of every year or week: in March, in the first quarter, on a Monday."""
    if unit == "month":
        return f"in {calendar.month_name[nth]}"
    if unit == "quarter":
        return f"in the {('first', 'second', 'third', 'fourth')[nth - 1]} quarter"
    return f"on a {calendar.day_name[nth - 1]}"


def times_words(factor: object) -> str:
    """How many times: twice, half, 1.5 times."""
    known = {2: "twice", 0.5: "half"}.get(factor)  # type: ignore[call-overload]
    return known or f"{factor:g} times"


# No bound for the length of a path.
ANY_STEPS = 1_000_000


def steps_words(hops: tuple[int, int]) -> str:
    """How often a relationship is passed.

    >>> steps_words((1, 1)), steps_words((1, 3)), steps_words((2, 2))
    ('', ' within 3 steps', ' in exactly 2 steps')
    """
    low, high = hops
    if hops == (1, 1):
        return ""
    if high == ANY_STEPS:
        return " in any number of steps"
    return f" {'in exactly' if low == high else 'within'} {several(high, 'step')}"


_SILENT = ("hour", "honor", "honour", "heir")


def article(noun: str) -> str:
    """The noun with a or an; a plural as it is."""
    if is_plural(noun.split(" ")[0]) or is_plural(noun.split(" ")[-1]):
        return noun
    vowel = noun[:1] in "aeiou" and not _CONSONANT.match(noun)
    vowel = vowel or noun.startswith(_SILENT) or bool(_LETTER.match(noun))
    return f"{'an' if vowel else 'a'} {noun}"


_DATED = ("at", "on", "date")
# Expires on, ends at: the noun for the day.
_HAPPENING = {"expires": "expiry", "ends": "end", "starts": "start", "begins": "start"}


def nominal(words: tuple[str, ...]) -> str:
    """A property as a noun.

    >>> nominal(("born",)), nominal(("joined",)), nominal(("hired",))
    ('birth date', 'join date', 'hire date')
    """
    if len(words) > 1 and words[-1] == "since":
        return "-".join(words) + " date"
    if len(words) == 2 and words[1] in ("at", "on") and words[0] in participles(words[0]):
        return f"{words[0]} date"
    if len(words) == 2 and words[1] in ("at", "on") and words[0] in _HAPPENING:
        return f"{_HAPPENING[words[0]]} date"
    if len(words) > 1:
        counts = words[0] == "number" and words[1] != "of"
        return " ".join(("number", "of", *words[1:]) if counts else words)
    (word,) = words
    if word == "since":
        return "start"
    if "VERB" in parts(word) and "NOUN" not in parts(word):
        phrases = [phrase for group in groups().get(words, ()) for phrase in members()[group]]
        days = [phrase for phrase in phrases if phrase[-1] == "date" and len(phrase) == 2]
        # Who joined was not hired, if there is a word of its own for the day.
        own = [phrase for phrase in days if phrase[0] in lemmas(word)]
        return " ".join(next(iter([*own, *days]), (word,)))
    return word


def participle(words: tuple[str, ...]) -> str:
    """The participle that says a date: released for release date; empty where there is none.

    >>> participle(("created", "at")), participle(("incorporation", "date"))
    ('created', 'incorporated')
    >>> participle(("weekend", "date"))
    ''
    """
    if len(words) == 2 and words[1] in _DATED and words[0] in participles(words[0]):
        return words[0]
    if words[-1:] != ("date",) or len(words) < 2:
        return ""
    said = [
        phrase[0]
        for group in groups().get(words, ())
        for phrase in members()[group]
        if len(phrase) == 1 and "VERB" in parts(phrase[0]) and phrase[0].endswith(("ed", "rn"))
    ]
    # A start date is when it started, though for a person it is when they were hired.
    own = [word for word in said if set(lemmas(word)) & set(words)]
    doing = action_verbs(words[0]) if len(words) == 2 else ()
    done = [form for verb in doing for form in sorted(participles(verb))]
    return next(iter([*own, *said, *done]), "")


def _never(text: str) -> str:
    """That never belongs to it; that that person never belongs to, that he is never in."""
    doer, noun, *rest = text.split(" ", 2)
    if doer != "that" or not rest:
        return _not_now(text) or "that never " + text
    being, _, after = rest[0].partition(" ")
    said = f"{being} never {after}" if being in ("is", "are") else f"never {rest[0]}"
    return f"that that {noun} {said}"


def _not_now(text: str) -> str:
    """That hold no key, that do not live in Hay: what is so, not what once was done; else ""."""
    verb, _, rest = text.partition(" ")
    base = lemmas(verb)[-1]
    if not rest or "VERB" not in parts(verb) or verb not in (base, f"{base}s", f"{base}es"):
        return ""
    if rest.startswith(("a ", "an ")):
        return f"that {verb} no {rest.partition(' ')[2]}"
    return f"that {'do' if verb == base else 'does'} not {base} {rest}"


def denied(text: str) -> str:
    """The opposite of what a relationship says."""
    if text.startswith("with "):
        return "without " + text.removeprefix("with ")
    for being in ("that are ", "that is "):
        if text.startswith(being):
            return being + "not " + text.removeprefix(being)
    if text.startswith("that "):
        second = text.split()[1]
        if second in ("a", "an"):
            return "that no " + text.split(" ", 2)[2]
        if second in ("thing", "something"):
            return "that nothing " + text.split(" ", 2)[2]
        if second.islower():
            return _never(text.removeprefix("that "))
    return "not " + text


def chained(told: list[str]) -> str:
    """What is said of a node, joined, longer clauses last."""
    if not told:
        return ""
    # What is held against the average of some things would take in what comes behind it.
    ordered = sorted(
        told,
        key=lambda text: (
            "the average of " in text or " each " in text,
            text.startswith("that ") and " are " not in text,
        ),
    )
    others = [text.removeprefix(BUT) for text in told if text.startswith(BUT)]
    if others:
        # People other than Ann Lee that live in Hay.
        rest = chained([text for text in told if not text.startswith(BUT)])
        return f" {BUT}{join(others)}{rest}"
    if len(told) == 2 and ordered[0].startswith(_WHEN) and ordered[1].startswith("that "):
        return f" {ordered[0]} {ordered[1]}"
    return " " + " and ".join(ordered)


def plain(value: object) -> str:
    """A value as a person writes it."""
    if isinstance(value, datetime):
        return value.date().isoformat()
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:g}"
    if isinstance(value, int):
        return f"{value:,}" if value >= 10_000 else str(value)
    return str(value)


def constant_words(constant: Constant) -> str:
    """A constant, or several as alternatives."""
    value = constant.value
    if isinstance(value, tuple):
        return join([_quoted(v) for v in value], "or")
    return _quoted(value)


def _quoted(value: object) -> str:
    if isinstance(value, str):
        return value if _NAME.fullmatch(value) else f'"{value}"'
    return str(value) if isinstance(value, int) else plain(value)


def _as_date(value: object) -> date | None:
    if isinstance(value, datetime):
        return value.date()
    if isinstance(value, date):
        return value
    if isinstance(value, str):
        try:
            return date.fromisoformat(value[:10])
        except ValueError:
            return None
    return None


def day_words(value: object) -> str:
    """A day written out; other values as they are."""
    day = _as_date(value)
    if day is None:
        return plain(value) if not isinstance(value, int) else str(value)
    return f"{day:%B} {day.day}, {day.year}"


def bound(operator: str, value: object) -> str | None:
    """A bound on time: after 2010."""
    day = _as_date(value)
    if day is None:
        return f"{MOMENTS[operator]} {value}" if operator in MOMENTS else None
    whole = (day.month, day.day) == (1, 1)
    if operator == ">=":
        return f"after {day.year - 1}" if whole else f"since {day_words(day)}"
    if operator == "<":
        return f"before {day.year}" if whole else f"before {day_words(day)}"
    return f"{'after' if operator == '>' else 'until'} {day_words(day)}"


def span(tests: list[Comparison]) -> tuple[str, list[Comparison]] | None:
    """Two bounds as one range: in 2013, in the 1990s, between 5 and 8."""
    low = next((t for t in tests if t.operator == ">=" and isinstance(t.right, Constant)), None)
    high = next(
        (t for t in tests if t.operator in ("<", "<=") and isinstance(t.right, Constant)), None
    )
    if low is None or high is None:
        return None
    assert isinstance(low.right, Constant) and isinstance(high.right, Constant)
    first, last = _as_date(low.right.value), _as_date(high.right.value)
    used = [low, high]
    if first is None or last is None:
        if high.operator == "<":
            return None
        return f"between {year_words(low.right.value)} and {year_words(high.right.value)}", used
    if (first.month, first.day, last.month, last.day) == (1, 1, 1, 1):
        years = last.year - first.year
        if years == 1:
            return f"in {first.year}", used
        if years == 10 and first.year % 10 == 0:
            return f"in the {first.year}s", used
        return f"between {first.year} and {last.year - 1}", used
    if first.day == 1 and last.day == 1 and (last - first) < timedelta(days=32):
        return f"in {first:%B} {first.year}", used
    if last - first == timedelta(days=1):
        return f"on {day_words(first)}", used
    return f"between {day_words(first)} and {day_words(last - timedelta(days=1))}", used


def year_words(value: object) -> str:
    """A year without a thousands separator."""
    return str(value) if isinstance(value, int) and 1000 <= value <= 2200 else plain(value)


def ordinal(place: int) -> str:
    """A place in a ranking.

    >>> ordinal(2), ordinal(11), ordinal(21)
    ('2nd', '11th', '21st')
    """
    ending = {1: "st", 2: "nd", 3: "rd"}.get(place % 10) if place % 100 not in (11, 12, 13) else ""
    return f"{place}{ending or 'th'}"


def flag_words(words: Sequence[str], being: str, *, holds: bool) -> str:
    """That something is so, by the name of a flag; `being` is is or are.

    >>> flag_words(["accepts", "cards"], "are", holds=False)
    'do not accept cards'
    >>> flag_words(["contractor"], "is", holds=False), flag_words(["vip"], "are", holds=True)
    ('is not a contractor', 'are vips')
    >>> flag_words(["visa", "required"], "are", holds=True)
    'are marked visa required'
    >>> flag_words(["dogs", "allowed"], "are", holds=False)
    'do not allow dogs'
    """
    first, rest = words[0], [*words[1:]]
    one, no = being == "is", "" if holds else "not "
    if rest and first == "has" and not _participial(rest[0]):
        thing = article(rest[0]) if holds and len(rest) == 1 and parts(rest[0]) else " ".join(rest)
        return f"{'has' if one else 'have'} {'' if holds else 'no '}{thing}"
    for verbal, _ in letting(tuple(words)):
        first, rest = inflect(verbal[0], "VBZ"), [*verbal[1:]]
    if rest and first not in ("is", "has", "was") and _finite(first):
        verb = lemmas(first)[-1]
        said = (first if one else verb) if holds else f"{'does' if one else 'do'} not {verb}"
        return f"{said} {' '.join(rest)}"
    bare = " ".join(rest if rest and first in ("is", "has") else words)
    if names_one(words) or (len(words) == 2 and names_one(words[-1:])):
        return f"{being} {no}{article(bare) if one else plural(bare)}"
    # A claim is no police report, and a property no flood zone.
    nouns = all(map(_only_noun, bare.split())) or (_only_noun(first) and words[-1].endswith("ed"))
    marked = "marked " if rest and first != "is" and nouns else ""
    return f"{being} {no}{marked}{bare}"


def _participial(word: str) -> bool:
    """Whether a word says what was done: shipped, but neither roof nor parking."""
    return "VERB" in parts(word) and word != lemmas(word)[-1] and not word.endswith("ing")


def _only_noun(word: str) -> bool:
    """Whether a word is a noun, as far as is known: badge, fifa."""
    return not parts(word) or ("NOUN" in parts(word) and "ADJ" not in parts(word))


def _finite(word: str) -> bool:
    """Whether a word is what someone does: accepts."""
    return word.endswith("s") and "VERB" in parts(word) and lemmas(word)[-1] + "s" == word
