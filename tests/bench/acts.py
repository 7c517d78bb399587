"""How often what is asked of the program is understood: a file, a chart, undo, what is remembered.

    python -m tests.bench.acts [--home FOLDER] [--wrong]

Each message of tests/data/acts/asked.toml is typed after an answered question about the sample
graph, without a model, in English or one of the other five languages. `--wrong` lists what failed.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import tomllib
from pathlib import Path

from bot.bootstrap import embedded_server, open_cicerone
from bot.conversations import InProcess
from bot.events import Event, Outcome
from bot.parts import Message
from bot.settings import load_settings

ASKED = Path(__file__).parents[1] / "data" / "acts" / "asked.toml"
_BEFORE = "How many films are there per genre?"
_FORMS = {"csv": "csv", "excel": "xlsx", "json": "json"}
_KINDS = {"points": "point", "stacked": "share"}


def is_right(kind: str, outcome: Outcome) -> bool:
    """Whether a message of a kind was taken for what it asks."""
    act, (what, _, which) = outcome.act, kind.partition("_")
    if kind == "change":
        return outcome.verdict == "harmful"
    if kind == "question":
        return not act
    if kind == "show_around":
        return act in ("show_around", "") and outcome.verdict == "answerable"
    if kind == "chart_question":
        rows = outcome.result.rows if outcome.result else ()
        return not act and outcome.chart is not None and bool(rows)
    if what == "export":
        return act == what and outcome.export in ((_FORMS[which],) if which else ("", "any"))
    if what == "chart":
        return act == what and (outcome.chart or "") == _KINDS.get(which, which)
    return act == kind


async def measure(home: Path, *, wrong: bool) -> None:
    """Ask everything and print the shares."""
    told = tomllib.loads(ASKED.read_text("utf-8"))
    groups = {"other languages": told.pop("other"), "English": told}
    settings = load_settings(home=home, engine="offline", graph="films")
    async with (
        embedded_server(settings),
        open_cicerone(settings, conversations=InProcess(), whole=True) as cicerone,
    ):
        for group, kinds in sorted(groups.items()):
            found = list[bool]()
            for kind, texts in kinds.items():
                for at, text in enumerate(texts):
                    thread = f"{group} {kind} {at}"
                    await cicerone.ask(Message(_BEFORE, thread, "bench"), _silent)
                    outcome = await cicerone.ask(Message(text, thread, "bench"), _silent)
                    found.append(is_right(kind, outcome))
                    if wrong and not found[-1]:
                        print(f"  {kind}: {text}  [{outcome.verdict} {outcome.act}]")
            print(f"{group}: {sum(found)} of {len(found)}")


async def _silent(event: Event) -> None:
    del event


def main() -> None:
    """Read the arguments and measure."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--home", type=Path)
    parser.add_argument("--wrong", action="store_true")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        asyncio.run(measure(given.home or Path(folder), wrong=given.wrong))


if __name__ == "__main__":
    main()
