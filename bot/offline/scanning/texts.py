"""Texts looked for in properties: with love in the title."""

from __future__ import annotations

from bot.offline.items import Match, Noun, PropertyWord, Text, Value, Verb
from bot.offline.scanning.sheet import Sheet

_LITERAL = (("word",), ("phrase",), ("term",), ("string",), ("text",), ("words",), ("letter",))
_HOLDING = ("with", "containing", "contain", "contains", "having", "have", "has", "mentioning")
_HAVING = ("having", "have", "has")
_ARTICLES = ("the", "a", "an")
_MOST_WORDS = 4
_BEFORE_TEXT = ("the", "a", "an", "word", "words", "phrase", "letter", "term", "text", "string")
_QUOTED = 0.6
# Answers tagged 'java' are none with that title, where there is a tag that is called so.
_STORED = 0.6


def put_match(sheet: Sheet, at: int, end: int, role: str) -> None:
    """Contains X, starting with X."""
    operator = {"contains": "CONTAINS", "starts": "STARTS WITH", "ends": "ENDS WITH"}[role]
    if role != "contains" and put_letters(sheet, at, end, operator):
        return
    while (
        end < len(sheet.forms)
        and sheet.tokens[end].kind == "word"
        and sheet.forms[end] in _BEFORE_TEXT
    ):
        end += 1
    if end >= len(sheet.tokens):
        return
    token = sheet.tokens[end]
    vague = sheet.forms[at] in ("with", "in", "about", "involving", "featuring", "related")
    if token.kind == "quote":
        sheet.add(Match(at, end + 1, 0.25 if vague else 0.05, operator, token.text[1:-1]))
    elif (
        token.kind == "word"
        and not vague
        and not any(role in ("free", "auxiliaries", "connectors") for _, role in sheet.phrases[end])
    ):
        sheet.add(Match(at, end + 1, 0.5, operator, token.text))


def put_letters(sheet: Sheet, at: int, end: int, operator: str) -> bool:
    """Whether a text without quotation marks ends the question: start with The; end in -son."""
    dashed = sheet.forms[end : end + 1] == ("-",)
    end += dashed
    last = max((i for i, t in enumerate(sheet.tokens) if t.kind != "mark"), default=-1)
    said = sheet.tokens[end : last + 1]
    if not said or len(said) > _MOST_WORDS or any(t.kind != "word" for t in said):
        return False
    text = sheet.question[said[0].start : said[-1].end]
    if not (dashed or len(text) == 1 or text in _ARTICLES or all(t.text.istitle() for t in said)):
        return False
    if any(isinstance(it, Value | Noun) for i in range(end, last + 1) for it in sheet.items[i]):
        return False
    # Tours that end in Rome, or start in March: no text of a name.
    sure = sheet.forms[end - dashed - 1] == "with" or dashed or len(text) == 1
    sheet.add(Match(at, last + 1, 0.15 if sure else 0.5, operator, text))
    return True


def put_contained(sheet: Sheet, at: int) -> None:
    """With love in the title: the words between are looked for in the property after them."""
    if sheet.forms[at] not in _HOLDING:
        return
    first = at + 1
    while sheet.forms[first : first + 1] and sheet.forms[first] in _BEFORE_TEXT:
        first += 1
    for within in range(first + 1, min(first + 5, len(sheet.forms) - 1)):
        if sheet.forms[within] != "in":
            continue
        end = within + 1 + (sheet.forms[within + 1] in ("the", "its", "their", "a"))
        if [t.kind for t in sheet.tokens[first:within]].count("quote") > 1:
            # With 'love' or 'hate' in the title: two texts.
            return
        quoted = sheet.tokens[first].kind == "quote" or sheet.forms[first - 1 : first] in _LITERAL
        named = end < len(sheet.forms) and any(
            isinstance(it, PropertyWord) and (quoted or _prose(sheet, it))
            for it in sheet.items[end]
        )
        if named and (quoted or sheet.forms[at] not in _HAVING):
            start, stop = sheet.tokens[first].start, sheet.tokens[within - 1].end
            text = sheet.question[start:stop].strip("\"'“”‘’")
            sheet.add(Match(at, end, 0.2, "CONTAINS", text))
            # Films with "Drama" in the title are no dramas; those with it in the genre are.
            if sheet.tokens[first].kind == "quote" and _only_prose(sheet, end):
                kept = (it for it in sheet.items[first] if not isinstance(it, Value))
                sheet.items[first] = list(kept)
        return


def _only_prose(sheet: Sheet, at: int) -> bool:
    """Whether a word is that of a text, and of no things."""
    words = [it for it in sheet.items[at] if isinstance(it, PropertyWord)]
    named = any(isinstance(it, Noun) for it in sheet.items[at])
    return not named and any(_prose(sheet, it) for it in words)


def _prose(sheet: Sheet, word: PropertyWord) -> bool:
    """Whether a property holds texts in which anything can be looked for."""
    return any(sheet.lexicon.kind(c.owner, c.property) == "text" for c in word.candidates)


def quoted_after(sheet: Sheet, at: int, end: int) -> bool:
    """Whether a verb of containing is followed by the text that is contained."""
    if sheet.forms[at] not in ("containing", "contains", "contain"):
        return False
    while end < len(sheet.forms) and sheet.forms[end] in ("the", "a", *(x[0] for x in _LITERAL)):
        end += 1
    return end < len(sheet.tokens) and sheet.tokens[end].kind == "quote"


def put_quote(sheet: Sheet, at: int) -> None:
    """A quotation that may not be stored."""
    token = sheet.tokens[at]
    if token.kind == "quote":
        before = [it for it in sheet.items[at - 1] if it.end == at] if at else []
        stored = any(isinstance(it, Value) and it.quoted for it in sheet.items[at])
        done = stored and any(isinstance(it, Verb) for it in before)
        sheet.add(Text(at, at + 1, _QUOTED + (_STORED if done else 0.0), token.text[1:-1]))
