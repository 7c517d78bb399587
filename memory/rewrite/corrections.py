"""Taking back and putting right: "no, I meant Meg Ryan", "not Tom Hanks, Meg Ryan"."""

from __future__ import annotations

import re
from dataclasses import dataclass

_MEANT = re.compile(
    r"^(?:(?:no|nope|sorry|wait|oops|actually|wrong|well|oh|ah|hmm|ok|okay|but)\b[\s,.!:;-]*)*"
    r"(?:(?:i|we) (?:actually |really )?(?:mean|meant|wanted)(?: to (?:say|ask|type))?"
    r"|i was (?:thinking|asking) (?:of|about)|make (?:that|it)|let['’]?s (?:say|try|take)|try"
    r"|(?:it|that) should (?:be|have been)|(?:rather|better)|change (?:it|that) to)\b[\s,:]*"
    r"(?P<new>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_NO = re.compile(
    r"^(?:oh[\s,]+)?(?:(?:no|nope|wrong)\s*[,.!:;–-]|(?:sorry|oops|actually)\b)[\s,.!:;-]*(?P<new>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_NOT = re.compile(
    r"^(?:(?:no|sorry|wait|actually)\b[\s,.!:;-]*)?(?:i (?:mean|meant) )?not (?P<old>[^,;]+?)"
    r"(?:\s*[,;–—-]+\s*(?:but |i meant |rather )?|\s+but\s+)(?P<new>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_NEW_NOT_OLD = re.compile(
    r"^(?P<new>[^,;]+?)(?:\s*[,;]\s*not|\s+instead of|\s+rather than|\s+and not)\s+(?P<old>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_REPLACE = re.compile(
    r"^(?:replace|change|swap|switch)\s+(?P<old>.+?)\s+(?:with|to|by|for|into)\s+(?P<new>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_INSTEAD = re.compile(
    r"^(?:(?:and|but|for|with|in|now|try|use|do|show)\s+)*(?P<new>.+?)[\s,]+instead[\s?.!]*$",
    re.IGNORECASE | re.DOTALL,
)
_QUESTION = re.compile(
    r"(?:and |but )?(?:which|what|who|where|when|how|is|are|was|were|do|does|did|has|have)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Correction:
    """What to put in, and what to take out where it was said."""

    new: str
    old: str = ""


def correction(message: str) -> Correction | None:
    """What a message puts right, or None where it does not.

    >>> correction("no, I meant Meg Ryan")
    Correction(new='Meg Ryan', old='')
    >>> correction("Not Tom Hanks, Meg Ryan!")
    Correction(new='Meg Ryan', old='Tom Hanks')
    >>> correction("Drama instead of Comedy?")
    Correction(new='Drama', old='Comedy')
    >>> correction("Who directed Alien?") is None
    True
    """
    text = message.strip()
    for pattern in (_NOT, _REPLACE, _MEANT, _NEW_NOT_OLD, _INSTEAD, _NO):
        found = pattern.match(text)
        if found and not (pattern in (_NEW_NOT_OLD, _INSTEAD) and _QUESTION.match(found["new"])):
            parts = found.groupdict()
            new, old = _clean(parts["new"]), _clean(parts.get("old") or "")
            inner = _NEW_NOT_OLD.match(new) if not old else None
            if inner:
                return Correction(_clean(inner["new"]), _clean(inner["old"]))
            return Correction(new, old) if new else None
    return None


def _clean(text: str) -> str:
    return text.strip().strip(" ,;:.!?").strip()
