"""A question laid out: its words, and the pieces found so far at each of them."""

from __future__ import annotations

from collections.abc import Sequence

from bot.offline.items import Item, Value, Verb
from bot.offline.lexicon import Lexicon
from bot.offline.phrases import function_words, phrases, without_hyphens
from bot.words.inflection import tokenize
from memory.schema import LinkedValue
from memory.text import fold

_APOSTROPHES = ("'", "’")
_MAX_PHRASE = 6


class Sheet:
    """One question and its pieces by the token they start at; every pass adds to it."""

    def __init__(self, question: str, lexicon: Lexicon) -> None:
        self.question = question
        self.lexicon = lexicon
        self.tokens = without_hyphens(tokenize(question))
        self.forms: tuple[str, ...] = ()
        self.items: list[list[Item]] = [[] for _ in self.tokens]
        self.schema: set[int] = set()
        self.phrases: dict[int, list[tuple[int, str]]] = {}
        self.misspelt: dict[int, str] = {}

    def spell(self, linked: Sequence[tuple[int, int]]) -> None:
        """Settle the words' forms; those inside the spans of links stay as they are."""
        kept = {i for start, end in linked for i in range(start, end)}
        self.forms = tuple(
            token.form if i in kept else self._corrected(i) for i, token in enumerate(self.tokens)
        )

    def _corrected(self, at: int) -> str:
        """A word's form; a misspelt one's nearest known word, where there is just one."""
        token = self.tokens[at]
        known = token.kind != "word" or token.form in function_words()
        if known or self.lexicon.knows(token.form):
            return token.form
        fixed = self.lexicon.correct(token.form)
        if fixed is None:
            return token.form
        self.misspelt[at] = fixed
        return fixed

    def add(self, item: Item) -> None:
        """One more piece."""
        self.items[item.start].append(item)

    def span(self, start: int, end: int) -> tuple[int, int] | None:
        """Token positions of a stretch of characters; a whole quotation where that is meant."""
        first = [i for i, t in enumerate(self.tokens) if t.start < end and t.end > start]
        if not first:
            return None
        head, tail = self.tokens[first[0]], self.tokens[first[-1]]
        quoted = len(first) == 1 and head.kind == "quote"
        left = self.question[head.start + 1 : start] + self.question[end : head.end - 1]
        if quoted and any(c.isalnum() for c in left):
            return None
        if not quoted and (head.start != start or tail.end != end):
            return None
        return first[0], first[-1] + 1

    def phrases_at(self, at: int) -> list[tuple[int, str]]:
        """The phrases of function words that start at a token: their ends and roles."""
        if self.forms[at : at + 2] == ("about", "to"):
            # About to expire: soon, for which there is no rule.
            return []
        if self.tokens[at].text in _APOSTROPHES:
            # The parents' parents: behind a plural it is no "is".
            return [(at + 1, "genitive")]
        known = phrases()
        found = []
        for size in range(1, min(_MAX_PHRASE, len(self.tokens) - at) + 1):
            if self._in_capitals(at + size - 1):
                break
            for role in known.get(self.forms[at : at + size], ()):
                if role not in ("naming", "weak") or not self.rings(at + size):
                    found.append((at + size, role))
        return found

    def _in_capitals(self, at: int) -> bool:
        """Whether a stored value is written in capitals among other words: in IT, in the US."""
        text = self.tokens[at].text
        if len(text) < 2 or not text.isupper() or all(t.text.isupper() for t in self.tokens):
            return False
        return any(isinstance(it, Value) and it.link.value == text for it in self.items[at])

    def rings(self, end: int) -> bool:
        """Whether called is what someone did: who called a phone, called by X; no name."""
        if self.forms[end - 1 : end] != ("called",):
            return False
        if self.forms[end : end + 1] == ("by",):
            return True
        named = end < len(self.items) and any(isinstance(it, Value) for it in self.items[end])
        acted = self.forms[end - 2 : end - 1] in (("that",), ("who",), ("which",))
        return acted or (self.forms[end : end + 1] in (("a",), ("an",), ("the",)) and not named)

    def stores(self, at: int, end: int) -> bool:
        """Whether words are a stored value as it is written, but for its letters' size."""
        return any(
            isinstance(it, Value) and it.end == end and _as_stored(it.link) for it in self.items[at]
        )

    def relates(self, at: int, end: int, most: float = 0.05) -> bool:
        """Whether words are a relationship's own verb; `most` is what that may cost."""
        return any(
            isinstance(it, Verb) and it.end == end and min(c for _, c in it.types) + it.cost < most
            for it in self.items[at]
        )


def _as_stored(link: LinkedValue) -> bool:
    return fold(link.text) == fold(str(link.value))
