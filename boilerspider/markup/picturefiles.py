"""Which file an address of a picture names, whatever cuts it to a size, and whether two are one."""

from __future__ import annotations

import re
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

MAX_ADDRESS_CHARS = 2_000
"""Of an address that are looked at. Ours."""
MAX_QUOTED = 3
"""Times that an address is quoted within another. Ours."""
MIN_NAME_CHARS = 12
"""Of the name of a file with a digit in it that names one picture wherever it lies: `cover-2` and `image` do not. Ours."""
MIN_WORDY_NAME_CHARS = 20
"""The same of one without digits. Ours."""
MIN_NUMBER_DIGITS = 9
"""Of a number that names one picture of its host: a day has eight. Ours."""

_WITHIN = re.compile(r"https?(?::|%3a)(?:/|%2f){1,2}", re.IGNORECASE)
"""Where the address of the picture begins in that of a service that cuts it to a size."""
_ASKED_FOR = re.compile(r"[?&](?:image|src|url)=([^&#]+)", re.IGNORECASE)
"""The same where it is one of its own site."""
_ENDING = re.compile(r"\.(?:avif|bmp|gif|jfif|jpe?g|png|tiff?|webp)(?![a-z])", re.IGNORECASE)
_RATIO = r"(?:16{0}(?:9|10)|9{0}16|4{0}[35]|3{0}[124]|2{0}[13]|1{0}[12]|21{0}9|5{0}4)"
"""Shapes that pictures are cut to, with the sign between the sides."""
_SHAPE = rf"{_RATIO.format('x')}(?![0-9])"
_SIZE = re.compile(
    rf"(?:[-_~](?:\d{{2,4}}x\d{{2,4}}|scaled|rotated|e\d{{13}}|\d{{2,4}}w|v{_RATIO.format('_')}_\d{{3,4}})"
    rf"|[-_.](?:original|{_SHAPE})(?:_\d{{2,4}})?|@[23]x){{1,4}}$",
    re.IGNORECASE,
)
"""What content systems put behind the name of a picture that they cut; a bound keeps the search linear. Ours."""
_SIDES = re.compile(r"_\d{2,4}_\d{2,4}")
"""What stands behind a name where the other address has none of it; days are written so, too."""
_IDENTITY = re.compile(r"(?=.*\d)[0-9a-f-]{12,}|v\d{9,}", re.IGNORECASE)
"""A folder that belongs to one picture, or is the second in which it came."""
_CUT = re.compile(
    rf"{_SHAPE}(?:_\d{{2,4}})?|{_RATIO.format(':')}|\d{{2,4}}x\d{{2,4}}\w{{0,3}}"
    r"|(?:w|h|s|lw|width|height)[_=-]?\d{3,4}(?:,[\w,.:-]{1,80})?|original|master",
    re.IGNORECASE,
)
"""A folder of all pictures that are cut to one size."""
_CUTS = frozenset(("alternates", "derivatives"))
"""Folders of the cuts of one picture, each in a folder that is called by its shape."""
_ONLY_CUT = re.compile(rf"\d{{3,4}}(?:@\d{{1,3}})?|{_CUT.pattern}", re.IGNORECASE)
"""A name that tells the size of a picture, and not which."""
_LEAST_DIGITS = re.compile(r"(?:\D*\d){6}")
"""What the name of a picture without an ending has, if it is short."""


class PictureFile(NamedTuple):
    """Where a picture lies, whatever cuts it."""

    name: str = ""
    """In lower case, without its ending and size; "" where the address names none."""
    host: str = ""
    folders: tuple[str, ...] = ()

    def is_same(self, other: PictureFile) -> bool:
        """Whether both are one picture: by a name that few have, or one in the same folder."""
        if not self.name or not other.name:
            return False
        if self.name != other.name:
            return _is_sized(self.name, other.name) or _is_sized(other.name, self.name)
        if _is_rare(self.name) or _are_one(self.folders, other.folders):
            return True
        if self.host == other.host and (_is_number(self.name) or _are_cuts(self.folders, other.folders)):
            return True
        return any(_IDENTITY.fullmatch(folder) for folder in set(self.folders).intersection(other.folders))


def picture_file(address: str) -> PictureFile:
    """What an address names."""
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
        return PictureFile()
    *folders, name = _unquoted(parts.path).lower().split("/")
    return PictureFile(_stem(name, folders), parts.netloc.lower(), tuple(folders))


def _unquoted(path: str) -> str:
    for _ in range(MAX_QUOTED):
        if "%" not in path:
            break
        path = unquote(path)
    return path


def _stem(name: str, folders: list[str]) -> str:
    """The name of a picture without its ending and size; "" where it is that of what makes pictures: image.php."""
    stem = _SIZE.sub("", _ENDING.sub("", name))
    if stem != name:
        return (_ONLY_CUT.fullmatch(stem) and _owner(folders)) or stem
    if "." in name:
        number, _, ending = name.partition(".")
        return number if _is_number(number) and ending.isalpha() else ""
    is_version = bool(folders) and folders[-1][:1] == "v" and _IDENTITY.fullmatch(folders[-1]) is not None
    return name if is_version or _is_rare(name) or _LEAST_DIGITS.match(name) else ""


def _owner(folders: list[str]) -> str:
    """The folder of one picture that holds those of its sizes; "" where there is none."""
    for folder in reversed(folders):
        if not _ONLY_CUT.fullmatch(folder):
            return folder if _IDENTITY.fullmatch(folder) and _is_rare(folder) else ""
    return ""


def _is_sized(name: str, other: str) -> bool:
    """Whether a name is another that few have, with the sides of a picture behind it."""
    return name.startswith(other) and _is_rare(other) and _SIDES.fullmatch(name, len(other)) is not None


def _are_one(folders: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether the last folders are one; one of all pictures of a size is if those around it are, too."""
    is_one = folders[-1:] == others[-1:]
    return is_one and (folders == others or not _CUT.fullmatch(folders[-1]))


def _are_cuts(folders: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether folders differ in nothing but those of a size."""
    pairs = zip(folders, others, strict=False)
    same = next((at for at, (one, other) in enumerate(pairs) if one != other), min(len(folders), len(others)))
    if len(folders) == len(others) == same + 1 and not _CUTS.isdisjoint(folders[same - 1 : same]):
        return True
    return all(map(_are_of_a_cut, (folders[same:], others[same:])))


def _are_of_a_cut(folders: tuple[str, ...]) -> bool:
    are_cuts = [_CUT.fullmatch(folder) is not None for folder in folders]
    return all(are_cuts) or (are_cuts[-1] and not _CUTS.isdisjoint(folders))


def _is_number(name: str) -> bool:
    return len(name) >= MIN_NUMBER_DIGITS and name.isdigit()


def _is_rare(name: str) -> bool:
    least = MIN_NAME_CHARS if any(map(str.isdigit, name)) else MIN_WORDY_NAME_CHARS
    return len(name) >= least
