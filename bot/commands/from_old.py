"""What terminology.yaml and lessons hold, as entries of a graph's file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import date

from bot.commands.lessons_file import named_form, written
from bot.layer.add import Entry
from bot.layer.form import GAP, Layer, Verified
from bot.layer.read import astray
from bot.offline.terms import Terminology
from memory.lessons import Lesson
from memory.question_form import same_question
from memory.text import fold


def word_entries(terms: Terminology, layer: Layer) -> list[Entry]:
    """The terms that the graph's file has no word for yet."""
    known = {fold(term) for _, term, _ in layer.terms()}
    named = (*terms.elements, *terms.values, *terms.phrases)
    words = [Entry(term, terms.meaning(term)) for term in named if fold(term) not in known]
    return [Entry("words", below=tuple(words))] if words else []


def verified_entries(lessons: Iterable[Lesson], layer: Layer, by: str, on: date) -> list[Entry]:
    """Approved lessons whose questions are not in the graph's file yet.

    Args:
        lessons: Any; those in quarantine are left where they are.
        layer: What the file says.
        by: Who vouches for them.
        on: When.
    """
    known = {_form(one.question) for one in layer.verified}
    items = []
    for lesson in lessons:
        pair = _pair(lesson, by, on) if lesson.status == "approved" else None
        if pair is None or _form(pair.question) in known:
            continue
        known.add(_form(pair.question))
        items.append(tuple(_item(pair)))
    return [Entry("verified", items=tuple(items))] if items else []


def _pair(lesson: Lesson, by: str, on: date) -> Verified | None:
    """The pair as the file has it; None where it cannot stand there."""
    question = named_form(lesson) if lesson.slots else lesson.question
    names = [slot.parameter for slot in lesson.slots]
    if len(question) > 300 or GAP.findall(question) != names:
        return None
    parameters = {name: lesson.parameters[name] for name in names}
    pair = Verified(
        question=question,
        cypher=written(lesson),
        parameters=parameters,
        verified_by=by,
        verified_on=on,
    )
    return None if any(astray(Layer(verified=[pair]))) else pair


def _item(pair: Verified) -> Iterator[Entry]:
    yield Entry("question", pair.question)
    yield Entry("cypher", pair.cypher)
    if pair.parameters:
        yield Entry("parameters", pair.parameters)
    yield Entry("verified_by", pair.verified_by)
    yield Entry("verified_on", pair.verified_on)


def _form(question: str) -> str:
    return same_question(GAP.sub("{}", question))
