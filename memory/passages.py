"""The long texts of a graph: which properties hold them, and how they are cut for searching.

A text is prose that says what its node is about: a synopsis, a description, an abstract. They are
found by what introspection saw of their values, never by their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

from memory.embedding import Embedder
from memory.english import FUNCTION_WORDS
from memory.index import Collection, Entry
from memory.schema import Label, Property, Schema
from memory.text import fold

# Words of a usual value from which on it is prose; examples are cut after a hundred characters.
_PROSE = 6
# Categories are few and texts are many: a tenth of the nodes, or so many.
_SHARE, _MANY, _FEW = 0.1, 300, 20
_NAME_LIKE = ("title", "name", "label", "code", "id")
_PASSAGE_WORDS = 80
_MOST_PASSAGES = 40
# Characters that tell a text from another of a namesake.
START = 80
_SENTENCE = re.compile(r"(?<=[.!?…])[\"'”’)]*\s+(?=[\"'“‘(]?[^\W_a-z])|\n{2,}")

TEXT, WORDS = "text", "words"


@dataclass(frozen=True, slots=True)
class TextProperty:
    """A property of prose; `name` is what its nodes are called by, None where nothing is."""

    label: str
    property: str
    name: str | None


@dataclass(frozen=True, slots=True)
class StoredText:
    """One text of one node, as it is read from the graph."""

    label: str
    property: str
    name: str | None
    text: str


def text_properties(schema: Schema) -> tuple[TextProperty, ...]:
    """The properties of prose, of the most general label that has them.

    What the schema leaves out (CICERONE_HIDE) is not in there.
    """
    found = []
    for label in schema.labels.values():
        for prop in label.properties.values():
            general = (schema.labels.get(name) for name in label.implies)
            if any(one and prop.name in one.properties and _first(one, label) for one in general):
                continue
            if _is_prose(prop, label.count):
                found.append(TextProperty(label.name, prop.name, name_of(label)))
    return tuple(found)


def _first(general: Label, label: Label) -> bool:
    """Of two labels that imply each other the first by name stands for both."""
    return label.name not in general.implies or general.name < label.name


def _is_prose(prop: Property, count: int) -> bool:
    if prop.type != "STRING" or prop.values is not None:
        return False
    # By spaces: an address has words, too, but they are joined.
    texts = [x.lower().split() for x in prop.examples if isinstance(x, str) and x.strip()]
    if not texts or median(map(len, texts)) < _PROSE:
        return False
    small = sum(word in FUNCTION_WORDS for words in texts for word in words)
    held = count * (1 - prop.null_share)
    enough = min(_MANY, max(_SHARE * held, min(_FEW, held / 2)))
    return small >= len(texts) and prop.distinct >= enough


def name_of(label: Label) -> str | None:
    """The property that nodes of a label are called by: short, and mostly different."""
    named = [
        prop
        for prop in label.properties.values()
        if prop.type == "STRING" and prop.name.lower().endswith(_NAME_LIKE)
        if not _is_prose(prop, label.count) and prop.distinct > _SHARE * label.count / 2
    ]
    ranked = sorted(named, key=lambda prop: (_rank(prop.name), -prop.distinct, prop.name))
    return ranked[0].name if ranked else None


def _rank(name: str) -> int:
    lower = name.lower()
    return next(i for i, end in enumerate(_NAME_LIKE) if lower.endswith(end))


def passages_collection(embedder: Embedder) -> Collection:
    """The collection that fits an embedder."""
    return Collection(
        "passages",
        text=True,
        dense=embedder.size,
        keywords=("kind", "label", "called"),
        average_words=40.0,
        embedder=embedder.name,
    )


def passages(text: str) -> Iterator[str]:
    """A text cut at sentences into passages of some eighty words, its first forty at most.

    >>> list(passages("He rides in. He rides out."))
    ['He rides in. He rides out.']
    """
    held: list[str] = []
    words = given = 0
    for sentence in sentences(text):
        size = len(sentence.split())
        if held and words + size > _PASSAGE_WORDS:
            yield " ".join(held)
            held, words, given = [], 0, given + 1
            if given == _MOST_PASSAGES:
                return
        held.append(sentence)
        words += size
    if held:
        yield " ".join(held)


def sentences(text: str) -> list[str]:
    """The sentences of a text; one that never ends is cut.

    >>> sentences("Mr. X is gone. Who knows? Nobody.")
    ['Mr. X is gone.', 'Who knows?', 'Nobody.']
    """
    found: list[str] = []
    for part in _SENTENCE.split(text.strip()):
        words = part.split()
        if found and len(found[-1].split()) == 1 and found[-1].endswith("."):
            words = [*found.pop().split(), *words]
        for at in range(0, len(words), _PASSAGE_WORDS):
            found.append(" ".join(words[at : at + _PASSAGE_WORDS]))
    return found


def content_words(text: str) -> list[str]:
    """The folded words that say what a text is about, in order."""
    return [w for w in fold(text).split() if len(w) > 1 and w not in FUNCTION_WORDS]


def passage_entry(stored: StoredText, passage: str) -> Entry:
    """The entry of one passage, without number and vector."""
    payload = {
        "kind": TEXT,
        "label": stored.label,
        "property": stored.property,
        "name": stored.name,
        "called": fold(stored.name or ""),
        "start": stored.text[:START],
        "passage": passage,
    }
    return Entry(0, payload, text=f"{stored.name}. {passage}" if stored.name else passage)
