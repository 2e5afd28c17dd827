"""What a page says of the picture that its head declares, wherever it shows that: above a standfirst, far from the text, in no figure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from lxml import etree

from boilerspider.markup.picturefiles import picture_file
from boilerspider.markup.render.apart import caption_beside
from boilerspider.markup.render.captions import NO_CAPTION, Caption
from boilerspider.markup.render.events import pictures_of
from boilerspider.markup.render.links import Links
from boilerspider.markup.render.pictures import MAX_FRAMES, Picture, picture_reference
from boilerspider.markup.tree import Document

MAX_PICTURES = 200
"""Of a page that are looked at. Ours."""
MAX_ADDRESSES = 50
"""Of these that are taken apart. Ours."""
MAX_TIMES = 8
"""That a page shows one picture, and each is asked for its caption. Ours."""
MAX_ELEMENTS = 200
"""Of what holds a picture and its caption, and is read for both. Ours."""
MAX_SOURCES = 4
"""Of a picture. Ours."""
_PIECE = re.compile(r"[0-9a-z]+")
"""What stands in every form of an address as it is."""


def caption_of(address: str, document: Document) -> Caption:
    """What the page says below the picture at this address where it first says something."""
    links = Links.of(document)
    for element in islice(_elements(address, document, links), MAX_TIMES):
        around = _around(element)
        if around is None or not _may_say(around, element):
            continue
        for picture in pictures_of(around, links):
            if picture.element is element and not picture.is_linked and not picture.is_foreign:
                said = picture.captioned(caption_beside)
                if said.text or said.credit:
                    return said
    return NO_CAPTION


def _may_say(around: etree._Element, element: etree._Element) -> bool:
    """Whether there is a caption at all: most figures have no words, and to read what stands around a picture takes longer."""
    in_figure = around.tag == "figure"
    if in_figure and any(not text.isspace() for text in around.itertext()):
        return True
    alone = Picture(reference="", element=element, in_figure=in_figure, position=0, left_out_before=0)
    return bool(alone.captioned(caption_beside).whole)


def _elements(address: str, document: Document, links: Links) -> Iterable[etree._Element]:
    """The elements that show a picture; if some name the very address, no others."""
    declared = picture_file(address)
    piece = max(_PIECE.findall(declared.name.stem), key=len, default="")
    if not piece:
        return ()
    first = islice(document.transcript.of("img", "amp-img"), MAX_PICTURES)
    near = (one for one in first if _names(one, piece) or any(_names(source, piece) for source in _sources(one)))
    shown = [(element, links.absolute(_reference(element))) for element in islice(near, MAX_ADDRESSES)]
    exact = [element for element, own in shown if own == address]
    return exact or (element for element, own in shown if own and declared.is_surely(picture_file(own)))


def _reference(element: etree._Element) -> str:
    return picture_reference(element) or next(filter(None, map(picture_reference, _sources(element))), "")


def _names(element: etree._Element, piece: str) -> bool:
    """Whether a piece of the name stands in an attribute."""
    return any(piece in value.lower() for value in element.values())


def _sources(element: etree._Element) -> list[etree._Element]:
    """What else the `picture` around it may show; parsers put what follows a `source` into that."""
    around = element.getparent()
    while around is not None and around.tag == "source":
        around = around.getparent()
    return list(islice(around.iter("source"), MAX_SOURCES)) if around is not None and around.tag == "picture" else []


def _around(element: etree._Element) -> etree._Element | None:
    """The outermost figure around a picture; else what holds it and its caption, if that is small. None for a figure that holds too much."""
    figures = list(element.iterancestors("figure"))
    frames = figures[-1:] or [element, *islice(element.iterancestors(), MAX_FRAMES + 2)]
    return next(filter(_is_small, reversed(frames)), None)


def _is_small(element: etree._Element) -> bool:
    return next(islice(element.iter(), MAX_ELEMENTS, None), None) is None
