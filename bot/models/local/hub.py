"""Fetching a model from the hub: resumed where it broke off, and held to the hub's checksum.

What is there so far is in a `.part` file named after the checksum, so that it is never gone on
with for another version; the file itself appears only when it is whole and right.
"""

from __future__ import annotations

import errno
import fcntl
import hashlib
import os
import re
import shutil
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from io import BufferedRandom
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlsplit

import httpx

from bot.errors import FetchFailed
from bot.models.local.known import HubModel
from memory.text import size_text

Progress: TypeAlias = Callable[[int, int], None]
_TIMEOUT = httpx.Timeout(30.0, connect=10.0)
_SHA256 = re.compile(r"[0-9a-f]{64}")
# How often it is asked for what is missing, where each time something came.
_BREAKS = 5


@dataclass(frozen=True, slots=True)
class Wanted:
    """A file of the hub, as the hub describes it."""

    url: str
    size: int
    sha256: str


async def fetch(hub: str, model: HubModel, folder: Path, progress: Progress) -> Path:
    """The file of a model in a folder, fetched from the hub if it is not there.

    Args:
        hub: The hub's address.
        model: What to fetch.
        folder: Where to; made if need be.
        progress: Called with the bytes that are there and those there will be.

    Raises:
        FetchFailed: the hub or the disk fails, or what came is not what the hub names.
    """
    final = folder / model.file_name
    if final.exists():
        return final
    hub = hub.rstrip("/")
    try:
        async with httpx.AsyncClient(timeout=_TIMEOUT) as client:
            wanted = await _described(client, hub, model)
            part = folder / f"{model.file_name}.{wanted.sha256[:8]}.part"
            folder.mkdir(parents=True, exist_ok=True)
            with part.open("ab+") as file:
                _hold(file, model)
                _check_room(folder, wanted.size - os.fstat(file.fileno()).st_size)
                await _fill(client, wanted, file, progress)
                _check(file, wanted, part)
            part.replace(final)
    except httpx.HTTPStatusError as error:
        raise FetchFailed(
            f"The hub answers with {error.response.status_code} instead of {model.file_name}; "
            "try again later."
        ) from None
    except (httpx.HTTPError, httpx.InvalidURL):
        raise _away(hub) from None
    except OSError as error:
        raise _not_written(folder, error) from None
    return final


async def _described(client: httpx.AsyncClient, hub: str, model: HubModel) -> Wanted:
    """Size and checksum: of the file's headers, else of the repository's list."""
    url = f"{hub}/{model.repo}/resolve/main/{model.file}"
    # Not followed: the hub itself names the checksum, the store that it leads to need not.
    head = await client.head(url, headers={"Accept-Encoding": "identity"})
    if head.status_code in (401, 403, 404):
        raise FetchFailed(f"The hub has no {model.file} in {model.repo} that everybody may have.")
    headers = head.headers
    tag = headers.get("X-Linked-ETag") or headers.get("ETag", "")
    size = headers.get("X-Linked-Size") or headers.get("Content-Length", "")
    sha256 = tag.removeprefix("W/").strip('"').lower()
    if not (_SHA256.fullmatch(sha256) and size.isdigit()):
        sha256, size = await _listed(client, hub, model)
    return Wanted(url, int(size), sha256)


async def _listed(client: httpx.AsyncClient, hub: str, model: HubModel) -> tuple[str, str]:
    inside = model.file.rpartition("/")[0]
    url = f"{hub}/api/models/{model.repo}/tree/main/{inside}".rstrip("/")
    answer = await client.get(url, follow_redirects=True)
    answer.raise_for_status()
    try:
        entries: list[dict[str, Any]] = answer.json()
        stored = next(entry["lfs"] for entry in entries if entry.get("path") == model.file)
        sha256, size = str(stored["oid"]).removeprefix("sha256:"), str(stored["size"])
    except (ValueError, KeyError, TypeError, AttributeError, StopIteration):
        sha256 = size = ""
    if not (_SHA256.fullmatch(sha256) and size.isdigit()):
        raise FetchFailed(f"The hub names no checksum of {model.file}; it is not fetched.")
    return sha256, size


def _hold(file: BufferedRandom, model: HubModel) -> None:
    """Keep the part for this command alone."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise FetchFailed(f"{model.file_name} is being fetched by another command.") from None


def _check_room(folder: Path, missing: int) -> None:
    free = shutil.disk_usage(folder).free
    if missing > free:
        raise FetchFailed(
            f"The disk of {folder} has {size_text(free)} left; {size_text(missing)} are needed."
        )


async def _fill(
    client: httpx.AsyncClient, wanted: Wanted, file: BufferedRandom, progress: Progress
) -> None:
    """Append what is missing; a connection that breaks is taken up again where something came."""
    for _ in range(_BREAKS):
        before = file.seek(0, os.SEEK_END)
        if before >= wanted.size:
            return
        with suppress(httpx.TransportError):
            await _append(client, wanted, file, progress)
        if file.seek(0, os.SEEK_END) == before:
            break
    if (there := file.seek(0, os.SEEK_END)) < wanted.size:
        raise FetchFailed(
            f"The connection broke at {size_text(there)} of {size_text(wanted.size)}; "
            "the same command goes on from there."
        )


async def _append(
    client: httpx.AsyncClient, wanted: Wanted, file: BufferedRandom, progress: Progress
) -> None:
    there = file.seek(0, os.SEEK_END)
    headers = {"Accept-Encoding": "identity", "Range": f"bytes={there}-"}
    async with client.stream("GET", wanted.url, headers=headers, follow_redirects=True) as answer:
        answer.raise_for_status()
        if answer.status_code != httpx.codes.PARTIAL_CONTENT:
            file.truncate(0)  # whoever sends it knows no ranges
            there = 0
        # In the pieces in which it comes: what is gathered would be lost where it breaks.
        async for block in answer.aiter_bytes():
            file.write(block)
            there += len(block)
            progress(min(there, wanted.size), wanted.size)
            if there > wanted.size:
                return


def _check(file: BufferedRandom, wanted: Wanted, part: Path) -> None:
    """Hold what came to its checksum, and make it last; what is wrong is thrown away."""
    file.flush()
    os.fsync(file.fileno())
    file.seek(0)
    if hashlib.file_digest(file, "sha256").hexdigest() != wanted.sha256:
        part.unlink()
        raise FetchFailed(
            "What came is not what the hub names: its checksum is wrong. It was thrown away."
        )


def _away(hub: str) -> FetchFailed:
    try:
        host = urlsplit(hub).netloc or "CICERONE_MODEL_HUB"
    except ValueError:
        host = "CICERONE_MODEL_HUB"
    host = host.rpartition("@")[2]
    return FetchFailed(f"The hub {host} does not answer; check the network or CICERONE_MODEL_HUB.")


def _not_written(folder: Path, error: OSError) -> FetchFailed:
    if error.errno == errno.ENOSPC:
        return FetchFailed(
            f"The disk of {folder} is full; with more room the same command goes on from there."
        )
    return FetchFailed(f"{folder} cannot be written: {(error.strerror or str(error)).lower()}.")
