"""The report as one HTML page: no request to anywhere, nothing of the data taken as markup."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Sequence
from functools import cache
from html import escape
from importlib.resources import files
from typing import Any

from bot.evaluation import charts
from bot.evaluation.evaluate import Evaluation
from bot.evaluation.records import Record
from bot.evaluation.report_markdown import about_line, by_writer, terms
from bot.evaluation.summary import Pairing
from bot.evaluation.table import measures, percent
from memory.text import several

_SHOWN = 12
_LARGEST = 3000


def report_html(found: Evaluation) -> str:
    """The whole page."""
    style, script = _asset("report.css"), _asset("report.js")
    data = _data(found)
    policy = (
        "default-src 'none'; base-uri 'none'; form-action 'none'; img-src data:; "
        f"style-src '{_hash(style)}'; script-src '{_hash(script)}'"
    )
    title = f"Evaluation of {found.about.get('graph', '')}"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n<main>\n"
        f'<h1>{escape(title)}</h1>\n<p class="about">{escape(about_line(found))}</p>\n'
        f"{_sections(found)}\n</main>\n"
        f'<script type="application/json" id="data">{data}</script>\n'
        f"<script>{script}</script>\n</body>\n</html>"
    )


def _sections(found: Evaluation) -> str:
    candidates = found.candidates
    if not candidates:
        return _card("Nothing was measured", "<p>No question was asked.</p>") + _unusable(found)
    times = {
        each.name: [r.ms for r in found.records if r.candidate == each.name] for each in candidates
    }
    parts = [
        _card("In short", _figures(found)),
        _card("How it ended", charts.outcome_bars(candidates)),
    ]
    by_type = any(len(each.by_type) > 1 for each in candidates)
    parts.append('<div class="pair">')
    if by_type:
        parts.append(_card("Right by type", charts.type_bars(candidates)))
    latency = charts.latency_boxes(times)
    if any(each.total.steps_ms for each in candidates):
        latency += "<h3>Mean time by step</h3>" + charts.step_bars(candidates)
    note = "The line runs from p5 to p95, the box holds the middle half, the gap marks the median."
    parts.append(_card("Time of a question", latency + f'<p class="note">{note}</p>'))
    parts.append("</div>")
    if any(len(each.by_run) > 1 for each in candidates):
        parts.append(_card("Right by run", charts.run_dots(candidates) + _spreads(found)))
    if written := by_writer(found):
        parts.append(_card("Right by writer", _writers(written)))
    if found.pairings:
        parts.append(_card("One against the other", _pairings(found.pairings)))
    parts.append(_BROWSER)
    parts.append(_unusable(found))
    meanings = "".join(f"<dt>{escape(n)}</dt><dd>{escape(m)}</dd>" for n, m in terms())
    parts.append(
        '<details class="card"><summary>What the measures mean</summary>'
        f'<dl class="terms">{meanings}</dl></details>'
    )
    return "\n".join(parts)


def _figures(found: Evaluation) -> str:
    heads = "".join(f"<th>{escape(each.name)}</th>" for each in found.candidates)
    rows = []
    for measure in measures(found.candidates):
        cells = "".join(f"<td>{escape(measure.text(each.total))}</td>" for each in found.candidates)
        rows.append(
            f"<tr><th>{escape(measure.name)}</th>{cells}"
            f'<td class="meaning">{escape(measure.meaning)}</td></tr>'
        )
    intervals = "; ".join(
        f"{each.name} {percent(low)} to {percent(high)}"
        for each in found.candidates
        if each.total.lenient_interval is not None
        for low, high in [each.total.lenient_interval]
    )
    return (
        f'<div class="scroll"><table class="figures"><thead><tr><th></th>{heads}'
        f'<td class="meaning"></td></tr></thead><tbody>{"".join(rows)}</tbody></table></div>'
        f'<p class="note">95 % interval of lenient accuracy: {escape(intervals)}.</p>'
    )


def _spreads(found: Evaluation) -> str:
    told = []
    for each in found.candidates:
        spread = each.spread["lenient"]
        if spread.deviation is not None:
            deviation = f"{100 * spread.deviation:.1f}"
            told.append(
                f"{each.name}: {percent(spread.mean)}, standard deviation {deviation} points"
            )
    return f'<p class="note">{escape("; ".join(told))}.</p>' if told else ""


def _writers(lines: Sequence[Sequence[str]]) -> str:
    body = "".join(
        f"<tr><th>{escape(name)}</th><th>{escape(writer)}</th><td>{share}</td><td>{right}</td></tr>"
        for name, writer, share, right in lines
    )
    return (
        '<div class="scroll"><table class="figures"><thead><tr><th></th><th>written by</th>'
        "<th>of the questions</th><th>precision</th></tr></thead>"
        f"<tbody>{body}</tbody></table></div>"
    )


def _pairings(pairs: Sequence[Pairing]) -> str:
    heads = ("", "", "both right", "only the first", "only the second", "neither", "by chance")
    lines = "".join(
        f"<tr><th>{escape(p.first)}</th><th>{escape(p.second)}</th><td>{p.both:,}</td>"
        f"<td>{p.only_first:,}</td><td>{p.only_second:,}</td><td>{p.neither:,}</td>"
        f"<td>{'&lt; 0.001' if p.chance < 0.001 else f'{p.chance:.3f}'}</td></tr>"
        for p in pairs
    )
    head = "".join(f"<th>{name}</th>" for name in heads)
    return (
        f'<div class="scroll"><table class="figures"><thead><tr>{head}</tr></thead>'
        f"<tbody>{lines}</tbody></table></div>"
        '<p class="note">“By chance”: how likely so uneven a split is between equals '
        "(McNemar’s exact test, first run).</p>"
    )


def _unusable(found: Evaluation) -> str:
    if not found.unusable:
        return ""
    items = "".join(
        f"<dt>{escape(question.question)}</dt><dd>{escape(reason)}</dd>"
        for question, reason in found.unusable[:200]
    )
    count = several(len(found.unusable), "question")
    return (
        f'<details class="card"><summary>{count} whose gold could not be used</summary>'
        f'<dl class="terms">{items}</dl></details>'
    )


def _card(title: str, content: str) -> str:
    return f'<section class="card"><h2>{escape(title)}</h2>{content}</section>'


_BROWSER = """<section class="card" id="results"><h2>Question by question</h2>
<div class="filters"><select id="candidate" aria-label="Candidate"></select>
<select id="type" aria-label="Type"></select><select id="run" aria-label="Run"></select>
<input id="words" type="search" placeholder="Words in question or Cypher" aria-label="Words"></div>
<div class="chips" id="chips" role="group" aria-label="Outcomes"></div>
<p class="facts" id="count" aria-live="polite"></p><div id="list"></div>
<button class="more" id="more" type="button" hidden>Show more</button>
<noscript><p>The list needs JavaScript; results.json has all of it.</p></noscript></section>"""


def _data(found: Evaluation) -> str:
    """What the list is made of, safe inside a script element."""
    names = [candidate.name for candidate in found.candidates]
    values = {
        "candidates": names,
        "runs": found.about.get("runs", 1),
        "results": [_result(record, names.index(record.candidate)) for record in found.records],
    }
    text = json.dumps(values, ensure_ascii=False, separators=(",", ":"), default=str)
    for char in "<>&\u2028\u2029":
        text = text.replace(char, f"\\u{ord(char):04x}")
    return text


def _result(record: Record, candidate: int) -> dict[str, Any]:
    result: dict[str, Any] = {
        "candidate": candidate,
        "run": record.run,
        "question": record.question,
        "type": record.type,
        "gold": record.gold,
        "cypher": record.cypher,
        "draft": record.first_draft,
        "outcome": record.outcome,
        "engine": record.engine,
        "verdict": record.verdict,
        "error": record.error,
        "answer": (record.answer or "")[:_LARGEST],
        "jaccard": record.jaccard,
        "relevancy": record.relevancy,
        "ms": record.ms,
        "calls": record.calls,
        "tokens": record.prompt_tokens + record.completion_tokens,
        "row_count": record.row_count,
        "gold_count": record.gold_count,
    }
    if record.outcome != "right":
        result |= {
            "columns": record.columns,
            "rows": record.rows[:_SHOWN],
            "gold_columns": record.gold_columns,
            "gold_rows": record.gold_rows[:_SHOWN],
            "missing": record.missing[:_SHOWN],
            "missing_count": record.missing_count,
            "extra": record.extra[:_SHOWN],
            "extra_count": record.extra_count,
        }
    return result


@cache
def _asset(name: str) -> str:
    return files("bot.evaluation").joinpath("page", name).read_text("utf-8")


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
