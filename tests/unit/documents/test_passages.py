"""Passages are spans of the kept text: nothing is lost, doubled or moved."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from bot.documents.kept import Kept, plain
from bot.documents.passages import SIZE, cut
from memory.text_sentences import Sentences

_LINES = st.sampled_from(
    [
        "# A heading", "### Another", "", "", "One sentence. Two sentences, in fact! Três?",
        "Case | Court | Filed", "Ada v. Byte Inc. | Norton | 3 May 2021", "- a point of a list",
        "word " * 300, "x" * 2_500, "Ünïcödé — “quoted.” 案件", "\ttabbed  and spaced   ",
    ]
)  # fmt: skip

_HEADS = ("# Report", "## Cases", "### Patents", "## Staff")


@settings(max_examples=120, deadline=None)
@given(st.lists(st.one_of(_LINES, st.text(max_size=60)), max_size=40), st.integers(20, SIZE))
def test_offsets_point_into_the_kept_text_and_all_of_it_is_in_a_passage(
    lines: list[str], size: int
) -> None:
    text = plain("\n".join(lines))
    half = len(text) // 2
    found = list(cut(Kept(text, (0, half)), size))
    at = 0
    for one in found:
        assert one.text == text[one.start : one.end] and one.text == one.text.strip() != ""
        assert len(one.text) <= size
        assert not text[at : one.start].strip()
        assert one.page == (1 if one.start < half else 2) or half == 0
        at = one.end
    assert not text[at:].strip()


@settings(max_examples=80, deadline=None)
@given(st.lists(st.one_of(_LINES, st.text(max_size=60)), max_size=20))
def test_sentences_hold_the_whole_text_too(lines: list[str]) -> None:
    text = plain("\n".join(lines))
    at = 0
    for start, end in Sentences(text).spans(0, len(text)):
        assert not text[at:start].strip() and start < end
        at = end
    assert not text[at:].strip()


def test_a_passage_begins_at_a_heading_and_knows_those_above_it() -> None:
    long = "This is a sentence of the report. " * 40
    text = "\n\n".join(f"{head}\n\n{long}" for head in _HEADS)
    found = list(cut(Kept(text)))
    assert [one.text.partition("\n")[0] for one in found] == [*_HEADS]
    assert [one.headings for one in found] == [
        (), ("Report",), ("Report", "Cases"), ("Report",),
    ]  # fmt: skip


def test_a_row_of_a_table_and_a_sentence_are_never_cut() -> None:
    rows = "\n".join(f"Case {n} v. State | 3:21-cv-{n:05} | open" for n in range(200))
    told = " ".join(f"Sentence number {n} ends here." for n in range(300))
    for one in cut(Kept(f"{rows}\n\n{told}")):
        assert all(line.endswith("open") for line in one.text.splitlines() if "|" in line)
        assert one.text.endswith(("open", "."))


def test_a_sentence_may_go_on_over_the_end_of_a_page() -> None:
    text = "The case against Byte Inc. was\nfiled in 2021."
    (one,) = cut(Kept(text, (0, text.index("filed"))))
    assert (one.page, one.last_page, one.text) == (1, 2, text)


def test_stops_of_abbreviations_end_no_sentence() -> None:
    text = "In Ada v. Byte Corp. Judge A. Stone ruled. He fined it. See art. X; art. five."
    found = [text[a:b] for a, b in Sentences(text).spans(0, len(text))]
    assert found == [
        "In Ada v. Byte Corp. Judge A. Stone ruled.",
        "He fined it.",
        "See art. X; art. five.",
    ]
