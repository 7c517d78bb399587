"""What may be said: numbers and names of a written answer are held to the rows and the question.

Numbers must be in the rows, their statistics, the question or the statement, as they stand or
rounded. Names are told by their capitals, so only in English; other languages are held to numbers
alone. Where it cannot be known that something is made up, it passes.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from guardrails.figures import figures, is_month
from guardrails.hosts import may_link
from guardrails.words import words
from memory.text import fold

# Words in a row that two texts have in common by more than chance.
_RUN = 6
# Values of which statistics are made, and rows whose numbers are looked at.
_MOST_ROWS = 5_000
_SAME_STEM = 4
# Words from which on what stands between quotation marks is no name.
_QUOTED = 3
_QUOTE = re.compile(r"[“\"«„「]([^”\"»“」]+)")
_ISO = re.compile(r"(\d{4})-(\d{2})-(\d{2})(?:T(\d{2}):(\d{2}))?")
_CAPITAL = re.compile(r"[A-ZÀ-ÖØ-Þ][\w’'.&-]*")
_START = re.compile(r"(?:^|[.!?]\s|\n|[-*•]\s)[\s\"“‘'(\[*_]*$")
_COMMON = words(
    "the a an i it its in on at of and or but for from by with as to is are was were be there this "
    "that these those he she they his her their we you your yes no not none all both each every "
    "some most many few more less other another first second third last total about over between "
    "after before since until during however also only just among here cypher graph database "
    "monday tuesday wednesday thursday friday saturday sunday ad bc ce bce am pm tv ok "
    "dr mr mrs ms st jr sr usd eur gbp"
)
# A sentence with a month or a sign of a date in it: days and months of stored dates may be named.
_DATED = re.compile(
    r"(?i)\b(?:jan|feb|f[eé]v|m[aä]r[zcst]|maart|apr|avr|abr|ma[iyj]\b|mei\b|mag|jun|juin|giu|jul|juil|"
    r"lug|aug|ago|août|sep|set|o[kc]t|out|ott|nov|de[zc]|dic|gen|ene)|[年月日]"
)
_DENIALS = re.compile(
    r"(?i)\b(?:(?:do not|don[’']t|does not|doesn[’']t|cannot|can[’']t|could not|couldn[’']t|"
    r"(?:am|are|is|was) (?:not able|unable) to) (?:know|answer|determine|tell|find|provide|see any|"
    r"have (?:any |enough |the |that |access)|contain|include|mention|specify|say)|"
    r"no (?:information|data|context|details|relevant)|not (?:enough|provided|specified|mentioned|"
    r"available)|(?:unfortunately|sorry)\b|weiß (?:es )?(?:leider )?nicht|"
    r"keine (?:information|daten|angabe|auskunft)\w*|nicht beantworten|"
    r"je ne (?:sais|peux|dispose)|aucune (?:information|donnée)|"
    r"no (?:lo )?(?:sé|puedo|tengo|dispongo|hay información)|non (?:lo )?(?:so|posso|ho|dispongo)|"
    r"não (?:sei|posso|tenho|há informaç)\w*|weet (?:het )?niet|geen (?:informatie|gegevens))"
)
_MARKED_LINK = re.compile(r"!?\[([^\]\n]*+)\]\(\s*+<?([^)\s>]*+)>?[^)\n]*+\)")
_ADDRESS = re.compile(r"(?i)\b(?:[a-z][a-z0-9+.-]*://|www\.)[^\s<>\"'`)\]]+[^\s<>\"'`)\].,;:!?]")
_CODE = re.compile(r"\bMATCH\s*\(|^\s*(?:RETURN|WHERE|WITH)\s+[\w(]")
_HTML = re.compile(r"<(?:img|a|iframe|script|link|object|embed)\b[^>]*>", re.I)


def _headings(instructions: str) -> frozenset[str]:
    """Lines of several words, or of one but "Answer", that end in a colon."""
    lines = (_heading(line) for line in instructions.splitlines() if line.rstrip().endswith(":"))
    return frozenset(line for line in lines if line not in ("", "answer"))


def _heading(text: str) -> str:
    """What stands before a colon that ends a line."""
    head, colon, rest = text.strip().partition(":")
    return fold(head).strip() if colon and not rest.split("\n")[0].strip() else ""


def _runs(text: str) -> frozenset[str]:
    """Every `_RUN` words in a row, folded.

    >>> sorted(_runs("You answer a question from the rows."))
    ['answer a question from the rows', 'you answer a question from the']
    """
    found = re.findall(r"\w+", fold(text))
    return frozenset(
        " ".join(found[start : start + _RUN]) for start in range(len(found) - _RUN + 1)
    )


@dataclass(frozen=True, slots=True)
class Grounded:
    """A sentence that may be said: `text`, without links that lead elsewhere."""

    text: str


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A sentence that may not: `what` is in neither rows nor question."""

    what: str


