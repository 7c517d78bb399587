"""The small words of phrases.toml and scales.toml, ready for matching."""

from __future__ import annotations

from collections import defaultdict
from functools import cache

from bot.words.data import load
from bot.words.inflection import Token, parts, tokenize

# The lists whose words are pieces of their own; the others are read in `scanning`.
_OTHERS = (
    "free",
    "weak",
    "vague",
    "top",
    "multiple",
    "aggregates",
    "contains",
    "starts",
    "ends",
    "prepositions",
    "partaking",
    "finite",
    "sorting",
)
ROLES = frozenset(role for role in load("phrases") if role not in _OTHERS)


@cache
def phrases() -> dict[tuple[str, ...], tuple[str, ...]]:
    """Phrase (token forms) -> the lists of phrases.toml that hold it."""
    found: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for role, listed in load("phrases").items():
        if role == "aggregates":
            for function, words in listed.items():
                for phrase in words:
                    found[forms_of(phrase)].append(f"aggregate:{function}")
        else:
            for phrase in listed:
                found[forms_of(phrase)].append(role)
    scales = load("scales")
    for section in ("superlatives", "comparatives", "questions"):
        for phrase in scales[section]:
            found[forms_of(phrase)].append(f"{section}:{phrase}")
    for section in ("operators", "suffixes"):
        for operator, words in scales[section].items():
            for phrase in words:
                found[forms_of(phrase)].append(f"{section}:{operator}")
    return {phrase: tuple(dict.fromkeys(roles)) for phrase, roles in found.items()}


@cache
def listed(file: str, *kinds: str) -> frozenset[tuple[str, ...]]:
    """The phrases (token forms) of some lists of another file."""
    return frozenset(forms_of(phrase) for kind in kinds for phrase in load(file)[kind])


@cache
def heads(file: str, *kinds: str) -> frozenset[str]:
    """The first words of those phrases: where none stands, there is none of them to look for."""
    return frozenset(phrase[0] for phrase in listed(file, *kinds))


def forms_of(text: str) -> tuple[str, ...]:
    """The forms of a phrase, as the scanner sees them."""
    return tuple(token.form for token in without_hyphens(tokenize(text)))


def without_hyphens(tokens: tuple[Token, ...]) -> tuple[Token, ...]:
    """Tokens without the hyphens inside words; those between numbers stay: 1990-1995."""
    kept = []
    for i, token in enumerate(tokens):
        inner = 0 < i < len(tokens) - 1
        tight = inner and tokens[i - 1].end == token.start and token.end == tokens[i + 1].start
        figures = tight and tokens[i - 1].form.isdigit() and tokens[i + 1].form.isdigit()
        if not (token.form in ("-", "–") and tight and not figures):
            kept.append(token)
    return tuple(kept)


@cache
def function_words() -> frozenset[str]:
    """Every word of phrases.toml and scales.toml."""
    return _scale_words().union(*phrases())


@cache
def nouns_in_phrases() -> frozenset[str]:
    """Nouns that only stand in longer phrases: money, as in "makes the most money"."""
    alone = {phrase[0] for phrase in phrases() if len(phrase) == 1}
    words = function_words() - _scale_words() - alone
    return frozenset(word for word in words if parts(word) == {"NOUN"})


def _scale_words() -> frozenset[str]:
    scales = load("scales")
    sections = ("units", "magnitudes", "numbers", "factors", "poles", "ordinals")
    return frozenset(
        word for section in sections for name in scales[section] for word in name.split()
    )
