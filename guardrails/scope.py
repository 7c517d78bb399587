"""Is the message for this graph? Decided from what was read, linked and learned of it.

A sure reading is answerable whatever its verbs: what nobody may do, the guard of statements
prevents. Where nothing sure is read, what was learned of messages decides what this one wants.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, TypeAlias

from guardrails.acts import acts_of, kind_of
from guardrails.intent import ACTS, intents_of
from guardrails.intent_features import Known
from guardrails.languages import language_of
from guardrails.offer import Offer
from guardrails.places import SURE, place_of
from guardrails.subject import missing_words, strong_links
from memory.english import FUNCTION_WORDS
from memory.schema import LinkedValue, Schema
from memory.text import fold

Verdict: TypeAlias = Literal[
    "answerable", "small_talk", "harmful", "not_in_schema", "off_topic", "ambiguous"
]
Refusal: TypeAlias = Literal["small_talk", "harmful", "not_in_schema", "off_topic", "ambiguous"]


# Readings that had to believe less than this are sure.
SURELY = 0.2
# From this share on a message asks something of the program.
LIKELY = 0.5
# From this share on a verdict needs no model to say so.
CERTAINLY = 0.75


@dataclass(frozen=True, slots=True)
class Evidence:
    """What is known of a message when its scope is decided.

    `believed` says that its reading is sure, `cost` what it had to believe. `unread` are content
    words the parser could not account for, `schema_words` those that a schema element accounts
    for. `understood` is a model's verdict, where one was asked. `in_texts` says that texts of the
    graph are searched.
    """

    has_reading: bool = False
    believed: bool = False
    cost: float = 0.0
    unread: tuple[str, ...] = ()
    schema_words: tuple[str, ...] = ()
    linked: tuple[LinkedValue, ...] = ()
    understood: Verdict | None = None
    follow_up: bool = False
    in_texts: bool = False


@dataclass(frozen=True, slots=True)
class Answerable:
    """The message asks something of this graph; `language` is set where it is not English.

    `act` is what it asks of the program instead: one of `guardrails.acts.ACTS`, about the answers
    before. Where it is not `sure`, a model may know better. `missing` are words that the graph may
    have nothing for.
    """

    language: str | None = None
    act: str = ""
    sure: bool = True
    missing: tuple[str, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The name that `ask --json` prints."""
        return "answerable"


@dataclass(frozen=True, slots=True)
class Redirect:
    """The message is not for this graph, or not yet.

    `reason` says more: change, secret, override (harmful); greeting, thanks, farewell, praise,
    capability, chat (small talk); vague, loose, several, reference (ambiguous); else the verdict.
    `words` are those that told. `about` are words that the schema knows, for nearby suggestions.
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
        evidence: what links, rules, reader and perhaps a model found.
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
    if evidence.has_reading and evidence.believed:
        return Answerable()
    if evidence.understood is not None:
        return _as_understood(evidence, about)
    known = known_of(message, evidence, schema)
    acts = acts_of(message, known, schema)
    if acts.act and (share := acts.share(kind_of(acts.act))) >= LIKELY:
        return Answerable(act=acts.act, sure=share >= CERTAINLY)
    told = intents_of(message, known, schema)
    verdict, intent = told.verdict, told.intent
    surely = told.share(verdict) >= CERTAINLY
    if verdict == "harmful":
        return Redirect("harmful", intent, about=about, certain=surely)
    if intent in ACTS:
        return Answerable(act=intent, sure=surely)
    if verdict == "small_talk":
        return Redirect("small_talk", intent, certain=surely)
    if verdict == "ambiguous" and evidence.has_reading and evidence.follow_up:
        # What is too little alone says enough after what was asked before: and in Dublin?
        return Answerable()
    language = asked_in(message, evidence.linked)
    if verdict == "answerable" or (evidence.in_texts and verdict != "off_topic"):
        if evidence.has_reading or evidence.in_texts:
            return Answerable(None if evidence.has_reading else language)
        missing = tuple(known.missing)
        if language is None and (names := _names(message, missing)):
            return Redirect("not_in_schema", "not_in_schema", names, about, certain=False)
        sure = told.share("answerable") >= CERTAINLY and not missing
        return Answerable(language, sure=sure, missing=missing)
    if leant := _leans(message):
        return Redirect("ambiguous", "reference", (leant,), about, certain=False)
    if verdict == "ambiguous":
        loose, leans = ("loose" if about else "vague"), bool(about or evidence.follow_up)
        return Redirect("ambiguous", loose, about=about, certain=surely and not leans)
    if verdict == "not_in_schema":
        words = tuple(known.missing) or evidence.unread
        return Redirect("not_in_schema", "not_in_schema", words, about, certain=False)
    certain = told.share("off_topic") > CERTAINLY and language is None
    return Redirect("off_topic", "off_topic", about=about, certain=certain)


def _as_understood(evidence: Evidence, about: tuple[str, ...]) -> Answerable | Redirect:
    verdict = evidence.understood
    if verdict is None or verdict == "answerable":
        return Answerable()
    words = evidence.unread if verdict == "not_in_schema" else ()
    reasons = {"harmful": "override", "small_talk": "chat", "ambiguous": "vague"}
    return Redirect(verdict, reasons.get(verdict, verdict), words, about)


def known_of(message: str, evidence: Evidence, schema: Schema) -> Known:
    """Return what is known of a message beside its words."""
    return Known(
        linked=evidence.linked,
        schema_words=evidence.schema_words,
        unread=evidence.unread,
        missing=missing_words(message, evidence.unread, evidence.linked, schema),
        cost=evidence.cost if evidence.has_reading else None,
        follows=evidence.follow_up,
        in_texts=evidence.in_texts,
    )


def _names(message: str, missing: Sequence[str]) -> tuple[str, ...]:
    """Those of the missing words that are written as a name is.

    >>> _names("Who supplies Chai Latte?", ["Latte"]), _names("WHO SUPPLIES LATTE", ["LATTE"])
    (('Latte',), ())
    """
    if message.isupper():
        return ()
    start = message.strip()
    return tuple(w for w in missing if w[:1].isupper() and not start.startswith(w))


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
