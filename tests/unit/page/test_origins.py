import pytest
from starlette.applications import Starlette
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect

from bot.page.origins import OriginGuard


async def hello(request: object) -> PlainTextResponse:
    return PlainTextResponse("hello")


async def socket(websocket: WebSocket) -> None:
    await websocket.accept()
    await websocket.send_text("hello")
    await websocket.close()


def client(*allowed: str, loopback: bool = True, host: str = "localhost:8000") -> TestClient:
    app = Starlette(
        routes=[Route("/", hello, methods=["GET", "POST"]), WebSocketRoute("/ws", socket)]
    )
    guarded = OriginGuard(app, allowed=allowed, loopback=loopback)
    return TestClient(guarded, base_url=f"http://{host}")


OWN = ["http://localhost:8000", None]
FOREIGN = [
    "http://evil.example",
    "http://localhost:8001",
    "http://localhost.evil.example:8000",
    "null",
    "http://localhost:8000@evil.example",
    "",
    "http://[bad",
]


@pytest.mark.parametrize("origin", OWN)
def test_our_own_origin_is_served(origin: str | None) -> None:
    headers = {"origin": origin} if origin else {}
    assert client().post("/", headers=headers).status_code == 200
    with client().websocket_connect("ws://localhost:8000/ws", headers=headers) as connection:
        assert connection.receive_text() == "hello"


@pytest.mark.parametrize("origin", FOREIGN)
def test_a_foreign_origin_is_refused_on_http_and_websocket(origin: str) -> None:
    reply = client().post("/", headers={"origin": origin})
    assert reply.status_code == 403
    assert "CICERONE_ALLOWED_ORIGINS" in reply.text
    with (
        pytest.raises(WebSocketDisconnect),
        client().websocket_connect("ws://localhost:8000/ws", headers={"origin": origin}),
    ):
        pass


def test_an_allowed_origin_is_served() -> None:
    embedding = client("https://intranet.example")
    headers = {"origin": "https://intranet.example"}
    assert embedding.post("/", headers=headers).status_code == 200
    with embedding.websocket_connect("ws://localhost:8000/ws", headers=headers) as connection:
        assert connection.receive_text() == "hello"
    assert embedding.post("/", headers={"origin": "https://other.example"}).status_code == 403


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "localhost:8000", "[::1]:8000"])
def test_on_loopback_its_names_are_served(host: str) -> None:
    assert client(host=host).get("/").status_code == 200


def test_on_loopback_a_foreign_name_for_this_machine_is_refused() -> None:
    rebound = client(host="evil.example:8000")
    assert rebound.get("/", headers={"origin": "http://evil.example:8000"}).status_code == 403
    assert rebound.get("/").status_code == 403


@pytest.mark.parametrize("host", ["[::1", "[bad]:8000", "::1]"])
def test_a_name_that_is_none_is_refused(host: str) -> None:
    assert client().get("/", headers={"host": host}).status_code == 403


def test_elsewhere_any_name_is_served() -> None:
    public = client(loopback=False, host="chat.example")
    assert public.get("/").status_code == 200
    assert public.post("/", headers={"origin": "http://chat.example"}).status_code == 200
    assert public.post("/", headers={"origin": "http://evil.example"}).status_code == 403
