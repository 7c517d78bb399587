"""Quotation marks around stored values, put in by a follow-up or typed."""

from collections.abc import Sequence

import pytest

from bot.offline.parser import Parser
from bot.offline.quotations import either_way
from bot.offline.reading import Parse
from memory.schema import LinkedValue
from tests.unit.offline.cases import World, worlds

WORLDS = {world.name: world for world in worlds()}


def put_in(world: World, question: str, value: str) -> list[LinkedValue]:
    """The links of a question in which a follow-up named `value`."""
    return [
        LinkedValue(v.text, v.label, v.property, v.value, v.start, v.end, method="chosen")
        if v.text == value
        else v
        for v in world.link(question)
    ]


@pytest.mark.parametrize(
    ("name", "question", "value", "reading"),
    [
        (
            "films",
            'has "Tom Hanks" acted in films of Michael Mann?',
            "Tom Hanks",
            "Whether Tom Hanks acted in a film that Michael Mann worked on",
        ),
        (
            "harbour",
            'which ships did "Ines Ferro" sail on?',
            "Ines Ferro",
            "Ships that Ines Ferro sailed on",
        ),
    ],
)
def test_a_name_that_a_follow_up_put_in_is_read_as_people_say_it(
    name: str, question: str, value: str, reading: str
) -> None:
    world = WORLDS[name]
    parse = Parser(world.schema).parse(question, put_in(world, question, value))
    assert [found.text for found in parse.readings] == [reading]
    (used,) = (link for link in parse.readings[0].used if link.text == value)
    assert question[used.start - 1 : used.end + 1] == f'"{value}"'


@pytest.mark.parametrize(
    ("question", "value", "asked"),
    [
        ('who liked "It"?', "It", ['who liked "It"?']),
        ('who liked "7"?', "7", ['who liked "7"?']),
        ("who liked Heat?", "Heat", ["who liked Heat?"]),
        ('who liked "Heat"?', "Heat", ['who liked "Heat"?', "who liked Heat?"]),
        ('who liked "Heat wave"?', "Heat", ['who liked "Heat wave"?']),
    ],
)
def test_marks_stay_where_they_tell_a_word_from_a_name(
    question: str, value: str, asked: list[str]
) -> None:
    read: list[str] = []

    def nothing(text: str, linked: Sequence[LinkedValue]) -> Parse:
        assert all(text[link.start : link.end] == link.text for link in linked)
        read.append(text)
        return Parse()

    at = question.index(value)
    link = LinkedValue(value, "Film", "title", value, at, at + len(value))
    assert either_way(question, [link], nothing) == Parse()
    assert read == asked
