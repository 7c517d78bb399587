import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from bot.page.pictures import picture_routes


@pytest.mark.parametrize(
    "address", ["/picture/1", "/neighbours?id=1", "/schema", "/schema/label", "/schema/questions"]
)
def test_nothing_is_drawn_for_who_has_not_signed_in(address: str) -> None:
    reply = TestClient(Starlette(routes=picture_routes())).get(address)
    assert (reply.status_code, reply.json()) == (401, {"error": "Sign in first."})
