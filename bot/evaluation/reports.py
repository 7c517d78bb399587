"""The reports of an evaluation in a folder: JSON, Markdown and one HTML page."""

from __future__ import annotations

import os
from pathlib import Path

from bot.errors import UsageError
from bot.evaluation.evaluate import Evaluation
from bot.evaluation.report_html import report_html
from bot.evaluation.report_json import report_json
from bot.evaluation.report_markdown import report_markdown


def write_reports(found: Evaluation, folder: Path) -> Path:
    """Write `results.json`, `report.md` and `report.html`; the page's path.

    Raises:
        UsageError: the folder cannot be written.
    """
    texts = {
        "results.json": report_json(found),
        "report.md": report_markdown(found),
        "report.html": report_html(found),
    }
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name, text in texts.items():
            temporary = folder / f".{name}.tmp"
            temporary.write_text(text + "\n", "utf-8")
            os.replace(temporary, folder / name)
    except OSError as error:
        raise UsageError(f"{folder} cannot be written: {error.strerror or error}.") from None
    return folder / "report.html"
