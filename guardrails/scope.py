"""Is the message for this graph? Decided from rules and from what the parser and the links found.

Order matters: harm is seen first and in every language; a question the parser could read whole is
answerable whatever it looks like; only then small talk, vagueness and the subject are weighed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from guardrails.harm import find_harm
from guardrails.languages import language_of
from guardrails.offer import Offer
from guardrails.places import SURE, place_of
from guardrails.smalltalk import small_talk
from guardrails.subject import (
    is_elsewhere,
    is_vague,
    missing_words,
    on_subject,
    strong_links,
)
from memory.english import FUNCTION_WORDS
from memory.schema import LinkedValue, Schema
from memory.text import fold

Verdict: TypeAlias = Literal[
    "answerable", "small_talk", "harmful", "not_in_schema", "off_topic", "ambiguous"
]
Refusal: TypeAlias = Literal["small_talk", "harmful", "not_in_schema", "off_topic", "ambiguous"]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a message when its scope is decided.

    `unread` are content words the parser could not account for, `schema_words` those that a schema
    element accounts for. `understood` is a model's verdict, where one was asked. `has_model` says
    that one could be. `in_texts` says that texts of the graph are searched for what is asked about.
    """

    has_reading: bool = False
    unread: tuple[str, ...] = ()
    schema_words: tuple[str, ...] = ()
    linked: tuple[LinkedValue, ...] = ()
    has_model: bool = False
    understood: Verdict | None = None
    follow_up: bool = False
    in_texts: bool = False


@dataclass(frozen=True, slots=True)
class Answerable:
    """The message asks something of this graph; `language` is set where it is not English."""

    language: str | None = None

    @property
    def verdict(self) -> Verdict:
        """The name that `ask --json` prints."""
        return "answerable"


@dataclass(frozen=True, slots=True)
class Redirect:
    """The message is not for this graph, or not yet.

    `reason` says more: change, secret, override (harmful); greeting, thanks, farewell, praise,
    capability, chat (small talk); vague, several, reference (ambiguous); else the verdict. `words`
    are those that told. `about` are words that the schema knows, for nearby suggestions.
    `certain` means that no model needs to be asked. `offers` are whole questions, one a meaning.
    `meanings` are this question with what its one unknown word may mean. `message` is what was
    typed, and `named` the stored values that it surely names.
    """

    verdict: Refusal
    reason: str
    words: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    certain: bool = True
    offers: tuple[Offer, ...] = field(default=())
    meanings: tuple[Offer, ...] = field(default=())
    message: str = ""
    named: tuple[LinkedValue, ...] = ()


def scope(message: str, evidence: Evidence, schema: Schema) -> Answerable | Redirect:
    """The verdict on a message.

    Args:
        message: as typed.
        evidence: what rewriting, links, parser and perhaps a model found.
        schema: the whole schema.
    """
    named = strong_links(message, evidence.linked, schema)
    about = (*evidence.schema_words, *(str(link.text) for link in named))
    verdict = _verdict(message, evidence, schema, about)
    if isinstance(verdict, Redirect):
        return replace(verdict, message=message, named=named)
    return verdict


def _verdict(
    message: str, evidence: Evidence, schema: Schema, about: tuple[str, ...]
) -> Answerable | Redirect:
    harm = find_harm(message, schema, evidence.linked, understood=evidence.has_reading)
    if harm is not None:
        return Redirect("harmful", harm.harm, (harm.words,), about)
    if evidence.has_reading:
        return Answerable()
    talk = small_talk(message)
    if talk is not None:
        return Redirect("small_talk", talk)
    if evidence.understood is not None:
        return _as_understood(evidence, about)
    if is_vague(message, evidence.linked, schema):
        return Redirect("ambiguous", "vague", about=about, certain=not evidence.follow_up)
    language = asked_in(message, evidence.linked)
    if language is not None:
        return Answerable(language)
    return _by_subject(message, evidence, schema, about)


def _as_understood(evidence: Evidence, about: tuple[str, ...]) -> Answerable | Redirect:
    verdict = evidence.understood
    if verdict is None or verdict == "answerable":
        return Answerable()
    words = evidence.unread if verdict == "not_in_schema" else ()
    reasons = {"harmful": "override", "small_talk": "chat", "ambiguous": "vague"}
    return Redirect(verdict, reasons.get(verdict, verdict), words, about)


def _by_subject(
    message: str,
    evidence: Evidence,
    schema: Schema,
    about: tuple[str, ...],
) -> Answerable | Redirect:
    subject = on_subject(message, evidence.schema_words, evidence.linked, schema)
    if is_elsewhere(message, about, on_subject=subject):
        return Redirect("off_topic", "off_topic", about=about)
    if evidence.in_texts:
        return Answerable()
    missing = missing_words(message, evidence.unread, evidence.linked, schema)
    if subject or evidence.follow_up:
        if missing:
            return Redirect("not_in_schema", "not_in_schema", missing, about, certain=False)
        return Answerable()
    if leant := _leans(message):
        return Redirect("ambiguous", "reference", (leant,), about, certain=False)
    return Redirect("off_topic", "off_topic", about=about, certain=False)


_EARLIER = frozenset(["those", "these", "them", "they", "ones"])


def _leans(message: str) -> str:
    """The word of a message that says nothing but of what came before; "" where there is none.

    >>> _leans("only those after 2000"), _leans("those wonderful penguins")
    ('those', '')
    """
    said = fold(message).split()
    names = [word for word in said if word not in FUNCTION_WORDS and not word.isdigit()]
    return "" if names else next((word for word in said if word in _EARLIER), "")


_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|(?<!\w)'[^']*'(?!\w)")


def asked_in(message: str, linked: Sequence[LinkedValue]) -> str | None:
    """The language of a message, names aside; None where it is English, or cannot be told."""
    return language_of(_without_names(message, linked))


def _without_names(message: str, linked: Sequence[LinkedValue]) -> str:
    """The message without quoted texts and linked values, whose language says nothing."""
    sure = [place_of(message, link) for link in linked if link.score >= SURE and len(link.text) > 3]
    for start, end in sorted({place for place in sure if place}, reverse=True):
        message = f"{message[:start]} {message[end:]}"
    return _QUOTED.sub(" ", message)
