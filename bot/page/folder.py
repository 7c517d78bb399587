"""The folder Chainlit serves from: our page, prepared anew at every start, one for each port."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from bot.errors import UsageError
from bot.settings import Settings

_OUTSIDE = re.compile(r"<link\b[^>]*\bhref=\"https?://[^>]*>\s*")
_FONTS = re.compile(rb'"https://fonts\.googleapis\.com/[^"]*"')
_ORIGINS = re.compile(r"(?m)^allow_origins = .*$")
_SHARING = re.compile(r"(?m)^allow_thread_sharing = .*$")

# In every language: steps carry a whole phrase of ours, so no "Used" before it.
_STATUS_FIRST = b"toString(){return this.detail?`${this.message}: ${this.detail}`:this.message}"
_IN_WORDS = (
    b'toString(){return this.detail==="credentialssignin"?'
    b'"This name and this password do not go together.":this.detail||this.message}'
)
# The phone's sidebar is a dialog without a title, which Radix reports as an error.
_SHEET = re.compile(
    rb'"data-mobile":"true",(?P<sheet>.{0,200}?,children:)(?P<inside>(?P<jsx>[\w$]+)\.jsx\("div",'
    rb'\{className:"flex h-full w-full flex-col",children:[\w$]+\}\))'
)
_TITLE = re.compile(rb'[\w$]+="DialogTitle",([\w$]+)=[\w$]+\.forwardRef')
_WORDS = re.compile(rb'\.jsx\(([\w$]+),\{path:"threadHistory\.sidebar\.actions\.open"')
_ALL_LANGUAGES: dict[str, Any] = {
    "chat": {"messages": {"status": {"using": "", "used": ""}}, "watermark": ""}
}
_ENGLISH: dict[str, Any] = {
    "auth": {
        "login": {
            "title": "Sign in to Cicerone",
            "form": {
                "email": {
                    "label": "Name",
                    "required": "Write your name",
                    "placeholder": "your name",
                }
            },
            "errors": {"default": "That did not work. Check the name and the password."},
        }
    },
    "chat": {
        "input": {
            "placeholder": "Ask in your own words…",
            "actions": {"send": "Ask", "stop": "Stop"},
        },
        "settings": {"title": "Settings", "customize": "How questions are answered in this chat"},
        "messages": {
            "feedback": {
                "positive": "Right",
                "negative": "Not right",
                "dialog": {
                    "title": "Anything to add?",
                    "submit": "Send",
                    "yourFeedback": "Optional: what was right or wrong",
                },
            }
        },
        "watermark": "Answers come from the graph. Open the steps to see how.",
    },
    "threadHistory": {
        "sidebar": {"title": "Conversations", "empty": "No conversations yet"},
        "thread": {
            "actions": {
                "share": {
                    "title": "Let others read this conversation",
                    "button": "Share, and copy the link",
                    "status": {
                        "created": "Shared: whoever signs in and has the link can read it.",
                        "unshared": "Nobody else can read it any longer.",
                    },
                }
            }
        },
    },
    "navigation": {"header": {"readme": "Guide"}},
}


def prepare_folder(settings: Settings) -> Path:
    """Make the folder and return it; what a former run left there is gone.

    Chainlit deletes `.files` in its folder when it ends, so two processes must not share one.

    Raises:
        UsageError: the folder cannot be written.
    """
    folder = settings.folder / "page" / str(settings.port)
    try:
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir(parents=True, mode=0o700)
        _copy_page(folder, allowed_origins(settings), settings.sharing)
        _copy_translations(folder / ".chainlit" / "translations")
        _patch_build(folder / "build")
        _shut(folder)
    except OSError as error:
        raise UsageError(
            f"The page's folder {folder} cannot be written: {error.strerror}."
        ) from None
    return folder


def allowed_origins(settings: Settings) -> tuple[str, ...]:
    """The origins of CICERONE_ALLOWED_ORIGINS, as browsers write them.

    Raises:
        UsageError: one of them is not an origin.
    """
    origins = [part.strip().rstrip("/").lower() for part in settings.allowed_origins.split(",")]
    for origin in filter(None, origins):
        if not re.fullmatch(r"https?://[a-z0-9.\-\[\]:]+", origin):
            raise UsageError(
                f"CICERONE_ALLOWED_ORIGINS has {origin!r}, which is no origin; write them like "
                "https://intranet.example, separated by commas."
            )
    return tuple(filter(None, origins))


def with_words(html: str) -> str:
    """The page, whose words in the browser's language are there before its scripts.

    >>> with_words("<head><title>x</title></head>")
    '<head><script src="/words.js"></script><title>x</title></head>'
    """
    return html.replace("<head>", '<head><script src="/words.js"></script>', 1)


def without_outside_links(html: str) -> str:
    """The page without its links to other hosts (fonts, KaTeX, preconnects).

    >>> without_outside_links('<link rel="preconnect" href="https://x.example" /><p>hi</p>')
    '<p>hi</p>'
    """
    return _OUTSIDE.sub("", html)


def shipped(name: str) -> Path:
    """Our own file or folder: beside the code in a checkout, inside the package in a wheel."""
    package = Path(__file__).resolve().parent
    places = (package.parents[1] / name, package / "shipped" / name)
    found = next((place for place in places if place.exists()), None)
    if found is None:
        raise UsageError(f"The installation lacks {name}; install Cicerone again.")
    return found


def _copy_page(folder: Path, origins: Sequence[str], sharing: bool) -> None:
    shutil.copytree(shipped("public"), folder / "public")
    shutil.copy(shipped("chainlit.md"), folder / "chainlit.md")
    config = shipped(".chainlit/config.toml").read_text(encoding="utf-8")
    (folder / ".chainlit").mkdir()
    line = f"allow_origins = {json.dumps(list(origins))}"
    config = _ORIGINS.sub(lambda _: line, config)
    config = _SHARING.sub(f"allow_thread_sharing = {json.dumps(sharing)}", config)
    (folder / ".chainlit" / "config.toml").write_text(config, encoding="utf-8")


def _chainlit() -> Path:
    """Chainlit's package, found without importing it: that would fix its folder too early."""
    spec = find_spec("chainlit")
    assert spec is not None and spec.origin is not None
    return Path(spec.origin).parent


