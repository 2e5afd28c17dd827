"""Bytes or text -> Document: limits, decoding, parsing.

A page is refused before it is parsed or not at all, what is refused says why, and nothing in here
recurses or takes much more than linear time (`rescue.py` says where libxml2 would). The tree is made of plain `lxml.etree` elements: those of
`lxml.html` are slower to walk and offer nothing that a reader needs.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, TypeVar
from urllib.parse import urljoin

from lxml import etree

from boilerspider.markup.breaks import has_breaks, write_breaks
from boilerspider.markup.encoding import decode
from boilerspider.markup.formulas import write_formulas
from boilerspider.markup.refusals import (
    CONTROLS,
    SNIFFED_BYTES,
    refuse_binary,
    refuse_crowded,
    refuse_long,
    refuse_tagless,
)
from boilerspider.markup.rescue import (
    MAX_ATTRIBUTES,
    MAX_PARSED_DEPTH,
    SMALL_PAGE_BYTES,
    close_title,
    drop_crowded_tags,
    drop_outer_ends,
    drop_stray_ends,
    flatten,
    may_hold_long_tag,
    swallows,
)
from boilerspider.markup.transcript import Transcript, transcribe

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Limits:
    """What a page may cost before it is refused."""

    max_bytes: int = 10_000_000
    max_nodes: int = 500_000
    """Tags, opening and closing, and comments: what bounds the time of a page. The most of 6,852 real pages is 21,646."""


@dataclass(frozen=True, eq=False)
class Document:
    """A parsed page. Read-only: whoever edits does so on a copy."""

    root: etree._Element
    """The `html` element."""
    source: str
    """The decoded page, as it was parsed."""
    url: str | None = None
    encoding: str = "utf-8"
    """The encoding that `source` was decoded with, by its WHATWG name."""
    truncated: bool = False
    """Whether the page was nested too deep, or a tag had too many attributes, for all of its structure to be kept."""
    _found: dict[Callable[[Document], Any], Any] = field(default_factory=dict, init=False, repr=False)

    def once(self, find: Callable[[Document], _T]) -> _T:
        """What a function finds on the page; it is called when it is first asked for."""
        if find not in self._found:
            self._found[find] = find(self)
        found: _T = self._found[find]
        return found

    @cached_property
    def transcript(self) -> Transcript:
        """The events of the page as a flat list, written when somebody first reads it."""
        return transcribe(self.root)

    @property
    def base_url(self) -> str | None:
        """What relative links are relative to: the first `<base href>`, made absolute, or the page's URL."""
        for base in self.transcript.of("base"):
            href = base.get("href")
            if href is not None and len(href) <= MAX_BASE_CHARS:
                return _join(self.url, href.strip())
        return self.url


DEFAULT_LIMITS = Limits()

HIGH_CONTROLS = re.compile(rb"\xc2[\x80-\x9f]")
"""The control characters beyond ASCII (U+0080 to U+009F) in UTF-8: a wrong encoding's traces, which no text holds either."""

NO_CHARACTERS = re.compile(rb"\xef\xbf[\xbe\xbf]")
"""U+FFFE and U+FFFF in UTF-8, which XML admits in no form."""

CONTROL_REFERENCES = re.compile(
    rb"&#(?:0*(?:[1-8]|11|1[4-9]|2\d|3[01]|127|129|141|143|144|157|6553[45])(?!\d)"
    rb"|[xX]0*(?:[1-8bBeEfF]|1[\da-fA-F]|7[fF]|8[1dDfF]|9[0dD]|[fF]{3}[eEfF])(?![\da-fA-F]));?"
)
"""References to the same, but for those that the HTML standard reads as Windows-1252."""

MAX_BASE_CHARS = 2_000
"""A longer `<base href>` is ignored: it would be taken apart again for each link. Ours."""

_IS_CROWDED = etree.XPath(f"boolean(descendant::*/attribute::*[{MAX_ATTRIBUTES + 1}])")

SHADOW_MODES = ("shadowrootmode", "shadowroot")
"""Attributes of a `template` that a browser shows where it stands (HTML, section 4.12.3), and what they were called first."""
SHOWN_MODES = ("open", "closed")

AMPERSAND = ord("&")

FEW_SIGNS = 1_000
"""Signs of a page that are looked at one by one for what may begin there, which is quicker than a search for it."""


def parse(
    page: bytes | str, url: str | None = None, *, encoding: str | None = None, limits: Limits = DEFAULT_LIMITS
) -> Document:
    """The document of a page; `encoding` is what HTTP declared. UnreadablePage says why there is none.

    An empty page gives an empty document, and so does one that holds only comments.
    """
    refuse_long(len(page), url, limits.max_bytes)
    if isinstance(page, str):
        return _document(_clean(page.removeprefix("\ufeff")), url, "utf-8", limits)
    refuse_binary(page, url)
    text, encoding, exact = decode(page, encoding)
    return _document(_clean(text, page if exact else None), url, encoding, limits)


