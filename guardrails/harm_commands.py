"""Sees commands to change data: what stands where a command stands, and what it would hit."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from rapidfuzz.distance import DamerauLevenshtein

from guardrails.harm_lexicon import harm_lexicon
from guardrails.languages import plain
from memory.english import in_dictionary
from memory.schema import Schema
from memory.text import split_name

# What stands for a quoted or linked name in a masked message.
NAME = "xnamex"

_SPLIT = re.compile(r"(?:[.;:!?\n]+|,\s*|\s(?:and|then|but|or)\s|\s[-–—]+\s)")
_HARD_SPLIT = re.compile(r"[.;:!?\n]|\bthen\b")
_ASKS_ABOUT = re.compile(r"\b(?:who|whose|where|in which|about|that|which)\b")
_TO_PERSON = re.compile(r"(?:me|us|my mind|up|out|in on|off)\b")
_WRITES_TO = re.compile(
    r"\b(?:to|into|in|on|from) (?:the |this |that |your |our |my )?(?:\w+ )?(?:database|db|graph|"
    r"data|dataset|node|nodes|schema|kb|neo4j|cast|collection|system|records?)\b"
)
_ASSIGNS = re.compile(
    r"\b(?:to|as|by|be|equal|equals|into|with|at|of) (?:\S+ ){0,3}?"
    r"(?:\d|xnamex|true|false|null|zero)"
)
_NEW = re.compile(
    r"^(?:a |an |another |the |one |some )?(?:new|fake|fictional|test|dummy)\b|"
    r"\b(?:called|named|titled|with (?:the )?(?:title|name|id))\b|"
    r"\bas (?:a|an|the) \w+ (?:of|in|to|for)\b"
)
_ONE_MORE = re.compile(r"(?:an?|another) (?:\w+ )?\w+")
_INTO = re.compile(r"\b(?:to|as|into)\b")
_MAKING = ("add", "create", "insert", "register", "append", "import", "make", "put")
_SETTING = ("set", "give", "mark", "turn", "raise", "lower", "double", "increase", "decrease")


def find_command(text: str, schema: Schema) -> str | None:
    """The words of a command to change data, or None; names in `text` are masked."""
    lexicon = harm_lexicon()
    folded = plain(text)
    for pattern in lexicon.phrases:
        found = pattern.search(folded)
        if found and not _ASKS_ABOUT.search(folded[: found.start()]):
            return found.group()
    targets = _targets(schema)
    for segment, hard in segments(text):
        match = lexicon.command.match(_spelt(segment))
        if match and _Command(match["verb"], match["object"].split(), targets, hard).hits():
            return " ".join(match.group().split()[:6])
    return None


def segments(text: str) -> list[tuple[str, bool]]:
    """Stretches that could each be a command, without what leads in to it.

    With each goes whether it begins a sentence: "about hackers who break in and delete files" has
    a second part that begins like a command, but is none.
    """
    found = []
    at, hard = 0, True
    for match in (*_SPLIT.finditer(text), None):
        segment = plain(text[at : match.start() if match else len(text)])
        bare = harm_lexicon().lead.sub("", segment + " ").strip()
        found.append((bare, hard))
        if match:
            at = match.end()
            hard = bool(_HARD_SPLIT.search(match.group())) or (hard and not bare)
    return found


def _spelt(segment: str) -> str:
    """The segment with its first word put right if that is a slip of a verb that destroys.

    >>> _spelt("delet all movies")
    'delete all movies'
    """
    first, blank, rest = segment.partition(" ")
    if len(first) < 4 or in_dictionary(first):
        return segment
    for verb in ("delete", "remove", "erase", "truncate", "destroy", "overwrite"):
        if DamerauLevenshtein.distance(first, verb, score_cutoff=1) <= 1:
            return f"{verb}{blank}{rest}"
    return segment


def _targets(schema: Schema) -> frozenset[str]:
    found = set(harm_lexicon().data) | {NAME}
    for name in (*schema.labels, *schema.relationships):
        parts = split_name(name)
        found |= {parts[-1], parts[-1] + "s", parts[-1][:-1] + "ies"} if parts else set()
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class _Command:
    """A verb where a command stands; `said` is what follows it, `targets` what data is called."""

    verb: str
    said: Sequence[str]
    targets: frozenset[str]
    hard: bool

    def hits(self) -> bool:
        """Whether it would change data rather than what is on the screen."""
        lexicon = harm_lexicon()
        article = ("a", "an", "the", "some", "new", "of", "me")
        first = next((word for word in self.said if word not in article), "")
        if _TO_PERSON.match(self.thing) and self.verb not in ("give", "make"):
            return False
        if lexicon.destroys.match(self.verb):
            if not self.said:
                return self.hard
            return first not in lexicon.shown and (self.hard or self.aims())
        if first in lexicon.shown or self.said[:1] in (["down"], ["sure"]):
            return False
        if _WRITES_TO.search(self.thing):
            return "list" not in self.said and (self.verb != "give" or "rating" in self.said)
        if self._labels():
            return True
        if self.verb in _MAKING:
            return self._makes()
        return self._sets() if self.verb in _SETTING else self._changes()

    @property
    def thing(self) -> str:
        """What follows the verb, as one text."""
        return " ".join(self.said)

    def aims(self, first: int = 100) -> bool:
        """Whether one of the first words after the verb names data."""
        return any(word in self.targets for word in self.said[:first])

    def _makes(self) -> bool:
        """It says “add a new film” or “create a person named Bob”, but not “add the year”."""
        one_more = _ONE_MORE.match(self.thing)
        if self.verb in ("make", "put"):
            return self.aims() and bool(_NEW.search(self.thing) or _ASSIGNS.search(self.thing))
        if one_more and set(one_more.group().split()) & self.targets:
            return True
        if NAME in self.said[:2] and _INTO.search(self.thing):
            return True
        return (self.aims() and bool(_NEW.search(self.thing))) or (
            self.verb == "insert" and self.hard
        )

    def _labels(self) -> bool:
        """It says “mark X as dissolved”."""
        marking = ("mark", "flag", "label", "tag", "declare", "classify")
        return self.verb in marking and self.hard and "as" in self.said and self.aims()

    def _sets(self) -> bool:
        """It says “set the rating of X to 10”, but not “set in Paris” nor “give me those at 10”."""
        if self.verb == "give" and self.said[:1] in (["me"], ["us"]):
            return False
        values = harm_lexicon().values
        if _ASSIGNS.search(self.thing) and any(w in self.targets | values for w in self.said):
            return True
        plain_change = self.verb in ("raise", "lower", "double", "increase", "decrease")
        return plain_change and self.hard and self.aims(3)

    def _changes(self) -> bool:
        lexicon = harm_lexicon()
        if self.hard and self.said and self.verb in ("merge", "rename", "modify", "alter"):
            return True
        if (
            self.hard
            and _ASSIGNS.search(self.thing)
            and self.verb not in ("run", "connect", "link")
        ):
            return True
        if self.verb in lexicon.gentle:
            return any(word in lexicon.data for word in self.said[:5])
        return self.aims(5)