@dataclass(frozen=True, slots=True)
class Denial:
    """A sentence that denies knowing, although there are rows."""


class Facts:
    """What an answer may say: made once of the question and its rows."""

    def __init__(
        self,
        question: str,
        rows: Sequence[Sequence[Any]],
        row_count: int | None,
        *,
        english: bool = True,
        statement: str = "",
        columns: Sequence[str] = (),
        hosts: Iterable[str] = (),
        instructions: str = "",
        quotes: Sequence[str] = (),
    ) -> None:
        """Collects them.

        Args:
            question: as typed, and as standalone question.
            rows: JSON-ready values, as far as they were fetched.
            row_count: rows in all; None where they were not counted.
            english: whether the answer is in English.
            statement: the Cypher that ran, whose numbers and names may be said.
            columns: their names.
            hosts: where links may lead to.
            instructions: what the model was told, which it must not tell on.
            quotes: sentences of documents; where there are any, what is quoted must be in them.
        """
        self._english = english
        self._instructions = _runs(instructions)
        self._headings = _headings(instructions)
        self._hosts = frozenset(host.lower() for host in hosts)
        rows = rows[:_MOST_ROWS]
        self._texts = [*(text for row in rows for text in _texts(row)), *quotes]
        self._quoting = bool(quotes)
        said = [question, statement, *columns, *self._texts]
        self._told = " ".join([question, *self._texts])
        self._asked = " " + " ".join(re.findall(r"\w+", fold(self._told))) + " "
        self._haystack = " " + fold(" ".join(said)) + " "
        self._words = frozenset(re.findall(r"\w+", self._haystack))
        self._stems = frozenset(word[:_SAME_STEM] for word in self._words)
        self._initials = _initials(self._texts)
        self._numbers = sorted(
            {float(n) for n in _numbers_of(question, statement, rows, row_count, self._texts)}
        )
        self._dates = {
            float(part)
            for text in self._texts
            for found in _ISO.finditer(text)
            for part in found.groups()
            if part
        }
        self._years = {float(year) for year in re.findall(r"\b[12]\d{3}\b", " ".join(said))}
        self._years |= {number for row in rows for number in _numbers(list(row))}
        self._known = any(value not in (None, 0, False, "", []) for row in rows for value in row)

    def check(self, sentence: str, *, names: Sequence[str] = ()) -> Grounded | Unsupported | Denial:
        """Whether a sentence may be said."""
        text = self._without_links(sentence)
        runs = _runs(text) & self._instructions
        if _heading(text) in self._headings or any(f" {r} " not in self._asked for r in runs):
            return Unsupported("its own instructions")
        if _CODE.search(text) and not _CODE.search(self._told):
            return Unsupported("the query")
        denial = _DENIALS.search(text)
        if denial and self._known and fold(denial.group()).strip() not in self._haystack:
            return Denial()
        if self._quoting and (made_up := self._misquoted(text)):
            return Unsupported(made_up)
        bare = self._without_values(text)
        unsupported = self._number(bare, text) or (self._name(bare) if self._english else None)
        return Unsupported(unsupported) if unsupported else Grounded(text)

    def _misquoted(self, text: str) -> str:
        """A quote of some words that stands in no row, question or sentence as it is; else ""."""
        for found in _QUOTE.finditer(text):
            said = fold(found[1])
            if len(said.split()) >= _QUOTED and f" {said} " not in self._haystack:
                return found[0]
        return ""

    # --- numbers ---------------------------------------------------------------------------------

    def _number(self, bare: str, text: str) -> str | None:
        listed = float(sum(fold(value) in fold(text) for value in set(self._texts) if value))
        timed = re.search(
            r"(?i)\bhours?\b|\bstunden?\b|\bheures?\b|\bhoras?\b|\bore\b|\buur\b", text
        )
        for figure in figures(bare, words=self._english):
            if figure.decade and self._decade(figure.values):
                continue
            if timed and any(0 <= value < 60 for value in figure.values):
                continue
            dated = figure.dated or _DATED.search(text)
            if dated and any(value in self._dates for value in figure.values):
                continue
            if listed in figure.values or self._supported(figure.values, figure.slack):
                continue
            if figure.share and self._supported([v / 100 for v in figure.values], 0.0051):
                continue
            return figure.text.strip()
        return None

    def _supported(self, values: Iterable[float], slack: float) -> bool:
        return any(
            abs(abs(value) - abs(known)) <= slack + 1e-9 * max(1.0, abs(known))
            or (slack and int(known * 10) / 10 == value)
            for value in values
            for known in self._numbers
        )

    def _decade(self, values: Iterable[float]) -> bool:
        return any(
            0 <= known - year < 10
            for value in values
            for year in ((value, value + 1900, value + 2000) if value < 100 else (value,))
            for known in self._years
        )

    # --- names -----------------------------------------------------------------------------------

    def _without_values(self, text: str) -> str:
        """The text without stored values that it quotes, numbers in them included."""
        for value in sorted({v for v in self._texts if len(v) > 2 and v in text}, key=len)[::-1]:
            # Something must stay, so that what follows does not begin a sentence.
            text = text.replace(value, "x" * len(value))
        return text

    def _name(self, text: str) -> str | None:
        for found in _CAPITAL.finditer(text):
            word = re.sub(r"[’']s?$", "", found.group().rstrip(".'’-&"))
            if len(word) < 3 or word.lower() in _COMMON or is_month(word):
                continue
            if _START.search(text[: found.start()]) or not self._is_made_up(word):
                continue
            return word
        return None

    def _is_made_up(self, word: str) -> bool:
        folded = fold(word).strip()
        parts = re.findall(r"\w+", folded)
        if word.isupper() and folded in self._initials:
            return False
        return not all(
            part in self._words or (len(part) >= _SAME_STEM and part[:_SAME_STEM] in self._stems)
            for part in parts
        )

    # --- links -----------------------------------------------------------------------------------

    def _without_links(self, text: str) -> str:
        text = _HTML.sub("", text)
        text = _MARKED_LINK.sub(
            lambda found: found.group() if may_link(found[2], self._hosts) else found[1], text
        )
        return _ADDRESS.sub(
            lambda found: (
                found.group()
                if may_link(found.group(), self._hosts)
                or any(found.group() in t for t in self._texts)
                else "[link left out]"
            ),
            text,
        )