def _copy_translations(folder: Path) -> None:
    folder.mkdir()
    for source in (_chainlit() / "translations").glob("*.json"):
        words = _merged(json.loads(source.read_text(encoding="utf-8")), _ALL_LANGUAGES)
        if source.stem == "en-US":
            words = _merged(words, _ENGLISH)
        text = json.dumps(words, ensure_ascii=False)
        (folder / source.name).write_text(text, encoding="utf-8")


def _merged(base: Mapping[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(base)
    for key, change in changes.items():
        both = isinstance(change, dict) and isinstance(merged.get(key), dict)
        merged[key] = _merged(merged[key], change) if both else change
    return merged


def _patch_build(folder: Path) -> None:
    """Chainlit's builds of page and widget in one folder, without their addresses outside.

    Chainlit serves both from one custom folder, and no file through a link that leads out of it.
    """
    frontend, widget = (_chainlit() / part / "dist" for part in ("frontend", "copilot"))
    (folder / "assets").mkdir(parents=True)
    for asset in (*frontend.glob("assets/*"), *widget.glob("assets/*")):
        if asset.suffix != ".map":
            shutil.copyfile(asset, folder / "assets" / asset.name)
    for page in frontend.glob("assets/index-*.js"):
        (folder / "assets" / page.name).write_bytes(with_title(in_words(page.read_bytes())))
    html = (frontend / "index.html").read_text(encoding="utf-8")
    (folder / "index.html").write_text(with_words(without_outside_links(html)), encoding="utf-8")
    script = (widget / "index.js").read_bytes()
    (folder / "index.js").write_bytes(in_words(_FONTS.sub(b'"data:text/css,"', script)))


def in_words(script: bytes) -> bytes:
    """The page, which tells what the server says of an error without the names it has for it."""
    return script.replace(_STATUS_FIRST, _IN_WORDS)


def with_title(script: bytes) -> bytes:
    """The page, whose sidebar has its title on a phone, too, for who does not see it."""
    title, words = _TITLE.search(script), _WORDS.search(script)
    if title is None or words is None:
        return script

    def titled(sheet: re.Match[bytes]) -> bytes:
        jsx = sheet["jsx"] + b".jsx("
        told = jsx + words[1] + b',{path:"threadHistory.sidebar.title"})'
        head = jsx + title[1] + b',{className:"sr-only",children:' + told + b"})"
        start = b'"data-mobile":"true","aria-describedby":void 0,' + sheet["sheet"]
        return start + b"[" + head + b"," + sheet["inside"] + b"]"

    return _SHEET.sub(titled, script)


def _shut(folder: Path) -> None:
    """For its owner alone: copies of folders have the rights of what they are copied from."""
    for path in folder.rglob("*"):
        path.chmod(0o700 if path.is_dir() else 0o600)
