"""Where elements stand to the page's headline: in its story, or in a box about something else."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from itertools import chain, islice

from lxml import etree

from boilerspider.markup.metadata.beside import Headline
from boilerspider.markup.metadata.text import text_of
from boilerspider.markup.metadata.titles import fold

_MAX_SEARCHED = 30
"""Headings of the first rank, and of the next two, among which the headline is looked for. Ours."""
MAX_HINT_CHARS = 300
"""Of an attribute, what is looked at."""
_MAX_ANCESTORS = 60

_ELSEWHERE = re.compile(
    r"(?:^|[\s_-])(?:(?:recent)?comments?|commentlist|cookie[a-z]*|consent|related|sidebar|side-bar|recommend\w*|popular|trending|latest|teasers?|promos?|"
    r"carousel|newsletter|disqus|reply|replies|testimonials?|masthead|(?:site|page)-footer|navigation|navbar|menu|read-?more|more-(?:stories|posts|from))(?=$|[\s_-])",
    re.IGNORECASE,
)
_FOOTER = re.compile(r"(?:^|[\s_-])footer(?=$|[\s_-])", re.IGNORECASE)
"""Of the site, of a quote, or of the story: that stands right in the element that holds the headline."""
_STORY = re.compile(r"(?:^|\s)h-?entry(?=$|\s)")
"""What microformats call a story."""
_OUTSIDE_TAGS = frozenset(
    (
        "blockquote",
        "figure",
        "figcaption",
        "nav",
        "aside",
        "form",
        "button",
        "script",
        "style",
        "noscript",
        "head",
        "meta",
        "link",
        "img",
    )
)


def heading_of(headline: Headline) -> etree._Element | None:
    """The heading that says the headline."""
    title = fold(headline.title or "")
    if not title:
        return None
    of = headline.transcript.of
    found = chain(
        (
            heading
            for heading in of("h1")[:_MAX_SEARCHED]
            if (said := fold(text_of(heading))) and (said in title or title in said)
        ),
        # One of a lower rank may be a teaser's: it is to say all of it.
        (heading for heading in of("h2", "h3")[:_MAX_SEARCHED] if fold(text_of(heading)) == title),
    )
    return next(found, None)


def ancestors(heading: etree._Element | None) -> Mapping[etree._Element, int]:
    """The elements that hold the headline, each with how many stand between them: what they are called says nothing of what stands beside it."""
    held = islice(heading.iterancestors(), _MAX_ANCESTORS) if heading is not None else ()
    return {ancestor: number for number, ancestor in enumerate(held)}


def distance(element: etree._Element, around: Mapping[etree._Element, int]) -> int:
    """How many elements hold the headline and not this one."""
    held = (around[ancestor] for ancestor in islice(element.iterancestors(), _MAX_ANCESTORS) if ancestor in around)
    return next(held, _MAX_ANCESTORS)


def stands_elsewhere(element: etree._Element, around: Collection[etree._Element]) -> bool:
    """Whether it stands in a comment, a teaser, a side bar: somewhere that is not the story, as a story's own footer is."""
    for ancestor in islice(element.iterancestors(), _MAX_ANCESTORS):
        if ancestor in around or ancestor.tag in ("body", "html", "main"):
            return False
        if ancestor.tag in _OUTSIDE_TAGS or _ELSEWHERE.search(_hints(ancestor)):
            return True
        if _is_footer(ancestor):
            parent = ancestor.getparent()
            if parent is None or not _is_footer(parent):  # lines of one are called after it
                return parent is None or parent not in around or not is_story(parent)
    return False


def _is_footer(element: etree._Element) -> bool:
    return element.tag == "footer" or _FOOTER.search(_hints(element)) is not None


def is_story(element: etree._Element) -> bool:
    """Whether HTML or microformats call it a story."""
    return element.tag != "body" and (element.tag == "article" or _STORY.search(_hints(element)) is not None)


def story_around(element: etree._Element) -> etree._Element | None:
    """The innermost story that an element stands in."""
    return next(filter(is_story, islice(element.iterancestors(), _MAX_ANCESTORS)), None)


def _hints(element: etree._Element) -> str:
    return f"{element.get('class', '')} {element.get('id', '')}"[:MAX_HINT_CHARS]
