"""E-mail (.eml): who wrote what to whom, and the text; what is attached is only named."""

from __future__ import annotations

from email import message_from_bytes, policy
from email.message import EmailMessage

from bot.documents.kept import Kept, plain
from bot.documents.read_html import html_text
from bot.errors import UnreadableFile

_TOLD = ("From", "To", "Cc", "Date")
_LONGEST = 1_000


def read_mail(content: bytes) -> Kept:
    """The text of an e-mail, below its subject as a heading.

    Raises:
        UnreadableFile: it is no e-mail, or encrypted.
    """
    mail = message_from_bytes(content, policy=policy.default)
    if not isinstance(mail, EmailMessage) or not (mail["From"] or mail["Subject"]):
        raise UnreadableFile("is no e-mail")
    if mail.get_content_type() in ("multipart/encrypted", "application/pkcs7-mime"):
        raise UnreadableFile("is encrypted")
    head = [f"# {_line(mail['Subject'])}", ""]
    head += [f"{name}: {_line(mail[name])}" for name in _TOLD if mail[name]]
    attached = [_line(part.get_filename() or "a part without name") for part in _attached(mail)]
    remarks = (f"attached and not read: {', '.join(attached)}",) if attached else ()
    return Kept(plain("\n".join([*head, "", _body(mail)])).strip(), (), remarks)


def _body(mail: EmailMessage) -> str:
    part = mail.get_body(preferencelist=("plain", "html"))
    if part is None:
        return ""
    try:
        text = part.get_content()
    except (LookupError, UnicodeError, KeyError):
        raise UnreadableFile("is in an encoding that is not known") from None
    if not isinstance(text, str):
        return ""
    return html_text(text) if part.get_content_type() == "text/html" else text


def _attached(mail: EmailMessage) -> list[EmailMessage]:
    try:
        return [part for part in mail.iter_attachments() if isinstance(part, EmailMessage)]
    except (AttributeError, KeyError):  # as it raises where a part is no e-mail's
        return []


def _line(header: object) -> str:
    return " ".join(str(header or "").split())[:_LONGEST]
