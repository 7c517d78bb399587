"""Stored values in Markdown show as they are stored."""

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token

from bot.render.markdown import code_block, code_span, escape, escape_prose

HOSTILE = [
    "![x](http://evil.example/p.png)",
    "[click](javascript:alert(1))",
    "<img src=x onerror=alert(1)>",
    "<script>alert(1)</script>",
    "a | b | c",
    "`code` and ``more``",
    "**bold** _it_ ~~gone~~",
    "(n:Person)-[:KNOWS]->(m)",
    ":smile: ::directive[x]{y}",
    "&copy; &#60;b&#62;",
    "# not a heading",
    "> not a quote",
    "+ not a list",
    "47.",
    "3)",
    "---",
    "===",
    "~~~ fence",
    "back\\slash",
    "[ref]: http://evil.example",
    "| a | b |\n| - | - |\n| 1 | 2 |",
    "price $5 and $6",
    "50% of {{name}}",
    "Amélie — 東京物語",
    "write to me@example.org or www.example.org/a_b_c.",
    "https://evil.example/?a=1&b=*2*",
]

ALLOWED = {"paragraph_open", "paragraph_close", "inline", "text", "code_inline", "softbreak"}


def tokens(markdown: str) -> list[Token]:
    parser = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    flat: list[Token] = []
    for token in parser.parse(markdown):
        flat += [token, *(token.children or [])]
    return flat


def shown(markdown: str) -> str:
    return "".join(
        "\n" if token.type == "softbreak" else token.content
        for token in tokens(markdown)
        if token.type in ("text", "code_inline", "softbreak")
    )


@pytest.mark.parametrize("text", HOSTILE)
def test_a_stored_value_is_only_text(text: str) -> None:
    markdown = f"3 films: {escape(text)}, and more."
    assert {token.type for token in tokens(markdown)} <= ALLOWED
    assert shown(markdown) == f"3 films: {text}, and more."


@pytest.mark.parametrize("text", HOSTILE)
def test_also_where_it_begins_the_answer(text: str) -> None:
    assert {token.type for token in tokens(escape(text))} <= ALLOWED
    assert shown(escape(text)) == text


def test_lists_of_our_own_stay_lists() -> None:
    kinds = [token.type for token in tokens(escape("Two:\n\n- *one*\n- two"))]
    assert kinds.count("list_item_open") == 2
    assert "em_open" not in kinds


def test_prose_of_a_model_keeps_strong_words_and_nothing_else() -> None:
    kinds = [t.type for t in tokens(escape_prose("**Heat** is *good*: ![x](http://e.example)"))]
    assert "strong_open" in kinds
    assert "em_open" not in kinds
    assert "image" not in kinds


@pytest.mark.parametrize("text", ["a`b``c", "```", "x\n```\ny", "`"])
def test_code_cannot_be_left(text: str) -> None:
    [fence] = [t for t in tokens(code_block(text, "cypher")) if t.type == "fence"]
    assert fence.content == f"{text}\n"
    [span] = [t for t in tokens(code_span(text)) if t.type == "code_inline"]
    assert span.content == text.replace("\n", " ")


@pytest.mark.parametrize(
    ("prose", "targets"),
    [
        ("See [**IMDb**](https://www.imdb.com/title/tt1?a=1&b=*2*).", 1),
        ("![x](https://imdb.com/p.png) and https://imdb.com/x and [a][b]", 0),
        ("[x](https://imdb.com@evil.example) [y](//imdb.com) [z](javascript:imdb.com)", 0),
        ("[x](https://evil.example/imdb.com) [y](imdb.com)", 0),
        ("[[x](https://evil.example)](https://imdb.com)", 0),
        ('[x](<https://imdb.com> "y") [z](https://imdb.com/>[x](https://evil.example))', 0),
    ],
)
def test_links_of_prose_lead_to_allowed_hosts_only(prose: str, targets: int) -> None:
    links = [t for t in tokens(escape_prose(prose, ["imdb.com"])) if t.type == "link_open"]
    assert len(links) == targets
    assert all(str(t.attrs["href"]).startswith("https://www.imdb.com/title/") for t in links)
    assert not [t for t in tokens(escape_prose(prose)) if t.type in ("link_open", "image")]
