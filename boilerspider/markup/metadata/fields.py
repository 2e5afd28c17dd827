"""One function a field: which sources it has, in which order, and what is made of them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice

from boilerspider.markup.furniture import is_sign
from boilerspider.markup.language import normalise_tag
from boilerspider.markup.metadata import jsonld, labels, titles
from boilerspider.markup.metadata.addresses import absolute
from boilerspider.markup.metadata.beside import SENTENCES, is_long_sentence
from boilerspider.markup.metadata.headings import MAX_TITLE_CHARS, leads_to_front, said, without_ends
from boilerspider.markup.metadata.scan import Marks
from boilerspider.markup.metadata.story import Story
from boilerspider.markup.metadata.text import clean, text_of, unique
from boilerspider.markup.render.credits import split_credit, without_label
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.tree import Document
from boilerspider.model import Image

MAX_TAGS = 50
"""More are a site's vocabulary, not a story's topics; ours."""
MAX_TAG_CHARS = 100
MAX_FLAG_CHARS = 100
"""Of a value that says yes or no, as a word or the address of one."""
MAX_IMAGES = 20
"""Pictures that are looked at for one with an address."""
MAX_HEADINGS = 6
"""`h1` elements that may hold the headline."""
MAX_LINKS = 1_000
"""Links whose texts are known. Ours."""
MAX_RANKED = 100
"""Headings of any rank that may hold what the window's title is a part of. Ours."""

_DEFAULT_LOCALE = "en-US"
_TAG_MARK = re.compile(r"[,;|，、；،؛｜]")
# Numbers of a content system are no topics.
_NUMBER = re.compile(r"[0-9a-f]{8}-[0-9a-f-]{27}|\d+:\d+")


@dataclass(frozen=True, slots=True)
class Source:
    """All that a field may be read from."""

    document: Document
    marks: Marks
    story: Story


def site_name(source: Source) -> str | None:
    """The site's name for itself."""
    named = source.marks.first("og:site_name")
    publisher = source.story.first("publisher", "isPartOf") if not named else None
    name = clean(named or publisher or source.marks.first(*labels.SITES) or "")
    return name if name and "://" not in name else None


def addresses(source: Source) -> Iterator[str | None]:
    """What may be the canonical URL, in order."""
    yield source.marks.canonical
    yield source.marks.first("og:url")
    yield source.story.first("mainEntityOfPage")
    yield source.story.first("url")


def said_titles(marks: Marks) -> Iterator[str]:
    """What the page calls itself outside of JSON-LD: in its head, and in its heading where it has one of the first rank alone."""
    yield marks.first(*labels.TITLES) or ""
    yield _window(marks)
    if len(marks.headings) == 1:
        yield text_of(marks.headings[0])[:MAX_TITLE_CHARS]


def _window(marks: Marks) -> str:
    return text_of(marks.title)[:MAX_TITLE_CHARS] if marks.title is not None else ""


def title(source: Source, site: str | None) -> str | None:
    """The story's headline."""
    marks, article = source.marks, source.story.article
    headline = next(jsonld.strings(article.get("headline") or article.get("name")), "") if article else ""
    shared = marks.first(*labels.TITLES) or ""
    window = _window(marks)
    rests = chain.from_iterable(map(without_ends, marks.headings[:MAX_HEADINGS]))
    only = titles.fold(text_of(marks.headings[0])[:MAX_TITLE_CHARS]) if len(marks.headings) == 1 else ""
    is_unlike = bool(only) and not any(only in titles.fold(other) for other in (shared, window))
    found = titles.choose(
        titles.Candidates(
            headline=_line(headline),
            shared=_line(shared),
            headings=tuple(said(marks.headings[:MAX_HEADINGS])),
            rests=frozenset(titles.fold(rest) for rest in rests) - {""},
            window=window,
            lower=tuple(_lower(source)) if is_unlike else (),
            is_below=is_unlike and _is_below_story(source),
            is_news=bool(article) and any("NewsArticle" in name for name in jsonld.types(article or {})),
        ),
        site,
        source.document.url,
    )
    return found if headline or shared else _undeclared_title(source, window, found)


def _lower(source: Source) -> Iterator[str]:
    """What headings of the next ranks say, but for one that follows the only `h1` as a standfirst does."""
    beside = source.marks.headings[0].getnext()
    lower = source.document.transcript.of("h2", "h3")[:MAX_RANKED]
    return said(heading for heading in lower if heading is not beside)


def _is_below_story(source: Source) -> bool:
    """Whether the page's only `h1` stands behind several paragraphs of sentences in succession."""
    sentences = 0
    for element in source.document.transcript.of("h1", "p"):
        if element is source.marks.headings[0] or sentences == SENTENCES:
            break
        sentences = sentences + 1 if is_long_sentence(text_of(element)) else 0
    return sentences == SENTENCES


