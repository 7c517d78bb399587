"""The guard that keeps every test on this machine."""

import asyncio
import socket

import pytest

from tests.network_guard import OutsideNetwork


@pytest.mark.parametrize("address", ["192.0.2.1", "8.8.8.8", "example.org"])
def test_no_connection_leaves_this_machine(address: str, outside_connections: list[str]) -> None:
    with pytest.raises(OutsideNetwork):
        socket.create_connection((address, 80), timeout=1)
    assert outside_connections == [address]
    outside_connections.clear()


async def test_asyncio_is_guarded_too(outside_connections: list[str]) -> None:
    with pytest.raises(OutsideNetwork):
        await asyncio.open_connection("192.0.2.1", 80)
    with pytest.raises(OutsideNetwork):
        await asyncio.open_connection("example.org", 80)
    assert outside_connections == ["192.0.2.1", "example.org"]
    outside_connections.clear()


def test_this_machine_can_be_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(("localhost", server.getsockname()[1]), timeout=5).close()
    assert socket.getaddrinfo("localhost", 80)


def test_invalid_names_are_unknown() -> None:
    with pytest.raises(socket.gaierror):
        socket.getaddrinfo("no-such-host.invalid", 80)
