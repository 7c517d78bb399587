"""Vega outside the browser: a picture of a specification, and the library for the page.

It runs in a process of its own, with an empty environment: it can be ended when it takes too long,
takes its memory along, and nothing is fetched from anywhere.
"""

from __future__ import annotations

import asyncio
import json
import sys
import zlib
from importlib.metadata import version
from pathlib import Path
from typing import Any, Literal, TypeAlias

from bot.errors import CiceroneError
from memory.catalogue import say

Form: TypeAlias = Literal["png", "svg"]

_PROGRAM = Path(__file__).with_name("vega_process.py")
_SECONDS = 20.0
_AT_ONCE = 2
_SHARPNESS = 2
_turns = asyncio.Semaphore(_AT_ONCE)


class NotDrawn(CiceroneError):
    """A picture could not be drawn."""


async def picture(spec: dict[str, Any], config: dict[str, Any], form: Form, width: int) -> bytes:
    """Return a chart as a PNG or SVG file.

    Args:
        spec: A Vega-Lite specification of ours.
        config: The look of it.
        form: The kind of file.
        width: Of the plot with its axes, in pixels; a PNG has twice as many.

    Raises:
        NotDrawn: it took too long, or failed.
    """
    given = {"spec": {**spec, "width": width}, "config": config, "scale": _SHARPNESS}
    return await _run(form, json.dumps(given).encode())


def library_name() -> str:
    """Return a name for the file of the library, which is another where the library is."""
    made = zlib.crc32(_PROGRAM.read_bytes())
    return f"vega-{version('vl-convert-python')}-{made:08x}.js"


async def library() -> bytes:
    """Return Vega, Vega-Lite and Vega-Embed as one script that sets `window.ciceroneVega`.

    Raises:
        NotDrawn: it took too long, or failed.
    """
    return await _run("library", b"{}")


async def _run(what: str, given: bytes) -> bytes:
    async with _turns:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-I", str(_PROGRAM), what),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
            env={},
        )
        try:
            made, _ = await asyncio.wait_for(process.communicate(given), _SECONDS)
        except TimeoutError:
            raise NotDrawn(
                say("The chart took too long to draw; the table has its values.")
            ) from None
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
    if process.returncode or not made:
        raise NotDrawn(say("The chart could not be drawn; the table has its values."))
    return made
