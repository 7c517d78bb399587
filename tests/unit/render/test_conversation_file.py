"""A conversation as Markdown."""

from bot.render.conversation_file import conversation_text

TABLE = {
    "columns": [{"name": "title", "numeric": False}, {"name": "n", "numeric": True}],
    "rows": [["a|b *c*", 1], [None, 2]],
    "total": 7,
}
THREAD = {
    "name": "Films?",
    "createdAt": "2026-11-27T10:00:00Z",
    "steps": [
        {"id": "1", "type": "user_message", "output": "films\nof (:Person)?"},
        {"id": "2", "type": "tool", "output": "not told"},
        {"id": "3", "type": "assistant_message", "output": "7 films\\: Ran."},
        {"id": "4", "type": "assistant_message", "output": ""},
    ],
    "elements": [
        {"forId": "3", "props": {"table": TABLE, "reading": "Films", "cypher": "RETURN $n",
                                 "behind": {"editable": "RETURN 7"}}},
        {"forId": "4", "props": {"table": TABLE, "tableless": True}},
    ],
}  # fmt: skip


def test_it_holds_what_was_asked_and_answered_with_rows_and_query() -> None:
    text = conversation_text(THREAD, "films")
    assert text.startswith(
        "# Films?\n\n2026-11-27 · films\n\n## films of (:Person)?\n\n7 films: Ran."
    )
    assert "| title | n |\n| --- | ---: |\n| a\\|b \\*c\\* | 1 |\n| – | 2 |" in text
    assert "2 of 7 shown" in text and "Asked: Films" in text
    assert "```cypher\nRETURN 7\n```" in text
    assert "not told" not in text and text.count("| title |") == 1
