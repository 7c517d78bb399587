"""Cutting files of Cypher into statements."""

from __future__ import annotations

import pytest

from bot.errors import LoadError
from bot.graph.cypher_file import CypherStatement, statements


def cut(text: str) -> list[tuple[int, str]]:
    return [(found.line, found.text) for found in statements(text, "a.cypher")]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", []),
        (";;\n;", []),
        ("// only a comment", []),
        ("/* only; a comment */;", []),
        ("RETURN 1", [(1, "RETURN 1")]),
        ("RETURN 1;\n\n  RETURN 2 ;\n", [(1, "RETURN 1"), (3, "RETURN 2")]),
        ("RETURN 1;RETURN 2;", [(1, "RETURN 1"), (1, "RETURN 2")]),
        ("RETURN ';', \";\", `;`;", [(1, "RETURN ';', \";\", `;`")]),
        (r"RETURN 'it\'s;', 1;", [(1, r"RETURN 'it\'s;', 1")]),
        ("RETURN `a``;b`;", [(1, "RETURN `a``;b`")]),
        ("RETURN 1 // one;\n+ 2;\nRETURN 3", [(1, "RETURN 1 // one;\n+ 2"), (3, "RETURN 3")]),
        ("RETURN /* ; ' */ 1;", [(1, "RETURN /* ; ' */ 1")]),
        ("RETURN 4 / 2;", [(1, "RETURN 4 / 2")]),
        ("RETURN 'https://x.org/;';", [(1, "RETURN 'https://x.org/;'")]),
        ("// first\n\n/* second\n */ RETURN 1;", [(4, "RETURN 1")]),
        (":begin\nRETURN 1;\n:commit\n:USE neo4j;\nRETURN 2", [(2, "RETURN 1"), (5, "RETURN 2")]),
        (":auto MATCH (n) RETURN n;", [(1, "MATCH (n) RETURN n")]),
        ("MATCH (n) WHERE n:A\nRETURN n", [(1, "MATCH (n) WHERE n:A\nRETURN n")]),
        ("RETURN 1;\r\nRETURN 2;\r\n", [(1, "RETURN 1"), (2, "RETURN 2")]),
    ],
)
def test_statements(text: str, found: list[tuple[int, str]]) -> None:
    assert cut(text) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("RETURN 1;\nRETURN\n'open;", "a.cypher, line 3: a string begins that has no end."),
        ('RETURN "open;', "line 1: a string begins"),
        ("RETURN `open;", "line 1: a name begins"),
        ("RETURN 1;\n\n/* open", "line 3: a comment begins"),
        ("RETURN 1;\nRETURN /* open", "line 2: a comment begins"),
        (
            "RETURN 1;\n:param x => 1",
            "line 2: the shell's command :param cannot be followed; write",
        ),
        (":source other.cypher", "line 1: the shell's command :source cannot be followed; remove"),
        (":", "line 1: the shell's command"),
    ],
)
def test_what_cannot_be_cut(text: str, message: str) -> None:
    with pytest.raises(LoadError, match=message):
        cut(text)


def test_large_files_are_cut_in_linear_time() -> None:
    found = list(statements("CREATE (:A {x: 'y'});\n" * 50_000, "a.cypher"))
    assert len(found) == 50_000
    assert found[-1] == CypherStatement("CREATE (:A {x: 'y'})", 50_000)


def test_a_long_string_is_one_part() -> None:
    assert cut("RETURN '" + "a;" * 500_000 + "';RETURN 2")[1] == (1, "RETURN 2")
