"""Cypher and prose out of what a model really replies: fences, prose around, thoughts, JSON."""

from __future__ import annotations

import json
import re
from typing import Any

_THOUGHTS = re.compile(r"<(think(?:ing)?)>.*?(?:</\1>|\Z)", re.DOTALL | re.IGNORECASE)
_UNOPENED = re.compile(r"\A.*</think(?:ing)?>", re.DOTALL | re.IGNORECASE)
_FENCE = re.compile(r"```[ \t]*[A-Za-z]*[ \t]*\n?(.*?)(?:```|\Z)", re.DOTALL)
_INLINE = re.compile(r"`([^`\n]*\b(?:MATCH|RETURN)\b[^`\n]*)`", re.IGNORECASE)
_START = re.compile(
    r"^[ \t]*(?:(?:cypher|query)\s*:\s*|-[ \t][^\n]*?:[ \t]+(?=(?-i:MATCH|OPTIONAL)\b))?"
    r"((?:MATCH|OPTIONAL\s+MATCH|WITH|UNWIND|CALL|RETURN|CREATE"
    r"|MERGE|DELETE|DETACH|SET|REMOVE|DROP|LOAD|SHOW|USE|EXPLAIN|PROFILE|FOREACH|INSERT)\b)",
    re.IGNORECASE | re.MULTILINE,
)
_PROSE = re.compile(
    r"\n\s*\n(?=\s*(?:This|The|Note|Here|It|Explanation|In this|Please|You)\b)", re.MULTILINE
)
_JSON_KEYS = ("cypher", "query", "statement")
# Control characters but for tab and line break; marks that turn the direction of text or are not
# seen. Joiners (U+200C, U+200D) stay: several scripts write with them.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)
_SURROGATES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    r"""Text that can be shown, stored and sent: no control, invisible or broken characters.

    >>> clean("a\x00b\u202ec\ud800d\r\ne")
    'abc\ufffdd\ne'
    """
    return whole_characters(_UNSEEN.sub("", text)).replace("\r\n", "\n")


def whole_characters(text: str) -> str:
    """Text without halves of characters, which UTF-8 cannot write."""
    return _SURROGATES.sub("\ufffd", text)


def without_thoughts(reply: str) -> str:
    """A reply without what the model thought aloud, closed or not.

    >>> without_thoughts("<think>MATCH? no</think>RETURN 1"), without_thoughts("so...</think> Hi")
    ('RETURN 1', ' Hi')
    """
    return _UNOPENED.sub("", _THOUGHTS.sub("", reply))


def object_in(reply: str) -> str:
    """The JSON object in a reply, whatever stands around it; "" where there is none.

    >>> object_in('<think>{}</think>Sure: {"steps": []}!'), object_in("Hardly.")
    ('{"steps": []}', '')
    """
    text = clean(without_thoughts(reply))
    return text[text.find("{") : text.rfind("}") + 1]


def statements(reply: str) -> tuple[str, ...]:
    r"""The different statements that a reply offers, each bare, in order.

    >>> statements("Either\n```\nRETURN 1;\n```\nor\n```\nRETURN 2\n```")
    ('RETURN 1', 'RETURN 2')
    >>> statements('{"cypher": "MATCH (n) RETURN n"}')
    ('MATCH (n) RETURN n',)
    """
    text = clean(without_thoughts(reply))
    found = [_bare(part) for part in _parts(_from_json(text) or text)]
    distinct = {" ".join(one.split()).lower(): one for one in reversed(found) if one}
    return tuple(reversed(distinct.values()))


def cypher_from(reply: str) -> str:
    r"""The statement in a reply, or "" where there is none or more than one.

    >>> cypher_from("Sure!\n```cypher\nMATCH (n) RETURN n;\n```\nThis lists all nodes.")
    'MATCH (n) RETURN n'
    >>> cypher_from("Cypher: MATCH (n) RETURN count(n);")
    'MATCH (n) RETURN count(n)'
    >>> cypher_from('- Films named "Heat": MATCH (f:Film {title: "Heat"}) RETURN f')
    'MATCH (f:Film {title: "Heat"}) RETURN f'
    >>> cypher_from("I cannot answer that.")
    ''
    """
    found = statements(reply)
    return found[0] if len(found) == 1 else ""


class Spoken:
    """A streamed answer without thoughts and unseen characters, piece by piece.

    >>> spoken = Spoken()
    >>> [spoken.say(piece) for piece in ("<thi", "nk>hm</th", "ink>Two", " films.")], spoken.rest()
    (['', '', 'Two', ' films.'], '')
    """

    def __init__(self) -> None:
        self._held: str | None = ""

    def say(self, piece: str) -> str:
        """What can be shown after one piece more."""
        if self._held is None:
            return clean(piece)
        self._held += piece
        start = self._held.lstrip().lower()
        if start.startswith("<think") and "</think" not in start.rpartition(">")[0]:
            return ""
        if not start or "<think".startswith(start):
            return ""
        return self.rest()

    def rest(self) -> str:
        """What was held back, when the answer is over."""
        held, self._held = self._held, None
        return clean(without_thoughts(held)) if held else ""


def _from_json(text: str) -> str:
    """The statement inside a JSON object, "" where the text is none."""
    start, end = text.find("{"), text.rfind("}")
    if start < 0 or text[:start].strip().strip("`").removeprefix("json").strip():
        return ""
    try:
        found: Any = json.loads(text[start : end + 1])
    except (ValueError, RecursionError):
        return ""
    values = [found.get(key) for key in _JSON_KEYS] if isinstance(found, dict) else []
    return next((value for value in values if isinstance(value, str)), "")


def _parts(text: str) -> list[str]:
    fences = [str(part) for part in _FENCE.findall(text) if _START.search(part)]
    if fences:
        return fences
    inline = _INLINE.findall(text)
    return [str(part) for part in inline] if inline and not _START.search(text) else [text]


def _bare(text: str) -> str:
    start = _START.search(text)
    if start is None:
        return ""
    body = _PROSE.split(text[start.start(1) :], maxsplit=1)[0]
    return body.strip().rstrip(";").strip()