def _texts(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            for part in value.values():
                yield from _texts(part)
        case list() | tuple():
            for part in value:
                yield from _texts(part)


def _numbers(value: Any) -> Iterator[float]:
    match value:
        case bool() | None:
            return
        case int() | float():
            yield value
        case Mapping():
            for part in value.values():
                yield from _numbers(part)
        case list() | tuple():
            yield len(value)
            for part in value:
                yield from _numbers(part)


def _numbers_of(
    question: str,
    statement: str,
    rows: Sequence[Sequence[Any]],
    row_count: int | None,
    texts: Sequence[str],
) -> Iterator[float]:
    """Every number that may be said, with those of the dates and texts."""
    yield from (len(rows), row_count if row_count is not None else len(rows), date.today().year)
    for text in (question, statement, *texts):
        yield from (float(found[1]) for found in _ISO.finditer(text))
        bare = _ISO.sub(" ", text)
        yield from (float(n) for n in re.findall(r"\d+(?:\.\d+)?", bare))
        for figure in figures(bare):
            yield from figure.values
    for row in rows:
        numbers = list(_numbers(list(row)))[1:]
        yield from numbers
        years = [int(m[1]) for text in _texts(list(row)) for m in _ISO.finditer(text)]
        ranged = [*numbers, *years][:8]
        yield from (abs(a - b) for i, a in enumerate(ranged) for b in ranged[i + 1 :])
    for column in zip(*rows, strict=False):
        yield from _statistics(column, row_count or len(rows))


def _statistics(column: Sequence[Any], total: int) -> Iterator[float]:
    """Count, distinct, minimum, maximum, range, sum and mean of a column; how often each value."""
    filled = [value for value in column if value is not None]
    yield from (len(filled), len(column) - len(filled))
    counts = Counter(repr(value) for value in filled)
    yield len(counts)
    for often in set(counts.values()):
        yield from (often, often / total if total else 0, len(column) - often)
        yield from (sum(1 for count in counts.values() if count == often),)
    years = [float(found[1]) for v in filled if isinstance(v, str) and (found := _ISO.match(v))]
    numbers = [float(v) for v in filled if isinstance(v, int | float) and not isinstance(v, bool)]
    for values in (numbers, years):
        if values:
            yield from (max(values) - min(values), sum(values), sum(values) / len(values))
            top = max(values)
            yield from (value / top for value in values[:50] if top)
            if sum(values):
                yield from (value / sum(values) for value in values[:50])


def _initials(texts: Sequence[str]) -> frozenset[str]:
    """The first letters of names of several words: usa for United States of America."""
    found = set()
    for text in texts[:2_000]:
        words = re.findall(r"[A-Za-zÀ-ÿ]+", text)
        found.add(fold("".join(word[0] for word in words)).strip())
        found.add(fold("".join(word[0] for word in words if word[0].isupper())).strip())
    return frozenset(found)
