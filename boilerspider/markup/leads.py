"""The picture that a page declares for its story, among those that the story shows: often the same one, cut to another size."""

from __future__ import annotations

from collections.abc import Sequence

from boilerspider.markup.picturefiles import picture_file
from boilerspider.markup.render.declared import caption_of
from boilerspider.markup.tree import Document
from boilerspider.model import Image


def with_lead(lead: Image | None, shown: Sequence[Image], document: Document) -> list[Image]:
    """The pictures of a story, and before them the one that its page declares, unless that is one of them.

    What is said of it is said of that then; where nothing is, what the page says below it, wherever it shows it.
    """
    if lead is None:
        return list(shown)
    at = _place(lead, shown)
    if at is None:
        return [_captioned(lead, document), *shown]
    own = shown[at]
    if own.caption or own.credit:
        return list(shown)
    said = _captioned(lead, document)
    return [*shown[:at], Image(own.url, said.caption, said.credit), *shown[at + 1 :]]


def _captioned(lead: Image, document: Document) -> Image:
    """A declared picture with what the page says below it, if nothing else is said of it."""
    if lead.caption or lead.credit:
        return lead
    said = caption_of(lead.url, document)
    return Image(lead.url, said.text, said.credit)


def _place(lead: Image, shown: Sequence[Image]) -> int | None:
    """Which of these is the declared one."""
    same = next((at for at, image in enumerate(shown) if image.url == lead.url), None)
    if same is not None:
        return same
    declared = picture_file(lead.url)
    if not declared.name.stem:
        return None
    return next((at for at, image in enumerate(shown) if declared.is_same(picture_file(image.url))), None)
