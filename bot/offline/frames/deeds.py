"""Nouns for what was done: at least five reviews, where users REVIEWED films."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from bot.offline.frames.asked import Asked, Edit, Heard, cued
from bot.offline.lexicon import Lexicon, NounTarget, PropertyTarget
from bot.offline.subtrees import variables
from bot.offline.vocabulary import action_nouns, type_words
from bot.offline.words import inflect, is_plural, lemmas, parts, plural
from memory.query import Aggregate, Comparison, Condition, Constant, Entity, Query
from memory.text import fold, split_name

_COST = 0.1
_KNOWN = 0.15
_NOUNS = frozenset(["like", "follow", "upvote", "repost", "dislike"])
_WORD = re.compile(r"[a-z]+", re.I)
_NUMBER = (
    r"(?:(?:more|less|fewer) than|at least|at most|over|under|exactly|no more than|no fewer than"
    r"|no less than|only|just) (?:\d+|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve)"
    r"|(?:\d+|two|three|four|five|six|seven|eight|nine|ten) or (?:more|fewer|less)"
)
_AMOUNT = re.compile(rf"\b(?:how many|{_NUMBER}) ", re.I)
_ONLY = re.compile(r"\b(?:only|just)\b", re.I)
_GOT = r"(?:have|has|had|got|gets?|received|receives?|with|that have|that has|that got|having)"
_GAVE = r"(?:have |has )?(?:wrote|written|write|writes|gave|given|give|gives|left|leave|made|make"
_GAVE += r"|posted|post|submitted|submit|done|did|do)"


@dataclass(frozen=True, slots=True)
class Deed:
    """A relationship between two kinds of things, and the forms of its verb."""

    start: str
    end: str
    verb: str

    @property
    def done(self) -> str:
        """Its past: reviewed."""
        return inflect(self.verb, "VBN")


@cued(
    "how many ", "than ", "at least", "at most", "over", "under", "exactly", "only", "just", " or "
)
def frame(asked: Asked) -> Iterator[Heard]:
    """Which films have at least five reviews, how many reviews did Ann write?"""
    if not _AMOUNT.search(asked.question):
        return
    for word in _WORD.finditer(asked.question):
        before = asked.question[: word.start()].rstrip().rpartition(" ")[2].lower()
        if not is_plural(fold(word[0])) and before not in ("one", "a", "1"):
            continue
        for deed in _deeds(asked.lexicon, fold(word[0])):
            for edits in (*_so_many(asked, word, deed), *_how_many(asked, word, deed)):
                heard = asked.hear(*edits)
                if heard is not None and _of_one_step(heard.query):
                    yield heard.priced(_COST)


def _deeds(lexicon: Lexicon, word: str) -> list[Deed]:
    """What a plural may be the noun of, where it is none of the schema's own nouns."""
    noun = lemmas(word)[-1]
    found = lexicon.lookup((word,))
    for target, cost in found.items():
        if isinstance(target, NounTarget | PropertyTarget) and cost < _KNOWN:
            return []
    deeds = []
    for type_, relationship in lexicon.schema.relationships.items():
        verb = lemmas(type_words(type_)[0])[-1]
        if "VERB" not in parts(verb) or len(relationship.joins) != 1:
            continue
        own = noun == verb and ("NOUN" in parts(verb) or noun in _NOUNS)
        (join,) = relationship.joins
        if join.start != join.end and (own or (noun,) in action_nouns(verb)):
            deeds.append(Deed(_noun(join.start), _noun(join.end), verb))
    return deeds if len(deeds) == 1 else []


def _noun(label: str) -> str:
    return plural(" ".join(split_name(label)))


def _so_many(asked: Asked, word: re.Match[str], deed: Deed) -> Iterator[list[Edit]]:
    """Got at least five *reviews*: was reviewed so often; wrote so many: reviewed so many times."""
    search = partial(re.search, string=asked.question[: word.start()], flags=re.I)
    got = search(rf"\b(?P<got>{_GOT}) (?P<number>{_NUMBER}) \Z")
    rest = re.match(r" (?:from|by|of) ", asked.question[word.end() :], re.I)
    if got is not None and rest is None:
        be = "that were" if got["got"].lower() in ("with", "having") else "were"
        be = f"that {be}" if got["got"].lower().startswith("that ") else be
        yield [
            (
                got.start(),
                word.end(),
                f"{be} {deed.done} {_ONLY.sub('exactly', got['number'])} times",
            )
        ]
    gave = search(rf"\b(?P<gave>{_GAVE}) (?P<number>{_NUMBER}) \Z")
    if gave is not None and rest is None:
        things = f"{inflect(deed.verb, 'VBD')} {gave['number']} {deed.end}"
        yield [(gave.start(), word.end(), things)]


def _how_many(asked: Asked, word: re.Match[str], deed: Deed) -> Iterator[list[Edit]]:
    """How many *reviews* it has: how many users reviewed it; she wrote: how many films she did."""
    head = re.search(r"\bhow many \Z", asked.question[: word.start()], re.I)
    tail = asked.question[word.end() : asked.end]
    if head is None:
        return
    got = re.match(
        r" (?:does|did|do|has|have) (?P<who>[^,]+?) (?:have|got|get|gotten|receive|received)\Z",
        tail,
        re.I,
    )
    end = word.end() + len(tail)
    if got is not None:
        who = word.end() + got.start("who"), word.end() + got.end("who")
        yield [(word.start(), who[0], f"{deed.start} {deed.done} "), (who[1], end, "")]
    gave = re.match(rf" (?:does|did|do|has|have) (?P<who>[^,]+?) {_GAVE}\Z", tail, re.I)
    if gave is not None:
        who = word.end() + gave.start("who"), word.end() + gave.end("who")
        yield [(word.start(), who[0], f"{deed.end} did "), (who[1], end, f" {deed.verb}")]


def _of_one_step(query: Query) -> bool:
    """Whether each that is counted did it once, to what there is a row for or is named."""
    found = [c.operand for c in query.columns]
    found += [t.left for t in query.having if isinstance(t, Comparison)]
    counts = [x.operand for x in found if isinstance(x, Aggregate)]
    counted = {x.variable for x in counts if isinstance(x, Entity)}
    told = {x for test in query.pattern.where if _names(test) for x in variables(test)}
    told |= {query.subject, *query.distinct_on} - counted
    edges = [{e.start, e.end} for e in query.pattern.edges if {e.start, e.end} & counted]
    return len(edges) == len(counted) == 1 and bool((edges[0] - counted) & told)


def _names(test: Condition) -> bool:
    """Whether a test is on a name or the like."""
    right = getattr(test, "right", None)
    return isinstance(right, Constant) and isinstance(right.value, str)
