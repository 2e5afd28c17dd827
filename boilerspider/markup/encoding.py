"""Bytes -> text, as browsers do it: byte order mark, then HTTP, then the page's own word, then the bytes.

What was declared gives way where the page is garbage under it: servers and templates declare what
they never looked at. Bytes that are valid UTF-8 are UTF-8, whatever was declared, and what is declared as
Latin-1, servers' default, is looked at like what nobody declares.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import NamedTuple

from w3lib.encoding import html_body_declared_encoding, read_bom, resolve_encoding, to_unicode

from boilerspider.markup.unlabelled import guess_codec

WHATWG_NAMES = {
    "utf-8": "utf-8",
    "utf-16": "utf-16le",
    "utf-16-le": "utf-16le",
    "utf-16-be": "utf-16be",
    "cp866": "ibm866",
    "iso8859-2": "iso-8859-2",
    "iso8859-3": "iso-8859-3",
    "iso8859-4": "iso-8859-4",
    "iso8859-5": "iso-8859-5",
    "iso8859-6": "iso-8859-6",
    "iso8859-7": "iso-8859-7",
    "iso8859-8": "iso-8859-8",
    "iso8859-10": "iso-8859-10",
    "iso8859-13": "iso-8859-13",
    "iso8859-14": "iso-8859-14",
    "iso8859-15": "iso-8859-15",
    "iso8859-16": "iso-8859-16",
    "koi8-r": "koi8-r",
    "koi8-u": "koi8-u",
    "mac-roman": "macintosh",
    "mac-cyrillic": "x-mac-cyrillic",
    "cp874": "windows-874",
    "cp1250": "windows-1250",
    "cp1251": "windows-1251",
    "cp1252": "windows-1252",
    "cp1253": "windows-1253",
    "cp1254": "windows-1254",
    "cp1255": "windows-1255",
    "cp1256": "windows-1256",
    "cp1257": "windows-1257",
    "cp1258": "windows-1258",
    "gb18030": "gb18030",
    "big5hkscs": "big5",
    "euc_jp": "euc-jp",
    "iso2022_jp": "iso-2022-jp",
    "cp932": "shift_jis",
    "euc_jis_2004": "euc-jp",
    "cp949": "euc-kr",
}
"""Python's codec -> its name in the WHATWG Encoding Standard. What browsers cannot decode is not here."""

UNDECLARED = "cp1252"
"""What browsers assume of bytes that are not UTF-8, that nothing is declared for and that tell nothing by themselves."""

MAX_DAMAGE = 0.5
"""Share of the characters beyond ASCII that may fail to decode before an encoding gives way.

Of 98 pages of our corpora that are not valid UTF-8, 95 fail as UTF-8 at nine tenths and more, the
others at half and less; for codecs other than UTF-8 it was not measured.
"""

REPLACEMENT = "\ufffd"
ASCII = bytes(range(128))
_ESCAPED = MappingProxyType({0xDC00 + byte: bytes([byte]).decode(UNDECLARED, "replace") for byte in range(128, 256)})
"""What Python makes of a byte that is no UTF-8 -> its letter by browsers' default."""


class Decoded(NamedTuple):
    """A page's text, and the WHATWG name of the encoding that it was read with."""

    text: str
    encoding: str
    exact: bool = False
    """Whether the text encodes to the very bytes in UTF-8."""


def decode(page: bytes, declared: str | None = None) -> Decoded:
    """The text of a page; `declared` is the label that HTTP gave, and an unknown one is ignored."""
    codec, mark = read_bom(page)
    if codec is not None and mark is not None:
        return Decoded(page[len(mark) :].decode(codec, "replace"), WHATWG_NAMES.get(codec, codec))
    if (wide := _wide(page, declared)) is not None:
        return wide
    try:
        return Decoded(page.decode("utf-8"), "utf-8", exact=True)
    except UnicodeDecodeError:
        return _decode_legacy(page, declared)


def _wide(page: bytes, declared: str | None) -> Decoded | None:
    """The page in the encodings whose bytes look like valid UTF-8 to one who does not know them."""
    codec = _codec(declared)
    if codec == "iso2022_jp" or (codec is None and b"\x1b$" in page[:4096]):
        return _trial(page, "iso2022_jp") if b"\x1b" in page else None
    if b"\0" not in page[:512]:
        return None
    guess = "utf-16-be" if page[:1] == b"\0" else "utf-16-le" if page[1:2] == b"\0" else None
    for candidate in (codec, guess):
        if candidate and candidate.startswith("utf-16"):
            text = _text(page, candidate)
            if "<" in text:
                return Decoded(text, WHATWG_NAMES[candidate])
    return None


def _decode_legacy(page: bytes, declared: str | None) -> Decoded:
    """The text of bytes that are not valid UTF-8 throughout."""
    said = (_codec(declared), _declared_inside(page))
    for codec in (*said, "utf-8"):
        if codec not in (None, UNDECLARED) and (trial := _trial(page, codec)) is not None:
            is_mixed = codec == "utf-8" and codec not in said and UNDECLARED in said
            return trial._replace(text=_mixed(page)) if is_mixed else trial
    codec = guess_codec(page) or UNDECLARED
    return Decoded(page.decode(codec, "replace"), WHATWG_NAMES[codec])


def _trial(page: bytes, codec: str) -> Decoded | None:
    """The page under a codec, or None where it is garbage under it."""
    if codec.startswith("utf-16"):
        return None
    text = _text(page, codec)
    lost = text.count(REPLACEMENT)
    if lost and lost > MAX_DAMAGE * _beyond_ascii(text):
        return None
    return Decoded(text, WHATWG_NAMES[codec])


def _mixed(page: bytes) -> str:
    """A page that calls itself Latin-1 and has pieces in UTF-8, as data of other programs are: all else is what it says."""
    return page.decode("utf-8", "surrogateescape").translate(_ESCAPED)


def _beyond_ascii(text: str) -> int:
    return len(text) - len(text.encode("ascii", "ignore"))


def _text(page: bytes, codec: str) -> str:
    return to_unicode(page, "utf-16-le" if codec == "utf-16" else codec)


def _codec(label: str | None) -> str | None:
    """The codec of a label, None where browsers know no such encoding."""
    if not (label and label.isascii()):
        return None
    codec = resolve_encoding(label.strip())
    return codec if codec in WHATWG_NAMES else None


def _declared_inside(page: bytes) -> str | None:
    """The codec that the page's own head declares; one that could be read cannot be UTF-16."""
    codec = _codec(html_body_declared_encoding(page))
    return "utf-8" if codec is not None and codec.startswith("utf-16") else codec
