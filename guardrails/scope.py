"""Is the message for this graph? Decided from rules and from what the parser and the links found.

Order matters: harm is seen first and in every language; a question the parser could read whole is
answerable whatever it looks like; only then small talk, vagueness and the subject are weighed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from guardrails.harm import find_harm
from guardrails.languages import language_of
from guardrails.offer import Offer
from guardrails.smalltalk import small_talk
from guardrails.subject import (
    is_off_topic_task,
    is_vague,
    missing_words,
    on_subject,
    strong_links,
)
from memory.schema import LinkedValue, Schema

Verdict: TypeAlias = Literal[
    "answerable", "small_talk", "harmful", "not_in_schema", "off_topic", "ambiguous"
]
Refusal: TypeAlias = Literal["small_talk", "harmful", "not_in_schema", "off_topic", "ambiguous"]
# How near (0 to 1) a word is to the nearest of some others; static vectors will do.
Similarity: TypeAlias = Callable[[str, Sequence[str]], float]


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a message when its scope is decided.

    `unread` are content words the parser could not account for, `schema_words` those that a schema
    element accounts for. `understood` is a model's verdict, where one was asked. `has_model` says
    that one could be.
    """

    has_reading: bool = False
    unread: tuple[str, ...] = ()
    schema_words: tuple[str, ...] = ()
    linked: tuple[LinkedValue, ...] = ()
    has_model: bool = False
    understood: Verdict | None = None
    follow_up: bool = False


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
    capability, chat (small talk); vague, several (ambiguous); else the verdict. `words` are those
    that told. `about` are words of the message that the schema knows, for nearby suggestions.
    `certain` means that no model needs to be asked. `offers` are whole questions, one a meaning.
    """

    verdict: Refusal
    reason: str
    words: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    certain: bool = True
    offers: tuple[Offer, ...] = field(default=())


def scope(
    message: str, evidence: Evidence, schema: Schema, similarity: Similarity | None = None
) -> Answerable | Redirect:
    """The verdict on a message.

    Args:
        message: as typed.
        evidence: what rewriting, links, parser and perhaps a model found.
        schema: the whole schema.
        similarity: ranks words that no rule knows; may be None.
    """
    harm = find_harm(message, schema, evidence.linked, understood=evidence.has_reading)
    if harm is not None:
        return Redirect("harmful", harm.harm, (harm.words,))
    if evidence.has_reading:
        return Answerable()
    talk = small_talk(message)
    if talk is not None:
        return Redirect("small_talk", talk)
    about = (
        *evidence.schema_words,
        *(str(link.text) for link in strong_links(message, evidence.linked)),
    )
    if evidence.understood is not None:
        return _as_understood(evidence, about)
    if is_vague(message, evidence.linked):
        return Redirect("ambiguous", "vague", about=about, certain=not evidence.follow_up)
    language = language_of(_without_names(message, evidence.linked))
    if language is not None:
        return Answerable(language)
    return _by_subject(message, evidence, schema, about, similarity)


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
    similarity: Similarity | None,
) -> Answerable | Redirect:
    known = (*evidence.schema_words, *(link.text for link in evidence.linked))
    if is_off_topic_task(message, known):
        return Redirect("off_topic", "off_topic")
    missing = missing_words(message, evidence.unread, evidence.linked, schema)
    if on_subject(message, evidence.schema_words, evidence.linked, schema):
        if missing:
            return Redirect("not_in_schema", "not_in_schema", missing, about, certain=False)
        return Answerable()
    if evidence.follow_up:
        if missing:
            return Redirect("not_in_schema", "not_in_schema", missing, about, certain=False)
        return Answerable()
    if similarity is not None and missing and _near(missing, schema, similarity):
        return Redirect("not_in_schema", "not_in_schema", missing, about, certain=False)
    return Redirect("off_topic", "off_topic", certain=False)


def _near(missing: Sequence[str], schema: Schema, similarity: Similarity) -> bool:
    names = [*schema.labels, *schema.relationships]
    return max(similarity(word, names) for word in missing) >= NEAR


# Word vectors: "oscar" and "film" are nearer than this, "weather" and "film" are not.
NEAR = 0.4
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|«[^»]*»|(?<!\w)'[^']*'(?!\w)")


def _without_names(message: str, linked: Sequence[LinkedValue]) -> str:
    """The message without quoted texts and linked values, whose language says nothing."""
    for link in sorted(linked, key=lambda link: -link.start):
        if link.score >= 0.9 and len(link.text) > 3:
            message = f"{message[: link.start]} {message[link.end :]}"
    return _QUOTED.sub(" ", message)
