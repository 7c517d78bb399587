"""A message as words with their places, and the small words that open it taken off."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

from memory.text import fold

_TOKEN = re.compile(
    r"""
    "[^"]+" | “[^”]+” | «[^»]+»
    | ['’]s\b
    | \d+(?:[.,]\d+)*(?:st|nd|rd|th|s)?\b
    | [^\W_]+(?:['’](?!s\b)[^\W_]+)*
    | \#
    """,
    re.VERBOSE,
)

# Said before a message without adding to what it asks; dropped from it.
_NOISE = """
    ok okay thanks thx hmm hm oh ah well so um uh hey hi please
    all right | thank you | thanks a lot | thank you very much | got it | i see | makes sense
    good to know | now then | next question | one more thing
"""
# Noise only where a mark or more of the same follows: "Great, ..." but not "Great Expectations".
_PRAISE = """
    great cool nice perfect good alright fine wow excellent awesome interesting super right yes yeah
    yep sure hello wonderful brilliant
    very good | very nice | very interesting | sounds good
"""
# Join a message to what was said before.
_JOINERS = """
    and but also or plus then now
    and then | and now | but also | and also | or maybe | what then | so then | and what about
    and how about | what about | how about | what of | and what of | and if
"""


def word_set(text: str) -> frozenset[str]:
    """The words of a text as a set: how lists of words are written here."""
    return frozenset(text.split())


def _phrases(text: str) -> tuple[tuple[str, ...], ...]:
    """Words of the first line one by one, then phrases between bars; longest first."""
    found: set[tuple[str, ...]] = set()
    for line in text.strip().splitlines():
        if "|" in line:
            found.update(tuple(part.split()) for part in line.split("|") if part.strip())
        else:
            found.update((word,) for word in line.split())
    return tuple(sorted(found, key=len, reverse=True))


NOISE = _phrases(_NOISE)
PRAISE = _phrases(_PRAISE)
JOINERS = _phrases(_JOINERS)


@dataclass(frozen=True, slots=True)
class Token:
    """One word. `form` is how it is compared; `start` and `end` are character offsets."""

    text: str
    form: str
    start: int
    end: int

    @property
    def quoted(self) -> bool:
        """Whether it is a quotation."""
        return self.text[0] in '"“«'


@dataclass(frozen=True, slots=True)
class Utterance:
    """A text and its words."""

    text: str
    tokens: tuple[Token, ...]
    forms: tuple[str, ...] = field(init=False, repr=False, compare=False)
    """The folded words."""

    def __post_init__(self) -> None:
        # Asked for at every word, of long messages too.
        object.__setattr__(self, "forms", tuple(token.form for token in self.tokens))

    @property
    def plain(self) -> str:
        """The folded words with single spaces, for patterns; a quotation is one sign."""
        return " ".join("¶" if token.quoted else token.form for token in self.tokens)

    def opens_with(self, phrases: Sequence[tuple[str, ...]]) -> int:
        """How many words the first of `phrases` that opens the text takes; 0 for none."""
        return next((len(p) for p in phrases if self.forms[: len(p)] == p), 0)

    def drop(self, count: int) -> Utterance:
        """The text without its first `count` words."""
        if count == 0:
            return self
        if count >= len(self.tokens):
            return utterance("")
        return utterance(self.text[self.tokens[count].start :])

    def without(self, first: int, last: int) -> Utterance:
        """The text without words `first` up to (not including) `last`."""
        start, end = self.tokens[first].start, self.tokens[last - 1].end
        return utterance(f"{self.text[:start]} {self.text[end:]}".strip())


def utterance(text: str) -> Utterance:
    """Cut a text into words.

    >>> utterance("Who's in “Cast Away”, the 2nd one?").plain
    "who 's in ¶ the 2nd one"
    """
    tokens = []
    for match in _TOKEN.finditer(text):
        piece = match.group()
        if form := _form(piece):
            tokens.append(Token(piece, form, match.start(), match.end()))
    return Utterance(text, tuple(tokens))


def _form(piece: str) -> str:
    if piece in ("'s", "’s"):
        return "'s"
    if piece == "#" or piece[0].isdigit():
        return piece.lower().replace(",", "")
    return fold(piece)


@dataclass(frozen=True, slots=True)
class Opened:
    """A message and how it opened: `joiner` is the phrase that ties it to what went before."""

    core: Utterance
    joiner: str = ""


def opened(message: str) -> Opened:
    """The message without politeness in front, and its joiner.

    >>> found = opened("ok great, and what about Meg Ryan?")
    >>> found.core.text, found.joiner
    ('Meg Ryan?', 'and what about')
    """
    core, joiner = utterance(message), ""
    while core.tokens:
        if count := core.opens_with(JOINERS):
            joiner = " ".join((joiner, *core.forms[:count])).strip()
        else:
            count = core.opens_with(NOISE) or _praise(core)
        if not count:
            break
        core = core.drop(count)
    return Opened(core, joiner)


def _praise(core: Utterance) -> int:
    count = core.opens_with(PRAISE)
    if not count or count == len(core.tokens):
        return count
    between = core.text[core.tokens[count - 1].end : core.tokens[count].start]
    rest = core.drop(count)
    more = rest.opens_with(NOISE) or rest.opens_with(PRAISE) or rest.opens_with(JOINERS)
    return count if between.strip() or more else 0
