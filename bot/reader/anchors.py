"""What spans of a message may point at: names, values, numbers, dates, and operators.

Several anchors may compete for a span; a reading uses at most one for each word.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from bot.offline.items import Moment, Number
from bot.offline.units import Unit, unit_at
from bot.reader.ground import Ground
from bot.reader.lexicon import LEXICON, Phrase, Ranking
from bot.reader.names import Element, How, groups_of
from bot.reader.words import Number as Figure
from bot.reader.words import Token, is_agent, is_done, lemmas, parts_of_speech, tokenize
from memory.schema import LinkedValue
from memory.text import fold, split_name

_LONGEST_NAME = 4
_DENYING, _LEAST_DENIED = ("un", "in", "non"), 4
_LONGEST_KEPT = 3
_SAID_OF_ENDS = 0.8


def mask_of(start: int, end: int) -> int:
    """Return the bits of tokens `start` to `end` (not included)."""
    return (1 << end) - (1 << start)


@dataclass(frozen=True, slots=True)
class Mention:
    """Words that may name an element; `how` is as in `Match`, or *people* for who and everybody."""

    start: int
    end: int
    element: Element
    score: float
    how: How | str

    @property
    def mask(self) -> int:
        """Return the tokens it stands on."""
        return mask_of(self.start, self.end)

    @property
    def sure(self) -> bool:
        """Return whether letters, not only vectors, speak for it."""
        return self.how != "vector"


@dataclass(frozen=True, slots=True)
class Role:
    """A noun for whoever plays a part in a relationship: directors; `forward` at its start."""

    start: int
    end: int
    type: str
    forward: bool
    score: float
    how: str

    @property
    def mask(self) -> int:
        """Return the tokens it stands on."""
        return mask_of(self.start, self.end)


@dataclass(frozen=True, slots=True)
class ValueAnchor:
    """Words that may stand for stored values, which compete."""

    start: int
    end: int
    links: tuple[LinkedValue, ...]
    quoted: bool
    capital: bool

    @property
    def mask(self) -> int:
        """Return the tokens it stands on."""
        return mask_of(self.start, self.end)


@dataclass(frozen=True, slots=True)
class NumberAnchor:
    """A figure with the words that say how it compares; `upper` ends a range.

    `kind` is number, year or date; a date's value is a `date`. `month` restricts a year to one, or
    to `months` from there on: a quarter.
    `mask` has the operator's words, `core` only the figure's.
    """

    start: int
    end: int
    value: Figure | date
    kind: str
    operator: str | None
    core: int
    mask: int
    cue: str = ""
    upper: Figure | date | None = None
    measures: tuple[str, ...] = ()
    decade: bool = False
    month: int | None = None
    percent: bool = False
    seconds: int = 0
    months: int = 1
    unit: Unit | None = None

    @property
    def amounts(self) -> tuple[Number | Moment, Number | Moment | None]:
        """Return what it is as something to compare with, and the end of a range."""
        upper = self.upper
        return self._amount(self.value), None if upper is None else self._amount(upper)

    def _amount(self, value: Figure | date) -> Number | Moment:
        if isinstance(value, date):
            return Moment(value, value + timedelta(days=1))
        if self.kind != "year":
            return Number(value, self.measures, self.seconds, self.unit)
        year = int(value)
        if self.month is not None:
            after = self.month + self.months - 1
            following = date(year + after // 12, after % 12 + 1, 1)
            return Moment(date(year, self.month, 1), following)
        return Moment(date(year, 1, 1), date(year + (10 if self.decade else 1), 1, 1))


@dataclass(frozen=True, slots=True)
class RankAnchor:
    """A superlative."""

    start: int
    end: int
    word: str
    ranking: Ranking
    of_two: bool = False

    @property
    def mask(self) -> int:
        """Return the tokens it stands on."""
        return mask_of(self.start, self.end)


@dataclass(slots=True)
class Anchors:
    """All that the words of one message may point at.

    It `begins` behind what is said beforehand: back to the list.
    """

    message: str
    tokens: tuple[Token, ...]
    forms: tuple[str, ...]
    mentions: list[Mention] = field(default_factory=list)
    roles: list[Role] = field(default_factory=list)
    values: list[ValueAnchor] = field(default_factory=list)
    numbers: list[NumberAnchor] = field(default_factory=list)
    ranks: list[RankAnchor] = field(default_factory=list)
    aggregates: list[tuple[int, str]] = field(default_factory=list)
    countings: list[tuple[int, int]] = field(default_factory=list)
    shares: list[tuple[int, int]] = field(default_factory=list)
    depths: list[tuple[int, int]] = field(default_factory=list)
    negations: list[int] = field(default_factory=list)
    groupings: list[int] = field(default_factory=list)
    onlys: list[int] = field(default_factory=list)
    lasting: list[tuple[int, int]] = field(default_factory=list)
    sames: list[int] = field(default_factory=list)
    removals: list[int] = field(default_factory=list)
    denied: set[tuple[int, Element]] = field(default_factory=set)
    of_type: Mapping[str, list[Mention]] = field(default_factory=dict)
    of_property: Mapping[tuple[str, str], list[Mention]] = field(default_factory=dict)
    named: list[float] = field(default_factory=list)
    opening: str = "other"
    begins: int = 0

    @property
    def lower(self) -> bool:
        """Return whether the message is typed without capitals."""
        return self.message.islower()

    def before(self, position: int, count: int = 3) -> tuple[str, ...]:
        """Return the words that stand before a position."""
        return self.forms[max(0, position - count) : position]


def anchors_of(message: str, ground: Ground, links: Sequence[LinkedValue]) -> Anchors:
    """Find all anchors of a message.

    Args:
        message: As typed.
        ground: The schema that is asked.
        links: Stored values that its words may stand for.
    """
    found = operators_of(message)
    found.values = list(_values(found, [*links, *_kept(found, ground, links)]))
    _mention(found, ground)
    # Order numbers are no number of orders.
    named = [m for m in found.mentions if m.element[0] == "property" and m.sure]
    within = {n for m in named for n in range(m.start + 1, m.end + 1)}
    within = {n for n in within if found.forms[n : n + 1] in (("number",), ("numbers",))}
    found.countings = [one for one in found.countings if one[0] not in within]
    found.opening = opening_of(found)
    found.roles = list(_roles(found, ground))
    found.roles += _at_ends(found, ground)
    return found


def operators_of(message: str) -> Anchors:
    """Find what of a message stands for no name: figures, superlatives, other operators."""
    tokens = tokenize(message)
    found = Anchors(message, tokens, tuple(token.form for token in tokens))
    found.numbers = list(_numbers(found))
    found.ranks = list(_ranks(found))
    _operators(found)
    found.opening = opening_of(found)
    return found


# Names of the schema


def _spans(found: Anchors, ground: Ground) -> Iterator[tuple[int, int, Phrase]]:
    """(start, end, words) of every stretch of words that may be a name."""
    tokens, stop = found.tokens, LEXICON.function_words
    for start, token in enumerate(tokens):
        if token.kind != "word":
            continue
        for end in range(start + 1, min(len(tokens), start + _LONGEST_NAME) + 1):
            last = tokens[end - 1]
            if last.kind not in ("word", "genitive"):
                break
            words = tuple(_words(tokens[start:end]))
            if last.kind == "genitive" or not words:
                continue
            edge = (words[0] in stop or words[-1] in stop) and len(words) == end - start
            if edge and words in ground.edged:
                # What begins like a small word, but is a name: like count.
                yield start, end, words
                continue
            if edge and not (words[0] not in stop and groups_of(words)):
                continue
            yield start, end, words


def _words(tokens: Sequence[Token]) -> Iterator[str]:
    for token in tokens:
        if token.kind == "word":
            # Someone who knows the schema types its names: releaseYear, ACTED_IN.
            parts = split_name(token.text) if _is_identifier(token.text) else [token.form]
            for part in parts:
                yield from fold(part).split()


def _is_identifier(text: str) -> bool:
    return "_" in text or bool(re.search(r"[a-z][A-Z]", text))


def _mention(found: Anchors, ground: Ground) -> None:
    spans = list(_spans(found, ground))
    ground.names.prepare(words for _, _, words in spans)
    best: dict[Element, list[Mention]] = defaultdict(list)
    for start, end, words in spans:
        for match in ground.names.match(words):
            if match.how == "vector" and len(words) > 1:
                continue
            best[match.element].append(Mention(start, end, match.element, match.score, match.how))
    _denied(found, ground, best)
    _opposed(found, ground, best)
    for position, form in enumerate(found.forms):
        if form in LEXICON.people:
            for label in ground.persons[:4]:
                element = ("label", label)
                if not any(m.start == position for m in best[element]):
                    best[element].append(Mention(position, position + 1, element, 0.75, "people"))
    kept = [one for mentions in best.values() for one in mentions if not _within(one, mentions)]
    found.mentions = sorted(kept, key=lambda one: (one.start, -one.score))
    of_type: dict[str, list[Mention]] = defaultdict(list)
    of_property: dict[tuple[str, str], list[Mention]] = defaultdict(list)
    named = [0.0] * len(found.tokens)
    for one in found.mentions:
        if one.element[0] == "type":
            of_type[one.element[1]].append(one)
        elif one.element[0] == "property":
            of_property[one.element[1], one.element[2]].append(one)
        if one.sure:
            for position in range(one.start, one.end):
                named[position] = max(named[position], one.score)
    found.of_type, found.of_property, found.named = of_type, of_property, named


def _denied(found: Anchors, ground: Ground, best: dict[Element, list[Mention]]) -> None:
    """Words that deny what they are made of: unresolved, unpaid."""
    for position, token in enumerate(found.tokens):
        denying = next((p for p in _DENYING if token.form.startswith(p)), None)
        stem = token.form.removeprefix(denying) if denying else ""
        if token.kind != "word" or len(stem) < _LEAST_DENIED or not parts_of_speech(stem):
            continue
        if any(m.start == position and m.sure for ms in best.values() for m in ms):
            continue
        for match in ground.names.match((stem,)):
            kinds = ("property", "type") if denying == "un" else ("property",)
            if match.element[0] in kinds and match.how not in ("vector", "short"):
                mention = Mention(position, position + 1, match.element, match.score, match.how)
                best[match.element].append(mention)
                if position not in found.negations:
                    found.negations.append(position)


def _opposed(found: Anchors, ground: Ground, best: dict[Element, list[Mention]]) -> None:
    """Words for what a flag says, or for what it denies: dead is not alive."""
    for position, form in enumerate(found.forms):
        for element, denied in ground.opposites.get(form, ()):
            if any(m.how == "exact" and m.start <= position < m.end for m in best[element]):
                continue
            others = [m for m in best[element] if m.start != position]
            best[element] = [*others, Mention(position, position + 1, element, 0.9, "synonym")]
            if denied:
                found.denied.add((position, element))


def _within(one: Mention, others: Sequence[Mention]) -> bool:
    """Return whether a longer stretch names the same thing as well."""
    return any(
        o.start <= one.start
        and one.end <= o.end
        and o.end - o.start > one.end - one.start
        and o.score >= one.score
        for o in others
    )


def _at_ends(found: Anchors, ground: Ground) -> Iterator[Role]:
    """Nouns for who is at an end of a relationship whose name does not say so: the boss."""
    told = {(one.start, one.type) for one in found.roles}
    for start, token in enumerate(found.tokens):
        for end in (start + 2, start + 1):
            words = found.forms[start:end]
            if token.kind != "word" or len(words) < end - start:
                continue
            for form in lemmas(words[-1]):
                for type_, starts in ground.ends.get((*words[:-1], form), ()):
                    if (start, type_) in told:
                        continue
                    yield Role(start, end, type_, starts, _SAID_OF_ENDS, "end")


def _roles(found: Anchors, ground: Ground) -> Iterator[Role]:
    for one in found.mentions:
        if one.element[0] != "type" or one.end - one.start > 2:
            continue
        word, type_ = found.forms[one.end - 1], one.element[1]
        somebody = any(form in LEXICON.persons for form in lemmas(word))
        named = one.how in ("derived", "synonym", "near", "told")
        # Authors authored.
        named = named or (one.how == "exact" and is_done(split_name(type_)[0]))
        agent = (is_agent(word) or somebody) and named
        if agent:
            yield Role(one.start, one.end, type_, True, one.score, str(one.how))
        said = split_name(type_)
        noun = one.how in ("exact", "synonym", "part", "told") and not is_done(word)
        if noun and "NOUN" in parts_of_speech(word):
            held = said[0] in ("has", "have", "is") or not said[-1].endswith(("ed", "s"))
            if held:
                # A member of something is where MEMBER_OF begins.
                starts = said[-1] == "of"
                yield Role(one.start, one.end, type_, starts, one.score * 0.95, str(one.how))


# Values


def _kept(found: Anchors, ground: Ground, links: Sequence[LinkedValue]) -> Iterator[LinkedValue]:
    """Values that the schema lists, said in another form: on fiddle, failed, Italian."""
    taken = {(link.start, link.end, link.label, link.property) for link in links}
    tokens = found.tokens
    for start, token in enumerate(tokens):
        for end in range(start + 1, min(len(tokens), start + _LONGEST_KEPT) + 1):
            words = found.forms[start:end]
            if any(one.kind not in ("word", "quote") for one in tokens[start:end]):
                break
            small = end - start == 1 and token.form in LEXICON.function_words
            first, last = token.start, tokens[end - 1].end
            for (label, name, value), score in ground.kept(words):
                text = found.message[first:last]
                if (first, last, label, name) not in taken and not (small and text != value):
                    method = "folded" if score == 1.0 else "fuzzy"
                    yield LinkedValue(text, label, name, value, first, last, score, method, 1)


def _values(found: Anchors, links: Sequence[LinkedValue]) -> Iterator[ValueAnchor]:
    spans: dict[tuple[int, int], list[LinkedValue]] = defaultdict(list)
    for link in links:
        if (span := _tokens_at(found.tokens, link.start, link.end)) is not None:
            spans[span].append(link)
    for (start, end), over in sorted(spans.items()):
        sure = max(link.score for link in over)
        inside = any(
            s <= start and end <= e and e - s > end - start and max(x.score for x in ls) >= 0.9
            for (s, e), ls in spans.items()
        )
        alone = end - start == 1 and found.forms[start] in LEXICON.function_words
        listed = any(link.value == link.text for link in over)
        if inside or (alone and not found.tokens[start].capital and not listed) or sure < 0.5:
            continue
        ranked = sorted(over, key=lambda link: (-link.score, -link.count))
        token = found.tokens[start]
        yield ValueAnchor(
            start, end, tuple(ranked[:8]), token.kind == "quote", found.tokens[start].capital
        )


def _tokens_at(tokens: Sequence[Token], start: int, end: int) -> tuple[int, int] | None:
    inside = [n for n, token in enumerate(tokens) if token.start < end and start < token.end]
    return (inside[0], inside[-1] + 1) if inside else None


# Figures


def _numbers(found: Anchors) -> Iterator[NumberAnchor]:
    figures = list(_figures(found))
    skip = False
    for nth, one in enumerate(figures):
        if skip:
            skip = False
            continue
        following = figures[nth + 1] if nth + 1 < len(figures) else None
        if following is not None and _is_range(found, one, following):
            skip = True
            opens = max(0, one.start - 1)
            yield NumberAnchor(
                one.start,
                following.end,
                _as_large(found, one, following),
                one.kind,
                "..",
                mask_of(one.start, following.end),
                mask_of(opens, following.end),
                "between",
                following.value,
            )
        else:
            yield _nearly(found, _compared(found, one))


def _as_large(found: Anchors, one: NumberAnchor, following: NumberAnchor) -> Figure | date:
    """The lower end of a range, in what the upper one is told: between 1 and 2 million."""
    said = found.tokens[following.end - 1].text.split()
    worth = LEXICON.magnitudes.get(said[-1].lower()) if len(said) > 1 else None
    figures = isinstance(one.value, int | float) and isinstance(following.value, int | float)
    if not worth or not figures or not found.tokens[one.start].text.isdigit():
        return one.value
    larger = one.value * worth  # type: ignore[operator]
    return larger if larger < following.value else one.value  # type: ignore[operator]


def _nearly(found: Anchors, one: NumberAnchor) -> NumberAnchor:
    """About 300: a tenth less or more."""
    at = one.start - 1
    figure = one.kind == "number" and one.operator is None and isinstance(one.value, int | float)
    if not figure or at < 0 or found.forms[at] not in LEXICON.nearly:
        return one
    low, high = (_whole(round(one.value * factor, 6)) for factor in (0.9, 1.1))  # type: ignore[operator]
    mask = one.mask | mask_of(at, at + 1)
    return replace(one, value=low, upper=high, operator="..", mask=mask, cue="about")


def _whole(value: Figure) -> Figure:
    return int(value) if value == int(value) else value


def _figures(found: Anchors) -> Iterator[NumberAnchor]:
    position = 0
    while position < len(found.tokens):
        one = _dated(found, position) or _figure(found, position)
        if one is not None:
            yield one
            position = one.end
        else:
            position += 1


def _plain(start: int, end: int, value: Figure | date, kind: str) -> NumberAnchor:
    mask = mask_of(start, end)
    return NumberAnchor(start, end, value, kind, None, mask, mask)


def _figure(found: Anchors, position: int) -> NumberAnchor | None:
    token = found.tokens[position]
    if (sign := LEXICON.signs.get(token.form)) is not None:
        mask = mask_of(position, position + 1)
        return NumberAnchor(position, position + 1, 0, "number", sign, mask, mask, "sign")
    if (decade := LEXICON.decades.get(token.form)) is not None:
        mask = mask_of(position, position + 1)
        return NumberAnchor(position, position + 1, decade, "year", None, mask, mask, decade=True)
    if token.number is None or token.use == "ordinal":
        return None
    near = {*found.before(position), *found.forms[position + 2 : position + 3]}
    near &= {"than", "least", "only", "just", "exactly"}
    joined = found.forms[position + 1 : position + 2] == ("-",)
    if token.form in ("one", "single") and not joined and not near:
        return None
    value = token.number
    bare = token.kind == "number" and token.use in ("", "decade") and "," not in token.text
    year = bare and isinstance(value, int) and 1400 <= value <= 2100
    one = _plain(position, position + 1, value, "year" if year else "number")
    if token.use == "decade" and year:
        return NumberAnchor(
            one.start, one.end, value, "year", None, one.core, one.mask, decade=True
        )
    if token.use == "percent":
        return NumberAnchor(
            one.start, one.end, value, "number", None, one.core, one.mask, percent=True
        )
    return one


def _dated(found: Anchors, position: int) -> NumberAnchor | None:
    """A day, or a month of a year, that begins at a position: March 3, 2021; 3 March; May 2020."""
    tokens, forms = found.tokens, found.forms
    token = tokens[position]
    if token.kind == "date" or (
        token.kind == "quote" and re.fullmatch(r"\d{4}-\d\d-\d\d", token.form)
    ):
        moment = _day_of(token.form)
        return _plain(position, position + 1, moment, "date") if moment else None
    words = [
        n
        for n in range(position, min(len(tokens), position + 6))
        if forms[n] not in (",", "of", "the")
    ]
    if not words or words[0] != position:
        return None
    said = [(forms[n], tokens[n].number) for n in words[:3]] + [("", None)] * 3
    if (part := _part_of_year(said[0][0], said[1][0])) is not None:
        month, months, used = part
        year = said[used][1]
        if isinstance(year, int) and 1400 <= year <= 2100:
            end = words[used] + 1
            mask = mask_of(position, end)
            return NumberAnchor(
                position, end, year, "year", None, mask, mask, month=month, months=months
            )
        return None
    return _day_or_month(found, position, words, said)


def _day_or_month(
    found: Anchors, position: int, words: list[int], said: list[tuple[str, Figure | None]]
) -> NumberAnchor | None:
    token = found.tokens[position]
    (a, x), (b, y), (c, z) = said[:3]
    between = "between" in found.before(position, 1) or b in ("to", "-", "–", "through", "until")
    if b in _TO and between and len(words) > 3 and {a, c} <= LEXICON.months.keys():
        # Between June and August 2018.
        first, last, year = LEXICON.months[a], LEXICON.months[c], found.tokens[words[3]].number
        if first < last and isinstance(year, int) and 1400 <= year <= 2100:
            mask, months = mask_of(position, words[3] + 1), last - first + 1
            end = words[3] + 1
            return NumberAnchor(
                position, end, year, "year", None, mask, mask, month=first, months=months
            )
    for month, day, year, used in (
        (LEXICON.months.get(a), y, z, 3),
        (LEXICON.months.get(b) if isinstance(x, int) else None, x, z, 3),
        (LEXICON.months.get(a), None, y, 2),
    ):
        if month is None or not isinstance(year, int) or not 1400 <= year <= 2100:
            continue
        if a == "may" and not token.capital and day is None and not found.lower:
            continue
        end = words[used - 1] + 1
        if day is None:
            mask = mask_of(position, end)
            return NumberAnchor(position, end, year, "year", None, mask, mask, month=month)
        if isinstance(day, int) and 1 <= day <= 31:
            moment = _date(year, month, day)
            return _plain(position, end, moment, "date") if moment else None
    return None


def _part_of_year(a: str, b: str) -> tuple[int, int, int] | None:
    """(first month, how many, words used) of a quarter or half: q3; first half; last quarter."""
    if len(a) == 2 and a[0] in "qh" and a[1] in "1234":
        months, nth, used = (3 if a[0] == "q" else 6), int(a[1]), 1
    elif b in ("quarter", "half"):
        months, used = (3 if b == "quarter" else 6), 2
        nth = 12 // months if a in ("last", "final") else _ORDINALS.get(a, 0)
    else:
        return None
    return ((nth - 1) * months + 1, months, used) if 1 <= nth <= 12 // months else None


_TO = {"and", "to", "-", "–", "through", "until"}
_ORDINALS = {"first": 1, "1st": 1, **LEXICON.ordinals}


def _date(year: int, month: int, day: int) -> date | None:
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _day_of(text: str) -> date | None:
    parts = [int(part) for part in re.split(r"[-/.]", text)]
    return _date(*parts) if parts[0] > 31 else _date(parts[2], parts[1], parts[0])


def _is_range(found: Anchors, one: NumberAnchor, following: NumberAnchor) -> bool:
    if one.kind != following.kind or following.start - one.end > 2:
        return False
    between = found.forms[one.end : following.start]
    opened = set(found.before(one.start, 4)) & {"between", "from"}
    opened -= opened if LEXICON.boths & set(found.before(one.start, 1)) else set()
    dash = between in (("-",), ("–",)) or (
        one.kind == "year"
        and bool(between)
        and set(between) <= {"through", "thru", "until", "till"}
    )
    return dash or (
        bool(opened)
        and bool(between)
        and set(between) <= {"and", "to", "through", "until", "-", "the"}
    )


def _compared(found: Anchors, one: NumberAnchor) -> NumberAnchor:
    """The figure with the operator before or behind it."""
    if one.cue == "sign":
        return one
    operator, opens, cue = None, one.start, ""
    measures: tuple[str, ...] = ()
    for count in (5, 4, 3, 2, 1):
        start = one.start - count
        if start < 0:
            continue
        said = found.forms[start : one.start]
        bare = tuple(w for w in said if w not in ("the", "a", "an", "year", "$"))
        if not bare or said[0] in ("the", "a", "an", "year"):
            continue
        compares = LEXICON.comparatives.get(bare[:-1]) if bare[-1] == "than" else None
        if compares is not None:
            operator, measures = compares
        elif bare in LEXICON.comparisons and (
            bare not in (("from",), ("by",)) or one.kind != "number"
        ):
            operator = LEXICON.comparisons[bare]
        else:
            continue
        opens, cue = start, " ".join(bare)
        break
    mask = mask_of(opens, one.end)
    for count in (1, 2, 3):
        closing = (
            found.forms[one.end + count - 2 : one.end + count]
            if count > 1
            else found.forms[one.end : one.end + 1]
        )
        behind = found.tokens[one.end + len(closing) :][:1]
        if closing in LEXICON.closings and not (behind and behind[0].number is not None):
            operator = LEXICON.closings[closing]
            mask |= mask_of(one.end + count - len(closing), one.end + count)
            cue = " ".join(closing)
            break
    told = unit_at(("%",) if one.percent else found.forms[one.end : one.end + 2], close=True)
    if told is not None and not one.percent:
        mask |= mask_of(one.end, one.end + told[0])
    unit = found.forms[one.end] if one.end < len(found.forms) else ""
    unit = unit if unit in LEXICON.units else unit.removesuffix("s")
    seconds = 0
    if unit in LEXICON.units and not measures:
        measures, seconds = LEXICON.units[unit]
        mask |= mask_of(one.end, one.end + 1)
    return NumberAnchor(
        one.start,
        one.end,
        one.value,
        one.kind,
        operator,
        one.core,
        mask,
        cue,
        None,
        measures,
        one.decade,
        one.month,
        one.percent,
        seconds,
        one.months,
        told[1] if told is not None and one.kind == "number" else None,
    )


# Operators


def _ranks(found: Anchors) -> Iterator[RankAnchor]:
    taken = 0
    choice = bool({"or", "vs", "versus"} & set(found.forms))
    for start in range(len(found.tokens)):
        for length in (4, 3, 2, 1):
            words = found.forms[start : start + length]
            ranking = LEXICON.rankings.get(words)
            if ranking is None and choice and found.forms[start + length :][:1] != ("than",):
                ranking = _compares(words)
            if ranking is None or len(words) < length or taken & mask_of(start, start + length):
                continue
            if words[0] in ("most", "least") and found.before(start, 1) == ("at",):
                continue
            taken |= mask_of(start, start + length)
            yield RankAnchor(start, start + length, " ".join(words), ranking)
            break


def _compares(words: Phrase) -> Ranking | None:
    """Of two that are named, the higher is the highest."""
    told = LEXICON.comparatives.get(words)
    sign = told[0] if told else LEXICON.against.get(words[0]) if len(words) == 1 else None
    if sign not in ("<", ">"):
        return None
    return Ranking(sign == ">", told[1] if told else (), True, False)


def choices(found: Anchors) -> Iterator[RankAnchor]:
    """Yield comparatives that hold nothing against another: of those, the younger."""
    taken = sum({one.mask for one in found.ranks}) | sum({one.mask for one in found.numbers})
    for start in range(len(found.tokens)):
        for end in (start + 2, start + 1):
            words, mask = found.forms[start:end], mask_of(start, end)
            than = "than" in found.forms[end : end + _LONGEST_NAME]
            small = words[:1] and words[0] in LEXICON.function_words
            ranking = None if than or small or taken & mask else _compares(words)
            if ranking is not None and len(words) == end - start:
                yield RankAnchor(start, end, " ".join(words), ranking, True)
                break


def _operators(found: Anchors) -> None:
    forms = found.forms
    for position, (form, token) in enumerate(zip(forms, found.tokens, strict=True)):
        if token.kind == "quote":
            continue
        if form in LEXICON.aggregates and not _meaning(found, position):
            found.aggregates.append((position, LEXICON.aggregates[form]))
        two = " ".join(forms[position : position + 2])
        for words, places in (
            (LEXICON.negations, found.negations),
            (LEXICON.groupings, found.groupings),
            (LEXICON.onlys, found.onlys),
            (LEXICON.sames, found.sames),
            (LEXICON.removals, found.removals),
        ):
            if form in words or two in words:
                places.append(position)
        if any(forms[position : position + n] in LEXICON.exclusions for n in (1, 2, 3)):
            found.negations.append(position)
        if any(forms[position : position + n] in LEXICON.removing for n in (2, 3)):
            found.negations += [position] * (position not in found.negations)
            found.removals += [position] * (position not in found.removals)
        ends = position == 0 or position == len(forms) - 1 or forms[position - 1] in (",", "and")
        for length in (3, 2, 1):
            phrase = forms[position : position + length]
            if phrase in LEXICON.lasting and len(phrase) == length:
                found.lasting.append((position, position + length))
                break
        for length in (4, 3, 2, 1):
            phrase = forms[position : position + length]
            if phrase in LEXICON.counting and (length > 1 or ends):
                found.countings.append((position, position + length))
                break
        for length in (4, 3, 2, 1):
            phrase = forms[position : position + length]
            behind = not found.depths or found.depths[-1][1] <= position
            if phrase in LEXICON.depths and behind:
                found.depths.append((position, position + length))
            elif phrase in LEXICON.shares and length <= 2 and not _measured(found, position):
                found.shares.append((position, position + length))


def _meaning(found: Anchors, position: int) -> bool:
    """Return whether a word asks for no figure: I mean; together with."""
    if found.forms[position : position + 2] == ("together", "with"):
        return True
    return found.forms[position] == "mean" and bool({*found.before(position, 1)} & _SAYING)


_SAYING = {"i", "you", "we", "they", "to"}


def _measured(found: Anchors, position: int) -> bool:
    """Return whether a figure stands before a word: 75 percent."""
    return position > 0 and found.tokens[position - 1].number is not None


def opening_of(found: Anchors, start: int = 0) -> str:
    """Return how a message begins, which tells what form of answer it wants.

    Args:
        found: The message's anchors.
        start: Behind what it says beforehand: back to the list.
    """
    first = found.forms[start : start + 3]
    early = found.countings and 0 <= found.countings[0][0] - start <= 5
    if first[:2] == ("how", "many"):
        return "how_many"
    if first[:1] == ("how",):
        return "how"
    if first[:1] and first[0] in LEXICON.question_words:
        return "what_count" if early and first[0] in ("what", "which") else first[0]
    if (first[:1] and first[0] in LEXICON.auxiliaries) or first[:2] == ("is", "there"):
        return "auxiliary"
    return "count" if early else "other"
