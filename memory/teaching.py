"""Saying what a word means: "by talkie I mean film", "grossing means revenue", "talkie = film".

Also asking a question with a word explained in it, answering what was asked about a word, and
having its meaning forgotten.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from memory.english import FUNCTION_WORDS, ORDERS
from memory.text import fold

_LONGEST_MESSAGE = 500
_LONGEST_TERM = 60
_MOST_WORDS = 5
_INNER = frozenset({"of", "the", "a", "in", "on", "for", "and", "per"})
_ARTICLE = re.compile(r"^(?:an?|the|any|all)\s+(?=\S)", re.IGNORECASE)

_LEAD = (
    r"(?:(?:please|ok|okay|oh|ah|no|well|so|and|sorry|actually|fyi|note|remember|learn)\b[\s,:]*"
    r"(?:that\s+)?)*"
)
_TERM = r"(?:(?:the|this|our|my)\s+(?:word|term|name)\s+)?(?P<term>\S.*?)"
_MEANS = (
    r"(?:(?:here|just|simply|really|actually|always|also)\s+)*"
    r"(?:means?|stands\s+for|refers\s+to|is\s+(?:short|slang|shorthand|jargon)\s+for|"
    r"is\s+(?:just\s+|simply\s+)?(?:an?other|an?|our|my|the)\s+"
    r"(?:word|name|term|synonym|expression)\s+(?:for|of)|is\s+the\s+same\s+(?:thing\s+)?as|"
    r"is\s+a\s+synonym\s+of)"
)
_MEANING = r"(?P<meaning>\S.*?)"
_END = r"[\s.!]*$"
_SAID = (
    re.compile(
        rf"^{_LEAD}(?:by|with|when\s+(?:i|we)\s+say|if\s+(?:i|we)\s+say|saying)\s+{_TERM}\s*,?\s+"
        rf"(?:i|we|people)\s+(?:(?:actually|really|just|always|simply)\s+)*"
        rf"(?:mean|meant|understand|refer\s+to)\s+{_MEANING}{_END}",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(
        rf"^{_LEAD}{_TERM}\s+{_MEANS}\s+{_MEANING}{_END}",
        re.IGNORECASE | re.DOTALL,
    ),
)
_EQUALS = re.compile(rf"^{_LEAD}{_TERM}\s*(?:=+|:=|→|[-=]>)\s*{_MEANING}{_END}", re.I | re.DOTALL)
_GLOSSES = (
    re.compile(
        r"^(?P<question>.+?)\s*[,;:–—-]*\s+(?:where|whereby|when|and|with|if|but)\s+(?:by\s+)?"
        r"(?P<term>\S.*?)\s*,?\s+(?:means?|meaning|stands\s+for|refers\s+to|i\s+mean|we\s+mean|"
        rf"being|is|=)\s+{_MEANING}[\s.!?]*$",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(
        r"^(?P<question>.+?)\s*\(\s*(?:where\s+)?(?:by\s+)?(?P<term>[^()]+?)\s*,?\s*"
        r"(?:=+|\bmeans?\b|\bmeaning\b|\bi\s+mean\b|\bi\.?e\.)\s*(?P<meaning>[^()]+?)\s*\)[\s.!?]*$",
        re.IGNORECASE | re.DOTALL,
    ),
)
_SENTENCES = re.compile(r"(?<=[.?!;:])\s+")
_FORGET = (
    re.compile(
        r"^(?:please\s+)?(?:forget|unlearn)\s+(?:what\s+|that\s+)?(?:the\s+(?:word|term)\s+)?"
        r"(?P<term>\S.*?)\s+(?:means?|meant|stands?\s+for|is)(?:\s.*)?$",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(
        r"^(?:please\s+)?(?:forget|unlearn)\s+(?:about\s+)?(?:the\s+meaning\s+of|"
        r"(?:my|our|the)\s+(?:word|term))\s+(?P<term>\S.*?)[\s.!?]*$",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(
        r"^(?P<term>\S.*?)\s+(?:no\s+longer\s+means?|(?:does\s+not|doesn['’]?t|don['’]?t)\s+mean)"
        r"(?:\s+.*)?$",
        re.IGNORECASE | re.DOTALL,
    ),
    re.compile(r"^(?:please\s+)?(?:forget|unlearn)\s+(?P<term>\S.*?)[\s.!?]*$", re.I | re.DOTALL),
)
_ANSWER = re.compile(
    r"^(?:(?:no|well|oh|sorry|ok|okay)\b[\s,]*)?"
    r"(?:(?:it|that|this|they|the\s+word|the\s+term)(?:['’]s|\s+(?:just\s+|simply\s+)?"
    r"(?:means?|is|are|was|stands\s+for|refers\s+to|should\s+be))\s+"
    r"|(?:i|we)\s+(?:mean|meant)\s+|meaning\s+|i\.?e\.?,?\s+)?(?P<meaning>\S.*?)[\s.!?]*$",
    re.IGNORECASE | re.DOTALL,
)
_LISTED = re.compile(
    r"^(?:list|show(?: me)?|(?:what|which)(?: are)?)?\s*(?:(?:the|my|all)\s+)*"
    r"(?:words|terms|meanings)\s+(?:(?:that\s+)?(?:i(?:['’]ve|\s+have)?|have\s+i|did\s+i)\s+(?:taught|teach|told|tell)"
    r"(?:\s+you)?|of\s+mine)[\s.!?]*$",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Taught:
    """What a word means, as a person said it; `question` is asked with it.

    `sure` is False where only the graph's words tell whether a meaning was given: "rating = 8".
    """

    term: str
    meaning: str
    question: str = ""
    sure: bool = True


def taught(message: str) -> Taught | None:
    """What a message teaches, or None.

    >>> taught("By “talkie” I mean a film.")
    Taught(term='talkie', meaning='film', question='', sure=True)
    >>> taught("films grossing over 1 million, where “grossing” means revenue")
    Taught(term='grossing', meaning='revenue', question='films grossing over 1 million', sure=True)
    >>> taught("talkie = film")
    Taught(term='talkie', meaning='film', question='', sure=False)
    >>> taught("What does “talkie” mean?") is None
    True
    """
    text = " ".join(message.split())
    if len(text) > _LONGEST_MESSAGE:
        return None
    parts = _SENTENCES.split(text)
    for at in range(1, len(parts)):
        first, second = " ".join(parts[:at]), " ".join(parts[at:])
        for told, question in ((first, second), (second, first)):
            found = _said(told.rstrip(":;,"))
            if found is not None and _said_in(found.term, question):
                return Taught(found.term, found.meaning, question)
    return _said(text) or _gloss(text)


def meaning_given(message: str) -> tuple[str, bool]:
    """What an answer to "what does this word mean?" says, and whether it says that it means it.

    >>> meaning_given("I mean the revenue."), meaning_given("revenue")
    (('revenue', True), ('revenue', False))
    """
    found = _ANSWER.match(" ".join(message.split()))
    if found is None or len(message) > _LONGEST_MESSAGE:
        return "", False
    return _meaning(found["meaning"]), found.start("meaning") > 0


def forgotten(message: str) -> tuple[str, bool] | None:
    """The word whose meaning is to be forgotten, and whether the message can mean nothing else.

    >>> forgotten("forget what “talkie” means"), forgotten("Forget talkie"), forgotten("forget it")
    (('talkie', True), ('talkie', False), None)
    """
    text = " ".join(message.split())
    for pattern in _FORGET if len(text) <= _LONGEST_MESSAGE else ():
        found = pattern.match(text)
        if found and (term := _term(found["term"])):
            return term, pattern is not _FORGET[-1]
    return None


def asks_for_terms(message: str) -> bool:
    """Whether a message asks which words its person has taught.

    >>> asks_for_terms("Which words have I taught you?"), asks_for_terms("Which words are there?")
    (True, False)
    """
    return bool(_LISTED.match(message.strip()))


def with_gloss(question: str, term: str, meaning: str) -> str:
    """A question with a word of it explained, as `taught` reads it.

    >>> with_gloss("How many talkies are there?", "talkies", "film")
    'How many talkies are there, where “talkies” means film?'
    """
    bare = question.strip().rstrip("?.! ")
    mark = "?" if question.strip().endswith("?") else ""
    return f"{bare}, where “{term}” means {meaning}{mark}"


def _said(text: str) -> Taught | None:
    text = text.rstrip("?") if text.count("?") == 1 else text
    for pattern in (*_SAID, _EQUALS):
        found = pattern.match(text)
        if found is None:
            continue
        term, meaning = _term(found["term"]), _meaning(found["meaning"])
        if term and meaning:
            return Taught(term, meaning, sure=pattern is not _EQUALS)
    return None


def _gloss(text: str) -> Taught | None:
    for pattern in _GLOSSES:
        found = pattern.match(text)
        if found is None:
            continue
        term, meaning = _term(found["term"]), _meaning(found["meaning"])
        question = found["question"].strip(" ,;:")
        if term and meaning and _said_in(term, question):
            mark = "?" if text.endswith("?") else ""
            return Taught(term, meaning, question.rstrip("?") + mark)
    return None


def _said_in(term: str, question: str) -> bool:
    """Whether a question has the word, apart from its ending."""
    stems = [word[: max(3, len(word) - 2)] for word in fold(term).split()]
    words = fold(question).split()
    return bool(stems) and all(any(word.startswith(stem) for word in words) for stem in stems)


def _term(text: str) -> str:
    """The word that is explained; "" where it is no such thing."""
    bare, quoted = _unquoted(text.strip(" ,;:"))
    term = _ARTICLE.sub("", bare)
    words = fold(term).split()
    if not words or len(term) > _LONGEST_TERM or len(words) > _MOST_WORDS:
        return ""
    if not quoted and not all(_plain(words)):
        return ""
    return "" if any(char in term for char in "?\n=<>{}") else term


def _plain(words: list[str]) -> Iterator[bool]:
    """Whether each of the words belongs to a name, and not to a sentence."""
    for at, word in enumerate(words):
        inner = 0 < at < len(words) - 1 and word in _INNER
        yield inner or word not in FUNCTION_WORDS | ORDERS


def _meaning(text: str) -> str:
    bare, _ = _unquoted(text.strip(" ,;:"))
    return _ARTICLE.sub("", bare).rstrip(".!? ") if fold(bare) else ""


def _unquoted(text: str) -> tuple[str, bool]:
    pairs = {'"': '"', "“": "”", "'": "'", "‘": "’", "«": "»", "*": "*", "`": "`"}
    if len(text) > 2 and pairs.get(text[0]) == text[-1]:
        return text[1:-1].strip(), True
    return text, False
