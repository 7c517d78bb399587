"""The inside of the process that draws: one piece of work from standard input to standard output.

It imports nothing of ours, so that it starts at once.
"""

import json
import os
import sys
from typing import Any

import vl_convert

# What the page needs of the bundle; expressions are interpreted, never compiled.
_SNIPPET = "window.ciceroneVega = { embed: vegaEmbed };"


def made(what: str, given: dict[str, Any]) -> bytes:
    """Return the file: "png", "svg", or "library" for the page's script."""
    if what == "library":
        # In a function of its own: the page's globals have the names that they had.
        return f"(() => {{{vl_convert.javascript_bundle(_SNIPPET)}}})();".encode()
    spec, config = given["spec"], given["config"]
    if what == "svg":
        return vl_convert.vegalite_to_svg(spec, config=config, allowed_base_urls=[]).encode()
    scale = given["scale"]
    return vl_convert.vegalite_to_png(spec, scale=scale, config=config, allowed_base_urls=[])


if __name__ == "__main__":
    # What a library prints is no part of the file.
    file = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    with file:
        file.write(made(sys.argv[1], json.load(sys.stdin)))
