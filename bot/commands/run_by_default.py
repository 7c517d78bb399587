"""A group of commands whose first word may be left out: `eval FILE` beside `eval suggest`."""

from __future__ import annotations

from typing import Any

from typer.core import TyperGroup


class RunByDefault(TyperGroup):
    """What names none of the commands, and a call for help, goes to the command `run`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        """The words after the group's name, with `run` put in front where it is meant."""
        if args and args[0] not in self.commands:
            args = ["run", *args]
        return super().parse_args(ctx, args)
