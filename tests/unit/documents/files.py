"""Small files of every kind that documents are read from, made by the tests."""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from pathlib import Path

from pypdf import PdfWriter
from pypdf.generic import DecodedStreamObject, DictionaryObject, NameObject, StreamObject

_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="xml" ContentType="application/xml"/></Types>'
)
_W = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
_STYLES = (
    f"<w:styles {_W}>"
    + "".join(
        f'<w:style w:styleId="berschrift{n}"><w:name w:val="heading {n}"/></w:style>'
        for n in (1, 2, 3)
    )
    + "</w:styles>"
)


def pdf(path: Path, *pages: str, password: str = "") -> Path:
    """A PDF with a page for each text; its lines are told one below the other."""
    writer = PdfWriter()
    font = {"/Type": "/Font", "/Subtype": "/Type1", "/BaseFont": "/Helvetica"}
    font["/Encoding"] = "/WinAnsiEncoding"
    named = DictionaryObject({NameObject(k): NameObject(v) for k, v in font.items()})
    for text in pages:
        page = writer.add_blank_page(595, 842)
        fonts = DictionaryObject({NameObject("/F1"): named})
        page[NameObject("/Resources")] = DictionaryObject({NameObject("/Font"): fonts})
        lines = re.sub(r"([()\\])", r"\\\1", text).split("\n")
        shown = " ".join(f"({line}) Tj T*" for line in lines)
        stream = DecodedStreamObject()
        stream.set_data(f"BT /F1 12 Tf 14 TL 50 800 Td {shown} ET".encode("latin-1"))
        page[NameObject("/Contents")] = writer._add_object(stream)
    if password:
        writer.encrypt(password, algorithm="RC4-128")
    with path.open("wb") as file:
        writer.write(file)
    return path


def word(path: Path, body: str, **entries: bytes) -> Path:
    """A Word document with such a body, and more entries."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", _TYPES)
        archive.writestr("word/styles.xml", _STYLES)
        archive.writestr("word/document.xml", body)
        for name, content in entries.items():
            archive.writestr(f"word/{name}", content)
    return path


def word_body(*parts: str) -> str:
    """The XML of a document with these paragraphs and tables."""
    return f"<w:document {_W}><w:body>{''.join(parts)}</w:body></w:document>"


def paragraph(text: str, style: str = "") -> str:
    """A paragraph in two runs, as Word splits them."""
    look = f'<w:pPr><w:pStyle w:val="{style}"/></w:pPr>' if style else ""
    half = len(text) // 2
    runs = "".join(
        f'<w:r><w:t xml:space="preserve">{part}</w:t></w:r>' for part in (text[:half], text[half:])
    )
    return f"<w:p>{look}{runs}</w:p>"


def table(*rows: tuple[str, ...]) -> str:
    """A table."""
    lines = (
        "<w:tr>" + "".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in cells) + "</w:tr>"
        for cells in rows
    )
    return f"<w:tbl>{''.join(lines)}</w:tbl>"


def unfolding_pdf(path: Path) -> Path:
    """A PDF whose one page says that it takes three hundred megabytes."""
    writer = PdfWriter()
    page = writer.add_blank_page(595, 842)
    stream = StreamObject()
    stream.set_data(zlib.compress(b" " * 300_000_000, 1))
    stream[NameObject("/Filter")] = NameObject("/FlateDecode")
    page[NameObject("/Contents")] = writer._add_object(stream)
    with path.open("wb") as file:
        writer.write(file)
    return path


def bomb() -> bytes:
    """Fifty megabytes of nothing; packed, some fifty kilobytes."""
    return io.BytesIO(b"\0" * 50_000_000).getvalue()
