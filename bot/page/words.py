"""What the page's own scripts say, in the browser's language: `/words.js`, loaded before them."""

from __future__ import annotations

import json
import re
from functools import cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from bot.page.folder import shipped
from memory.catalogue import preferred, speaking, translation

# In the scripts what is said is a literal, too, so that the catalogue can be held to it.
_SAID = re.compile(r"(?<![\w.])t\(\s*(\"(?:[^\"\\\\]|\\\\.)*\")")


@cache
def said_by_page() -> tuple[str, ...]:
    """Return what the scripts in `public` say, in English."""
    folder = shipped("public")
    scripts = sorted([*folder.glob("*.js"), *folder.glob("elements/*.jsx")])
    found = (_SAID.findall(script.read_text(encoding="utf-8")) for script in scripts)
    return tuple(dict.fromkeys(json.loads(text) for texts in found for text in texts))


async def words(request: Request) -> Response:
    """The catalogue of the page, as a script."""
    code = preferred(request.headers.get("accept-language", ""))
    with speaking(code):
        told = {text: translation(text) for text in said_by_page()}
    given = {"ciceroneLanguage": code, "ciceroneWords": told}
    script = "".join(f"window.{name} = {json.dumps(one)};\n" for name, one in given.items())
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return Response(script, media_type="text/javascript", headers=headers)


def word_routes() -> list[Route]:
    """The address."""
    return [Route("/words.js", words)]
