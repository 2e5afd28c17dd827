"""What the name of a picture's file tells: its size, which is taken off, and whether only one picture has that name."""

from __future__ import annotations

import re
from typing import NamedTuple

MIN_NAME_CHARS = 12
"""Of a name with a digit in it that few pictures of a site have: `cover-2` and `image` do not. Ours."""
MIN_WORDY_NAME_CHARS = 20
"""The same of one without digits. Ours."""
MIN_NUMBER_DIGITS = 9
"""Of a number that names one picture of its host: a day has eight. Ours."""
MAX_SUFFIXES = 4
"""Behind a name that tell its size: `-scaled-600x400`; of so many. Ours."""
MAX_SUFFIX_CHARS = 24
"""Of one of these. Ours."""
MIN_CUT_PX = 150
"""Of the longer side of a cut that a name tells, as WordPress makes them; less is a score: `final-98x87`. Ours."""
MIN_SQUARE_PX = 50
"""The same of a square: few games end so. Ours."""

ENDING = re.compile(r"\.(?:avif|bmp|gif|jfif|jpe?g|png|tiff?|webp)(?![a-z])", re.IGNORECASE)
WIDE_SHAPES = "16{0}9|9{0}16|21{0}9|16{0}10"
"""Shapes that no game ends with, with the sign between their sides."""
RATIO = rf"(?:{WIDE_SHAPES}|4{{0}}[35]|3{{0}}[124]|2{{0}}[13]|1{{0}}[12]|5{{0}}4)"
"""Shapes that pictures are cut to."""
_SUFFIX = re.compile(
    r"[-_~](?:(?P<width>\d{2,4})x(?P<height>\d{2,4})|scaled|rotated|e\d{13}|\d{3,4}w)$|@[23]x$"
    rf"|[-_](?:v{RATIO.format('_')}_\d{{3,4}})$"
    rf"|[._]original(?:_\d{{2,4}})?$|[-_.]{RATIO.format('x')}_\d{{3,4}}$|[-_.](?P<shape>{RATIO.format('x')})$"
)
"""What content systems put behind the name of a picture that they cut."""
_CUT = "~_"
"""Behind it the system of Germany's broadcasters tells how a picture is cut: `fire-222~_v-gallery`."""
_SHAPE = re.compile(RATIO.format("[x:]"))
_WIDE = re.compile(WIDE_SHAPES.format("x"))
_ONLY_CUT = re.compile(r"\d{3,4}@\d{1,3}|\d{3,4}x\d{3,4}|original|master")
"""A name that tells the size of a picture, and not which."""
_IDENTITY = re.compile(r"(?=[^a-f]*[a-f])(?=\D*\d)[0-9a-f-]{12,}|v\d{9,}")
"""A folder that belongs to one picture, or is the second in which it came; a day has no letters."""
_TOKEN = re.compile(r"[0-9a-z]+")
_MIXED = re.compile(r"(?=.{16})[a-z]*\d+[a-z]+\d+[0-9a-z]*")
"""What no words make: letters with digits among them twice."""
_YEAR = re.compile(r"(?:19|20)\d\d")
_DAY = re.compile(
    r"(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])|(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])(?:19|20)\d\d"
    r"|\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?=\d{3,4}$)"
)
"""What a number begins with that counts the pictures of a day, and not those of a site."""
_COUNTED = re.compile(r"(?<!\d)(?!(?:19|20)\d\d)\d{7}(?!\d)")
"""The number of a picture behind its words; it is no day, and begins with no year."""
_SIDES = re.compile(r"_\d{3,4}_\d{3,4}")
"""What stands behind a name where the other address has none of it."""
_LEAST_DIGITS = re.compile(r"(?:\D*\d){6}")
"""What the name of a picture without an ending has, if it is short."""


class Name(NamedTuple):
    """How a picture is called, whatever cuts it."""

    stem: str = ""
    """Without ending and size; "" for that of what makes pictures: image.php."""
    shape: str = ""
    """What is taken off it that may be a score, too: 4x3."""

    def is_same(self, other: Name) -> bool:
        """Whether both may name one picture."""
        if not self.stem or not other.stem:
            return False
        if self.stem != other.stem:
            return _is_sized(self.stem, other.stem) or _is_sized(other.stem, self.stem)
        # Beside a shape that is no score, 4x3 is none, either.
        return self.shape == other.shape or any(map(_WIDE.fullmatch, (self.shape, other.shape)))


def picture_name(name: str, folders: list[str]) -> Name:
    """What is left of the last part of an address, in lower case."""
    bare = ENDING.sub("", name).partition(_CUT)[0]
    stem, shape = _without_sizes(bare)
    if stem != name:
        return Name((_ONLY_CUT.fullmatch(bare) and _owner(folders)) or stem, shape)
    if "." in name:
        number, _, ending = name.partition(".")
        return Name(number if is_number(number) and ending.isalpha() else "")
    is_version = bool(folders) and folders[-1][:1] == "v" and is_identity(folders[-1])
    return Name(name if is_version or is_rare(name) or _LEAST_DIGITS.match(name) else "")


def is_size(width: str, height: str) -> bool:
    """Whether two numbers are the sides of a cut: no score, no season."""
    if max(int(width), int(height)) < (MIN_SQUARE_PX if width == height else MIN_CUT_PX):
        return False
    is_season = _YEAR.fullmatch(width) is not None and int(height) in (int(width) + 1, int(width[2:]) + 1)
    return not is_season


def is_identity(folder: str) -> bool:
    """Whether a folder belongs to one picture, or to those of one album."""
    return _IDENTITY.fullmatch(folder) is not None


def is_shape(folder: str) -> bool:
    """Whether a folder is called by a shape."""
    return _SHAPE.fullmatch(folder) is not None


def is_number(name: str) -> bool:
    """Whether a name is a number that one picture of a host has."""
    return len(name) >= MIN_NUMBER_DIGITS and name.isdecimal() and name.isascii() and not _DAY.match(name)


def is_unique(name: str) -> bool:
    """Whether one picture is called so, wherever it lies: by a hash, or a long number."""
    if name.isdecimal():
        return False
    if len(name) >= MIN_WORDY_NAME_CHARS and _COUNTED.search(name):
        return True
    return any(is_identity(token) or is_number(token) or _MIXED.fullmatch(token) for token in _TOKEN.findall(name))


def is_rare(name: str) -> bool:
    """Whether few pictures of a site are called so."""
    least = MIN_NAME_CHARS if any(map(str.isdigit, name)) else MIN_WORDY_NAME_CHARS
    return len(name) >= least


def _without_sizes(name: str) -> tuple[str, str]:
    shape = ""
    for _ in range(MAX_SUFFIXES):
        found = _SUFFIX.search(name, max(0, len(name) - MAX_SUFFIX_CHARS))
        if found is None or (found["width"] and not is_size(found["width"], found["height"])):
            break
        shape = shape or found["shape"] or ""
        name = name[: found.start()]
    return name, shape


def _owner(folders: list[str]) -> str:
    """The folder of one picture that holds those of its shapes; "" where there is none."""
    return folders[-2] if len(folders) > 1 and is_identity(folders[-2]) and is_shape(folders[-1]) else ""


def _is_sized(name: str, other: str) -> bool:
    """Whether a name is another that one picture has, with its sides behind it."""
    return name.startswith(other) and is_unique(other) and _SIDES.fullmatch(name, len(other)) is not None
