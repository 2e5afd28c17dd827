"""Which file an address of a picture names, whatever cuts it to a size, and whether two are one."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote, urljoin, urlsplit

from boilerspider.markup.picturefolders import are_close, contradict, share_identity
from boilerspider.markup.picturenames import ENDING, Name, is_number, is_rare, is_unique, picture_name
from boilerspider.urls import same_site

MAX_ADDRESS_CHARS = 2_000
"""Of an address that are looked at. Ours."""
MAX_FOLDERS = 50
"""Around a file; one in more has no name. Ours: services that are told much take 20."""
MAX_QUOTED = 3
"""Times that an address is quoted within another. Ours."""
MAX_WITHIN = 3
"""Addresses within another one that are looked for. Ours."""

_WITHIN = re.compile(r"https?(?::|%3a)(?:/|%2f){1,2}", re.IGNORECASE)
"""Where the address of the picture begins in that of a service that cuts it to a size."""
_ASKED_FOR = re.compile(r"[?&](?:image|img|src|u|url)=([^&#]+)", re.IGNORECASE)
"""The same in what such a service is asked for; other addresses there are those of watermarks and of the page."""
_NAMED = re.compile(r"[?&]([\w-]{0,20}id|file|image|img|key|name|path|photo|picture|src|url)=([^&#]+)", re.IGNORECASE)
"""What tells in a query which picture is meant."""


class PictureFile(NamedTuple):
    """Where a picture lies, whatever cuts it."""

    name: Name = Name()
    host: str = ""
    folders: tuple[str, ...] = ()
    named: tuple[tuple[str, str], ...] = ()
    """What its query tells."""

    def is_same(self, other: PictureFile) -> bool:
        """Whether both are one picture: what `is_surely` takes for one, and a name that few have, unless their folders are of two days or stories."""
        if not self._is_called(other):
            return False
        return (is_rare(self.name.stem) and not contradict(self.folders, other.folders)) or self._lies_by(other)

    def is_surely(self, other: PictureFile) -> bool:
        """Whether both are one picture for sure: by a name that only one has, or in folders of one site that differ in nothing but sizes."""
        return self._is_called(other) and self._lies_by(other)

    def _is_called(self, other: PictureFile) -> bool:
        if not self.name.is_same(other.name):
            return False
        asked = dict(other.named)
        return all(asked.get(key, value) == value for key, value in self.named)

    def _lies_by(self, other: PictureFile) -> bool:
        if is_unique(self.name.stem) or share_identity(self.folders, other.folders):
            return True
        if self.host == other.host and is_number(self.name.stem):
            return True
        one, two = self._beyond(other.host), other._beyond(self.host)
        if not same_site(f"https://{one.host}/", f"https://{two.host}/"):
            return False
        return are_close(one.folders, two.folders, is_rare=is_rare(self.name.stem))

    def _beyond(self, host: str) -> PictureFile:
        """Where it lies on a host that a service quotes as a folder of its own."""
        if not host or host not in self.folders:
            return self
        return self._replace(host=host, folders=self.folders[self.folders.index(host) + 1 :])


def picture_file(address: str) -> PictureFile:
    """What an address names."""
    address = _innermost(address[:MAX_ADDRESS_CHARS])
    try:
        parts = urlsplit(address)
    except ValueError:
        return PictureFile()
    *folders, name = _unquoted(parts.path).lower().split("/")
    if len(folders) > MAX_FOLDERS:
        return PictureFile()
    named = tuple((key.lower(), value) for key, value in _NAMED.findall(f"?{parts.query}"))
    return PictureFile(picture_name(name, folders), parts.netloc.lower(), tuple(filter(None, folders)), named)


def _innermost(address: str) -> str:
    """The address that services are asked for."""
    for _ in range(MAX_WITHIN):
        path, _, query = address.partition("?")
        last = max((found.start() for found in _WITHIN.finditer(path)), default=0)
        asked = _ASKED_FOR.search(f"?{query}")
        if last:
            address = unquote(address[last:])
        elif asked is not None and _is_address(asked[1], path):
            address = _absolute(address, unquote(asked[1]))
        else:
            break
    return address


def _is_address(asked: str, path: str) -> bool:
    """Whether a service is asked for a picture that is not its own."""
    is_own = ENDING.search(path.rpartition("/")[2]) is not None
    return not is_own and (_WITHIN.match(asked) is not None or ENDING.search(unquote(asked)) is not None)


def _absolute(address: str, asked: str) -> str:
    try:
        return urljoin(address, asked)
    except ValueError:
        return asked


def _unquoted(path: str) -> str:
    for _ in range(MAX_QUOTED):
        if "%" not in path:
            break
        path = unquote(path)
    return path
