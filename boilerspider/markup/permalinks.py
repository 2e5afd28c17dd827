"""Links of a heading to itself, so that its address can be copied.

They lead nowhere else, so that a heading in one is no item of a list of other pages; and the sign that many are made of (`¶`, `#`) is no word of it.
"""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from itertools import chain, compress, islice, pairwise, takewhile
from unicodedata import category
from urllib.parse import unquote, urlsplit

from lxml import etree

from boilerspider.markup.transcript import Transcript
from boilerspider.markup.tree import Document

HEADINGS = frozenset(("h1", "h2", "h3", "h4", "h5", "h6"))
SIGNS = frozenset("#¶§🔗⚓⌗∞\ufe0e\ufe0f")
"""What permalinks are made of, and what chooses between a sign's two looks; beside them format characters and those of icon fonts."""
UNSEEN_CATEGORIES = frozenset(("Cf", "Co"))
"""Unicode's names for these two."""
MAX_CLIMB = 4
"""Elements from a link up to its heading. Ours."""
MAX_INSIDE, MAX_AROUND = 12, 6
"""Elements of a heading, and around it, that may have the name that its link leads to. Ours."""
MAX_NODES = 6
"""Elements in a link that is but a sign. Ours."""
MAX_BESIDE = 6
"""Elements beside such a sign at the edge of a heading: other signs, and places without text. Ours."""
MAX_SIGN_CHARS = 8
"""Characters of such a sign, white space at its ends aside. Ours."""


@dataclass(frozen=True, slots=True)
class Permalinks:
    """Those of a page."""

    links: frozenset[etree._Element] = frozenset()
    """Those that say words of the heading."""
    signs: frozenset[int] = frozenset()
    """The text nodes of those that are but a sign."""


NONE = Permalinks()
"""What most pages have."""


def permalinks(document: Document) -> Permalinks:
    """The links of a page's headings to themselves. Linear in the size of the page."""
    transcript, own = document.transcript, own_addresses(document.url)
    led = ((number, place_of(href, own)) for number, href in transcript.hrefs.items() if href and "#" in href)
    candidates = [(number, place) for number, place in led if place]
    links = [transcript.elements[number] for number, _ in candidates]
    are_found = [_leads_home(link, place) for link, (_, place) in zip(links, candidates, strict=True)]
    if not any(are_found):
        return NONE
    signs = {number for (number, _) in compress(candidates, are_found) if _is_sign(transcript.elements[number])}
    words = frozenset(link for link in compress(links, are_found) if not _is_sign(link))
    return Permalinks(words, _nodes(transcript, signs) if signs else frozenset())


def own_addresses(url: str | None) -> frozenset[str]:
    """What a link to a place of this page may have before the `#`."""
    try:
        parts = urlsplit(url or "")._replace(fragment="")
    except ValueError:
        return frozenset([""])
    path = parts._replace(scheme="", netloc="").geturl()
    return frozenset(["", parts.geturl(), parts._replace(scheme="").geturl(), path])


def place_of(href: str, own: AbstractSet[str]) -> str:
    """The name of the place of this page that a reference leads to; "" where it leads elsewhere, or is a bare `#`, on which a script hangs."""
    before, _, place = href.strip().partition("#")
    return place if before in own else ""


def _leads_home(link: etree._Element, place: str) -> bool:
    """Whether a link stands in a heading and leads to it, to what it holds, or to what it stands in, or is a sign at its beginning or end.

    A list of contents leads elsewhere, and so does a sign amid words: "Why C# is older", "what § 218 says".
    """
    heading = next((above for above in islice(link.iterancestors(), MAX_CLIMB) if above.tag in HEADINGS), None)
    if heading is None:
        return False
    names = {place, unquote(place)}
    around = chain(islice(heading.iter(), MAX_INSIDE), islice(heading.iterancestors(), MAX_AROUND))
    is_named = any(one.get("id") in names or (one.tag == "a" and one.get("name") in names) for one in around)
    return is_named or (_is_sign(link) and (_begins(link, heading) or _ends(link, heading)))


def _begins(link: etree._Element, heading: etree._Element) -> bool:
    """Whether no word of the heading stands before a link."""
    # Many links have the same text before them, and few of them have few siblings.
    return all(
        _are_wordless(level.itersiblings(preceding=True)) and _is_wordless(above.text)
        for level, above in pairwise(_way(link, heading))
    )


def _ends(link: etree._Element, heading: etree._Element) -> bool:
    """Whether no word of the heading stands behind a link."""
    return all(
        _is_wordless(level.tail) and _are_wordless(level.itersiblings()) for level, _ in pairwise(_way(link, heading))
    )


def _way(link: etree._Element, heading: etree._Element) -> list[etree._Element]:
    """The link, what it stands in, and its heading."""
    return [link, *takewhile(lambda above: above is not heading, link.iterancestors()), heading]


def _are_wordless(siblings: Iterable[etree._Element]) -> bool:
    """Whether elements are few, and say nothing but signs, as do the texts behind them."""
    few = list(islice(siblings, MAX_BESIDE + 1))
    return len(few) <= MAX_BESIDE and all(_is_wordless(_said(one)) and _is_wordless(one.tail) for one in few)


def _is_sign(link: etree._Element) -> bool:
    """Whether a link says something, and nothing but a sign."""
    text = _said(link).strip()
    return 0 < len(text) <= MAX_SIGN_CHARS and _is_wordless(text)


def _said(element: etree._Element) -> str:
    """What an element says; something that is no sign where it holds more elements than one does."""
    nodes = list(islice(element.iter(), MAX_NODES + 1))
    if len(nodes) > MAX_NODES:
        return "more"
    said = [node.text for node in nodes if isinstance(node.tag, str)] + [node.tail for node in nodes[1:]]
    return "".join(filter(None, said))


def _is_wordless(text: str | None) -> bool:
    return all(map(_is_of_sign, text or ""))


def _is_of_sign(letter: str) -> bool:
    return letter in SIGNS or letter.isspace() or category(letter) in UNSEEN_CATEGORIES


def _nodes(transcript: Transcript, signs: AbstractSet[int]) -> frozenset[int]:
    """The numbers of the text nodes in these elements."""
    found: list[int] = []
    number = opened = -1
    depth = 0
    for event in transcript.events:
        if isinstance(event, str):
            number += 1
            if depth:
                found.append(number)
        elif event > 0:
            opened += 1
            depth += bool(depth) or opened in signs
        elif depth:
            depth -= 1
    return frozenset(found)


__all__ = ["NONE", "Permalinks", "own_addresses", "permalinks", "place_of"]
