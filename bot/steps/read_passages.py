"""What passages tell that answers a question: read by a model, in batches, held to their words."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from bot.errors import ModelError, PromptTooLong, ReplyUnusable
from bot.events import Source, Usage
from bot.ports import Extract, Model, SeekRequest, Sought
from memory.documents import where
from memory.legal_forms import LEGAL_FORMS
from memory.text import fold
from memory.text_sentences import Sentences

# Characters of text in one prompt, to begin with; a model that cannot hold so many gets half.
_BATCH = 12_000
# Prompts under way at once: by what they take a budget may be passed.
_AT_ONCE = 3
# Characters of text to a token, at least, with what a prompt and its reply take beside.
_CHARACTERS, _BESIDE = 3, 600
_LONGEST_NAME = 300
# What is so much of a sentence and has so many words in small letters is a statement, no name.
_MOST_OF_IT, _SMALL = 0.75, 3


@dataclass(frozen=True, slots=True)
class Passage:
    """A passage that may answer: its text, its own name, and where it stands.

    `things` are (identifier, spellings) of the nodes of the asked kind that the graph found in it.
    """

    id: str
    text: str
    document: str
    name: str = ""
    page: int | None = None
    headings: tuple[str, ...] = ()
    things: tuple[tuple[str, frozenset[str]], ...] = ()


@dataclass(frozen=True, slots=True)
class Claim:
    """Something that a passage says to answer: its name, the sentence, and the node it is."""

    name: str
    source: Source
    thing: str = ""


@dataclass(slots=True)
class ReadSo:
    """What was read of passages so far, as one batch after the other comes in.

    `dropped` are items whose words are not in their passage; `problem` is what stopped it.
    """

    claims: list[Claim] = field(default_factory=list)
    read: list[str] = field(default_factory=list)
    dropped: int = 0
    problem: str = ""


async def read_passages(
    question: str,
    kind: str,
    passages: Sequence[Passage],
    model: Model,
    ends: float,
    spend: Callable[[Usage], None],
    *,
    one_by_one: bool = False,
) -> ReadSo:
    """Read passages until they are read, the time is up (of the running loop) or the model fails.

    Args:
        question: the standalone question.
        kind: what it asks for.
        passages: those to read, the likeliest first.
        model: reads them.
        ends: when the time is up.
        spend: is told what each reply cost.
        one_by_one: whether each passage is read alone.
    """
    so, left = ReadSo(), iter([[p] for p in passages] if one_by_one else batches(passages))

    async def some() -> None:
        for batch in left:
            await one(batch)

    async def one(batch: Sequence[Passage]) -> None:
        extracts = tuple(Extract(p.text, p.document, p.headings) for p in batch)
        try:
            sought, usage = await model.seek(SeekRequest(question, kind, extracts))
        except (PromptTooLong, ReplyUnusable) as error:
            if len(batch) == 1:
                so.problem = so.problem or str(error)
                return
            half = len(batch) // 2
            await one(batch[:half])
            await one(batch[half:])
            return
        except ModelError as error:
            so.problem = so.problem or str(error)
            return
        spend(usage)
        so.read += [passage.id for passage in batch]
        for told in sought:
            claim = held(told, batch)
            if claim is None:
                so.dropped += 1
            else:
                so.claims.append(claim)

    with suppress(TimeoutError):
        async with asyncio.timeout_at(ends):
            await asyncio.gather(*(some() for _ in range(_AT_ONCE)))
    place = {passage.id: at for at, passage in enumerate(passages)}
    so.claims.sort(key=lambda claim: place[claim.source.passage])
    return so


def affordable(passages: Sequence[Passage], tokens: int) -> Sequence[Passage]:
    """The first of some passages, as many as so many tokens are enough for.

    >>> some = [Passage(str(n), "x" * 3_000, "a.md") for n in range(9)]
    >>> len(affordable(some, 5_000)), len(affordable(some, 100)), len(affordable(some, 99_999))
    (4, 0, 9)
    """
    held = _BATCH // _CHARACTERS
    room = tokens * held // (held + _BESIDE)
    for at, one in enumerate(passages):
        room -= len(one.text) // _CHARACTERS
        if room < 0:
            return passages[:at]
    return passages


def batches(passages: Sequence[Passage]) -> list[list[Passage]]:
    """Passages in groups of no more characters than a prompt takes to begin with.

    >>> some = [Passage(str(n), "x" * 5_000, "a.md") for n in range(5)]
    >>> [[one.id for one in batch] for batch in batches(some)]
    [['0', '1'], ['2', '3'], ['4']]
    """
    found: list[list[Passage]] = []
    size = 0
    for one in passages:
        if not found or size + len(one.text) > _BATCH:
            found.append([])
            size = 0
        found[-1].append(one)
        size += len(one.text)
    return found


def held(told: Sought, batch: Sequence[Passage]) -> Claim | None:
    """What a model told of a passage; None where the passage does not say it in these words.

    The words must stand there, the name there or above, and the quote is the whole sentence. What
    has most of a sentence for its name names nothing, unless it is a thing that is known.

    >>> one = Passage("7", "It was calm. Ada v. Byte is about a patent. So it was.", "a.md")
    >>> found = held(Sought(0, "Ada v. Byte", "about a patent"), [one])
    >>> found.name, found.source.words
    ('Ada v. Byte', 'Ada v. Byte is about a patent.')
    >>> held(Sought(0, "Ada v. Byte", "about a patent dispute"), [one]) is None
    True
    >>> held(Sought(0, "Cole v. Byte", "about a patent"), [one]) is None
    True
    >>> held(Sought(0, "Ada v. Byte is about a patent", "about a patent. So it was"), [one]) is None
    True
    >>> one = Passage("8", "In re Ada Claims, No. 4. It rests.", "a.md")
    >>> held(Sought(0, "In re Ada Claims", "In re Ada Claims, No. 4. It rests"), [one]).name
    'In re Ada Claims'
    """
    if not 0 <= told.place < len(batch) or not fold(told.name) or len(told.name) > _LONGEST_NAME:
        return None
    passage = batch[told.place]
    span = where(told.words, passage.text)
    above = "\n".join((passage.document, *passage.headings, passage.text))
    if span is None or where(told.name, above) is None:
        return None
    thing = thing_called(told.name, passage.things, nearby=True)
    if not thing and _states(told.name, passage.text):
        return None
    words = sentence_of(passage.text, *span)
    return Claim(told.name, Source(passage.document, words, passage.page, passage.id), thing)


def _states(name: str, text: str) -> bool:
    """Whether a name is most of a sentence of prose; a line of a list ends with no full stop."""
    small = [word for word in name.split() if word.islower() and fold(word) not in LEGAL_FORMS]
    span = where(name, text)
    if span is None or len(small) < _SMALL:
        return False
    for start, end in Sentences(text).spans(0, len(text)):
        within = text[max(start, span[0]) : min(end, span[1])].split()
        if text[start:end].endswith((".", "!", "?")) and len(within) >= _MOST_OF_IT * len(
            text[start:end].split()
        ):
            return True
    return False


def sentence_of(text: str, start: int, end: int) -> str:
    """The sentences that a span of a text stands in."""
    spans = list(Sentences(text).spans(0, len(text)))
    first = next((a for a, b in reversed(spans) if a <= start), start)
    last = next((b for _, b in spans if b >= end), end)
    return text[first:last]


def thing_called(
    name: str, things: Sequence[tuple[str, frozenset[str]]], *, nearby: bool = False
) -> str:
    """The one thing that a name means: spelt so, else the only one that it is a part of.

    Args:
        name: as it was told.
        things: (identifier, spellings) of those that it may mean.
        nearby: whether they stand in the same passage, where a name may be cut within.

    >>> some = [("1", frozenset(["Ada Works v. Byte Inc."])), ("2", frozenset(["Cole case"]))]
    >>> thing_called("the Ada Works v. Byte", some), thing_called("Cole Case", some)
    ('1', '2')
    >>> thing_called("Dora v. Byte", some), thing_called("Ada v. Byte", some)
    ('', '')
    >>> thing_called("Ada v. Byte", some, nearby=True)
    '1'
    """
    said = _core(name)
    for id_, names in things:
        if said in {_core(one) for one in names}:
            return id_
    within, words = _in_order if nearby else _whole, said.split()
    alike = [
        id_
        for id_, names in things
        if any(within(*sorted((words, _core(one).split()), key=len)) for one in names)
    ]
    return alike[0] if len(alike) == 1 else ""


def _whole(short: Sequence[str], long: Sequence[str]) -> bool:
    """Whether several words stand together in others."""
    size = len(short)
    return size > 1 and any(list(short) == list(long[at : at + size]) for at in range(len(long)))


def _in_order(short: Sequence[str], long: Sequence[str]) -> bool:
    """Whether several words stand in others, in their order."""
    rest = iter(long)
    return len(short) > 1 and all(word in rest for word in short)


def _core(name: str) -> str:
    """A name folded, without the legal forms of firms."""
    folded = fold(name)
    return " ".join(word for word in folded.split() if word not in LEGAL_FORMS) or folded
