"""What editors and content stores call the blocks of a text, and what is none of it.

A name is read without signs, its namespace and what says that it is a block: `core/heading`, `HeadingBlock` and
`PageElements.Heading` are one. What is not in these tables is what it stands in.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from types import MappingProxyType
from typing import Any

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
MAX_KIND_CHARS = 60
"""Of what may be a kind's name. Ours."""

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
_OTHER_KEYS = """agb archived aside autosave background banner byid cgu conditions copyright deleted discussion discussions disqus explainers fallback guidelines help
    highlights houserules kommentar kommentare leftcolumn linkedstory mentionslegales modal mostread netiquette newsletters next notice
    nutzungsbedingungen old older opinions organisation organization parent photographer popup privacidad publisher push reaction reactions readnext
    returnpolicy returns rightcolumn rules seller series shipping template templates thread threads ticker topic topics topstories trash tweets upnext"""
OTHER_KEYS = OTHERS.union(_OTHER_KEYS.split())
"""The same between a page's title and a text, where a story's own blocks do not stand."""

_NUMBERED = frozenset(("ordered", "number", "numbered", "ol", "orderedlistitem", "oli", "numberedlistitem"))
_NUMBERED_KEYS = ("listItem", "style", "format", "listType", "list_type", "type")
_OF_ALL = ("style", "name")
"""Under which what is text has names of pictures and persons, too."""
_NOT_KIND = re.compile(r"[\W_]+")
_OF_TEXT = re.compile(r"text|paragraph", re.IGNORECASE)
_SUFFIX = re.compile(r"(?:block|element|component|node|model|body)+$")
WORDS_OF_NAMES = re.compile(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])")


def is_other(name: str, others: Collection[str] = OTHERS) -> bool:
    """Whether a key, or a kind, is called what is none of a story's text; `relatedStories` and `promo_box` are."""
    return plain_kind(name) in others or any(
        word.lower() in others for word in WORDS_OF_NAMES.findall(name[:MAX_KIND_CHARS])
    )


def is_text(node: Mapping[str, Any]) -> bool:
    """Whether an object says that it is a kind of text."""
    return kind_of(node) in TAGS


def is_heading(item: Any) -> bool:
    """Whether an item of a list says that it is a heading."""
    return isinstance(item, dict) and TAGS.get(kind_of(item), "").startswith("h")


def plain_kind(name: str) -> str:
    """A kind without signs, a namespace, and what says that it is a block."""
    last = name[:MAX_KIND_CHARS].rpartition(".")[2].rpartition("/")[2]
    found = _NOT_KIND.sub("", last).casefold()
    return _SUFFIX.sub("", found) or found


def kind_of(node: Mapping[str, Any]) -> str:
    """What a block says that it is; "" where that tells nothing."""
    if isinstance(node.get("listItem"), str):
        return "listitem"
    named = {key: node[key] for key in KIND_KEYS if isinstance(node.get(key), str) and node[key]}
    if named.get("type") != "tag":
        named.pop("name", None)  # of a person, a file, anything
    found = {key: plain_kind(name) for key, name in named.items()}
    if any(kind in OTHERS for key, kind in found.items() if key != "style"):
        return "other"
    told = next((kind for kind in found.values() if kind in TAGS), "")
    return told or next(("other" for name in named.values() if is_other(name) and not _OF_TEXT.search(name)), "")


def is_named_other(node: Mapping[str, Any]) -> bool:
    """Whether an object is named as none of the text, by its whole name and not by a word of it."""
    return any(
        plain_kind(node[key]) in OTHERS for key in KIND_KEYS if key not in _OF_ALL and isinstance(node.get(key), str)
    )


def is_numbered(node: Mapping[str, Any]) -> bool:
    """Whether a list, or an item of one, has numbers."""
    inner = node.get("data")
    held = (node, inner) if isinstance(inner, dict) else (node,)
    return any(
        isinstance(one.get(key), str) and plain_kind(one[key]) in _NUMBERED for one in held for key in _NUMBERED_KEYS
    )
