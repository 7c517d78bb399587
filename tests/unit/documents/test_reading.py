"""Every kind of file is read; what is bad is named with the reason, and read no further."""

from __future__ import annotations

import time
from email.message import EmailMessage
from pathlib import Path

import pytest

from bot.documents.add import FilesRead, keep_files
from bot.documents.finding import find
from bot.documents.ledger import Ledger
from bot.documents.reading import READERS, read_file
from bot.errors import UnreadableFile, UsageError
from bot.workers.pool import Pool
from tests.unit.documents.files import bomb, paragraph, pdf, table, unfolding_pdf, word, word_body


def _read(path: Path, content: bytes | str) -> str:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return read_file(path).kept.text


def _refused(path: Path, content: bytes | str | None = None) -> str:
    with pytest.raises(UnreadableFile) as caught:
        read_file(path) if content is None else _read(path, content)
    return str(caught.value)


def test_text_and_markdown_are_kept_as_they_are(tmp_path: Path) -> None:
    assert _read(tmp_path / "a.md", "# Head\r\n\r\nBody\x07less") == "# Head\n\nBodyless"
    assert _read(tmp_path / "b.txt", "\ufeffGrüße") == "Grüße"
    assert _read(tmp_path / "c.txt", "Grüße".encode("utf-16")) == "Grüße"


def test_html_is_read_as_a_person_sees_it(tmp_path: Path) -> None:
    source = """<html><head><title>no</title><style>p{}</style></head><body>
      <h2>Open  cases</h2><p>One <b>bold</b> case.<br>Next line<script>steal()</script></p>
      <table><tr><th>Case</th><th>Filed</th></tr><tr><td>A v. B</td><td>2021</td></tr></table>
      <iframe src="http://x"></iframe><p hidden>secret</p><ul><li>first</li><li>second</li></ul>"""
    assert _read(tmp_path / "a.html", source) == (
        "## Open cases\n\nOne bold case.\nNext line\n\nCase | Filed\n\nA v. B | 2021\n\n"
        "first\n\nsecond"
    )
    latin = '<meta charset="iso-8859-1"><p>Grüße</p>'.encode("latin-1")
    assert _read(tmp_path / "b.htm", latin) == "Grüße"


@pytest.mark.parametrize(
    "source",
    [
        "<div>" * 100_000 + "deep",
        "<p>x" + "<!--" * 200_000,
        "<table><tr><td>" * 300 + "y",
        "<a href='" * 100_000,
        "<svg><![CDATA[" * 10_000 + "<script>alert(1)</script>",
    ],
    ids=["deep", "comments", "tables", "quotes", "svg"],
)
def test_hostile_html_ends_soon_and_runs_nothing(tmp_path: Path, source: str) -> None:
    begun = time.monotonic()
    try:
        text = _read(tmp_path / "a.html", source)
        assert "alert" not in text
    except UnreadableFile as error:
        assert str(error).startswith(("is nested", "has no text", "takes more"))
    assert time.monotonic() - begun < 20


def test_a_pdf_is_read_page_by_page(tmp_path: Path) -> None:
    path = pdf(tmp_path / "a.pdf", "The case was", "", "closed in 2022.")
    kept = read_file(path).kept
    assert kept.text.split() == ["The", "case", "was", "closed", "in", "2022."]
    assert kept.page(0) == 1 and kept.page(kept.text.index("closed")) == 3
    assert kept.remarks == ("1 page of 3 without text",)


def test_pdfs_that_cannot_be_read_say_why(tmp_path: Path) -> None:
    assert "OCR" in _refused(pdf(tmp_path / "scan.pdf", "", ""))
    assert "encrypted" in _refused(pdf(tmp_path / "locked.pdf", "x", password="open sesame"))
    assert "PDF" in _refused(tmp_path / "no.pdf", b"%PDF-1.4 not really")
    broken = pdf(tmp_path / "b.pdf", "page")
    assert _refused(broken, broken.read_bytes()[:200])


def test_a_pdf_that_unfolds_without_end_is_not_read(tmp_path: Path) -> None:
    begun = time.monotonic()
    assert _refused(unfolding_pdf(tmp_path / "a.pdf"))
    assert time.monotonic() - begun < 20


async def test_a_file_that_takes_too_long_is_ended_and_the_next_is_read(tmp_path: Path) -> None:
    (tmp_path / "a.html").write_text("<p>" + "<b>one</b> two " * 2_000_000)
    (tmp_path / "b.txt").write_text("Ada")
    ledger = Ledger(tmp_path / "x.sqlite")
    pool = Pool(1, 0.5, ("bot.documents.reading",))
    try:
        sources, _ = find([str(tmp_path / "a.html"), str(tmp_path / "b.txt")])
        done = await keep_files(ledger, sources, pool.of(""), Quiet())
    finally:
        await pool.close()
    assert [str(one) for one in done.skipped] == ["a.html takes too long to read."]
    assert [one.name for one in ledger.documents()] == ["b.txt"]
    ledger.close()


async def test_a_file_is_one_document_however_it_is_given(tmp_path: Path) -> None:
    (tmp_path / "reports").mkdir()
    report = tmp_path / "reports" / "a.md"
    report.write_text("Ada")
    ledger = Ledger(tmp_path / "x.sqlite")
    pool = Pool(1, 20, ("bot.documents.reading",))

    async def kept(*given: Path) -> FilesRead:
        sources, _ = find([str(one) for one in given])
        return await keep_files(ledger, sources, pool.of(""), Quiet())

    try:
        assert (await kept(tmp_path / "reports")).new == 1
        assert (await kept(report)).same == 1
        report.write_text("Ada Byte")
        assert (await kept(report)).changed == 1
        (tmp_path / "copy.md").write_text("Ada Byte")
        copied = await kept(tmp_path / "copy.md")
        assert [str(one) for one in copied.skipped] == ["copy.md is the same as reports/a.md."]
    finally:
        await pool.close()
    assert [one.name for one in ledger.documents()] == ["reports/a.md"]
    ledger.close()


