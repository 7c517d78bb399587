"""One line when an outage begins, one when it ends."""

from __future__ import annotations

from structlog.testing import capture_logs

from memory.outages import begins, ends, now


def test_an_outage_is_two_lines_however_often_it_fails() -> None:
    with capture_logs() as lines:
        ends("the model")
        begins("the model", "It does not answer.")
        begins("the model", "It refuses the key.", failed=3)
        begins("the database", "It is away.")
        assert [(one.part, one.why, one.failed) for one in now()] == [
            ("the model", "It refuses the key.", 4),
            ("the database", "It is away.", 1),
        ]
        ends("the model")
        ends("the model")
        ends("the database")
    assert now() == ()
    assert [(line["event"], line["part"]) for line in lines] == [
        ("outage begins", "the model"),
        ("outage begins", "the database"),
        ("outage ends", "the model"),
        ("outage ends", "the database"),
    ]
    assert {line["log_level"] for line in lines} == {"warning"}
    assert lines[2]["failed"] == 4 and lines[2]["seconds"] >= 0
