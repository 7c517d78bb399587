"""Sees, in any language, requests to change data, for secrets, or to override instructions.

A word alone never decides: "Which films have 'Kill' in the title?", "drop me a list", "hackers who
delete files" are questions. What decides is a *command* ("delete ...", "could you please remove
...", "... and then wipe them", "... should be deleted") with something it would hit, or a statement
that writes. Quoted text and linked values are names, unless the message says to run them.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, TypeAlias

from guardrails.harm_commands import NAME, find_command, segments
from guardrails.harm_lexicon import harm_lexicon
from guardrails.languages import Language, languages, plain
from guardrails.places import SURE, place_of
from guardrails.words import words
from memory.schema import LinkedValue, Schema

Harm: TypeAlias = Literal["change", "secret", "override"]

_SYSTEM_LINE = re.compile(
    r"(?im)^\W*(?:system|developer|###\s*\w+|<\|?\w+\|?>)\s*:?\s*(?:>|:|\n|you )"
)
_QUOTED = re.compile(
    r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|‘[^’]*’|(?<!\w)'[^']*(?:'\w[^']*)*'(?!\w)|`[^`]*`|「[^」]*」"
)
_SPACED_OUT = re.compile(r"\b(?:\w[\s.\-_*]){3,}\w\b")


@dataclass(frozen=True, slots=True)
class Harmful:
    """What kind of harm is asked for, and the words that say so."""

    harm: Harm
    words: str


def find_harm(
    message: str, schema: Schema, linked: Sequence[LinkedValue] = (), *, understood: bool = False
) -> Harmful | None:
    """The harm a message asks for, or None.

    Args:
        message: as typed.
        schema: its words count as data that a command would hit.
        linked: stored values found in the message; they are names, not commands.
        understood: the rule parser accounted for every word, so a word for a secret is a word of
            this graph, and the message is English. It may have passed over a verb: commands count.
    """
    masked, quoted = _mask(message, linked)
    to_scan = [masked]
    outside = plain(masked.replace(NAME, " "))
    if quoted and (not outside or harm_lexicon().running.search(outside) or _all_fillers(outside)):
        to_scan += quoted
    for text in to_scan:
        found = _statement(text) or _scan(text, schema, understood=understood)
        if found:
            return found
    return None


def _all_fillers(outside: str) -> bool:
    return not harm_lexicon().lead.sub("", outside + " ").strip()


def _mask(message: str, linked: Sequence[LinkedValue]) -> tuple[str, list[str]]:
    """The message with names in place of quoted texts and linked values, and the quoted texts."""
    spans = [(m.start(), m.end()) for m in _QUOTED.finditer(message)]
    quoted = [message[start + 1 : end - 1] for start, end in spans]
    for value in linked:
        place = place_of(message, value) if value.score >= SURE else None
        if place and not any(start < place[1] and place[0] < end for start, end in spans):
            spans.append(place)
    for start, end in sorted(spans, reverse=True):
        message = f"{message[:start]} {NAME} {message[end:]}"
    return message, quoted


def _statement(text: str) -> Harmful | None:
    for pattern in harm_lexicon().statements:
        found = pattern.search(text)
        if found:
            return Harmful("change", " ".join(found.group().split())[:60])
    return None


def _scan(text: str, schema: Schema, *, understood: bool) -> Harmful | None:
    joined = _SPACED_OUT.sub(lambda m: re.sub(r"[\s.\-_*]", "", m.group()), text)
    for variant in dict.fromkeys((text, joined)):
        found = _override(variant) or (None if understood else _secret(variant))
        if found is None:
            command = find_command(variant, schema)
            found = Harmful("change", command) if command else None
        if found is None and not understood:
            found = _foreign(variant)
        if found:
            return found
    return None


def _override(text: str) -> Harmful | None:
    if _SYSTEM_LINE.search(text):
        return Harmful("override", "system")
    folded = plain(text)
    for pattern in harm_lexicon().override:
        found = pattern.search(folded)
        if found:
            return Harmful("override", found.group())
    for segment, _ in segments(text):
        for pattern in harm_lexicon().override_commands:
            found = pattern.search(segment)
            if found:
                return Harmful("override", found.group())
    return None


def _secret(text: str) -> Harmful | None:
    folded = plain(text)
    for pattern in harm_lexicon().secrets:
        found = pattern.search(folded)
        if found and not harm_lexicon().titled.search(folded[: found.start()]):
            return Harmful("secret", found.group())
    return None


def _foreign(text: str) -> Harmful | None:
    folded = plain(text.replace(NAME, " 0 "))
    for language in languages():
        found = _foreign_in(language, folded)
        if found:
            return found
    return None


def _foreign_in(language: Language, folded: str) -> Harmful | None:
    phrase = language.finds(language.override, folded)
    if phrase:
        return Harmful("override", phrase)
    secret = language.finds(language.secret, folded)
    if secret and _is_foreign(secret):
        return Harmful("secret", secret)
    verb = language.finds((w for w in language.destroy if _is_foreign(w)), folded)
    first = verb is not None and verb not in _NAMES and _early(language, verb, folded)
    if verb and (first or language.finds(language.data, folded)):
        return Harmful("change", verb)
    verb = language.finds((w for w in language.change if _is_foreign(w)), folded)
    if verb is None or language.finds(language.shown, folded):
        return None
    aimed = language.finds(language.data, folded) is not None
    if aimed or (language.spaced and _early(language, verb, folded) and " 0 " in f" {folded} "):
        return Harmful("change", verb)
    return None


# Words of other languages that English has too, with another sense.
_ENGLISH_TOO = words(
    "change delete edit format record remove purge add adj pas cancel leg sett base "
    "database data edite vide retire ignore them quite define modifier"
)
# Commands that are first names too: they need something to be done to.
_NAMES = words("tom")


def _is_foreign(word: str) -> bool:
    return word not in _ENGLISH_TOO


def _early(language: Language, verb: str, folded: str) -> bool:
    """Whether the verb stands among the first words, as a command does."""
    if not language.spaced:
        return True
    head = " ".join(folded.split()[: 4 + len(verb.split())])
    return f" {verb} " in f" {head} "
