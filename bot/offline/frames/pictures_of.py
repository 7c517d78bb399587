"""Portraits of X show X, whoever painted them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot.offline.frames.asked import Asked, Heard, cued
from bot.offline.vocabulary import type_words
from bot.offline.words import inflect, lemmas

_PICTURES = (
    "portrait|painting|picture|photo|photograph|image|view|bust|statue|drawing|"
    "sketch|engraving|print|miniature|likeness|depiction|footage|video"
)
_OF = re.compile(rf"\b(?:{_PICTURES})(?:s|es)? (?P<of>of)\b", re.I)
_SHOWING = ("depict", "portray", "show", "picture", "represent", "illustrate")


@cued(*_PICTURES.split("|"))
def frame(asked: Asked) -> Iterator[Heard]:
    """Any portraits of George Ashworth?"""
    found = _OF.search(asked.question)
    if found is None:
        return
    types = asked.lexicon.schema.relationships
    kept = {form for type_ in types for form in lemmas(type_words(type_)[0])}
    verb = next((verb for verb in _SHOWING if verb in kept), None)
    heard = asked.hear((*found.span("of"), inflect(verb, "VBG"))) if verb else None
    if heard is not None:
        yield heard
