"""Which language a message is in, and what the lexicon knows of it; words come from languages.toml.

Stop words and scripts are enough to *name* a language, which is all that is needed: what a message
in it means is left to a model.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections import Counter
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from lemminflect import getAllLemmas

from guardrails.words import words

_LETTERS_OF = {"ñ¿¡": "es", "ßäöü": "de", "ãõ": "pt", "łżźśćńąę": "pl", "ěřů": "cs", "ğış": "tr"}
_LETTERS_OF |= {"œçèêùà": "fr", "őű": "hu", "ățș": "ro", "ơưđạảấầẩẫậắằẳẵặ": "vi", "øæ": "da"}
ENGLISH = words(
    "the a an of in on at to for from by with and or not is are was were be been do does did has "
    "have had who whom whose what which where when why how many much that this these those it its "
    "they them their he she his her you your i me my we our us there all any some no than then as "
    "if can could will would should may might must about into over under between after before "
    "please show list find give tell get"
)


@dataclass(frozen=True, slots=True)
class Language:
    """A language and its stop words, folded."""

    code: str
    name: str
    script: str
    stop: frozenset[str]


# The marks of Latin, Greek, Cyrillic, Hebrew and Arabic may go; those of Indic scripts are vowels.
_MARKS = (range(0x300, 0x370), range(0x591, 0x5C8), range(0x64B, 0x660))


_ASCII_WORD = re.compile("[a-z0-9]+")


def plain(text: str) -> str:
    """Words of any script, one blank apart, without case and accents.

    >>> plain("¿Qué películas… DIRIGIÓ Nolan?")
    'que peliculas dirigio nolan'
    >>> plain("データを削除して！")
    'データを削除して'
    """
    if text.isascii():
        return " ".join(_ASCII_WORD.findall(text.lower()))
    kept = []
    for char in unicodedata.normalize("NFD", unicodedata.normalize("NFKC", text).casefold()):
        if any(ord(char) in marks for marks in _MARKS):
            continue
        kept.append(char if unicodedata.category(char)[0] in "LMN" else " ")
    return unicodedata.normalize("NFC", " ".join("".join(kept).split()))


@cache
def languages() -> tuple[Language, ...]:
    """The whole lexicon."""
    path = Path(__file__).with_name("languages.toml")
    return tuple(
        _language(code, entry) for code, entry in tomllib.loads(path.read_text("utf-8")).items()
    )


def _language(code: str, entry: dict[str, str]) -> Language:
    stop = (plain(word.replace("-", " ")) for word in entry.get("stop", "").split())
    return Language(code, entry["name"], entry.get("script", "latin"), frozenset(stop))


def script_of(text: str) -> str:
    """The script that most letters are in; `latin` where there are none."""
    counts = Counter(_script(char) for char in text if char.isalpha())
    if counts["kana"]:
        counts["kana"] += counts.pop("han", 0)
    if counts["persian"]:
        counts["persian"] += counts.pop("arabic", 0)
    return max(counts, key=counts.__getitem__) if counts else "latin"


@cache
def _script(char: str) -> str:
    if char in "پچژگکی":
        return "persian"
    name = unicodedata.name(char, "")
    word = name.split(" ")[0].split("-")[0].lower()
    return {"cjk": "han", "hiragana": "kana", "katakana": "kana"}.get(word, word or "latin")


def language_of(text: str) -> str | None:
    """The English name of a text's language; None for English and for what cannot be told.

    >>> language_of("¿Qué películas dirigió Nolan?"), language_of("Кто снял Титаник?")
    ('Spanish', 'Russian')
    >>> language_of("Which films did La La Land's director make?") is None
    True
    """
    script = script_of(text)
    folded = plain(text)
    found = set(folded.split())
    if script != "latin":
        return _of_script(script, text, found)
    english = len(found & ENGLISH) + sum(map(_is_english_word, found - ENGLISH))
    best, score = None, 0
    for language in languages():
        hits = sum(map(_weight, found & language.stop)) if language.script == "latin" else 0
        if hits:
            hits += _telling_letters(language.code, text)
        if hits > score:
            best, score = language, hits
    if best is None:
        return None
    sure = score >= 2 or len(found) == 1
    return best.name if sure and score >= english + (score < 3) else None


@cache
def _weight(stop_word: str) -> int:
    """A longer stop word that is no English word tells more than "de", "la" or "die"."""
    return 3 if len(stop_word) >= 4 and not _is_english_word(stop_word) else 1


@cache
def _is_english_word(word: str) -> bool:
    return len(word) >= 4 and (word in ENGLISH or bool(getAllLemmas(word)))


def _telling_letters(code: str, text: str) -> int:
    return sum(
        1 for letters, of in _LETTERS_OF.items() if of == code and set(letters) & set(text.lower())
    )


def _of_script(script: str, text: str, found: set[str]) -> str:
    """The language of a script; among several, the one with most of its stop words there."""
    if script == "cyrillic" and set("іїєґ") & set(text.lower()):
        return "Ukrainian"
    known = [language for language in languages() if language.script == script]
    if not known:
        return script.capitalize()
    return max(known, key=lambda language: len(found & language.stop)).name
