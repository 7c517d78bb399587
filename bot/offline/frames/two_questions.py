"""Two questions in one: how many films and how many actors there are, when it was made and by whom.

Each is read whole, the second with what it leans on: a name, or what was counted. They become one
tree where one row can hold both answers; where none can, nothing is read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued, used_by
from bot.offline.frames.told_together import together
from bot.offline.lexicon import Lexicon, NounTarget
from bot.offline.terms import edited
from bot.offline.words import is_plural, lemmas
from memory.query import Aggregate, Query
from memory.schema import LinkedValue
from memory.text import fold

_COST = 0.05
_ASKING = r"(?:how|what|which|who|whose|when|where)"
_BETWEEN = re.compile(
    rf"(?:,? and(?: also)?|,|[?;.](?: and)?) +(?={_ASKING}(?:'s)?\b)(?P<lead>)", re.I
)
_ASKS = re.compile(rf"\W*(?:and )?{_ASKING}\b", re.I)
_MANY = re.compile(r"\bhow many +", re.I)
_LISTED = re.compile(
    r"\A\W*(?:how many|what (?:is|are) the (?:total )?numbers? of|(?:the )?numbers? of)"
    r" (?P<list>\w+(?: \w+)?(?:, (?!and\b)\w+(?: \w+)?)*,? and"
    r" (?:of |(?:the )?number of |how many )?\w+)"
    r"(?P<rest>\W*\Z| .+)",
    re.I,
)
_APART = re.compile(r",? and (?:of |(?:the )?number of |how many )?|, ", re.I)
# What a second question says of someone or something in the first.
_OF_IT = {"it": "", "its": "'s"}
_OF_SOMEBODY = {"he": "", "she": "", "him": "", "his": "'s"}
_LEANING = re.compile(
    r"\b(?:they|them|their|these|those|which ones?|which (?:is|are|was|were)"
    r"|it|its|he|she|him|her|his)\b",
    re.I,
)
# A relative clause, and another that goes on about the same.
_CLAUSE = re.compile(r"(?<=\w )(?:that|which|who|whom|whose)\b", re.I)
_RELATIVE = re.compile(r"(?:which|who|whose|where) \w", re.I)
_THEY = re.compile(r"\bthey\b", re.I)
_WHICH = re.compile(r"\bwhich one\b", re.I)
_PREPOSITION = re.compile(r"(?:in|at|from|with|by|for|on|before|after|since|during) \S", re.I)
_WORDS = re.compile(r"[^\W_]+")
_MOST_WORDS = 3


@cued(" and", ",", ";", ". ", "? ")
def frame(asked: Asked) -> Iterator[Heard]:
    """How many films are there, and how many actors?"""
    listed = _LISTED.match(asked.question)
    if listed is not None:
        found = _counted(asked, listed)
        if found is not None:
            yield found
            return
    if not _ASKS.match(asked.question):
        return
    for apart in _BETWEEN.finditer(asked.question, 4):
        if _goes_on(asked.question, apart):
            continue
        first = _first(asked, apart)
        if first is None:
            continue
        for second in _second(asked, apart, first):
            query = together(first.query, second.query)
            if query is not None:
                cost = max(first.cost, second.cost) + _COST
                told = any(isinstance(c.operand, Aggregate) for c in first.query.columns)
                yield Heard(query, cost, used_by(first, second), modest=not told)
                return


def _goes_on(question: str, apart: re.Match[str]) -> bool:
    """Whether a relative clause goes on: visits that X paid and whose fee is over 50."""
    clause = apart.group().lower().strip() == "and" and _RELATIVE.match(question, apart.end())
    leaning = _LEANING.search(question, apart.end())
    return bool(clause and not leaning and _CLAUSE.search(question, 4, apart.start()))


def _counted(asked: Asked, listed: re.Match[str]) -> Heard | None:
    """How many films, actors and directors are there: each of them alone."""
    nouns = _APART.split(listed["list"])
    if not all(_known(asked.lexicon, noun) for noun in nouns):
        return None
    rest = "" if listed["rest"].strip(" .?!") else " are there"
    told: list[Heard] = []
    for noun in nouns:
        heard = asked.hear((0, listed.end("list"), f"How many {noun}{rest}"))
        if heard is None:
            return None
        told.append(heard)
    query: Query | None = told[0].query
    for one in told[1:]:
        query = together(query, one.query) if query is not None else None
    cost = max(one.cost for one in told) + _COST
    return Heard(query, cost, used_by(*told)) if query is not None else None


def _known(lexicon: Lexicon, noun: str) -> bool:
    words = tuple(fold(noun).split())
    return is_plural(words[-1]) and any(
        isinstance(target, NounTarget) for target in lexicon.lookup(words)
    )


def _first(asked: Asked, apart: re.Match[str]) -> Heard | None:
    """The first question; how many there are lends it what the second says of both."""
    question, end = asked.question, len(asked.question)
    many = _MANY.match(question)
    if many is None or not _known(asked.lexicon, question[many.end() : apart.start()]):
        return asked.hear((apart.start(), end, "?"))
    again = _MANY.match(question, apart.end())
    if again is None:
        return asked.hear((apart.start(), end, " are there?"))
    # How many events and how many battles took place then: events that took place, too.
    other = _counted_noun(asked, apart.end())
    if not other:
        return None
    rest = again.end() + len(other)
    if not question[rest : asked.end].strip():
        return asked.hear((apart.start(), end, " are there?"))
    return asked.hear((apart.start(), rest, ""))


def _second(asked: Asked, apart: re.Match[str], first: Heard) -> Iterator[Heard]:
    """The readings of the second question, the surest way first."""
    start = apart.end()
    noun = _noun(asked, start)
    pronoun = _pronoun(asked, start)
    if pronoun is not None:
        heard = _of_name(asked, start, pronoun, noun)
    elif _LEANING.search(asked.question, start):
        heard = _leaning(asked, start, first)
    else:
        heard = _alone(asked, start, noun)
    if heard is not None:
        yield heard


def _alone(asked: Asked, start: int, noun: str) -> Heard | None:
    """A question of its own; how many that is not said of what are those of the first."""
    question = asked.question
    many = _MANY.match(question, start)
    rest = question[many.end() : asked.end] if many is not None else ""
    if many is not None and rest and _known(asked.lexicon, rest):
        return asked.hear((0, start, ""), (asked.end, len(question), " are there?"))
    if many is None or not noun:
        return asked.hear((0, start, ""))
    if _PREPOSITION.match(rest):
        # How many were opened in May and how many in June: opened, too.
        said = re.compile(rf"\b{rest.split()[0]}\b", re.I)
        there = [m.start() for m in said.finditer(question, 0, start)]
        return asked.hear((there[0], many.end(), "")) if len(there) == 1 else None
    return asked.hear((0, start, ""), (many.end(), many.end(), f"{noun} "))


def _noun(asked: Asked, start: int) -> str:
    """What the first question counts, where the second says how many without a noun."""
    again = _MANY.match(asked.question, start)
    if again is None or _counted_noun(asked, start):
        return ""
    return _counted_noun(asked, 0)


def _counted_noun(asked: Asked, start: int) -> str:
    """The words for what is counted, of how many there are."""
    many = _MANY.match(asked.question, start)
    words = _WORDS.findall(asked.question[many.end() :])[:_MOST_WORDS] if many else []
    sizes = range(len(words), 0, -1)
    named = (" ".join(words[:size]) for size in sizes)
    return next((noun for noun in named if _known(asked.lexicon, noun)), "")


def _pronoun(asked: Asked, start: int) -> tuple[int, int, str, LinkedValue] | None:
    """The pronoun of a second question, and the one name in the first that it stands for."""
    people = set(asked.lexicon.pronouns.people)
    everybody = people >= set(asked.lexicon.schema.labels)
    for word in re.compile(r"\b(?:it|its|he|she|him|his)\b", re.I).finditer(asked.question, start):
        of_it = word[0].lower() in _OF_IT
        named = [
            link
            for link in asked.linked
            if link.end <= start
            and link.property in asked.lexicon.shown(link.label)[:1]
            and (everybody or (link.label in people) != of_it)
        ]
        places = {(link.start, link.end) for link in named}
        longest = [p for p in places if not any(q != p and _within(p, q) for q in places)]
        if len(longest) == 1:
            end = {**_OF_IT, **_OF_SOMEBODY}[word[0].lower()]
            one = next(link for link in named if (link.start, link.end) == longest[0])
            return (*word.span(), end, one)
    return None


def _within(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return other[0] <= one[0] and one[1] <= other[1]


def _of_name(
    asked: Asked, start: int, pronoun: tuple[int, int, str, LinkedValue], noun: str
) -> Heard | None:
    """The second question with the name where its pronoun stands."""
    at, end, ending, named = pronoun
    words = asked.question[named.start : named.end] + ending
    links = [x for x in asked.linked if (x.start, x.end) == (named.start, named.end)]
    length = named.end - named.start
    placed = [_moved(link, 0, length) for link in links]
    edits = [(0, start, ""), (at, end, words)]
    if noun and (many := _MANY.match(asked.question, start)):
        edits.insert(1, (many.end(), many.end(), f"{noun} "))
    other = edited(asked.question, asked.linked, sorted(edits), {words: placed})
    heard = asked.read(other.question, other.linked)
    if heard is None:
        return None
    typed = (
        next((x for x in links if _same(x, link)), link) if link.start == at else link
        for link in other.as_typed(heard.used)
    )
    return Heard(heard.query, heard.cost, tuple(typed))


def _moved(link: LinkedValue, start: int, end: int) -> LinkedValue:
    return LinkedValue(
        link.text,
        link.label,
        link.property,
        link.value,
        start,
        end,
        link.score,
        link.method,
        link.count,
    )


def _same(one: LinkedValue, other: LinkedValue) -> bool:
    return (one.label, one.property, one.value) == (other.label, other.property, other.value)


def _leaning(asked: Asked, start: int, first: Heard) -> Heard | None:
    """The second question as one that follows the first, or with what is counted by its name."""
    other = edited(asked.question, asked.linked, [(0, start, "")])
    heard = asked.lean(first.query, other.question, other.linked)
    if heard is not None:
        return Heard(heard.query, heard.cost, other.as_typed(heard.used))
    noun = _counted_noun(asked, 0)
    if not noun or first.query.pattern.edges or first.query.pattern.where:
        return None
    for pattern, words in ((_THEY, noun), (_WHICH, f"which {lemmas(noun)[-1]}")):
        if (found := pattern.search(asked.question, start)) is not None:
            return asked.hear((0, start, ""), (*found.span(), words))
    return None
