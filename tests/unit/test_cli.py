"""The command line and what the guide says of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer.main

from bot import cli
from bot.errors import GraphUnreachable
from bot.graph.failures import unreachable

GUIDE = (Path(__file__).parents[2] / "docs" / "using.md").read_text(encoding="utf-8")


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words of each command that `--help` shows."""
    if hasattr(command, "commands"):
        for name, each in command.commands.items():
            if not each.hidden:
                yield from commands(each, (*path, name))
    else:
        yield path


def told() -> set[tuple[str, ...]]:
    """The words of each command in the guide's table: `a b X`, `c` in a row is a b and a c."""
    found: set[tuple[str, ...]] = set()
    for row in re.findall(r"^\| (`cicerone .*?) \| ", GUIDE, re.MULTILINE):
        first, *others = re.findall(r"`(.+?)`", row)
        words = tuple(re.match(r"cicerone((?: [a-z][a-z-]*)+)", first)[1].split())  # type: ignore[index]
        found |= {words} | {(words[0], other.split()[0]) for other in others if other != "-"}
    return found


def test_the_guide_has_every_command_and_no_other() -> None:
    groups = {("eval",)}  # `cicerone eval FILE` runs by default
    assert told() == set(commands(typer.main.get_command(cli.app))) | groups


def test_a_database_that_is_away_is_told_with_what_to_do(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail() -> None:
        raise unreachable("bolt://localhost:7999")

    monkeypatch.setattr(cli, "app", fail)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    said = capsys.readouterr().err
    assert ended.value.code == 3 and said.count("\n") == 1
    assert str(GraphUnreachable("No database answers at bolt://localhost:7999. Start it")) in said
