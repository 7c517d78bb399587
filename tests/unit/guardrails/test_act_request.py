"""Which messages ask for something to be done with an answer."""

import pytest

from guardrails.act_request import ActRequest, act_request


@pytest.mark.parametrize(
    ("text", "act", "form"),
    [
        ("export it as Excel, please", "export", "xlsx"),
        ("can I have that as a spreadsheet?", "export", "xlsx"),
        ("download", "export", ""),
        ("als CSV exportieren", "export", "csv"),
        ("give me the results in JSON", "export", "json"),
        ("save the conversation as markdown", "conversation", "md"),
        ("remove the table", "hide_table", ""),
        ("answer without a table", "hide_table", ""),
        ("why?", "why", ""),
        ("why are there no results", "why", ""),
    ],
)
def test_what_is_asked_for(text: str, act: str, form: str) -> None:
    assert act_request(text) == ActRequest(act, form)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "text",
    ["export volumes of Malta", "remove the films", "why did he leave", "show it", "the table", ""],
)
def test_what_may_be_a_question(text: str) -> None:
    assert act_request(text) is None


def test_words_of_the_graph_are_meant() -> None:
    assert act_request("hide the table", {"table"}) is None
    assert act_request("show me the files", {"file"}) is None
