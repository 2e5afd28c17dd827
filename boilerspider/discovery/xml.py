"""Bytes that mean to be XML -> their elements, one at a time; nothing in them is fetched, expanded or trusted.

The document type is cut out before parsing, so that no entity is ever declared: neither a bomb nor
a file of this machine can be named. What breaks feeds in practice is mended first (encodings that
are declared wrongly, junk before the first tag, bare ampersands, entities of HTML, control
characters, entries, remarks and sections that never end, signs that belong to no tag); libxml2 recovers from the rest.
"""

from __future__ import annotations

import codecs
import html
import re
import sys
from collections.abc import Iterator
from html.entities import html5
from io import BytesIO

from lxml import etree

from boilerspider.discovery.stray import balanced, tidied, without_unended
from boilerspider.discovery.unclosed import ended
from boilerspider.markup.characters import NO_XML

_BOMS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
    (b"<\0", "utf-16-le"),
    (b"\0<", "utf-16-be"),
)
_DECLARED = re.compile(rb"<\?xml[^>]{0,200}?encoding\s*=\s*[\"']\s*([\w.:-]{2,30})", re.IGNORECASE)
_TEXT_ENCODING = re.compile(
    r"us-ascii|iso-8859-\d{1,2}|latin-?1|windows-\d{3,4}|cp\d{3,4}|koi8-[ru]|shift[_-]jis|euc-(?:jp|kr)"
    r"|gb2312|gbk|gb18030|big5|iso-2022-(?:jp|kr)|tis-620|macintosh",
    re.IGNORECASE,
)
"""Python knows codecs of other kinds too (some are slow, some are no text); only these are feeds' encodings."""

_DOCTYPE = re.compile(r"<!DOCTYPE\b[^\[>]*", re.IGNORECASE)
_SUBSET_END = re.compile(r"\]\s*>")
_ELEMENT = re.compile(r"<(?=[A-Za-z_])")
_AMPERSAND = re.compile(r"&(?:#\d{1,7};|#[xX][0-9a-fA-F]{1,6};|([A-Za-z][A-Za-z0-9]{1,31});)?")
_XML_ENTITIES = frozenset({"amp", "lt", "gt", "quot", "apos"})

MOST_SIGNS = 200_000
"""Tags up to which what libxml2 would lose its place over is mended: the crawl stands still for some seconds then. Ours."""


def elements(body: bytes, entries: tuple[str, ...], others: tuple[str, ...] = ()) -> Iterator[etree._Element]:
    """The entries and other elements of these local names, also in capitals, whatever their namespace, in the order in which they end.

    An element is emptied as soon as the next one is asked for, so that memory stays flat; one within another of them when that ends.
    """
    entries, others = _spelt(entries), _spelt(others)
    source = BytesIO(_parsable(decoded(body), entries))
    tags = [f"{{*}}{name}" for name in (*entries, *others)]
    events = etree.iterparse(
        source,
        events=("end",),
        tag=tags,
        encoding="utf-8",
        recover=True,
        resolve_entities=False,
        load_dtd=False,
        no_network=True,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
    )
    try:
        for _, element in events:
            yield element
            # What stands within an entry is part of it, and so is what stands before it there.
            if next(element.iterancestors(*tags), None) is None:
                _forget(element)
    except etree.XMLSyntaxError:
        return  # what came before the point of no recovery has been handed out


def _spelt(names: tuple[str, ...]) -> tuple[str, ...]:
    """The names as feeds write them, which know no better: as they are, and in capitals."""
    return tuple(spelt for name in names for spelt in (name, name.upper(), name.title()))


class _Nothing:
    """What a parser makes of a document whose elements nobody wants."""

    def close(self) -> None:
        """Nothing is made of it."""


