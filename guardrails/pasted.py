"""Is a message a statement of Cypher? Told by its form: how it parses, never how it is worded."""

from __future__ import annotations

from guardrails.cypher import parse, plain, tree
from guardrails.reader import SUSPECT, Forbidden
from guardrails.syntax import CallProcedure, Projection, Query
from guardrails.tokens import Token, Unreadable, tokenize

_FENCE = "```"
_BEGINS = SUSPECT | {"MATCH", "OPTIONAL", "UNWIND", "WITH", "RETURN", "CALL"}
_PATTERN = ("MATCH", "CREATE", "MERGE")


async def statement_in(message: str) -> str | None:
    """Return the statement that a message is, be it refused or misspelt; None where it is words.

    Args:
        message: As typed, its line ends kept; a fence of three back-ticks around it is taken off.

    >>> import asyncio
    >>> asyncio.run(statement_in("match (f:Film) return f.title"))
    'match (f:Film) return f.title'
    >>> asyncio.run(statement_in("return films")), asyncio.run(statement_in("with rating > 8"))
    (None, None)
    """
    text, kind = _unfenced(message.strip())
    if kind == "cypher":
        return text
    tokens = _tokens(text)
    if not tokens or not tokens[0].is_word(*_BEGINS):
        return None
    return text if _has_pattern(tokens) or await _parses(text, tokens) else None


async def _parses(text: str, tokens: tuple[Token, ...]) -> bool:
    try:
        query = parse(plain(text)[0]).query
    except Forbidden as error:
        # A reading clause before it has been read whole; else a grammar of all of Cypher tells.
        if not _has_signs(tokens):
            return False
        return error.start > 0 or error.clause == "LOAD CSV" or await tree(text) is not None
    except Unreadable:
        return False
    return _is_whole(query) and _has_signs(tokens)


def _is_whole(query: Query) -> bool:
    """Whether it ends as a statement does; "limit 5" and "with rating > 8" are follow-ups."""
    last = query.branches[-1].clauses[-1]
    returns = isinstance(last, Projection) and last.keyword == "RETURN"
    return returns or isinstance(last, CallProcedure)


def _has_signs(tokens: tuple[Token, ...]) -> bool:
    """Whether there is more than words and what stands between words in any language."""
    return any(
        token.kind in ("number", "string", "parameter", "name") or token.is_symbol("(", "[", "{")
        for token in tokens
    )


def _has_pattern(tokens: tuple[Token, ...]) -> bool:
    """Whether a node or relationship is drawn: `(n:Film`, `MATCH (n)`, `]->(`."""
    for at, token in enumerate(tokens):
        following = tokens[at + 1 : at + 4]
        if token.is_symbol("]") and following[:1] and following[0].is_symbol("-"):
            return True
        if not token.is_symbol("("):
            continue
        named = bool(following) and following[0].kind in ("word", "name")
        then = following[1:] if named else following
        if then and then[0].is_symbol(":") and (len(then) == 1 or then[1].kind in ("word", "name")):
            return True
        drawn = at > 0 and tokens[at - 1].is_word(*_PATTERN)
        if drawn and then and (then[0].is_symbol(")", "{") or then[0].is_word("WHERE")):
            return True
    return False


def _tokens(text: str) -> tuple[Token, ...]:
    """The tokens up to where it cannot be read."""
    try:
        return tokenize(text)
    except Unreadable as error:
        try:
            return tokenize(text[: error.start])
        except Unreadable:
            return ()


def _unfenced(text: str) -> tuple[str, str]:
    """The inside of a fence around the whole text, and the language that it is said to be in."""
    if len(text) < 2 * len(_FENCE) or not (text.startswith(_FENCE) and text.endswith(_FENCE)):
        return text, ""
    inside = text[len(_FENCE) : -len(_FENCE)]
    first, line, rest = inside.partition("\n")
    if line and first.strip().isalpha():
        return rest.strip(), first.strip().lower()
    return inside.strip(), ""
