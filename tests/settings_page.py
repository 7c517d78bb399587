"""Writes docs/settings.md from bot/settings.py: `python -m tests.settings_page`."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import AliasChoices, SecretStr
from pydantic.fields import FieldInfo

from bot.settings import Settings

PAGE = Path(__file__).parents[1] / "docs" / "settings.md"
_HEAD = """# Settings

Everything that can be set, read from the environment and from a file `.env` in the working folder
(lines of `NAME=value`). A value that cannot be used ends the start with one sentence that names it.
This page is made from `bot/settings.py` by `python -m tests.settings_page`.
"""
# Each stands before the setting of its name.
_HEADINGS = {
    "CICERONE_HOME": "The graph, and what of it is seen",
    "CICERONE_ENGINE": "Who answers, and how sure they must be",
    "OPENAI_API_KEY": "Models",
    "CICERONE_PRICES": "What models may cost",
    "CICERONE_SCHEMA_TOKENS": "Sizes and times",
    "CICERONE_HOST": "The page, and who reaches it",
    "DATABASE_URL": "Where it is kept",
}


def page() -> str:
    """The page as it has to be."""
    return "\n".join([_HEAD.rstrip("\n"), *_lines()]) + "\n"


def _lines() -> Iterator[str]:
    for field in Settings.model_fields.values():
        name = variable(field)
        if name in _HEADINGS:
            yield from ("", f"## {_HEADINGS[name]}", "")
            yield from ("| variable | what it does | default |", "| --- | --- | --- |")
        default = _default(field)
        yield f"| `{name}` | {field.description} | {f'`{default}`' if default else ''} |"


def variable(field: FieldInfo) -> str:
    """The environment variable of a setting."""
    assert isinstance(field.validation_alias, AliasChoices)
    return str(field.validation_alias.choices[0])


def _default(field: FieldInfo) -> str:
    value = field.default
    if isinstance(value, SecretStr) or value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
