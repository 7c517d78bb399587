"""Cypher and prose out of what a model really replies: fences, prose around, thoughts, JSON."""

from __future__ import annotations

import re

from bot.draft_text import statements, without_marks, without_thoughts

# Control characters but for tab and line break; marks that turn the direction of text or are not
# seen. Joiners (U+200C, U+200D) stay: several scripts write with them.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]"
)
# "<|im_e" at the end of a piece: the rest of the mark may come with the next.
_MARK_BEGINS = re.compile(r"(?:<[/|｜]?[\w|｜▁-]{0,40}|\[(?:/[A-Z_]{0,16})?)\Z")
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


def object_in(reply: str) -> str:
    """The JSON object in a reply, whatever stands around it; "" where there is none.

    >>> object_in('<think>{}</think>Sure: {"steps": []}!'), object_in("Hardly.")
    ('{"steps": []}', '')
    """
    text = clean(without_thoughts(reply))
    return text[text.find("{") : text.rfind("}") + 1]


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
    found = statements(clean(reply))
    return found[0] if len(found) == 1 else ""


class Spoken:
    """A streamed answer without thoughts and unseen characters, piece by piece.

    >>> spoken = Spoken()
    >>> [spoken.say(piece) for piece in ("<thi", "nk>hm</th", "ink>Two", " films.")], spoken.rest()
    (['', '', 'Two', ' films.'], '')
    """

    def __init__(self) -> None:
        self._held: str | None = ""
        self._tail = ""

    def say(self, piece: str) -> str:
        """What can be shown after one piece more."""
        if self._held is None:
            return self._shown(piece)
        self._held += piece
        start = self._held.lstrip().lower()
        if start.startswith("<think") and "</think" not in start.rpartition(">")[0]:
            return ""
        if not start or "<think".startswith(start):
            return ""
        held, self._held = self._held, None
        return self._shown(without_thoughts(held))

    def rest(self) -> str:
        """What was held back, when the answer is over."""
        held, self._held = self._held, None
        tail, self._tail = self._tail, ""
        return clean(without_marks(without_thoughts(held))) if held else clean(tail)

    def _shown(self, piece: str) -> str:
        """The piece without marks; what may be the beginning of one waits for the next piece."""
        text = without_marks(self._tail + piece)
        beginning = _MARK_BEGINS.search(text)
        end = beginning.start() if beginning else len(text)
        self._tail = text[end:]
        return clean(text[:end])
