"""The English patterns of harm.toml, compiled."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from guardrails.words import words

Patterns = tuple[re.Pattern[str], ...]


@dataclass(frozen=True, slots=True)
class HarmLexicon:
    """harm.toml says what each of these is for."""

    command: re.Pattern[str]
    destroys: re.Pattern[str]
    lead: re.Pattern[str]
    data: frozenset[str]
    shown: frozenset[str]
    gentle: frozenset[str]
    values: frozenset[str]
    phrases: Patterns
    statements: Patterns
    secrets: Patterns
    titled: re.Pattern[str]
    running: re.Pattern[str]
    override: Patterns
    override_commands: Patterns


@cache
def harm_lexicon() -> HarmLexicon:
    """Read once."""
    entries = tomllib.loads(Path(__file__).with_name("harm.toml").read_text("utf-8"))

    def choice(name: str) -> str:
        listed = [item for line in entries[name].split("\n") for item in line.split("|") if item]
        # The longest first: "would you mind" before "would you".
        return "|".join(sorted(listed, key=len, reverse=True))

    def patterns(name: str, flags: int = 0) -> Patterns:
        return tuple(re.compile(pattern, flags) for pattern in entries[name])

    verbs = f"{choice('destroy')}|{choice('change')}"
    return HarmLexicon(
        command=re.compile(rf"^(?P<verb>{verbs})\b(?P<object>.*)$", re.DOTALL),
        destroys=re.compile(rf"^(?:{choice('destroy')})$"),
        lead=re.compile(rf"^(?:(?:{choice('leads')})\s+)+"),
        data=words(entries["data"]),
        shown=words(entries["shown"]),
        gentle=words(entries["gentle"]),
        values=words(entries["values"]),
        phrases=patterns("phrases"),
        statements=patterns("statements", re.IGNORECASE),
        secrets=patterns("secrets"),
        titled=re.compile(entries["titled"]),
        running=re.compile(entries["running"]),
        override=patterns("override"),
        override_commands=patterns("override_commands"),
    )
