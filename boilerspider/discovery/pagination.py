"""Which link leads to the next page of a listing: by its relation, or by counting where a word or a number says so."""

from __future__ import annotations

import re
from urllib.parse import urlsplit

from boilerspider.discovery.anchors import Anchor
from boilerspider.discovery.vocabulary import NEXT_PAGE

_NEXT_MARK = re.compile(r"(?:^|[\s_-])(?:next|older)(?:$|[\s_-])", re.IGNORECASE)
_ARROWS = re.compile(r"[\s›»→>…]+$")
_PATH_PAGE = re.compile(r"(?:/(?:page|seite|pagina|página|p))?[/-](\d{1,4})(\.s?html?)?$")


def leads_on(anchor: Anchor, place: tuple[int, int]) -> bool:
    """Whether an anchor between two pages of one thing, numbered as `position` says, leads to the next one."""
    current, number = place
    if anchor.text.isdecimal():
        # Where pages are counted from 0, "3" leads to page=2; the first one has no number then.
        ahead = int(anchor.text[:6]) - number
        return number == current + 1 and (ahead == 1 or (ahead == 0 and current > 0))
    return says_next(anchor) and number > current


def says_next(anchor: Anchor) -> bool:
    """Whether the anchor calls itself next or older, by relation, words, arrows or class name."""
    names = (anchor.text.lower().strip(), anchor.label.lower().strip())
    return (
        "next" in anchor.rel
        or any(name in NEXT_PAGE or _ARROWS.sub("", name) in NEXT_PAGE for name in names if name)
        or bool(_NEXT_MARK.search(anchor.marks))
    )


def position(url: str, page_url: str) -> tuple[int, int] | None:
    """The numbers of two pages, (of `page_url`, of `url`), where both addresses are pages of one thing.

    An address without a number is page 1, beside page=1 page 0. None where they differ in anything but one number.
    """
    if url == page_url:
        return None
    there, here = urlsplit(url), urlsplit(page_url)
    if there.netloc != here.netloc:
        return None
    if there.path == here.path:
        return _in_query(there.query, here.query)
    return _in_path(there.path, here.path) if there.query == here.query else None


def _in_query(there: str, here: str) -> tuple[int, int] | None:
    mine, other = set(here.split("&")) - {""}, set(there.split("&")) - {""}
    added, dropped = other - mine, mine - other
    if len(added) > 1 or len(dropped) > 1:
        return None
    name, _, value = next(iter(added), "").partition("=")
    old_name, _, old_value = next(iter(dropped), "").partition("=")
    if name and old_name and name != old_name:
        return None
    numbers = old_value or _before(value), value or _before(old_value)
    return (
        (int(numbers[0]), int(numbers[1]))
        if all(number.isdecimal() and len(number) < 6 for number in numbers)
        else None
    )


def _before(value: str) -> str:
    """The number of an address without one, beside one with a number in the query."""
    return "0" if value == "1" else "1"


def _in_path(there: str, here: str) -> tuple[int, int] | None:
    (stem, number), (old_stem, old_number) = _split(there), _split(here)
    if stem == old_stem and number != old_number:
        return old_number, number
    return None


def _split(path: str) -> tuple[str, int]:
    path = path.rstrip("/")
    match = _PATH_PAGE.search(path)
    return (path[: match.start()] + (match[2] or ""), int(match[1])) if match else (path, 1)