def _parsable(text: str, entries: tuple[str, ...]) -> bytes:
    """The bytes of a document that is well-formed, and of one that is not with what libxml2 would lose its place over mended."""
    body = _mended(text).encode()
    parser = etree.XMLParser(  # type: ignore[call-overload] # whose types know no target that wants nothing
        target=_Nothing(), encoding="utf-8", resolve_entities=False, load_dtd=False, no_network=True, huge_tree=False
    )
    try:
        etree.fromstring(body, parser)
    except etree.XMLSyntaxError:
        text = _mended(without_unended(text))
        if text.count("<") > MOST_SIGNS:
            return ended(text, entries).encode()
        # What a script has complained of before the root is a root of its own: those behind the first one would not be read.
        return f"<_>{balanced(ended(tidied(text, entries), entries), entries)}</_>".encode()
    return body


def _forget(element: etree._Element) -> None:
    element.clear()
    parent = element.getparent()
    while parent is not None and element.getprevious() is not None:
        del parent[0]


def local(element: etree._Element) -> str:
    """The element's name without namespace or prefix, in lower case; "" for what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2].rpartition(":")[2].lower() if isinstance(tag, str) else ""


def namespace(element: etree._Element) -> str:
    """The element's namespace, or its prefix where that was never declared, or ""."""
    tag = element.tag
    if not isinstance(tag, str):
        return ""
    uri, _, name = tag.rpartition("}")
    return uri[1:] or name.rpartition(":")[0]


def content(element: etree._Element) -> str:
    """All text in the element."""
    return "".join(text for text in element.itertext() if isinstance(text, str)) if len(element) else element.text or ""


def decoded(body: bytes) -> str:
    """The text of a body: by its byte order mark, as UTF-8 where it is that, as it declares, else as Windows-1252."""
    for mark, encoding in _BOMS:
        if body.startswith(mark):
            return body.decode(encoding, "replace").lstrip("\ufeff")
    match = _DECLARED.search(body[:1000])
    declared = match[1].decode("ascii", "replace").lower() if match else ""
    if not declared.startswith("iso-2022"):  # whose bytes are all valid UTF-8
        try:
            return body.decode("utf-8")
        except UnicodeDecodeError:
            pass
    if declared.startswith("utf"):  # a few bad bytes in what else is UTF-8 do not make it another encoding
        text = body.decode("utf-8", "replace")
        return text if text.count("\ufffd") * 2 < _non_ascii(body) else body.decode("cp1252", "replace")
    try:
        return body.decode(declared if _TEXT_ENCODING.fullmatch(declared) else "cp1252", "replace")
    except LookupError:
        return body.decode("cp1252", "replace")


def _non_ascii(body: bytes) -> int:
    return len(body) - len(body.decode("ascii", "ignore"))


def _mended(text: str) -> str:
    text = _without_doctype(NO_XML.sub("", text))
    root = _ELEMENT.search(text)
    first, *sections = text[root.start() if root else 0 :].split("<![CDATA[")
    mended = [_AMPERSAND.sub(_entity, first)]
    for section in sections:
        literal, end, markup = section.partition("]]>")
        mended.append(f"<![CDATA[{literal}{end}{_AMPERSAND.sub(_entity, markup)}")
    return "".join(mended)


def _without_doctype(text: str) -> str:
    match = _DOCTYPE.search(text)
    if not match:
        return text
    end = match.end() + 1
    if text[match.end() : end] == "[" and (subset := _SUBSET_END.search(text, end)):
        end = subset.end()
    return text[: match.start()] + text[end:]


def _entity(match: re.Match[str]) -> str:
    name = match[1]
    if name is None:
        return _number(match[0]) if len(match[0]) > 1 else "&amp;"
    if name in _XML_ENTITIES:
        return match[0]
    return html.escape(html5.get(name + ";", ""))


def _number(reference: str) -> str:
    """A numeric reference, or nothing where it names no character."""
    digits = reference[2:-1]
    code = int(digits[1:], 16) if digits[0] in "xX" else int(digits)
    return "" if code > sys.maxunicode or NO_XML.match(chr(code)) else reference
