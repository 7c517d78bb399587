"""PDF: the text that is in it, page by page."""

from __future__ import annotations

import io
import logging

from pypdf import PdfReader
from pypdf.errors import DependencyError, PdfReadError

from bot.documents.kept import Kept, plain
from bot.errors import UnreadableFile
from memory.text import several

_MOST_PAGES = 20_000
# It warns of each small fault of a file, of which most are none.
logging.getLogger("pypdf").setLevel(logging.CRITICAL)


def read_pdf(content: bytes) -> Kept:
    """The text of a PDF; a sentence may go on over the end of a page.

    Raises:
        UnreadableFile: it is encrypted, damaged, or pictures of pages without text.
    """
    try:
        reader = PdfReader(io.BytesIO(content))
        if reader.is_encrypted and not reader.decrypt(""):
            raise UnreadableFile("is encrypted; save it without a password")
        count = len(reader.pages)
        if count > _MOST_PAGES:
            raise UnreadableFile(f"has more than {_MOST_PAGES:,} pages")
        pages = [plain(page.extract_text()).strip() for page in reader.pages]
    except DependencyError:
        raise UnreadableFile("is encrypted; save it without a password") from None
    except PdfReadError as error:
        raise UnreadableFile(f"is no whole PDF ({error})") from None
    empty = sum(not page for page in pages)
    if empty == count:
        raise UnreadableFile("has no text in it (scanned pages?); make it searchable by OCR first")
    starts, offset = [], 0
    for page in pages:
        starts.append(offset)
        offset += len(page) + 1
    remarks = (f"{several(empty, 'page')} of {count:,} without text",) if empty else ()
    return Kept("\n".join(pages), tuple(starts), remarks)
