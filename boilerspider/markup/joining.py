"""The HTML of one page of a story behind that of those before it; of what they share at their ends one stays."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import Any, TypeVar

from lxml import etree
from lxml import html as lxml_html

from boilerspider.markup.render.sanitise import MARKS

_IN_PARAGRAPHS = frozenset((*MARKS, "img", "br", "td", "th"))
_SPACES = frozenset(("br", "td", "th"))
_CAPTIONS = frozenset(("caption", "figcaption"))

_T = TypeVar("_T")


def without_repeats(pieces: Sequence[_T], is_known: Callable[[_T], bool]) -> list[_T]:
    """The pieces from the first to the last that is not known; what repeats itself in between is meant."""
    new = [place for place, piece in enumerate(pieces) if not is_known(piece)]
    return list(pieces[new[0] : new[-1] + 1]) if new else []


def joined_html(before: str, more: str, is_known: Callable[[str], bool], pictures: Collection[str]) -> str:
    """Two fragments that `render` made as one, less what the second begins or ends with and is known.

    Known are elements whose paragraphs all are, and pictures whose addresses are among `pictures`, whatever their captions say.
    """
    elements: list[Any] = lxml_html.fragments_fromstring(more) if more else []

    def is_old(element: Any) -> bool:
        if isinstance(element, str):
            return not element.strip() or is_known(element)
        said = list(_paragraphs(element))
        shown = {image.get("src") for image in element.iter("img")}
        return all(map(is_known, said)) if said else shown <= set(pictures)

    kept = without_repeats(elements, is_old)
    if len(kept) == len(elements):
        return "\n".join(filter(None, (before, more)))
    written = (
        one if isinstance(one, str) else etree.tostring(one, encoding="unicode", method="html", with_tail=True)
        for one in kept
    )
    return "\n".join(filter(None, (before, "".join(written).strip())))


def _paragraphs(element: etree._Element) -> Iterator[str]:
    """What an element says, but for captions, as its text does."""
    said: list[list[str]] = [[]]
    walk = etree.iterwalk(element, events=("start", "end"))
    for event, node in walk:
        if node.tag not in _IN_PARAGRAPHS:
            said.append([])
        elif node.tag in _SPACES:
            said[-1].append(" ")
        if event == "end":
            said[-1].append((node.tail if node is not element else "") or "")
        elif node.tag in _CAPTIONS:
            walk.skip_subtree()
        else:
            said[-1].append(node.text or "")
    return filter(str.strip, map("".join, said))
