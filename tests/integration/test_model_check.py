"""`cicerone model check` over the sample graph; the model is a stand-in that copies drafts."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from bot.commands.model_check import run_check
from bot.models.checked import as_checked
from bot.settings import load_settings
from tests.scripted_model import Reply, Script, scripted_model

_DRAFT = re.compile(r"A draft[^\n]*\n- [^\n]*?: (MATCH [^\n]*)")
_MESSAGE = re.compile(r"(?:Message|Question): ([^\n]*)")


class Copying(Script):
    """Takes each message as it stands, and the draft that it is sent for the query."""

    def answer(self, prompt: str) -> Reply:
        """Follow-ups go wrong where they are understood apart: then nobody knows what they mean."""
        said = _MESSAGE.findall(prompt)[-1]
        if '- "verdict"' in prompt or '- "standalone"' in prompt:
            told = {"standalone": said, "sets": [], "verdict": "answerable"}
            told |= {"language": "English", "route": "graph", "about": "", "cypher": ""}
            if '- "cypher"' in prompt:
                told |= {"sets": ["a1"], "cypher": "RETURN size($a1) AS films"}
            return Reply((), json.dumps(told))
        draft = _DRAFT.search(prompt)
        return Reply((), draft[1] if draft else "Here it is.")


async def test_the_best_way_is_told_kept_and_used(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with scripted_model(script=Copying()) as script:
        settings = load_settings(home=tmp_path, graph="films", openai_base_url=script.url)
        assert await run_check(settings) == 0
    told = capsys.readouterr().out
    for way in ("together", "apart", "one"):
        assert re.search(rf"^{way} +\d+/20 +\d+/10 ", told, re.MULTILINE), told
    counted = int(re.search(r"^one +(\d+)/20 +(\d+)/10", told, re.MULTILINE)[2])  # type: ignore[index]
    assert counted > 0 and "Kept for" in told and ": one." in told
    kept = json.loads((tmp_path / "model-checks.json").read_text("utf-8"))
    assert kept[settings.model_name]["understand"] == "one"
    checked = as_checked(settings)
    assert checked.understand == "one"
    # Of a model that is right less often than the reader is sure, the reader goes first.
    for name, met, of in (
        ("before", "right", "questions"),
        ("following_before", "followed", "follow_ups"),
    ):
        best = kept[settings.model_name]
        least = settings.sure if met == "right" else settings.sure_following
        wanted = max(
            least, min(getattr(settings, f"sure_{name}_model"), (best[met] + 1) / (best[of] + 1))
        )
        assert getattr(checked, f"sure_{name}_model") == wanted
    assert f"of follow-ups {checked.sure_following_before_model:.2f}" in told
    assert as_checked(load_settings(home=tmp_path, understand="apart")).understand == "apart"


async def test_a_file_that_nobody_can_read_counts_for_nothing(tmp_path: Path) -> None:
    (tmp_path / "model-checks.json").write_text("{", "utf-8")
    assert as_checked(load_settings(home=tmp_path)).understand == "together"
