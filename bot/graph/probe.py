"""What listens at an address, found out below the driver, whose errors do not tell causes apart."""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import dataclass
from enum import Enum, auto

Resolve = Callable[[str, int], Awaitable[list[str]]]

_SECONDS = 5.0
# The Bolt handshake: magic number, then four ranges of versions, newest first.
_MAGIC = 0x6060B017
_OFFERS = ((8, 8, 6), (8, 8, 5), (4, 4, 4), (0, 0, 3))
# OpenSSL's codes for a chain that ends in a certificate nobody here trusts.
_SELF_SIGNED = frozenset({18, 19, 20, 21})
_EXPIRED = frozenset({9, 10})


class Finding(Enum):
    """What a connection met."""

    BOLT = auto()
    HTTP = auto()
    NOT_BOLT = auto()
    TOO_OLD = auto()
    CLOSED = auto()
    SILENT = auto()
    NO_TLS = auto()
    SELF_SIGNED = auto()
    EXPIRED = auto()
    OTHER_NAME = auto()
    BAD_TLS = auto()


@dataclass(frozen=True, slots=True)
class Probe:
    """What was found, and the major version of Bolt where it was spoken."""

    finding: Finding
    bolt: int | None = None


async def resolve(host: str, port: int) -> list[str]:
    """The addresses of a host.

    Raises:
        OSError: it has none.
    """
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(entry[4][0]) for entry in found))


async def probe(address: str, port: int, host: str, *, tls: str) -> Probe:
    """Connects and shakes hands.

    Args:
        address: where to connect.
        port: its port.
        host: the name that a certificate has to bear.
        tls: "none", "trusted" (the certificate is checked) or "any" (it is not).
    """
    context = None if tls == "none" else _context(tls == "trusted")
    try:
        reader, writer = await asyncio.wait_for(
            asyncio.open_connection(
                address, port, ssl=context, server_hostname=host if context else None
            ),
            _SECONDS,
        )
    except ssl.SSLCertVerificationError as error:
        return Probe(_certificate(error))
    except ssl.SSLError as error:
        plain = error.reason in ("WRONG_VERSION_NUMBER", "RECORD_LAYER_FAILURE", "UNEXPECTED_EOF")
        return Probe(Finding.NO_TLS if plain else Finding.BAD_TLS)
    except TimeoutError:
        return Probe(Finding.SILENT)
    except OSError:
        # In the middle of a TLS handshake: the server took our hello for something else.
        return Probe(Finding.NO_TLS if context else Finding.CLOSED)
    try:
        return await asyncio.wait_for(_handshake(reader, writer), _SECONDS)
    except (TimeoutError, OSError, ssl.SSLError):
        return Probe(Finding.NOT_BOLT)
    finally:
        writer.close()
        with suppress(OSError, ssl.SSLError, TimeoutError):
            await asyncio.wait_for(writer.wait_closed(), 1)


async def is_open(address: str, port: int) -> bool:
    """Whether anything accepts a connection there within five seconds."""
    try:
        _, writer = await asyncio.wait_for(asyncio.open_connection(address, port), _SECONDS)
    except (TimeoutError, OSError):
        return False
    writer.close()
    with suppress(OSError):
        await writer.wait_closed()
    return True


async def _handshake(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> Probe:
    offers = [struct.pack(">BBBB", 0, span, minor, major) for span, minor, major in _OFFERS]
    writer.write(struct.pack(">I", _MAGIC) + b"".join(offers))
    await writer.drain()
    answer = await reader.read(4)
    if answer == b"HTTP":
        return Probe(Finding.HTTP)
    if len(answer) < 4 or answer[:2] != b"\0\0":
        return Probe(Finding.NOT_BOLT)
    major = answer[3]
    return Probe(Finding.BOLT if major >= 5 else Finding.TOO_OLD, major)


def _context(trusted: bool) -> ssl.SSLContext:
    context = ssl.create_default_context()
    if not trusted:
        context.check_hostname = False
        context.verify_mode = ssl.CERT_NONE
    return context


def _certificate(error: ssl.SSLCertVerificationError) -> Finding:
    if error.verify_code in _SELF_SIGNED:
        return Finding.SELF_SIGNED
    return Finding.EXPIRED if error.verify_code in _EXPIRED else Finding.OTHER_NAME
