"""The reports of results made by hand; a browser looks at the page in tests/e2e/test_report.py."""

from __future__ import annotations

import json
import re
from pathlib import Path

from bot.evaluation.report_html import report_html
from bot.evaluation.report_markdown import report_markdown
from bot.evaluation.reports import write_reports
from tests.unit.evaluation.made import evaluation, record

HOSTILE = '</script><img src=x onerror="alert(1)">|`<!--'


def test_all_three_are_written_and_say_the_same(tmp_path: Path) -> None:
    found = evaluation(record("a", type="count"), record("b", "wrong", type="list"))
    page = write_reports(found, tmp_path / "out")
    assert page.exists() and "50.0 %" in page.read_text("utf-8")
    values = json.loads((tmp_path / "out" / "results.json").read_text("utf-8"))
    assert values["candidates"][0]["total"]["lenient"] == 0.5 and len(values["results"]) == 2
    assert "| Lenient | 50.0 % |" in (tmp_path / "out" / "report.md").read_text("utf-8")


def test_the_page_asks_nobody_for_anything() -> None:
    page = report_html(evaluation(record("a"), record("b", candidate="llm/check@m")))
    assert not re.search(r"""(src|href)=|url\(|@import|https?://(?!www\.w3\.org/2000/svg)""", page)


def test_nothing_of_the_data_is_markup() -> None:
    found = evaluation(
        record(HOSTILE, "wrong", type=HOSTILE, cypher=HOSTILE, answer=HOSTILE, rows=[[HOSTILE]],
               candidate=HOSTILE, steps={HOSTILE: 3.0}),
        graph=HOSTILE, questions=HOSTILE,
    )  # fmt: skip
    page = report_html(found)
    assert "<img" not in page and page.count("</script>") == 2 and "<!--" not in page
    data = re.search(r'id="data">(.*?)</script>', page, re.S)
    assert data and json.loads(data[1])["results"][0]["question"] == HOSTILE
    lines = report_markdown(found).splitlines()
    assert not any("<img" in line for line in lines if line.startswith("|"))


def test_an_evaluation_of_nothing_is_still_a_page() -> None:
    assert "No question was asked" in report_html(evaluation())
    assert report_markdown(evaluation())


def test_runs_and_candidates_have_their_tables() -> None:
    records = [record(q, run=run, candidate=c) for q in "ab" for run in (0, 1) for c in ("x", "y")]
    text = report_markdown(evaluation(*records, runs=2))
    assert "## Lenient accuracy by run" in text and "## One against the other" in text
    assert "Pass@2" in text
    assert "Right by run" in report_html(evaluation(*records, runs=2))


def test_who_wrote_is_told_where_several_did() -> None:
    records = [record("a", engine="offline"), record("b", "wrong", engine="llm"),
               record("c", "declined")]  # fmt: skip
    text = report_markdown(evaluation(*records))
    assert "| offline | llm | 33.3 % | 0.0 % |" in text
    assert "Right by writer" in report_html(evaluation(*records))
    assert "By writer" not in report_markdown(evaluation(records[0]))
