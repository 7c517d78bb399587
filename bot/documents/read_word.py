"""Word (.docx): its paragraphs, headings and tables, from the XML inside."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator
from xml.etree.ElementTree import Element

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import ParseError, fromstring

from bot.documents.kept import Kept, plain, row
from bot.errors import UnreadableFile
from memory.text import size_text

# Before anything is unpacked: what the archive says of itself, and what is read of it.
_MOST_ENTRIES, _MOST_UNPACKED, _MOST_RATIO = 10_000, 200_000_000, 300
_BODY, _STYLES = "word/document.xml", "word/styles.xml"
_W = "{http://schemas.openxmlformats.org/wordprocessingml/2006/main}"
_OLD = b"\xd0\xcf\x11\xe0"


def read_word(content: bytes) -> Kept:
    """The text of a Word document.

    Raises:
        UnreadableFile: it is encrypted, no Word document, or unfolds without end.
    """
    if content.startswith(_OLD):  # what Word encrypts is put into a file of the old kind
        raise UnreadableFile("is encrypted, or of the old Word; save it as .docx without password")
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            _hold_to_bounds(archive)
            body = fromstring(_entry(archive, _BODY))
            names = archive.namelist()
            styles = fromstring(_entry(archive, _STYLES)) if _STYLES in names else None
    except (zipfile.BadZipFile, KeyError):
        raise UnreadableFile("is no Word document") from None
    except DefusedXmlException:
        raise UnreadableFile("has XML that unfolds or reaches out; it is not read") from None
    except ParseError:
        raise UnreadableFile("is damaged: its XML is not whole") from None
    levels = _heading_styles(styles) if styles is not None else {}
    found = body.find(f"{_W}body")
    return Kept(plain("\n".join(_lines(found, levels))).strip() if found is not None else "")


def _hold_to_bounds(archive: zipfile.ZipFile) -> None:
    entries = archive.infolist()
    packed = sum(entry.compress_size for entry in entries)
    unpacked = sum(entry.file_size for entry in entries)
    if len(entries) > _MOST_ENTRIES:
        raise UnreadableFile(f"has more than {_MOST_ENTRIES:,} files inside")
    if unpacked > _MOST_UNPACKED or unpacked > _MOST_RATIO * max(packed, 10_000):
        raise UnreadableFile(f"would unfold to {size_text(unpacked)}; it is not unpacked")


def _entry(archive: zipfile.ZipFile, name: str) -> bytes:
    if archive.getinfo(name).flag_bits & 1:
        raise UnreadableFile("is encrypted; save it without a password")
    with archive.open(name) as file:  # an archive may say less than it holds
        content = file.read(_MOST_UNPACKED + 1)
    if len(content) > _MOST_UNPACKED:
        raise UnreadableFile(f"would unfold to more than {size_text(_MOST_UNPACKED)}")
    return content


def _heading_styles(styles: Element) -> dict[str, int]:
    """The styles that make a heading, with its level: by what Word calls them in every language."""
    found = {}
    for style in styles.iter(f"{_W}style"):
        name = style.find(f"{_W}name")
        kind, _, level = (name.get(f"{_W}val", "") if name is not None else "").partition(" ")
        key = style.get(f"{_W}styleId", "")
        if kind.casefold() == "heading" and level.isdigit():
            found[key] = min(int(level), 6)
        elif kind.casefold() == "title":
            found[key] = 1
    return found


def _lines(parent: Element, levels: dict[str, int]) -> Iterator[str]:
    for child in parent:
        if child.tag == f"{_W}p":
            text = _text(child)
            style = child.find(f"{_W}pPr/{_W}pStyle")
            level = levels.get(style.get(f"{_W}val", ""), 0) if style is not None else 0
            yield f"{'#' * level} {' '.join(text.split())}" if level and text.strip() else text
            yield ""
        elif child.tag == f"{_W}tbl":
            for line in child.iter(f"{_W}tr"):
                yield row([" ".join(map(_text, cell.iter(f"{_W}p"))) for cell in _cells(line)])
            yield ""
        elif child.tag in (f"{_W}sdt", f"{_W}sdtContent", f"{_W}smartTag", f"{_W}ins"):
            yield from _lines(child, levels)


def _cells(line: Element) -> list[Element]:
    return line.findall(f"{_W}tc") or list(line.iter(f"{_W}tc"))


def _text(paragraph: Element) -> str:
    said = []
    for node in paragraph.iter():
        if node.tag == f"{_W}t":
            said.append(node.text or "")
        elif node.tag == f"{_W}tab":
            said.append("\t")
        elif node.tag in (f"{_W}br", f"{_W}cr"):
            said.append("\n")
    return "".join(said)
