"""Files of the chat's elements (tables, charts, downloads), in a folder, readable by their owner.

A file's key is `thread/element/name`; its address is `/files/` and the key. The application serves
that address, and asks `served` first: there is no other check between a person and a file.
"""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from chainlit.data.storage_clients.base import BaseStorageClient
from sqlalchemy import select

from memory.errors import StoreError
from memory.store import Store
from memory.tables import elements, threads

ROUTE = "/files/"

_IDENTIFIER = re.compile(r"[A-Za-z0-9_-]{1,64}")
_UNSAFE = re.compile(r"[^\w.() -]+")
_NAME_BYTES = 120

# Anything else is offered as a download: a page of HTML or SVG would run its scripts as ours.
_INLINE = frozenset(
    {"image/png", "image/jpeg", "image/gif", "image/webp", "application/json", "text/plain"}
    | {"text/csv", "application/pdf"}
)


@dataclass(frozen=True, slots=True)
class ServedFile:
    """A file that may be sent, and how: `inline` False means as a download, nothing else."""

    path: Path
    name: str
    mime: str
    inline: bool


def key_of(thread_id: str, element_id: str, name: str) -> str:
    """The key of an element's file; any text will do as name.

    >>> key_of("t1", "e1", "../All films?.csv")
    't1/e1/All films_.csv'

    Raises:
        StoreError: an identifier is not one.
    """
    if not (_IDENTIFIER.fullmatch(thread_id) and _IDENTIFIER.fullmatch(element_id)):
        raise StoreError("A file belongs to a thread and an element, and these are not any.")
    last = re.split(r"[/\\]", name)[-1]
    safe = _UNSAFE.sub("_", last).strip(" .").encode()[-_NAME_BYTES:].decode(errors="ignore")
    return f"{thread_id}/{element_id}/{safe or 'file'}"


class Files(BaseStorageClient):
    """A folder of files; folders are 0700 and files 0600."""

    def __init__(self, folder: Path, store: Store, base_url: str = "") -> None:
        """Keep files in `folder`.

        Args:
            folder: Made when the first file comes.
            store: Knows whose a file is.
            base_url: The application's own address, where pages on other hosts show its files.
        """
        self._folder = folder
        self._store = store
        self._base_url = base_url.rstrip("/")

    async def upload_file(
        self,
        object_key: str,
        data: bytes | str,
        mime: str = "application/octet-stream",
        overwrite: bool = True,
        content_disposition: str | None = None,
    ) -> dict[str, Any]:
        """Write a file; a reader sees the old content or the new, never half of it."""
        del mime, content_disposition
        path = self._path(object_key)
        if overwrite or not path.exists():
            content = data.encode() if isinstance(data, str) else data
            await self._in_thread(_write, path, content)
        return {"object_key": object_key, "url": await self.get_read_url(object_key)}

    async def delete_file(self, object_key: str) -> bool:
        """Remove a file; whether there was one."""
        path = self._path(object_key)
        existed = path.exists()
        await self._in_thread(shutil.rmtree, path.parent, True)
        return existed

    async def delete_thread(self, thread_id: str) -> None:
        """Remove all files of a thread."""
        if _IDENTIFIER.fullmatch(thread_id):
            await self._in_thread(shutil.rmtree, self._folder / thread_id, True)

    async def get_read_url(self, object_key: str) -> str:
        """The address of a file."""
        return f"{self._base_url}{ROUTE}{quote(object_key)}"

    async def close(self) -> None:
        """Nothing is held open."""

    async def served(self, path_key: str, user: str) -> ServedFile | None:
        """The file `path_key` and how to send it to `user`; None where there is none of theirs."""
        element = await self._element(path_key, user)
        if element is None:
            return None
        path = self._path(path_key)
        mime = str(element["mime"] or "application/octet-stream")
        kind = mime.partition(";")[0].strip().lower()
        if not path.is_file():
            return None
        return ServedFile(path, path.name, mime, kind in _INLINE)

    async def _element(self, key: str, user: str) -> Any:
        if not _is_key(key):
            return None
        query = select(elements.c.mime).join(threads, threads.c.id == elements.c.threadId)
        query = query.where(elements.c.objectKey == key, threads.c.userIdentifier == user)
        async with self._store.read() as connection:
            return (await connection.execute(query)).mappings().first()

    def _path(self, key: str) -> Path:
        if not _is_key(key):
            raise StoreError("There is no such file.")
        return self._folder.joinpath(*key.split("/"))

    async def _in_thread(self, function: Any, *arguments: Any) -> None:
        try:
            await asyncio.to_thread(function, *arguments)
        except OSError as error:
            raise StoreError(f"{self._folder} cannot be written ({error.strerror}).") from None


def _is_key(key: str) -> bool:
    try:
        return key_of(*key.split("/")) == key
    except (StoreError, TypeError):
        return False


def _write(path: Path, content: bytes) -> None:
    for folder in (path.parent.parent.parent, path.parent.parent, path.parent):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=path.parent, prefix=".")
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
        os.replace(draft, path)
    except BaseException:
        Path(draft).unlink(missing_ok=True)
        raise
