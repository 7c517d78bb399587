from typing import Any

from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route
from starlette.testclient import TestClient

from bot.page.headers import SecurityHeaders, content_policy


async def hello(request: object) -> PlainTextResponse:
    return PlainTextResponse("hello")


def test_inline_scripts_of_the_page_are_allowed_by_their_hash_alone() -> None:
    policy = content_policy("<script>alert(1)</script><script src='/a.js'></script>")
    # printf 'alert(1)' | openssl dgst -sha256 -binary | base64
    assert "'sha256-bhHHL3z2vDgxUt0W3dWQOrprscmda2Y5pLsLg4GF+pI='" in policy
    assert policy.count("sha256-") == 1
    script = next(part for part in policy.split("; ") if part.startswith("script-src"))
    assert "unsafe-inline" not in script


def test_nothing_outside_may_be_asked_and_only_allowed_sites_may_frame() -> None:
    policy = content_policy("", ["https://intranet.example"])
    assert "http:" not in policy.replace("https://intranet.example", "")
    assert policy.endswith("frame-ancestors 'self' https://intranet.example")
    assert content_policy("").endswith("frame-ancestors 'self'")


def test_every_answer_has_the_headers() -> None:
    app = Starlette(routes=[Route("/", hello)])
    closed = TestClient(SecurityHeaders(app, "default-src 'self'"))
    framed = TestClient(SecurityHeaders(app, "default-src 'self'", framed=True))
    assert closed.get("/").headers["content-security-policy"] == "default-src 'self'"
    assert closed.get("/missing").headers["x-content-type-options"] == "nosniff"
    assert closed.get("/").headers["x-frame-options"] == "SAMEORIGIN"
    assert "x-frame-options" not in framed.get("/").headers


def test_a_script_says_its_encoding_to_pages_in_another_one() -> None:
    async def raw(scope: Any, receive: Any, send: Any) -> None:
        kind = (b"content-type", b"text/javascript")
        await send({"type": "http.response.start", "status": 200, "headers": [kind]})
        await send({"type": "http.response.body", "body": "say('…')".encode()})

    told = TestClient(SecurityHeaders(raw, "default-src 'self'")).get("/copilot/index.js")
    assert told.headers["content-type"] == "text/javascript; charset=utf-8"
