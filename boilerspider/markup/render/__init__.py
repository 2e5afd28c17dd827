"""Kept text nodes -> plain text, a sanitised HTML fragment, its pictures; the fragment -> Markdown.

One walk writes both forms side by side, so that they hold the same words in the same order.
Nothing of the page's markup is copied: what is written is chosen from short lists, and the
sanitiser has the last word.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import islice

from boilerspider.markup.permalinks import permalinks
from boilerspider.markup.render.apart import caption_beside
from boilerspider.markup.render.controls import without_counts
from boilerspider.markup.render.cut import RenderCut
from boilerspider.markup.render.events import read
from boilerspider.markup.render.links import Links
from boilerspider.markup.render.pictures import Picture
from boilerspider.markup.render.regions import within_region
from boilerspider.markup.render.sanitise import sanitise
from boilerspider.markup.tree import Document
from boilerspider.model import Image

__all__ = ["Rendered", "render", "to_markdown"]


@dataclass(frozen=True, slots=True)
class Rendered:
    """The kept part of a page in the forms that an article has."""

    text: str = ""
    """Paragraphs separated by one blank line; a single `br` is a newline, so that poems and addresses keep theirs."""
    html: str = ""
    """Sanitised; links and images absolute. It holds the words of `text` in their order, and beside them nothing but captions of its pictures and tables, in `figcaption` and `caption`."""
    images: tuple[Image, ...] = ()
    """The pictures among the kept text, in document order, no URL twice."""


def render(document: Document, nodes: Collection[int]) -> Rendered:
    """The text nodes with these numbers (as `walk` counts them) as text and HTML; no page makes it raise.

    List items and table rows are paragraphs of the text; the cells of a row are separated by tabs.
    Linear in the size of the page. A table that only arranges the page leaves no trace.
    """
    kept = frozenset(nodes) - document.once(permalinks).signs
    if not kept:
        return Rendered()
    links = Links.of(document)
    cut = read(document.transcript, kept, links)
    if not cut.writer.text:
        return Rendered()
    images = tuple(_images(cut, links))
    if cut.tables:
        said = frozenset(_paragraphs(cut.writer.text))
        for table in cut.tables:
            cut.writer.name(table, *table.captions(said))
    return Rendered(cut.writer.text, sanitise(cut.writer.html), images)


def _images(cut: RenderCut, links: Links) -> Iterator[Image]:
    """Show the pictures of the text, each URL once, and a caption of several below the last of them."""
    pictures: dict[str, Picture] = {}
    told = cache(caption_beside)  # thousands of pictures may stand before one caption
    for picture in within_region(cut.pictures, cut.spans, cut.kept, told):
        url = links.absolute(picture.reference)
        if url.startswith("http"):
            pictures.setdefault(url, picture)
    captions = [picture.captioned(told) for picture in pictures.values()]
    lasts = {id(caption): url for caption, url in zip(captions, pictures, strict=True)}
    paragraphs = _paragraphs(cut.writer.text) if any(caption.whole for caption in captions) else ()
    said = frozenset(paragraphs)
    firsts = [next(iter(caption.lines), "") for caption in captions]
    texts = without_counts([caption.text for caption in captions], firsts)
    for (url, picture), caption, text in zip(pictures.items(), captions, texts, strict=True):
        is_said = lasts[id(caption)] != url or picture.said.is_kept or caption.is_among(said)
        is_said = is_said or (not picture.in_figure and _is_in_a_row(caption.whole, paragraphs))
        cut.writer.show(picture, url, "" if is_said else caption.shown(said))
        yield Image(url, text, caption.credit)


def _is_in_a_row(caption: str, paragraphs: Sequence[str]) -> bool:
    """Whether paragraphs of the text, one behind the other, say all that a caption does."""
    whole = "".join(caption.split())
    if not whole:
        return False
    squeezed = ["".join(paragraph.split()) for paragraph in paragraphs]
    for first, paragraph in enumerate(squeezed):
        rest = whole
        for following in islice(squeezed, first, None) if whole.startswith(paragraph) else ():
            if not rest.startswith(following):
                break
            rest = rest[len(following) :]
            if not rest:
                return True
    return False


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(" ".join(paragraph.split()) for paragraph in text.split("\n\n"))


def to_markdown(html: str) -> str:
    """The Markdown of a fragment that `render` made; "" for an empty one.

    Asterisks around words, and underscores, are left as they are amid a line, so that it reads as it was written.
    """
    from boilerspider.markup.render.markdown import convert  # noqa: PLC0415 - brings an HTML parser that few need

    return convert(html)
