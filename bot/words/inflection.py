"""Words and tokens: how a question is cut up, and which forms of a word count as the same."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

import lemminflect

from memory.text import fold

_TOKEN = re.compile(
    r"""
    (?P<quote>"[^"]+"|“[^”]+”|(?<![\w])'[^'].*?'(?![\w])|(?<!\w)‘[^’]+’)
    |(?P<genitive>['’]s\b|(?<=s)['’](?=\s))
    |(?P<number>(?:(?<![\w.)])[-−](?=\d))?
        (?:[$€£]?\d+(?:[,]\d{3})+(?:\.\d+)?|[$€£]?\d+(?:\.\d+)?(?![\w\-/:.@]*[\-/:@]\w)))
    |(?P<word>[^\W_]+(?:['’](?!s\b)[^\W_]+)*)
    |(?P<mark>[^\w\s])
    """,
    re.VERBOSE,
)
_IRREGULAR = {
    "people": ("person",),
    "persons": ("person",),
    "men": ("man",),
    "women": ("woman",),
    "data": ("data",),
    "series": ("series",),
    "media": ("media", "medium"),
    "staff": ("staff",),
    "has": ("have",),
    "had": ("have",),
    "'s": ("'s",),
}
_PREFIXES = ("re", "un", "co", "over", "pre", "mis", "sub", "up", "down", "out", "under", "cross")
_SUFFIXES = ("ation", "ition", "tion", "ion", "ment", "ance", "er", "or", "ing", "ed", "e")


@dataclass(frozen=True, slots=True)
class Token:
    """One token of a question; `start` and `end` are character offsets.

    `kind` is word, number, quote, genitive or mark; `form` is its folded form (the inside of a
    quotation).
    """

    text: str
    form: str
    kind: str
    start: int
    end: int


def tokenize(question: str) -> tuple[Token, ...]:
    """The tokens of a question, in order.

    >>> [token.form for token in tokenize("Who's in 'Cast Away' (2000)?")]
    ['who', "'s", 'in', 'cast away', '(', '2000', ')', '?']
    """
    tokens = []
    for match in _TOKEN.finditer(question):
        kind, text = match.lastgroup or "mark", match.group()
        if kind == "quote":
            form = fold(text[1:-1])
        elif kind == "genitive":
            form = "'s"
        elif kind == "word":
            form = fold(text)
        else:
            form = text.lower()
        tokens.append(Token(text, form or text.lower(), kind, match.start(), match.end()))
    return tuple(tokens)


@lru_cache(maxsize=20_000)
def lemmas(word: str) -> tuple[str, ...]:
    """The word itself and its dictionary forms as noun, verb or adjective; all in lower case.

    >>> lemmas("directed")
    ('directed', 'direct')
    >>> lemmas("people")
    ('people', 'person')
    """
    if word in _IRREGULAR:
        return tuple(dict.fromkeys((word, *_IRREGULAR[word])))
    if not word.isalpha() or len(word) < 3:
        return (word,)
    forms = [word]
    found = lemminflect.getAllLemmas(word)
    for part in ("NOUN", "VERB", "ADJ", "ADV"):
        forms.extend(form.lower() for form in found.get(part, ()))
    if not found:
        prefix, stem = _prefixed(word)
        forms.extend([prefix + form for form in lemmas(stem)] if stem else _regular(word))
    return tuple(dict.fromkeys(forms))


def _prefixed(word: str) -> tuple[str, str]:
    """Prefix and stem of a verb that no dictionary has: re, tweeted; else nothing."""
    for prefix in _PREFIXES:
        stem = word.removeprefix(prefix)
        if stem != word and len(stem) > 3 and "VERB" in lemminflect.getAllLemmas(stem):
            return prefix, stem
    return "", ""


def _regular(word: str) -> list[str]:
    """Guesses for words that no dictionary has."""
    if word.endswith("ies") and len(word) > 4:
        return [word[:-3] + "y", word[:-1]]
    if word.endswith("s") and not word.endswith("ss"):
        return [word[:-1]]
    return []


@lru_cache(maxsize=20_000)
def roots(word: str) -> frozenset[str]:
    """Stems that a verb shares with its nouns: direct, director, directed, direction.

    >>> bool(roots("director") & roots("directed")), bool(roots("actor") & roots("genre"))
    (True, False)
    """
    found = set()
    for form in lemmas(word):
        found.add(form)
        for suffix in _SUFFIXES:
            if form.endswith(suffix) and len(form) - len(suffix) >= 3:
                found.add(form[: -len(suffix)])
    return frozenset(found)


@lru_cache(maxsize=5_000)
def participles(word: str) -> frozenset[str]:
    """The past participles of the verbs that a word can be a form of.

    >>> "written" in participles("writes"), "replies" in participles("replies")
    (True, False)
    >>> participles("upvotes")
    frozenset({'upvoted'})
    """
    found = lemminflect.getAllLemmas(word)
    prefix, stem = ("", word) if found else _prefixed(word)
    verbs = lemminflect.getAllLemmas(stem).get("VERB", ()) if stem else ()
    return frozenset(
        prefix + form for verb in verbs for form in lemminflect.getInflection(verb, "VBN")
    )


@lru_cache(maxsize=20_000)
def parts(word: str) -> frozenset[str]:
    """What the word can be: NOUN, VERB, ADJ, ADV... by the dictionary."""
    found = lemminflect.getAllLemmas(word)
    stem = "" if found else _prefixed(word)[1]
    return frozenset(lemminflect.getAllLemmas(stem) if stem else found)


@lru_cache(maxsize=20_000)
def is_plural(word: str) -> bool:
    """Whether a noun's form is plural.

    >>> is_plural("films"), is_plural("movies"), is_plural("series"), is_plural("boss")
    (True, True, False, False)
    """
    if word in ("people", "men", "women", "children", "those", "these", "ones"):
        return True
    nouns = lemminflect.getAllLemmas(word).get("NOUN", ()) if word.isalpha() else ()
    if nouns:
        return any(noun != word for noun in nouns)
    return word.endswith("s") and not word.endswith("ss")


@lru_cache(maxsize=5_000)
def plural(noun: str) -> str:
    """The plural of a (possibly compound) noun.

    >>> plural("film"), plural("production company"), plural("person or firm")
    ('films', 'production companies', 'people or firms')
    """
    if " or " in noun:
        return " or ".join(map(plural, noun.split(" or ")))
    *head, last = noun.split(" ")
    if last == "person":
        return " ".join([*head, "people"])
    if is_plural(last) or (last.endswith("ed") and parts(last) == {"VERB"}):
        # When they were last scanned.
        return noun
    forms = lemminflect.getInflection(last, "NNS")
    return " ".join([*head, forms[0] if forms else last + "s"])


@lru_cache(maxsize=5_000)
def inflect(verb: str, tag: str) -> str:
    """A verb in the form of a Penn tag (VBD, VBN, VBG, VBZ, VB)."""
    forms = lemminflect.getInflection(verb, tag)
    return str(forms[0]) if forms else verb
