"""The credit of a picture in an element of its own, outside of the caption: in the same figure, or next to either."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice

from lxml import etree

from boilerspider.markup.render.called import is_credit_apart
from boilerspider.markup.render.captions import NO_CAPTION, Caption, caption_told, read_caption, shows
from boilerspider.markup.render.credits import MAX_CREDIT_CHARS, is_agency, is_name_alone

MAX_FIGURE_ELEMENTS = 80
"""Elements of a figure that is searched; what has more is a gallery. Ours."""
MAX_CREDIT_ELEMENTS = 8
"""Elements of a credit. Ours."""
MAX_HELD = 3
"""Elements that hold the caption and the credit of a picture and stand side by side in one. Ours."""
MAX_AROUND = 4
"""Elements around a caption of which one is its figure. Ours."""


def caption_beside(element: etree._Element) -> Caption | None:
    """What an element right behind a picture tells of it, a caption, a credit, or both with the next; None for any other."""
    told = caption_told(element)
    if told is not None:
        return completed(told, _next_to(element))
    credit = _credit(element)
    if credit is None:
        return _within(element)
    behind = next(_behind(element), None)
    told = caption_told(behind) if behind is not None else None
    return completed(told, iter((element,))) if told is not None and told.text else credit


def _within(element: etree._Element) -> Caption | None:
    """What an element tells that holds a caption, the credit of that, and nothing else; None for any other."""
    held = list(islice(element.iterchildren("*"), MAX_HELD + 1))
    if not 0 < len(held) <= MAX_HELD or any(map(_has_words, (element.text, *(one.tail for one in held)))):
        return None
    told = [caption_told(one) or _credit(one) for one in held]
    if len(told) == 1:
        return told[0]
    captions = [one for one in told if one is not None and one.text]
    if None in told or len(captions) != 1:
        return None
    return completed(captions[0], iter(held))


def _has_words(text: str | None) -> bool:
    return text is not None and not text.isspace()


def with_credit_of_figure(caption: Caption, element: etree._Element) -> Caption:
    """The caption that this `figcaption` says, with the one credit that its figure has beside it, or that stands right behind that."""
    if not caption.text or caption.credit:
        return caption
    figure = next((one for one in islice(element.iterancestors(), MAX_AROUND) if one.tag == "figure"), None)
    if figure is None:
        return caption
    inside = list(islice(figure.iterdescendants(), MAX_FIGURE_ELEMENTS))
    if len(inside) == MAX_FIGURE_ELEMENTS or sum(one.tag in ("figure", "figcaption") for one in inside) != 1:
        return caption
    around = {*element.iter(), *islice(element.iterancestors(), MAX_AROUND)}
    found = [one for one in inside if one not in around and is_credit_apart(one)]
    outermost = [one for one in found if one.getparent() not in found]
    if not outermost:
        told = completed(caption, _behind(figure))
        return told if told.credit else _with_agency(told, (one for one in inside if one not in around))
    return completed(caption, iter(outermost)) if len(outermost) == 1 else caption


def caption_within(figure: etree._Element) -> Caption | None:
    """What the first element of a figure without `figcaption` that calls itself a caption says, with the one credit beside it; None where there is none."""
    inside = list(islice(figure.iterdescendants(), MAX_FIGURE_ELEMENTS))
    if len(inside) == MAX_FIGURE_ELEMENTS or any(one.tag == "figure" for one in inside):
        return None
    for element in inside:
        told = caption_told(element) if isinstance(element.tag, str) and not shows(element) else None
        if told is not None and any(map(str.isalnum, told.whole)):
            around = {*element.iter(), *islice(element.iterancestors(), MAX_FIGURE_ELEMENTS)}
            others = [one for one in inside if one not in around]
            return _with_agency(completed(told, iter(others)), others)
    alone = next(filter(None, map(_credit, inside)), None) or _with_agency(NO_CAPTION, inside)
    return alone if alone.credit else None


def _with_agency(caption: Caption, elements: Iterable[etree._Element]) -> Caption:
    """A caption that tells nobody, with the agency of whose name alone one of these elements of its figure consists, right behind the picture or the caption."""
    if caption.credit:
        return caption
    leaves = (one for one in elements if isinstance(one.tag, str) and len(one) == 0)
    agency = next((one for one in leaves if one.text and is_agency(one.text) and _is_behind(one)), None)
    if agency is None:
        return caption
    name = str(agency.text).strip()
    return caption._replace(credit=name, beside=name) if caption.text else Caption("", name, name, (name,))


def _is_behind(element: etree._Element) -> bool:
    """Whether an element stands right behind a picture or a caption, in the same element."""
    last = next(element.itersiblings(preceding=True), None)
    if last is None or not isinstance(last.tag, str) or (last.tail and not last.tail.isspace()):
        return False
    return last.tag in ("img", "picture", "amp-img") or caption_told(last) is not None


def completed(caption: Caption, elements: Iterator[etree._Element]) -> Caption:
    """A caption that tells nobody, with the first of these elements that is a credit."""
    if not caption.text or caption.credit:
        return caption
    found = next(filter(None, map(_credit, elements)), None)
    return caption if found is None else caption._replace(credit=found.credit, beside=found.whole)


def _next_to(element: etree._Element) -> Iterator[etree._Element]:
    yield from _behind(element)
    yield from islice(element.itersiblings("*", preceding=True), 1)


def _behind(element: etree._Element) -> Iterator[etree._Element]:
    return islice(element.itersiblings("*"), 1)


def _credit(element: etree._Element) -> Caption | None:
    """What an element says that calls itself a credit, if it is one; None for any other."""
    if not isinstance(element.tag, str) or not is_credit_apart(element):
        return None
    if next(islice(element.iter(), MAX_CREDIT_ELEMENTS, None), None) is not None:
        return None
    said = read_caption(element)
    if (
        not said.whole
        or len(said.whole) > MAX_CREDIT_CHARS
        or not is_name_alone(said.whole)
        or next(element.iter("img", "h1", "h2", "h3"), None) is not None
    ):
        return None
    return said if said.credit and not said.text else said._replace(text="", credit=said.credit or said.text)
