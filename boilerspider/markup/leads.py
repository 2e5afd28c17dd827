"""The picture that a page declares for its story, among those that the story shows: often the same one, cut to another size."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from boilerspider.model import Image

MAX_ADDRESS_CHARS = 2_000
"""Of an address that are looked at. Ours."""
MIN_NAME_CHARS = 12
"""Of the name of a file with a digit in it that names one picture wherever it lies: `cover-2` and `image` do not. Ours."""
MIN_WORDY_NAME_CHARS = 20
"""The same of one without digits. Ours."""

_WITHIN = re.compile(r"https?(?::|%3a)(?:/|%2f){1,2}", re.IGNORECASE)
"""Where the address of the picture begins in that of a service that cuts it to a size."""
_ASKED_FOR = re.compile(r"[?&](?:image|src|url)=([^&#]+)", re.IGNORECASE)
"""The same where it is one of its own site."""
_ENDING = re.compile(r"\.(?:avif|bmp|gif|jfif|jpe?g|png|tiff?|webp)(?![a-z])", re.IGNORECASE)
_SIZE = re.compile(r"(?:[-_](?:\d{2,4}x\d{2,4}|scaled|rotated|\d{2,4}w)|@[23]x){1,4}$", re.IGNORECASE)
"""What content systems put behind the name of a picture that they cut; a bound keeps the search linear. Ours."""
_IDENTITY = re.compile(r"(?=.*\d)[0-9a-f-]{12,}", re.IGNORECASE)
"""A folder that belongs to one picture."""


class _File(NamedTuple):
    """Where a picture lies, whatever cuts it."""

    name: str
    folders: tuple[str, ...]

    def is_same(self, other: _File) -> bool:
        """Whether both are one picture: by a name that few have, or one in the same folder."""
        if not self.name or self.name != other.name:
            return False
        if self.folders[-1:] == other.folders[-1:] or _is_rare(self.name):
            return True
        return any(_IDENTITY.fullmatch(folder) for folder in set(self.folders).intersection(other.folders))


def with_lead(lead: Image | None, shown: Sequence[Image]) -> list[Image]:
    """The pictures of a story, and before them the one that its page declares, unless that is one of them; what is said of it is said of that then."""
    if lead is None:
        return list(shown)
    at = _place(lead, shown)
    if at is None:
        return [lead, *shown]
    own = shown[at]
    if own.caption or own.credit or not (lead.caption or lead.credit):
        return list(shown)
    return [*shown[:at], Image(own.url, lead.caption, lead.credit), *shown[at + 1 :]]


def _place(lead: Image, shown: Sequence[Image]) -> int | None:
    """Which of these is the declared one."""
    same = next((at for at, image in enumerate(shown) if image.url == lead.url), None)
    if same is not None:
        return same
    declared = _file(lead.url)
    if not declared.name:
        return None
    return next((at for at, image in enumerate(shown) if declared.is_same(_file(image.url))), None)


def _file(address: str) -> _File:
    address = address[:MAX_ADDRESS_CHARS]
    last = max((found.start() for found in _WITHIN.finditer(address)), default=0)
    if last:
        whole = address[last:]
        address = unquote(whole.partition("&")[0] if "?" in address[:last] else whole)
    elif (asked := _ASKED_FOR.search(address)) is not None and _ENDING.search(asked[1]):
        address = unquote(asked[1])
    try:
        parts = urlsplit(address)
    except ValueError:
        return _File("", ())
    *folders, name = unquote(parts.path).lower().split("/")
    stem = _SIZE.sub("", _ENDING.sub("", name))
    is_named = stem != name or ("." not in name and _is_rare(name))  # what makes pictures has a name, too: image.php
    return _File(stem if is_named else "", tuple(folders))


def _is_rare(name: str) -> bool:
    least = MIN_NAME_CHARS if any(map(str.isdigit, name)) else MIN_WORDY_NAME_CHARS
    return len(name) >= least
