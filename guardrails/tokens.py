"""Cypher text to tokens, as Neo4j and the embedded database cut it.

A guard that reads a statement otherwise than the server does can be walked around: by a comment
that ends at a carriage return, an escape decoded before parsing, an unusual space. Where servers
differ, or a character has no place, this reader raises `Unreadable` rather than guess.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import Literal, TypeAlias

from memory.catalogue import say

Kind: TypeAlias = Literal["word", "name", "string", "number", "parameter", "symbol", "end"]

# Longest first; `..` must win over `.`, and `->`/`<-` are left as single signs because
# `a<-b` is a comparison in an expression and an arrow in a pattern.
_SYMBOLS = ("..", "<=", ">=", "<>", "!=", "=~", "||", "+=", "::")
_SINGLE = frozenset("()[]{},.:;|&!%+-*/^=<>?")
# `1..3` must leave the dots alone.
_NUMBER = re.compile(
    r"0[xX][0-9a-fA-F_]+|0[oO][0-7_]+|(?:\d[\d_]*(?:\.(?!\.)\d[\d_]*)?|\.(?!\.)\d[\d_]*)(?:[eE][+-]?\d+)?"
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "\\": "\\"} | {
    c: c for c in "'\"`"
}
_HEX4 = re.compile(r"[0-9a-fA-F]{4}")
# Line ends that one server knows and another does not.
_ODD_LINE_ENDS = frozenset("\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029")


class Unreadable(Exception):
    """The text is not a statement that can be read with certainty; `start`, `end` are offsets."""

    def __init__(self, message: str, start: int, end: int) -> None:
        super().__init__(message)
        self.start = start
        self.end = end


@dataclass(frozen=True, slots=True)
class Token:
    """One token; `value` is the decoded text (upper case for words), `text` as written.

    A `word` is bare, a `name` back-ticked: only a word can be a keyword. `start` and `end` are
    character offsets in the statement.
    """

    kind: Kind
    value: str
    text: str
    start: int
    end: int

    def is_word(self, *keywords: str) -> bool:
        """Whether this is one of the bare `keywords` (upper case)."""
        return self.kind == "word" and self.value in keywords

    def is_symbol(self, *symbols: str) -> bool:
        """Whether this is one of the `symbols`."""
        return self.kind == "symbol" and self.value in symbols


def _starts_name(char: str) -> bool:
    return char == "_" or char.isalpha() or unicodedata.category(char) in ("Nl", "Pc")


def _continues_name(char: str) -> bool:
    return _starts_name(char) or unicodedata.category(char) in ("Nd", "Mn", "Mc", "Sc")


class _Lexer:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0

    def fail(self, message: str, start: int) -> Unreadable:
        return Unreadable(message, start, max(self.at, start + 1))

    def skip_blank(self) -> None:
        text = self.text
        while self.at < len(text):
            char = text[self.at]
            if char == "\x85":
                raise self.fail(say("it holds an unusual control character"), self.at)
            if char.isspace() or char in "\u180e\ufeff":
                self.at += 1
            elif text.startswith("//", self.at):
                self._line_comment()
            elif text.startswith("/*", self.at):
                self._block_comment()
            else:
                return

    def _line_comment(self) -> None:
        start = self.at
        ends = [i for i in (self.text.find(c, start) for c in "\r\n") if i >= 0]
        self.at = min(ends, default=len(self.text))
        if self.text.startswith("\r", self.at) and self.text[self.at : self.at + 2] != "\r\n":
            raise self.fail(say("a comment in it ends with a bare carriage return"), start)
        self._check_comment(start)

    def _block_comment(self) -> None:
        start = self.at
        end = self.text.find("*/", start + 2)
        if end < 0:
            raise self.fail(say("a comment in it is not closed"), start)
        self.at = end + 2
        self._check_comment(start)

    def _check_comment(self, start: int) -> None:
        comment = self.text[start : self.at]
        if "\\u" in comment or _ODD_LINE_ENDS & set(comment):
            raise self.fail(say("a comment in it holds an escape or an unusual line end"), start)

    def next(self) -> Token:
        self.skip_blank()
        start = self.at
        if start >= len(self.text):
            return Token("end", "", "", start, start)
        char = self.text[start]
        if char in "'\"":
            return self._string(char)
        if char == "`":
            return self._name("name")
        if char == "$":
            return self._parameter()
        if _starts_name(char):
            return self._word()
        number = _NUMBER.match(self.text, start)
        if number:
            return self._number(number)
        return self._symbol()

    def _token(self, kind: Kind, value: str, start: int) -> Token:
        return Token(kind, value, self.text[start : self.at], start, self.at)

    def _string(self, quote: str) -> Token:
        start, text, out = self.at, self.text, []
        self.at += 1
        while self.at < len(text) and text[self.at] != quote:
            if text[self.at] == "\\":
                out.append(self._escape(start))
            else:
                out.append(text[self.at])
                self.at += 1
        if self.at >= len(text):
            raise self.fail(say("a string in it is not closed"), start)
        self.at += 1
        return self._token("string", "".join(out), start)

    def _escape(self, start: int) -> str:
        """The escape at the cursor; one that could end the string before parsing is refused."""
        follows = self.text[self.at + 1 : self.at + 2]
        if follows == "\\" and self.text[self.at + 2 : self.at + 3] == "u":
            self._decode(self.at + 2, start)
        if follows == "u":
            decoded = self._decode(self.at + 1, start)
            self.at += 6
            return decoded
        if follows not in _ESCAPES:
            raise self.fail(
                say("a string in it holds the unknown escape {escape}", escape=f"\\{follows}"),
                start,
            )
        self.at += 2
        return _ESCAPES[follows]

    def _decode(self, at_u: int, start: int) -> str:
        digits = _HEX4.match(self.text, at_u + 1)
        if not digits:
            raise self.fail(say("a string in it holds a broken escape"), start)
        decoded = chr(int(digits.group(), 16))
        if decoded in "'\"`\\\r\n":
            raise self.fail(say("a string in it hides a quote behind an escape"), start)
        return decoded

    def _name(self, kind: Kind) -> Token:
        start, text = self.at, self.text
        self.at += 1
        out = []
        while True:
            end = text.find("`", self.at)
            if end < 0:
                raise self.fail(say("a back-ticked name in it is not closed"), start)
            out.append(text[self.at : end])
            self.at = end + 1
            if text[self.at : self.at + 1] != "`":
                break
            out.append("`")
            self.at += 1
        if "\\" in text[start : self.at]:
            raise self.fail(say("a back-ticked name in it holds a backslash"), start)
        return self._token(kind, "".join(out), start)

    def _parameter(self) -> Token:
        start = self.at
        self.at += 1
        if self.text[self.at : self.at + 1] == "`":
            name = self._name("name").value
            return self._token("parameter", name, start)
        while self.at < len(self.text) and _continues_name(self.text[self.at]):
            self.at += 1
        return self._token("parameter", self.text[start + 1 : self.at], start)

    def _word(self) -> Token:
        start = self.at
        while self.at < len(self.text) and _continues_name(self.text[self.at]):
            self.at += 1
        return self._token("word", self.text[start : self.at].upper(), start)

    def _number(self, match: re.Match[str]) -> Token:
        start = self.at
        self.at = match.end()
        if self.at < len(self.text) and _starts_name(self.text[self.at]):
            raise self.fail(say("a number in it runs into a word"), start)
        return self._token("number", match.group().replace("_", ""), start)

    def _symbol(self) -> Token:
        start = self.at
        for symbol in _SYMBOLS:
            if self.text.startswith(symbol, start):
                self.at += len(symbol)
                return self._token("symbol", symbol, start)
        if self.text[start] not in _SINGLE:
            shown = unicodedata.name(self.text[start], "an unknown character")
            told = say("it holds {character} outside of a string", character=shown.lower())
            raise self.fail(told, start)
        self.at += 1
        return self._token("symbol", self.text[start], start)


def tokenize(text: str) -> tuple[Token, ...]:
    """The tokens of `text`, the last one of kind `end`.

    Raises:
        Unreadable: where servers would read it differently, or not at all.

    >>> [t.value for t in tokenize("match (n) /* x */ return n.`a``b`, 1..3")]
    ['MATCH', '(', 'N', ')', 'RETURN', 'N', '.', 'a`b', ',', '1', '..', '3', '']
    """
    lexer = _Lexer(text)
    tokens = [lexer.next()]
    while tokens[-1].kind != "end":
        tokens.append(lexer.next())
    return tuple(tokens)
