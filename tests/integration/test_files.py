"""Files of a chat's elements: kept with their thread, readable by its owner alone."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from chainlit.element import CustomElement, File, Image, Text
from chainlit.user import PersistedUser

from memory.errors import StoreError
from memory.files import Files, key_of
from memory.threads import Threads
from tests.integration.chats import chat, talk

CSV = b"title\nL\xc3\xa9on\n"


def a_file(thread_id: str = "t1", name: str = "films.csv", **said: object) -> File:
    values = {"content": CSV, "mime": "text/csv", "for_id": "m1", **said}
    return File(thread_id=thread_id, name=name, **values)  # type: ignore[arg-type]


async def kept(threads: Threads, user: PersistedUser, element: File | CustomElement | Text) -> str:
    """The address of an element after it was kept."""
    await talk(threads, user, element.thread_id, "who?")
    with chat(user, element.thread_id):
        await threads.create_element(element)
        thread = await threads.get_thread(element.thread_id)
    assert thread is not None
    assert thread["elements"]
    (found,) = (e for e in thread["elements"] if e["id"] == element.id)
    return str(found["url"])


async def test_an_element_comes_back_with_its_content(
    threads: Threads, files: Files, ada: PersistedUser, eve: PersistedUser, tmp_path: Path
) -> None:
    element = a_file(name="Léon & co.csv")
    url = await kept(threads, ada, element)
    key = f"t1/{element.id}/Léon _ co.csv"
    assert url == f"/files/t1/{element.id}/L%C3%A9on%20_%20co.csv"
    assert not await files.served(key.replace("t1", "t2"), "ada")
    served = await files.served(key, "ada")
    assert served is not None
    assert served.path.read_bytes() == CSV
    assert (served.name, served.mime, served.inline) == ("Léon _ co.csv", "text/csv", True)
    assert await files.served(key, "eve") is None
    for path in (tmp_path / "files").rglob("*"):
        assert stat.S_IMODE(path.stat().st_mode) == (0o700 if path.is_dir() else 0o600)


async def test_all_of_an_element_is_kept(threads: Threads, ada: PersistedUser) -> None:
    table = CustomElement(
        name="Table", props={"rows": [[1, "é\x00"]]}, thread_id="t1", for_id="m1", display="side"
    )
    await kept(threads, ada, table)
    with chat(ada, "t1"):
        found = await threads.get_element("t1", table.id)
        assert await threads.get_element("t2", table.id) is None
    assert found is not None
    assert found["props"] == {"rows": [[1, "é"]]}
    assert (found["forId"], found["display"], found["type"]) == ("m1", "side", "custom")
    assert found["chainlitKey"] is None
    with chat(ada, "t1"):
        table.props = {"rows": []}
        await threads.create_element(table)
        found = await threads.get_element("t1", table.id)
    assert found is not None
    assert found["props"] == {"rows": []}


@pytest.mark.parametrize("mime", ["text/html", "image/svg+xml", "application/xhtml+xml", "x", ""])
async def test_what_could_run_scripts_is_a_download(
    threads: Threads, files: Files, ada: PersistedUser, mime: str
) -> None:
    element = a_file(name="page.html", mime=mime)
    await kept(threads, ada, element)
    served = await files.served(key_of("t1", element.id, "page.html"), "ada")
    assert served is not None
    assert not served.inline


async def test_a_file_of_a_shared_thread_is_its_owners_alone(
    threads: Threads, files: Files, ada: PersistedUser
) -> None:
    element = a_file()
    await kept(threads, ada, element)
    key = key_of("t1", element.id, "films.csv")
    await threads.update_thread("t1", metadata={"is_shared": True})
    assert await files.served(key, "ada")
    assert not await files.served(key, "eve")


async def test_nothing_is_fetched_of_an_address(
    threads: Threads, files: Files, ada: PersistedUser, tmp_path: Path
) -> None:
    """A server that fetches addresses for visitors reaches what they cannot."""
    image = Image(thread_id="t1", for_id="m1", name="x", url="http://127.0.0.1:1/secret")
    assert await kept(threads, ada, image) == "http://127.0.0.1:1/secret"  # type: ignore[arg-type]
    assert not (tmp_path / "files").exists()


async def test_a_stranger_writes_and_removes_no_element(
    threads: Threads, files: Files, ada: PersistedUser, eve: PersistedUser
) -> None:
    element = a_file()
    await kept(threads, ada, element)
    await talk(threads, eve, "t2", "what?")
    key = key_of("t1", element.id, "films.csv")
    with chat(eve, "t2"):
        await threads.create_element(a_file(content=b"hers", id=element.id))
        await threads.create_element(a_file("t2", content=b"hers", id=element.id))
        await threads.delete_element(element.id)
        await threads.delete_element(element.id, "t1")
        await threads.delete_element(element.id, "t2")
    served = await files.served(key, "ada")
    assert served is not None
    assert served.path.read_bytes() == CSV
    assert not await files.served(key_of("t2", element.id, "films.csv"), "eve")


@pytest.mark.parametrize("identifier", ["../../etc", "..", "a/b", "", "a\x00", "é", "x" * 65])
async def test_a_file_stays_in_its_folder(
    threads: Threads, ada: PersistedUser, tmp_path: Path, identifier: str
) -> None:
    with pytest.raises(StoreError):
        key_of(identifier, "e1", "x")
    with pytest.raises(StoreError):
        key_of("t1", identifier, "x")
    with chat(ada, "t1"):
        await threads.create_element(a_file(id=identifier))
    assert not (tmp_path / "files").exists()


@pytest.mark.parametrize(
    ("name", "last"),
    [
        ("../../x.csv", "x.csv"),
        ("..", "file"),
        ("", "file"),
        ("C:\\a\\b.csv", "b.csv"),
        ("a\x00b?.csv", "a_b_.csv"),
        ("é" * 200 + ".csv", "é" * 58 + ".csv"),
    ],
)
def test_any_name_will_do(name: str, last: str) -> None:
    assert key_of("t1", "e1", name) == f"t1/e1/{last}"


@pytest.mark.parametrize(
    "key", ["../cicerone.db", "t1/e1/../../../x", "/etc/passwd", "", "t1/e1", "t1/e1/\x00"]
)
async def test_only_keys_are_served(files: Files, ada: PersistedUser, key: str) -> None:
    assert await files.served(key, "ada") is None
    with pytest.raises(StoreError, match="no such file"):
        await files.upload_file(key, b"x")


async def test_files_go_with_their_element_message_and_thread(
    threads: Threads, ada: PersistedUser, tmp_path: Path
) -> None:
    (message,) = await talk(threads, ada, "t1", "who?")
    first, second, third = a_file(), a_file(for_id=message), a_file()
    with chat(ada, "t1"):
        for element in (first, second, third):
            await threads.create_element(element)

        def there() -> set[str]:
            return {path.parent.name for path in (tmp_path / "files").rglob("*.csv")}

        assert there() == {first.id, second.id, third.id}
        await threads.delete_element(first.id, "t1")
        assert there() == {second.id, third.id}
        await threads.delete_step(message)
        assert there() == {third.id}
        await threads.delete_thread("t1")
        assert there() == set()
    assert not (tmp_path / "files" / "t1").exists()


async def test_a_folder_that_cannot_be_written_is_logged(
    threads: Threads, files: Files, ada: PersistedUser, tmp_path: Path
) -> None:
    (tmp_path / "files").write_text("in the way")
    await talk(threads, ada, "t1", "who?")
    with chat(ada, "t1"):
        await threads.create_element(a_file())
        thread = await threads.get_thread("t1")
    assert thread is not None
    assert thread["elements"] == []
