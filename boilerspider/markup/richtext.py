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

KIND_KEYS = ("style", "_type", "type", "nodeType", "tagName", "tag", "blockName", "kind", "name", "__typename")
"""Under which a block says what it is, the more telling ones first."""
MAX_DEPTH = 40
"""Values in each other that are read; ours: the deepest of the corpora's are under 20."""
MAX_KIND_CHARS = 60
MAX_HEADING_CHARS = 200
"""Of what may be a kind's name, and a section's heading. Ours."""

_NAMED = {
    "p": "paragraph p unstyled normal",
    "h2": "heading header subheading subheadline subhead subheader crosshead intertitle headerone headertwo heading1 heading2 header1 header2 h1 h2",
    "h3": "headerthree heading3 header3 h3",
    "h4": "headerfour headerfive headersix heading4 heading5 heading6 header4 header5 header6 h4 h5 h6",
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

_OTHERS = """ad ads advert advertisement attribs attrs audio author authors breadcrumb button byline caption carousel comment comments consent cookie cookies
    credit credits cta disclaimer divider embed figure footer footnotes form gallery hr iframe image images infobox infographic inlinerelated
    interstitial interstitiallink instagram legal linkout map media menu navigation newsletter newslettersignup oembed outbrain photo
    picture placeholder podcast poll promo promotion quiz readmore readmorelink recommendation recommendations recommended related
    relatedarticle relatedarticles relatedcontent relatedlinks relatedstories replies script separator share sharing sidebar signup slideshow
    social sponsored style subscribe subscription taboola tags teaser teasers toc tweet twitter video videos youtube"""
OTHERS = frozenset(_OTHERS.split())
"""What they call what is none of the text, in a list of blocks."""

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
_SUFFIX = re.compile(r"(?:block|element|component|node|model|body)+$")
_OF_BLOCKS = re.compile(r"</?(?:p|div|h[1-6]|ul|ol|li|blockquote|table|section)\b", re.IGNORECASE)
_OF_LINES = re.compile(r"</(?:a|abbr|b|em|i|p|s|span|strong|sub|sup|u)>|<br\s*/?>", re.IGNORECASE)
_STOPS = tuple('.!?…。！？”"')
_WORDS = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


class _Piece(NamedTuple):
    """A run of HTML."""

    html: str
    is_block: bool


def is_other(name: str) -> bool:
    """Whether a key, or a kind, is called what is none of a story's text; `relatedStories` and `promo_box` are."""
    return _plain(name) in OTHERS or any(word.lower() in OTHERS for word in _WORDS.findall(name[:MAX_KIND_CHARS]))


def is_markup(texts: Sequence[str]) -> bool:
    """Whether texts are HTML: one of them has a tag that its writer closed."""
    return any("<" in text and (_OF_LINES.search(text) or _OF_BLOCKS.search(text)) for text in texts)


def as_html(items: Sequence[Any], keys: Collection[str], *, markup: bool) -> str:
    """The HTML of a list of blocks whose words stand under these keys, or those that are usual; `markup` tells whether they are HTML themselves."""
    writer = _Writer((*keys, *(key for key in _TEXT_KEYS if key not in keys)), markup=markup)
    return _in_lists("".join(_blocks(writer.written(item, 0))) for item in items)


def _in_lists(blocks: Iterator[str]) -> str:
    """Items that stand in no list are in one."""
    found = []
    for is_item, run in groupby(blocks, lambda block: block.startswith("<li>")):
        text = "".join(run)
        found.append(f"<ul>{text}</ul>" if is_item else text)
    return "".join(found)


def _blocks(pieces: Sequence[_Piece]) -> Iterator[str]:
    """Blocks, and what stands between them as paragraphs: a sentence's end that nothing parts from the next beginning ends one."""
    run: list[str] = []
    for piece in (*pieces, _Piece("", True)):
        is_end = piece.is_block or (bool(run) and run[-1][-1:] in _STOPS and piece.html[:1].isalnum())
        if is_end and any(not part.isspace() for part in run):
            yield f"<p>{''.join(run)}</p>"
        run = [] if is_end else run
        if piece.is_block:
            yield piece.html
        elif piece.html:
            run.append(piece.html)


def _plain(name: str) -> str:
    """A kind without signs, a namespace, and what says that it is a block."""
    last = name[:MAX_KIND_CHARS].rpartition(".")[2].rpartition("/")[2]
    found = _NOT_KIND.sub("", last).casefold()
    return _SUFFIX.sub("", found) or found


def _kind(node: Mapping[str, Any]) -> str:
    """What a block says that it is; "" where that tells nothing."""
    if isinstance(node.get("listItem"), str):
        return "listitem"
    found = [_plain(node[key]) for key in KIND_KEYS if isinstance(node.get(key), str) and node[key]]
    return next((kind for kind in found if kind in TAGS or kind in OTHERS), "")


class _Writer:
    """Writes blocks whose words stand under some keys."""

    def __init__(self, keys: Sequence[str], *, markup: bool) -> None:
        self._keys = keys
        self._is_markup = markup

    def written(self, value: Any, depth: int) -> list[_Piece]:
        """What a value says."""
        if depth > MAX_DEPTH:
            return []
        if isinstance(value, str):
            return [self._string(value)] if value else []
        if isinstance(value, list):
            return [piece for part in value for piece in self.written(part, depth + 1)]
        return self._block(value, depth) if isinstance(value, dict) else []

    def _string(self, text: str) -> _Piece:
        return (
            _Piece(text, bool(_OF_BLOCKS.search(text))) if self._is_markup else _Piece(escape(text, quote=False), False)
        )

    def _block(self, node: Mapping[str, Any], depth: int) -> list[_Piece]:
        kind = _kind(node)
        if kind in OTHERS:
            return []
        tag = TAGS.get(kind, "")
        if tag == "br":
            return [_Piece("<br>", False)]
        inner = self._inner(node, depth, tag)
        is_inline = not any(piece.is_block for piece in inner)
        if tag in _ITEM and is_inline:  # the list stands in an object of its own
            inner = [item for piece in inner for item in _item([piece], _ITEM[tag])]
        if not tag or not inner or not (is_inline or tag in _HOLDERS):
            return inner
        address = _address(node) if tag == "a" else ""
        return [_Piece(f"<{tag}{address}>{''.join(piece.html for piece in inner)}</{tag}>", tag not in _INLINE)]

    def _inner(self, node: Mapping[str, Any], depth: int, tag: str) -> list[_Piece]:
        """What a block says itself, else its parts, below its heading."""
        told = [node[key] for key in self._keys if isinstance(node.get(key), str) and node[key]]
        own = next((text for text in told if text.strip()), None)
        if own is not None:
            return [self._string(own)]
        parts: list[_Piece] = []
        for key, part in node.items():
            if isinstance(part, dict | list) and not is_other(key):
                parts += self._parts(part, depth, tag, is_text=key in self._keys)
        if not parts and told:
            return [self._string(" ")]  # between two links
        heading = next((node[key] for key in _HEADING_KEYS if isinstance(node.get(key), str) and node[key].strip()), "")
        if not heading or len(heading) > MAX_HEADING_CHARS:
            return parts
        if tag in _HEADINGS and not parts:
            return [self._string(heading)]
        is_section = any(piece.is_block for piece in parts)
        return [_Piece(f"<h2>{self._string(heading).html}</h2>", True), *parts] if is_section else parts

    def _parts(self, part: Any, depth: int, tag: str, *, is_text: bool) -> list[_Piece]:
        """What a part says; strings of a list that is no text are names and numbers."""
        rows = [row for row in (part if isinstance(part, list) else [part]) if is_text or not isinstance(row, str)]
        found = [self.written(row, depth + 1) for row in rows]
        item = _ITEM.get(tag)
        return [
            piece for pieces in found for piece in (_item(pieces, item) if item and isinstance(part, list) else pieces)
        ]


def _item(pieces: list[_Piece], tag: str) -> list[_Piece]:
    """The pieces of a list's item, or a row's cell, in its element."""
    if not pieces or any(piece.is_block for piece in pieces):
        return pieces
    return [_Piece(f"<{tag}>{''.join(piece.html for piece in pieces)}</{tag}>", True)]


def _address(node: Mapping[str, Any]) -> str:
    """Where a link leads, as an attribute."""
    for held in (node, *(part for part in node.values() if isinstance(part, dict))):
        found = next((held[key] for key in _ADDRESS_KEYS if isinstance(held.get(key), str)), "")
        if found:
            return f' href="{escape(found)}"'
    return ""
