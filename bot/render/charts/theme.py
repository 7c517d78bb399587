"""The look of a chart: the page's own colours and letters, as a configuration of Vega-Lite."""

from __future__ import annotations

import colorsys
import re
from collections.abc import Mapping
from typing import Any

MODES = ("light", "dark")
_COLORS = 8
_HSL = re.compile(r"([\d.]+) ([\d.]+)% ([\d.]+)%")


def chart_config(variables: Mapping[str, str]) -> dict[str, Any]:
    """Return the configuration that the variables of one mode of `theme.json` make."""
    color = {name: hex_color(value) for name, value in variables.items() if _HSL.fullmatch(value)}
    quiet, line = color["--muted-foreground"], color["--border"]
    palette = [color[f"--cicerone-chart-{nth}"] for nth in range(1, _COLORS + 1)]
    letters = {"labelColor": quiet, "titleColor": quiet, "titleFontWeight": 500}
    sizes = {"labelFontSize": 12, "titleFontSize": 12}
    return {
        "background": color["--card"],
        "font": variables["--font-sans"],
        "view": {"stroke": None},
        "axis": {**letters, **sizes, "gridColor": line, "domainColor": line, "tickColor": line},
        "axisBand": {"grid": False},
        "legend": {**letters, **sizes, "symbolType": "circle"},
        "mark": {"color": palette[0]},
        "text": {"color": palette[0]},
        "title": {"color": quiet, "fontSize": 14, "fontWeight": 500},
        "range": {"category": palette},
    }


def hex_color(hsl: str) -> str:
    """Return "176 62% 24%" as browsers and Vega alike take it.

    >>> hex_color("176 62% 24%"), hex_color("0 0% 100%")
    ('#17635e', '#ffffff')
    """
    found = _HSL.fullmatch(hsl)
    if found is None:
        raise ValueError(f"{hsl!r} is no colour such as '176 62% 24%'")
    hue, saturation, light = map(float, found.groups())
    parts = colorsys.hls_to_rgb(hue / 360, light / 100, saturation / 100)
    return "#" + "".join(f"{round(part * 255):02x}" for part in parts)
