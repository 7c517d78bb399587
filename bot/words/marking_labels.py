"""Labels that tell how a thing is, beside the label that tells what it is: Retired, of members."""

from __future__ import annotations

from bot.words.inflection import parts
from memory.schema import Schema
from memory.text import split_name


def marked(schema: Schema, label: str) -> str | None:
    """The label of what is so; None where a label tells what something is by itself."""
    known = schema.labels.get(label)
    words = split_name(label)
    if known is None or not known.implies or len(words) != 1 or not tells_how(words[0]):
        return None
    return max(known.implies, key=lambda other: schema.labels[other].count)


def tells_how(word: str) -> bool:
    """Whether a word is for how something is, and for no thing.

    >>> tells_how("dead"), tells_how("suspended"), tells_how("captain"), tells_how("adult")
    (True, True, False, False)
    """
    said = parts(word)
    return "NOUN" not in said and ("ADJ" in said or ("VERB" in said and word.endswith("ed")))