class Quiet:
    def say(self, sentence: str) -> None: ...

    def progress(self, what: str, done: int, total: int) -> None: ...


def test_word_is_read_with_headings_and_tables(tmp_path: Path) -> None:
    body = word_body(
        paragraph("Cases", "berschrift1"),
        paragraph("One case is open."),
        table(("Case", "No."), ("A v. B", "7")),
    )
    kept = read_file(word(tmp_path / "a.docx", body)).kept
    assert kept.text == "# Cases\n\nOne case is open.\n\nCase | No.\nA v. B | 7"


def test_word_files_that_unfold_or_are_locked_are_not_unpacked(tmp_path: Path) -> None:
    begun = time.monotonic()
    unfolding = word(tmp_path / "a.docx", word_body(paragraph("x")), **{"media.bin": bomb()})
    assert "unfold" in _refused(unfolding)
    laughs = (
        '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">'
        '<!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">]><w>&c;</w>'
    )
    assert "unfolds" in _refused(word(tmp_path / "b.docx", laughs))
    reaching = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><w>&a;</w>'
    assert "reaches out" in _refused(word(tmp_path / "c.docx", reaching))
    many = {f"{n}.xml": b"" for n in range(10_001)}
    assert "files inside" in _refused(word(tmp_path / "d.docx", "<w/>", **many))
    assert "encrypted" in _refused(tmp_path / "e.docx", b"\xd0\xcf\x11\xe0" + b"\0" * 600)
    assert "no Word" in _refused(tmp_path / "f.docx", b"PK\x03\x04 cut off")
    assert "damaged" in _refused(word(tmp_path / "g.docx", "<w:p>"))
    assert time.monotonic() - begun < 20


def test_a_mail_is_read_below_its_subject_and_attachments_are_named(tmp_path: Path) -> None:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "Ada <ada@byte.example>", "bo@x.example", "The case"
    mail.set_content("It was closed.\n")
    mail.add_alternative("<p>It was <b>closed</b>.</p>", subtype="html")
    mail.add_attachment(b"x", maintype="application", subtype="pdf", filename="ruling.pdf")
    (tmp_path / "a.eml").write_bytes(mail.as_bytes())
    kept = read_file(tmp_path / "a.eml").kept
    assert kept.text == (
        "# The case\n\nFrom: Ada <ada@byte.example>\nTo: bo@x.example\n\nIt was closed."
    )
    assert kept.remarks == ("attached and not read: ruling.pdf",)
    only_html = EmailMessage()
    only_html["Subject"] = "x"
    only_html.set_content("<p>Only <i>HTML</i></p>", subtype="html")
    assert "Only HTML" in _read(tmp_path / "b.eml", only_html.as_bytes())
    locked = b"From: a@b.c\nSubject: x\nContent-Type: multipart/encrypted; boundary=y\n\n--y--\n"
    assert "encrypted" in _refused(tmp_path / "c.eml", locked)
    assert "no e-mail" in _refused(tmp_path / "d.eml", b"just text")


def test_other_encodings_and_other_files_are_named_not_guessed(tmp_path: Path) -> None:
    assert "UTF-8" in _refused(tmp_path / "a.txt", "Grüße".encode("latin-1"))
    assert "no text" in _refused(tmp_path / "b.txt", b"\0\1\2")
    assert "no text" in _refused(tmp_path / "c.md", "  \n")
    assert "kind" in _refused(tmp_path / "d.exe", "x")
    bad = '<meta charset="utf-8"><p>Gr\xfc\xdfe'.encode("latin-1")
    assert "encoding" in _refused(tmp_path / "e.html", bad)


@pytest.mark.parametrize("ending", sorted(READERS))
def test_no_bytes_make_a_reader_fail_otherwise(tmp_path: Path, ending: str) -> None:
    heads = {".pdf": b"%PDF-1.7\n", ".docx": b"PK\x03\x04", ".eml": b"From: a\nSubject: b\n\n"}
    for seed in range(60):
        noise = bytes((seed * 37 + n * n * 11) % 256 for n in range(seed * 29))
        (tmp_path / f"a{ending}").write_bytes(heads.get(ending, b"") + noise)
        try:
            read_file(tmp_path / f"a{ending}")
        except UnreadableFile as error:
            assert str(error)


def test_folders_globs_and_links_out_of_the_folder(tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("secret")
    folder = tmp_path / "reports"
    (folder / "old").mkdir(parents=True)
    for name in ("a.md", "old/b.txt", "c.bin", ".hidden.md"):
        (folder / name).write_text("x")
    (folder / "link.txt").symlink_to(tmp_path / "secret.txt")
    sources, skipped = find([str(folder)])
    assert [one.name for one in sources] == ["reports/a.md", "reports/old/b.txt"]
    assert [str(one) for one in skipped] == [
        "reports/link.txt is a link that leads out of the folder.",
        "reports: 1 of other kinds passed over.",
    ]
    sources, skipped = find([str(folder / "**" / "*.*"), str(folder / "old" / "b.txt")])
    assert [one.name for one in sources] == ["a.md", "b.txt"]
    assert [str(one) for one in skipped] == ["link.txt is a link that leads out of the folder."]
    with pytest.raises(UsageError, match="no file or folder"):
        find([str(tmp_path / "nothing*")])
    (tmp_path / "b.txt").write_text("another")
    with pytest.raises(UsageError, match="both be called b"):
        find([str(folder / "old" / "b.txt"), str(tmp_path / "b.txt")])
