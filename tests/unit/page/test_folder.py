import json
import re
import tomllib
from pathlib import Path

import pytest

from bot.errors import UsageError
from bot.page.folder import allowed_origins, prepare_folder
from bot.settings import load_settings


def test_the_folder_has_our_page_and_names_no_outside_host(tmp_path: Path) -> None:
    folder = prepare_folder(load_settings(home=tmp_path, port=8421))
    assert folder == tmp_path / "page" / "8421"
    assert oct(folder.stat().st_mode)[-3:] == "700"
    html = (folder / "build" / "index.html").read_text()
    assert "PLACEHOLDER" in html
    assert not re.search(r"(?:src|href)=\"https?://", html)
    assert b"fonts.googleapis.com/css" not in (folder / "build" / "index.js").read_bytes()
    script = re.search(r'src="/assets/([^"]+)"', html)
    assert script
    page = (folder / "build" / "assets" / script[1]).read_bytes()
    assert len(page) > 100_000
    assert b'{className:"sr-only",children:' in page.partition(b'"data-mobile":"true"')[2][:500]
    for code in (page, (folder / "build" / "index.js").read_bytes()):
        assert b'password do not go together.":this.detail||this.message}' in code
    for name in ("favicon.svg", "logo_light.svg", "theme.json", "elements/CiceroneAnswer.jsx"):
        assert (folder / "public" / name).is_file()


def test_a_second_start_begins_anew(tmp_path: Path) -> None:
    settings = load_settings(home=tmp_path)
    stale = prepare_folder(settings) / ".files" / "old"
    stale.mkdir(parents=True)
    prepare_folder(settings)
    assert not stale.exists()


def test_the_settings_close_what_we_do_not_use(tmp_path: Path) -> None:
    origins = "https://Intranet.example/, http://localhost:3000"
    folder = prepare_folder(load_settings(home=tmp_path, allowed_origins=origins))
    config = tomllib.loads((folder / ".chainlit" / "config.toml").read_text())
    assert config["project"]["allow_origins"] == [
        "https://intranet.example",
        "http://localhost:3000",
    ]
    features = config["features"]
    assert features["spontaneous_file_upload"]["enabled"] is False
    assert features["mcp"]["enabled"] is False
    assert features["user_message_markdown"] is False
    assert features["unsafe_allow_html"] is False


def test_every_language_has_its_words_and_steps_are_called_as_we_say(tmp_path: Path) -> None:
    folder = prepare_folder(load_settings(home=tmp_path)) / ".chainlit" / "translations"
    languages = {path.stem: json.loads(path.read_text()) for path in folder.glob("*.json")}
    assert len(languages) > 20
    assert all(not words["chat"]["messages"]["status"]["used"] for words in languages.values())
    assert languages["de-DE"]["chat"]["input"]["placeholder"]
    assert languages["en-US"]["chat"]["input"]["placeholder"] == "Ask in your own words…"


@pytest.mark.parametrize("bad", ["*", "intranet.example", "https://a.example/path", "javascript:x"])
def test_what_is_no_origin_is_said(bad: str) -> None:
    with pytest.raises(UsageError, match="which is no origin"):
        allowed_origins(load_settings(allowed_origins=bad))


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "page").write_text("in the way")
    with pytest.raises(UsageError, match="cannot be written"):
        prepare_folder(load_settings(home=tmp_path))