def _undeclared_title(source: Source, window: str, found: str | None) -> str | None:
    """The headline of a page that declares none: the heading of any rank that the window's title is more than, or what was found."""
    headings = source.document.transcript.of("h1", "h2", "h3", "h4")[:MAX_RANKED]
    shown = titles.shown_part(window, filter(None, said(headings)))
    if not shown and found and titles.fold(found) in titles.fold(window):
        shown = titles.shown_beginning(window, _lines(source.document.transcript))
    if shown:
        return shown
    names = [text_of(heading)[:MAX_TITLE_CHARS] for heading in headings if leads_to_front(heading)]
    return titles.without_names(found, names) if found else next(filter(None, names), None)


def _lines(transcript: Transcript) -> Iterator[str]:
    """The texts of a page that are no links: those that lead to a story, or to its topic, say the same."""
    linked = {text_of(link)[:MAX_TITLE_CHARS] for link in transcript.of("a")[:MAX_LINKS]}
    lines = (
        clean(event)
        for event in transcript.events
        if isinstance(event, str) and not event.isspace() and len(event) <= MAX_TITLE_CHARS
    )
    return (line for line in lines if line not in linked)


def _line(text: str) -> str:
    return clean(text)[:MAX_TITLE_CHARS]


def language(source: Source) -> str | None:
    """The declared language as BCP 47."""
    shared, shown = source.marks.every("og:locale"), [source.marks.language or ""]
    # Content systems share this one where nobody has set another; the page itself is written in its language.
    is_default = [normalise_tag(value) for value in shared[:1]] == [_DEFAULT_LOCALE]
    candidates = chain(
        source.story.strings("inLanguage"),
        *((shown, shared) if is_default and normalise_tag(shown[0]) != "en" else (shared, shown)),
        source.marks.every(*labels.LANGUAGES),
    )
    return next((tag for value in candidates if (tag := normalise_tag(value))), None)


def section(source: Source) -> str | None:
    """The part of the site that the story stands in."""
    found = source.story.strings("articleSection") or source.marks.every(*labels.SECTIONS)
    return next(filter(None, (clean(value) for value in found)), None)


def tags(source: Source) -> tuple[str, ...]:
    """The story's topics, each once."""
    declared = source.story.strings("keywords")
    found = _split_tags(declared) or _split_tags(
        next((v for label in labels.TAGS if (v := source.marks.every(label))), [])
    )
    return tuple(found[:MAX_TAGS])


def _split_tags(values: list[str]) -> list[str]:
    whole = [clean(value) for value in values]
    pieces = [piece.strip() for value in whole for piece in (_TAG_MARK.split(value) if len(whole) == 1 else [value])]
    return list(unique(piece for piece in pieces if len(piece) <= MAX_TAG_CHARS and not _NUMBER.fullmatch(piece)))


def description(source: Source) -> str | None:
    """The story in a sentence or two, as the page gives it to others."""
    found = chain(source.story.strings("description")[:1], source.marks.every(*labels.DESCRIPTIONS))
    return next(filter(None, map(clean, found)), None)


def lead_image(source: Source) -> Image | None:
    """The story's first picture; what stands for the site is none."""
    for value in islice(source.story.values("image"), MAX_IMAGES):
        item = value if isinstance(value, dict) else {"url": value}
        address = next(jsonld.strings(item.get("url") or item.get("contentUrl")), None)
        url = absolute(address, source.document.url)
        if url and not is_sign(url):
            return Image(url, *_said_of(item, source))
    found = (absolute(address, source.document.url) for address in source.marks.every(*labels.IMAGES))
    return next((Image(url) for url in found if url and not is_sign(url)), None)


def _said_of(item: jsonld.Node, source: Source) -> tuple[str, str]:
    """The caption of a declared picture, and who took it: as is said, in the caption's words, or whose it is, if not the publisher's.

    Its `creator` and `author` are mostly those of the story.
    """
    caption, split = split_credit(_said(item, "caption"))
    credit = _said(item, "creditText")
    holder = next(
        (one.get("name") for one in jsonld.as_list(item.get("copyrightHolder")) if isinstance(one, dict)), None
    )
    held = clean(holder) if isinstance(holder, str) else ""
    is_publishers = held == clean(source.story.first("publisher") or "")
    return caption, without_label(credit) or split or ("" if is_publishers else without_label(held))


def _said(item: jsonld.Node, key: str) -> str:
    return clean(next(jsonld.strings(item.get(key)), ""))


def paywalled(source: Source) -> bool | None:
    """Whether the page says that not everybody may read it."""
    for value in chain(source.story.values("isAccessibleForFree"), source.marks.every("isaccessibleforfree")):
        said = str(value)[:MAX_FLAG_CHARS] if isinstance(value, bool | str) else ""
        free = {"true": True, "false": False}.get(said.strip().rpartition("/")[2].lower())
        if free is not None:
            return not free
    return labels.CONTENT_TIERS.get((source.marks.first("article:content_tier") or "").lower())


def sold(source: Source) -> tuple[str, ...]:
    """The CSS selectors of the parts that the page says not everybody may read; of a list of them each."""
    parts = (part for part in islice(source.story.values("hasPart"), MAX_TAGS) if isinstance(part, dict))
    named = (text for part in parts for text in jsonld.strings(part.get("cssSelector")))
    return tuple(unique(selector.strip() for text in named for selector in text.split(",")))[:MAX_TAGS]
