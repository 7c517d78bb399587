"""Answer relevancy, by a language model as the judge: does the answer answer the question?

Zheng et al., "Judging LLM-as-a-judge with MT-bench and Chatbot Arena", 2023; relevancy as a measure
of its own, apart from truth: Es et al., "RAGAS", 2023. The grade of 1 to 5 becomes 0 to 1.
"""

from __future__ import annotations

import re
from importlib.resources import files
from string import Template
from typing import Any, Protocol

from bot.errors import ModelError
from bot.events import Usage

_GRADE = re.compile(r'"grade"\s*:\s*"?([1-5])(?:\.0)?\b')
_LONGEST_ANSWER = 4000
_FORMAT: dict[str, Any] = {
    "type": "json_schema",
    "json_schema": {
        "name": "grade",
        "strict": True,
        "schema": {
            "type": "object",
            "properties": {"grade": {"type": "integer", "enum": [1, 2, 3, 4, 5]}},
            "required": ["grade"],
            "additionalProperties": False,
        },
    },
}


class Completes(Protocol):
    """A model that replies to a prompt."""

    async def complete(self, prompt: str, response_format: Any | None = None) -> tuple[str, Usage]:
        """The reply and what it cost."""
        ...


class RelevancyJudge:
    """Asks a model for grades; `usage` is what that cost, `ungraded` counts what got no grade."""

    def __init__(self, model: Completes) -> None:
        self._model = model
        self._template = Template(
            files("bot.evaluation").joinpath("prompts", "relevancy.md").read_text("utf-8")
        )
        self.usage = Usage()
        self.ungraded = 0

    async def grade(self, question: str, answer: str | None) -> float | None:
        """How relevant an answer is, 0 to 1: nought without one, None where no grade was given."""
        if not answer or not answer.strip():
            return 0.0
        prompt = self._template.substitute(
            question=_data(question), answer=_data(answer[:_LONGEST_ANSWER])
        )
        try:
            reply, usage = await self._model.complete(prompt, _FORMAT)
        except ModelError:
            self.ungraded += 1
            return None
        self.usage += usage
        grade = grade_in(reply)
        self.ungraded += grade is None
        return grade


def grade_in(reply: str) -> float | None:
    """The grade in a reply, from 0 to 1; None if there is none.

    >>> grade_in('{"grade": 5}'), grade_in('Sure: {"grade": "2"}'), grade_in("very good")
    (1.0, 0.25, None)
    """
    found = _GRADE.search(reply)
    return (int(found[1]) - 1) / 4 if found else None


def _data(text: str) -> str:
    """Text that cannot close the data block it stands in."""
    return text.replace("</data>", "< /data>").replace("<data>", "< data>")
