"""A frame's cues: whatever the frame would read has one of them."""

from __future__ import annotations

from typing import Any

import pytest

from bot.offline.frames import FRAMES
from bot.offline.frames.asked import Asked, Frame
from bot.offline.lexicon import Lexicon
from tests.unit.offline.cases import worlds

CUED = [pytest.param(frame, id=frame.read.__module__) for frame in FRAMES if frame.cues]
ASKED = [
    (question, tuple(world.link(question)), lexicon)
    for world in worlds()
    for lexicon in [Lexicon(world.schema)]
    for question in {case["question"] for case in world.cases[::4]}
]


@pytest.mark.parametrize("frame", CUED)
def test_a_question_without_a_cue_is_nothing_to_the_frame(frame: Frame) -> None:
    heard: list[str] = []

    def hear(*said: Any) -> None:
        heard.append(said[-2])

    for question, links, lexicon in ASKED:
        if not frame.fits(question.lower()):
            assert not [*frame.read(Asked(question, links, lexicon, hear))]
    assert not heard
