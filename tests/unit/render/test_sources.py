"""Sources as short lines in every chat, and as the page's element gets them."""

from __future__ import annotations

from bot.events import Item, Outcome, Source
from bot.render.plain_text import answer_parts, answer_text
from bot.render.source_props import sources_props

FIRST = Source("a.pdf", "Ada <b>sues</b>\nByte.", 3, "4:x:1")
OUTCOME = Outcome(
    "list all cases",
    answer="2 cases.",
    items=(Item("Ada v. Byte", (FIRST,), row=0, more=1), Item("Cole", (FIRST,), "passages")),
    near=(Source("b.md", "Somebody sues."),),
)


def test_they_are_short_lines_of_text() -> None:
    lines = answer_text(OUTCOME).splitlines()
    assert "Ada v. Byte: “Ada <b>sues</b> Byte.” (a.pdf, page 3)" in lines
    assert "Cole (in passages alone): “Ada <b>sues</b> Byte.” (a.pdf, page 3)" in lines
    assert lines[-2:] == ["Passages that may tell more:", "“Somebody sues.” (b.md)"]
    for dialect in ("slack", "teams"):
        told = "\n".join(answer_parts(OUTCOME, dialect))
        assert "&lt;b&gt;sues" in told and "<b>" not in told


def test_the_page_gets_what_opens_a_passage() -> None:
    props = sources_props(OUTCOME)
    assert props is not None
    assert props["items"][0]["sources"] == [
        {"words": "Ada <b>sues</b> Byte.", "place": "a.pdf, page 3", "id": "4:x:1"}
    ]
    assert [item["beside"] for item in props["items"]] == ["", "in passages alone"]
    assert props["items"][0]["more"] == "1 more source"
    many = Outcome("q", items=tuple(Item(str(n), (FIRST,)) for n in range(120)))
    told = sources_props(many)
    assert told is not None and len(told["items"]) == 100 and "20 more" in told["more"]
    assert sources_props(Outcome("q")) is None
