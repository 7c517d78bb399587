"""What a person is offered to pick next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Offer:
    """A button's label and the question it asks; `kind` capability shows what the chat can do."""

    label: str
    question: str
    kind: Literal["question", "capability"] = "question"
