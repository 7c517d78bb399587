"""The figures and every result as JSON."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from bot.evaluation.evaluate import Evaluation


def report_json(found: Evaluation) -> str:
    """The whole evaluation: about, candidates, pairings, unusable questions, results."""
    return json.dumps(as_values(found), indent=1, ensure_ascii=False, default=str)


def as_values(found: Evaluation) -> dict[str, Any]:
    """The same as plain values."""
    return {
        "about": found.about,
        "candidates": [asdict(candidate) for candidate in found.candidates],
        "pairings": [asdict(pairing) for pairing in found.pairings],
        "unusable": [
            {"question": question.question, "gold": question.cypher, "reason": reason}
            for question, reason in found.unusable
        ],
        "results": [asdict(record) for record in found.records],
    }
