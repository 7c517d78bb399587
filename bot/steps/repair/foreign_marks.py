r"""Marks of Markdown, HTML and typesetting in a statement: `\_`, `&gt;`, `→`, `’`, `# note`.

None of them has a place in Cypher, so what is meant is certain. Outside of texts and back-ticked
names they become the sign they stand for; within a text only an escape that Cypher lacks goes.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.draft_text import reads
from bot.steps.repair.fix import Edit, Fix
from bot.steps.repair.known import Known
from memory.catalogue import say

_SIGNS = {
    **{"→": "->", "⟶": "->", "←": "<-", "⟵": "<-", "≥": ">=", "≤": "<=", "≠": "<>", "×": "*"},
    **dict.fromkeys("‐‑‒–—−", "-"),
    **{"&gt;": ">", "&lt;": "<", "&amp;": "&", "&quot;": '"', "&#39;": "'", "&apos;": "'"},
    **{"&nbsp;": " ", "<br>": "\n", "<br/>": "\n", "<br />": "\n"},
    **{"\\n": "\n", "\\t": "\t"},
}
_SIGN = re.compile("|".join(sorted(map(re.escape, _SIGNS), key=len, reverse=True)))
_ESCAPED = re.compile(r"\\([_*\[\](){}#+.!<>|~&$:=/-])")
_CURLY = {"‘": "’", "“": "”", "’": "’", "”": "”", "„": "“", "«": "»", "‚": "‘"}
# What other languages write behind `--` or `#`: the rest of a line, without a pattern in it.
_REMARK = re.compile(r"(?:^|(?<=\s))(?:--[ \t]|#)[^\n()\[\]>]*$", re.MULTILINE)
_OWN_ESCAPES = "ntrbf\\'\"`u"


def foreign_marks(text: str, known: Known) -> list[Fix]:
    """Put Cypher's own signs for those of the page that a statement was written for."""
    del known
    if reads(text):
        return []
    edits = tuple(_edits(text))
    shown = ", ".join(dict.fromkeys(" ".join(text[e.start : e.end].split()) for e in edits[:3]))
    told = say("marks that are no Cypher: {marks}", marks=shown[:60])
    return [Fix("mark", told, edits)] if edits else []


def _edits(text: str) -> Iterator[Edit]:
    at = 0
    while at < len(text):
        if text[at] in "'\"`":
            end = _closed(text, at)
            yield from _within(text, at, end) if text[at] != "`" else ()
        elif text[at] in _CURLY and (close := _closing(text, at)) is not None:
            end = close + 1
            inner = text[at + 1 : close].replace("\\", "\\\\").replace('"', '\\"')
            yield Edit(at, end, f'"{inner}"')
        elif found := _REMARK.match(text, at):
            end = found.end()
            yield Edit(at, end, f"//{found[0].lstrip('#-')}")
        elif found := _ESCAPED.match(text, at):
            end = found.end()
            yield Edit(at, end, found[1])
        elif found := _SIGN.match(text, at):
            end = found.end()
            yield Edit(at, end, _SIGNS[found[0]])
        elif text.startswith("//", at):
            end = text.find("\n", at) % (len(text) + 1)
        else:
            end = at + 1
        at = max(end, at + 1)


def _closed(text: str, at: int) -> int:
    """The place behind the quote that closes the one there; the text's end where none does."""
    end = at + 1
    while end < len(text) and text[end] != text[at]:
        end += 2 if text[end] == "\\" and text[at] != "`" else 1
    return min(end + 1, len(text))


def _closing(text: str, at: int) -> int | None:
    """Where a curly quote is closed: by the last such sign before something that ends a value."""
    closes = _CURLY[text[at]]
    ends = [m.start() for m in re.finditer(rf"{closes}(?=\s*(?:[,)}}\]]|$|\s[A-Z]{{2,}}\b))", text)]
    return next((end for end in ends if end > at), None)


def _within(text: str, start: int, end: int) -> Iterator[Edit]:
    """The escapes in a text that Cypher does not know: a regular expression keeps them, doubled."""
    pattern = re.search(r"=~\s*\Z", text[:start]) is not None
    for found in re.finditer(r"\\(.)", text[start:end], re.DOTALL):
        if found[1] not in _OWN_ESCAPES:
            place = start + found.start()
            yield Edit(place, place + 1, "\\\\" if pattern else "")
