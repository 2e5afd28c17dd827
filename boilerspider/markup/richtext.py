"""Rich text as applications keep it in JSON -> HTML: what a list of blocks, marks and links says, whoever wrote it.

Portable Text, Draft.js, ProseMirror, Contentful, Slate, EditorJS, Arc and parsed HTML all name what a block is ("paragraph",
"header-two", "list-item") and keep its words in strings under a few keys, its parts in lists. No schema is asked for: what is
named as a kind of text becomes its element, what is named as a picture, an advertisement or a teaser goes, anything else is
what it stands in, and what stands at the top is a paragraph.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from html import escape
from itertools import groupby
from types import MappingProxyType
from typing import Any, NamedTuple

KIND_KEYS = (
    "style",
    "_type",
    "type",
    "nodeType",
    "tagName",
    "tag",
    "blockName",
    "kind",
    "component",
    "__component",
    "slice_type",
    "name",
    "__typename",
)
"""Under which a block says what it is, the more telling ones first."""
MAX_DEPTH = 40
"""Values in each other that are read; ours: the deepest of the corpora's are under 20."""
MAX_WRITTEN_CHARS = 2_000_000
"""After which a list's writer stops: a story has less."""
MIN_PARTED_CHARS = 40
"""Of two texts side by side that may be paragraphs. Ours."""
MAX_KIND_CHARS = 60
MAX_HEADING_CHARS = 200
"""Of what may be a kind's name, and a section's heading. Ours."""

_NAMED = {
    "p": "paragraph p unstyled normal",
    "h2": "heading header subheading subheadline subhead subheader crosshead intertitle headerone headertwo headingone headingtwo heading1 heading2 header1 header2 h1 h2",
    "h3": "headerthree headingthree heading3 header3 h3",
    "h4": "headerfour headerfive headersix headingfour headingfive headingsix heading4 heading5 heading6 header4 header5 header6 h4 h5 h6",
    "ul": "list ul unorderedlist bulletlist bulletedlist",
    "ol": "ol orderedlist numberedlist",
    "li": "listitem li unorderedlistitem orderedlistitem uli oli bulletedlistitem numberedlistitem",
    "blockquote": "blockquote quote bq quotation pullquote pq",
    "pre": "codeblock pre preformatted",
    "table": "table",
    "tr": "tablerow tr",
    "td": "tablecell td",
    "th": "tableheadercell tableheader th",
    "a": "link hyperlink a",
    "br": "br linebreak hardbreak",
}
TAGS = MappingProxyType({name: tag for tag, names in _NAMED.items() for name in names.split()})
"""What applications call a kind of text, without signs and what says that it is a block -> the element it is."""

_OTHERS = """abo about ad ads advert advertisement advertorial aisummary attribs attrs audio autor author authors bio biography brand breadcrumb button byline caption carousel comment comments consent cookie cookies channel
    correction corrections credit credits cta datenschutz disclaimer divider draft drafts embed embedded experiments factbox faq faqs figure footer footertext footnotes form gallery gdpr history hr i18n iframe image images impressum imprint infobox infographic inlinerelated
    interstitial interstitiallink instagram latest legal licence license linkout locales map media menu nav navigation notes newsletter newslettersignup oembed offer offers outbrain partner paywall photo photos
    picture placeholder podcast poll popular previous privacy promo purposes promotion quiz readmore readmorelink recommendation recommendations recommended related
    relatedarticle relatedarticles relatedcontent relatedlinks relatedstories replies reviews revision revisions rights script separator seotext share sharing sidebar signup similar slideshow
    social sponsor sponsored style subscribe subscription taboola tags teaser teasers terms toc transcript translations trending tweet twitter vendors venue version versions video videos youtube"""
OTHERS = frozenset(_OTHERS.split())
"""What they call what is none of the text, in a list of blocks."""

