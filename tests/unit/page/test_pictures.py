import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bot.page.passages import passage_routes
from bot.page.pictures import picture_routes

PICTURES = ["/picture/1", "/neighbours?id=1", "/schema", "/schema/label", "/schema/questions"]
PASSAGES = ["/passage?id=1&words=a", "/passage/sources?id=1&label=Case"]


@pytest.mark.parametrize("address", [*PICTURES, *PASSAGES])
def test_nothing_is_shown_to_who_has_not_signed_in(address: str) -> None:
    reply = TestClient(Starlette(routes=[*picture_routes(), *passage_routes()])).get(address)
    assert (reply.status_code, reply.json()) == (401, {"error": "Sign in first."})
