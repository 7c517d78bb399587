"""Number of English nouns, as far as names of labels and suggestions need it."""

from __future__ import annotations

from functools import cache

from lemminflect import getAllLemmas, getInflection

from memory.text import split_name

_UNCHANGED = frozenset({"series", "species", "staff", "equipment", "news", "data", "media"})
_IRREGULAR = {"person": "people"}
_SINGULARS = {many: one for one, many in _IRREGULAR.items()}


@cache
def singular(word: str) -> str:
    """The singular of a lower-case noun, or the word itself.

    >>> singular("movies"), singular("countries"), singular("bus"), singular("series")
    ('movie', 'country', 'bus', 'series')
    """
    if word in _UNCHANGED:
        return word
    if word in _SINGULARS:
        return _SINGULARS[word]
    lemmas = getAllLemmas(word).get("NOUN", ())
    others = [lemma for lemma in lemmas if lemma != word]
    if others or (lemmas and "NOUN" not in getAllLemmas(word[:-1])):
        return str(others[0]) if others else word
    if word.endswith("s") and not word.endswith(("ss", "us", "is")) and len(word) > 3:
        return word[:-1]
    return word


@cache
def plural(noun: str) -> str:
    """The plural of a noun or noun phrase in lower case; its last word changes.

    >>> plural("film"), plural("production company"), plural("person"), plural("series")
    ('films', 'production companies', 'people', 'series')
    """
    head, _, last = noun.rpartition(" ")
    if singular(last) != last or last in _UNCHANGED:
        return noun
    found = getInflection(last, tag="NNS")
    many = _IRREGULAR.get(last) or (str(found[0]) if found else _with_s(last))
    return f"{head} {many}".strip()


def _with_s(word: str) -> str:
    if word.endswith(("s", "x", "z", "ch", "sh")):
        return word + "es"
    if word.endswith("y") and word[-2:-1] not in tuple("aeiou"):
        return word[:-1] + "ies"
    return word + "s"


def a(noun: str) -> str:
    """A noun with its article.

    >>> a("score"), a("opening year"), a("h index"), a("unit price")
    ('a score', 'an opening year', 'an h index', 'a unit price')
    """
    first = noun.split(" ")[0]
    if len(first) == 1:
        return f"{'an' if first in 'aefhilmnorsx' else 'a'} {noun}"
    vowel = first[0] in "aeio" or (first[0] == "u" and not first.startswith(("uni", "use", "usa")))
    return f"{'an' if vowel and not first.startswith(('eu', 'one')) else 'a'} {noun}"


def spoken(name: str) -> str:
    """A schema name as words: `releaseDate` and `RELEASE_DATE` are "release date".

    >>> spoken("ProductionCompany"), spoken("imdb_rating")
    ('production company', 'imdb rating')
    """
    return " ".join(split_name(name))