_PLAIN_ITEM, _NUMBERED_ITEM = "<li>", "<li >"
"""How items begin that stand in no list: what parts them tells of which kind it is."""
_NUMBERED = frozenset(("ordered", "number", "numbered", "ol", "orderedlistitem", "oli", "numberedlistitem"))
_NUMBERED_KEYS = ("listItem", "style", "format", "listType", "list_type", "type")
_INLINE = frozenset(("a", "br"))
_HEADINGS = frozenset(("h2", "h3", "h4"))
_HOLDERS = frozenset(("ul", "ol", "li", "blockquote", "table", "tr", "td", "th"))
"""Elements that hold blocks."""
_ITEM = MappingProxyType({"ul": "li", "ol": "li", "tr": "td"})
_TEXT_KEYS = ("text", "content", "value", "children", "paragraph", "paragraphs", "items", "lines")
"""Under which words stand where they do for few: `html` is what is embedded, if it is not how all of a story is told."""
_HEADING_KEYS = ("heading", "headline", "title", "subtitle")
_ADDRESS_KEYS = ("href", "url", "uri")
_NOT_KIND = re.compile(r"[\W_]+")
_OF_TEXT = re.compile(r"text|paragraph", re.IGNORECASE)
_SUFFIX = re.compile(r"(?:block|element|component|node|model|body)+$")
_OF_BLOCKS = re.compile(r"</?(?:p|div|h[1-6]|ul|ol|li|blockquote|table|section)\b", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#[0-9]{2,6}|#x[0-9a-fA-F]{2,5}|[a-z]{2,8});")
_OF_LINES = re.compile(r"</(?:a|abbr|b|em|i|p|s|span|strong|sub|sup|u)>|<br\s*/?>", re.IGNORECASE)
_STOPS = tuple('.!?…。！？”"')
WORDS_OF_NAMES = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


class _Piece(NamedTuple):
    """A run of HTML."""

    html: str
    is_block: bool


def is_other(name: str) -> bool:
    """Whether a key, or a kind, is called what is none of a story's text; `relatedStories` and `promo_box` are."""
    return _plain(name) in OTHERS or any(
        word.lower() in OTHERS for word in WORDS_OF_NAMES.findall(name[:MAX_KIND_CHARS])
    )


def is_text(node: Mapping[str, Any]) -> bool:
    """Whether an object says that it is a kind of text."""
    return _kind(node) in TAGS


def is_markup(texts: Sequence[str]) -> bool:
    """Whether texts are HTML: one of them has a tag that its writer closed, or a sign by its name."""
    return any(
        ("&" in text and _ENTITY.search(text)) or ("<" in text and (_OF_LINES.search(text) or _OF_BLOCKS.search(text)))
        for text in texts
    )


def as_html(items: Sequence[Any], keys: Collection[str], *, markup: bool) -> str:
    """The HTML of a list of blocks whose words stand under these keys, or those that are usual; `markup` tells whether they are HTML themselves."""
    writer = _Writer((*keys, *(key for key in _TEXT_KEYS if key not in keys)), markup=markup)
    return _in_lists("".join(_blocks(writer.written(item, 0))) for item in items)


def _in_lists(blocks: Iterator[str]) -> str:
    """Items that stand in no list are in one."""
    found = []
    for item, run in groupby(
        blocks, lambda block: next((item for item in (_PLAIN_ITEM, _NUMBERED_ITEM) if block.startswith(item)), "")
    ):
        text, tag = "".join(run), "ol" if item == _NUMBERED_ITEM else "ul"
        found.append(f"<{tag}>{text}</{tag}>" if item else text)
    return "".join(found)


def _blocks(pieces: Sequence[_Piece]) -> Iterator[str]:
    """Blocks, and what stands between them as paragraphs: a sentence's end that nothing parts from the next beginning ends one."""
    run: list[str] = []
    for piece in (*pieces, _Piece("", True)):
        if piece.is_block or (run and _are_paragraphs(run[-1], piece.html)):
            if any(not part.isspace() for part in run):
                yield f"<p>{''.join(run)}</p>"
            run = []
        if piece.is_block:
            yield piece.html
        elif piece.html:
            run.append(piece.html)


def _are_paragraphs(one: str, other: str) -> bool:
    """Whether two texts side by side are two paragraphs: long ones, of which one ends and the other begins."""
    if min(len(one), len(other)) < MIN_PARTED_CHARS:
        return False
    return one[-1:] in _STOPS and other[:1].isalnum() and not other[:1].islower()


def _plain(name: str) -> str:
    """A kind without signs, a namespace, and what says that it is a block."""
    last = name[:MAX_KIND_CHARS].rpartition(".")[2].rpartition("/")[2]
    found = _NOT_KIND.sub("", last).casefold()
    return _SUFFIX.sub("", found) or found


def _kind(node: Mapping[str, Any]) -> str:
    """What a block says that it is; "" where that tells nothing."""
    if isinstance(node.get("listItem"), str):
        return "listitem"
    named = {key: node[key] for key in KIND_KEYS if isinstance(node.get(key), str) and node[key]}
    if named.get("type") != "tag":
        named.pop("name", None)  # of a person, a file, anything
    found = {key: _plain(name) for key, name in named.items()}
    if any(kind in OTHERS for key, kind in found.items() if key != "style"):
        return "other"
    told = next((kind for kind in found.values() if kind in TAGS), "")
    return told or next(("other" for name in named.values() if is_other(name) and not _OF_TEXT.search(name)), "")


class _Writer:
    """Writes blocks whose words stand under some keys."""

    def __init__(self, keys: Sequence[str], *, markup: bool) -> None:
        self._keys = keys
        self._is_markup = markup
        self._left = MAX_WRITTEN_CHARS

    def written(self, value: Any, depth: int) -> list[_Piece]:
        """What a value says."""
        if depth > MAX_DEPTH or self._left <= 0:
            return []
        if isinstance(value, str):
            return [self._string(value)] if value else []
        if isinstance(value, list):
            return [piece for part in value for piece in self.written(part, depth + 1)]
        return self._block(value, depth) if isinstance(value, dict) else []

    def _string(self, text: str) -> _Piece:
        self._left -= len(text)
        if self._is_markup:
            return _Piece(text, bool(_OF_BLOCKS.search(text)))
        return _Piece(escape(text, quote=False), False)

    def _block(self, node: Mapping[str, Any], depth: int) -> list[_Piece]:
        kind = _kind(node)
        if kind == "other":
            return []
        tag = TAGS.get(kind, "")
        if tag == "br":
            return [_Piece("<br>", False)]
        inner = self._inner(node, depth, tag)
        is_inline = not any(piece.is_block for piece in inner)
        if tag in _ITEM and is_inline:
            inner = [item for piece in inner for item in _item([piece], _ITEM[tag])]
        if not tag or not inner or not (is_inline or tag in _HOLDERS):
            return inner
        start = f"<{tag}{_address(node) if tag == 'a' else ''}>"
        if tag in ("ul", "li") and _is_numbered(node):
            start, tag = (_NUMBERED_ITEM, tag) if tag == "li" else ("<ol>", "ol")
        return [_Piece(f"{start}{''.join(piece.html for piece in inner)}</{tag}>", tag not in _INLINE)]

    def _inner(self, node: Mapping[str, Any], depth: int, tag: str) -> list[_Piece]:
        """What a block says itself, else its parts, below its heading."""
        told = [(key, node[key]) for key in self._keys if isinstance(node.get(key), str) and node[key]]
        key, own = next(((key, text) for key, text in told if text.strip()), ("", ""))
        heading = _heading(node) if key not in _HEADING_KEYS else ""
        if own:
            below = node.get("items") if key != "items" else None  # a list in a list's item
            parts = self._parts(below, depth, "ul", is_text=True) if isinstance(below, list) else []
            inner = [
                self._string(own),
                *([_Piece(f"<ul>{''.join(part.html for part in parts)}</ul>", True)] if parts else []),
            ]
            return [self._headed(heading), *inner] if heading and not tag and "heading" in node else inner
        parts = []
        for name, part in node.items():
            if isinstance(part, dict | list) and not is_other(name):
                more = self._parts(part, depth, tag, is_text=name in self._keys)
                parts += [_Piece(" ", False), *more] if parts and more else more
        if not parts and told:
            return [self._string(" ")]  # between two links
        if heading and tag in _HEADINGS and not parts:
            return [self._string(heading)]
        is_section = any(piece.is_block for piece in parts)
        return [self._headed(heading), *parts] if heading and is_section and not tag else parts

    def _headed(self, heading: str) -> _Piece:
        return _Piece(f"<h2>{self._string(heading).html}</h2>", True)

    def _parts(self, part: Any, depth: int, tag: str, *, is_text: bool) -> list[_Piece]:
        """What a part says; strings of a list that is no text are names and numbers. Of a list, or a table, each row is an item."""
        if depth > MAX_DEPTH:
            return []
        if isinstance(part, dict):
            return self.written(part, depth + 1) if _kind(part) else self._inner(part, depth + 1, tag)
        found: list[_Piece] = []
        for row in part:
            if tag == "table" and isinstance(row, list):
                cells = self._parts(row, depth + 1, "tr", is_text=True)
                found.append(_Piece(f"<tr>{''.join(cell.html for cell in cells)}</tr>", True))
            elif is_text or tag in _ITEM or not isinstance(row, str):
                pieces = self.written(row, depth + 1)
                if (
                    found
                    and not tag
                    and isinstance(row, dict)
                    and sum(isinstance(said, str) for said in row.values()) > 1
                ):
                    found.append(_Piece(" ", False))  # rows of labels and words, no parts of one
                found += _item(pieces, _ITEM[tag]) if tag in _ITEM else pieces
        return found


def _heading(node: Mapping[str, Any]) -> str:
    """What an object is called, if that is short enough for a heading."""
    found = next((node[key] for key in _HEADING_KEYS if isinstance(node.get(key), str) and node[key].strip()), "")
    return found if len(found) <= MAX_HEADING_CHARS else ""


def _is_numbered(node: Mapping[str, Any]) -> bool:
    """Whether a list, or an item of one, has numbers."""
    inner = node.get("data")
    held = (node, inner) if isinstance(inner, dict) else (node,)
    return any(
        isinstance(one.get(key), str) and _plain(one[key]) in _NUMBERED for one in held for key in _NUMBERED_KEYS
    )


def _item(pieces: list[_Piece], tag: str) -> list[_Piece]:
    """The pieces of a list's item, or a row's cell, in its element, if they are not one already."""
    if not pieces or pieces[0].is_block:
        return pieces
    return [_Piece(f"<{tag}>{''.join(piece.html for piece in pieces)}</{tag}>", True)]


def _address(node: Mapping[str, Any]) -> str:
    """Where a link leads, as an attribute."""
    for held in (node, *(part for part in node.values() if isinstance(part, dict))):
        found = next((held[key] for key in _ADDRESS_KEYS if isinstance(held.get(key), str)), "")
        if found:
            return f' href="{escape(found)}"'
    return ""