def adopt(
    root: etree._Element, source: str, page: bytes, url: str | None = None, *, encoding: str | None = None
) -> Document | None:
    """The document of an ordinary page whose tree Scrapy's selector has made already; None where `parse` might make another.

    That is where the selector decoded other text than we would, where the page holds what `parse`
    refuses, mends or drops, and where it is large.
    """
    head = source[:SNIFFED_BYTES].lower()
    if len(page) > SMALL_PAGE_BYTES or "<html" not in head:
        return None
    decoded = decode(page, encoding)
    if decoded.text != source or _clean(source, page if decoded.exact else None)[0] is not source:
        return None
    if not _is_whole(root) or _is_edited(root):
        return None
    return Document(root, source, url, decoded.encoding)


def _document(page: tuple[str, bytes], url: str | None, encoding: str, limits: Limits) -> Document:
    text, data = page
    refuse_long(len(data), url, limits.max_bytes)
    refuse_crowded(data, url, limits.max_nodes)
    refuse_tagless(text, url)
    light = drop_crowded_tags(data) if may_hold_long_tag(data) else data
    lean = drop_stray_ends(light)
    root = _tree(lean)
    if light is data and _IS_CROWDED(root):
        light = drop_crowded_tags(data)
        lean = drop_stray_ends(light)
        root = root if light is data else _tree(lean)
    is_cut = _is_cut(root)
    if is_cut:
        root = _tree(flatten(lean))
        if _is_cut(root):
            root = _tree(flatten(lean, count_all=True))
    for template in _shadows(root):
        template.tag = "div"
    write_breaks(root)
    write_formulas(root)
    return Document(root, text, url, encoding, is_cut or light is not data)


def _is_edited(root: etree._Element) -> bool:
    """Whether `parse` would write something else in a tree; nobody else's is touched."""
    return next(root.iter("math"), None) is not None or bool(_shadows(root)) or has_breaks(root)


def _shadows(root: etree._Element) -> list[etree._Element]:
    """The templates that a browser shows."""
    return [
        template
        for template in root.iter("template")
        if any(template.get(mode, "").lower() in SHOWN_MODES for mode in SHADOW_MODES)
    ]


def _clean(text: str, data: bytes | None = None) -> tuple[str, bytes]:
    """The text without control characters, what is none, references to either and lone surrogates, and its bytes in UTF-8, which may be known already."""
    if data is None:
        text, data = _encode(text)
    clean = data.translate(None, CONTROLS) if any(map(data.__contains__, CONTROLS)) else data
    if _has_high_controls(clean):
        clean = HIGH_CONTROLS.sub(b"", clean)
    if b"\xef\xbf" in clean:
        clean = NO_CHARACTERS.sub(b"", clean)
    if _has_control_references(clean):
        clean = CONTROL_REFERENCES.sub(b" ", clean)
    return (text, data) if len(clean) == len(data) else (clean.decode(), clean)


def _has_high_controls(data: bytes) -> bool:
    """Whether there may be one; of few places that is known."""
    at = -1
    for _ in range(FEW_SIGNS):
        at = data.find(b"\xc2", at + 1)
        if at < 0 or HIGH_CONTROLS.match(data, at):
            break
    return at >= 0


def _has_control_references(data: bytes) -> bool:
    at = -1
    for _ in range(FEW_SIGNS):
        at = data.find(b"#", at + 1)
        if at < 0:
            return False
        if at and data[at - 1] == AMPERSAND and CONTROL_REFERENCES.match(data, at - 1):
            return True
    return data.find(b"&#", at) >= 0


def _encode(text: str) -> tuple[str, bytes]:
    """The text with the pairs among its surrogates joined and the others replaced, and its bytes."""
    try:
        return text, text.encode()
    except UnicodeEncodeError:
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return text, text.encode()


def _tree(data: bytes) -> etree._Element:
    """The tree of UTF-8 bytes, an empty page's where they hold no element."""
    root = _parsed(data)
    if root is not None and _is_first_of_several(root):
        data = drop_outer_ends(data)
        root = _parsed(data)
    if root is not None and swallows(root.findtext("head/title") or ""):
        root = _parsed(close_title(data))
    if root is None:
        root = etree.Element("html")
        etree.SubElement(root, "body")
    return root


def _parsed(data: bytes) -> etree._Element | None:
    try:
        # Nobody asks the parser for an element by its id, and a table of them is a tenth of its time.
        return etree.fromstring(data, parser=etree.HTMLParser(encoding="utf-8", huge_tree=True, collect_ids=False))
    except etree.LxmlError:
        return None


def _is_first_of_several(root: etree._Element) -> bool:
    """Whether the parser took what stands behind `</html>` for documents of their own."""
    return any(isinstance(other.tag, str) for other in root.itersiblings())


def _is_whole(root: etree._Element) -> bool:
    """Whether a tree that somebody else made holds the page as `_tree` would give it."""
    title = root.findtext("head/title") or ""
    return root.tag == "html" and not (_is_cut(root) or _is_first_of_several(root) or swallows(title))


def _is_cut(root: etree._Element) -> bool:
    """Whether the parser gave up for depth: then its last node is as deep as it goes, and the rest is lost."""
    depth, last = 1, root
    while len(last):
        depth, last = depth + 1, last[-1]
    return depth >= MAX_PARSED_DEPTH


def _join(url: str | None, href: str) -> str | None:
    try:
        return urljoin(url or "", href) or url
    except ValueError:
        return url
