"""Whether two folders of pictures hold the same ones, whatever cuts them to a size."""

from __future__ import annotations

import re

from boilerspider.markup.picturenames import RATIO, WIDE_SHAPES, is_identity, is_size

_TOLD = (
    r"\$?(?:ar|auto|b|c|crop|cs|d|dpr|f|fill|fit|fl|format|g|h|height|multiply|onerror|pg|q|quality|ratio|resize|s|t|w|width|x|y|zoom)"
    r"[_=:][^,]*"
)
"""What a service is told about a cut, as a key with its value."""
_SHAPE = rf"{RATIO.format('[x:]')}(?:[_-]\d{{2,4}})?|[a-z]{{1,8}}_(?:{WIDE_SHAPES.format('[x_]')})|crop|max|resize"
"""What a side in a folder of its own may follow."""
_CUT = re.compile(
    rf"{_SHAPE}|\d{{1,4}}(?:_\d{{1,4}}){{3}}|\d{{2,4}}x0|0x\d{{2,4}}"
    r"|(?:w|h|lw|width|height)[_=-]?\d{3,4}[a-z]?|s(?!(?:19|20)\d\d)\d{3,4}[a-z]?"
    r"|fit-in|master|original|smart|filters:.*|(?:height|quality|resize|rs|size|width)[=:].*\d.*"
    r"|(?:ar|dpr|h|q|w|x|y)_\d[\d.:]{0,9}|(?:c|f|fl|g|q)_(?:auto|crop|fill|fit|limit|lossy|scale)"
    rf"|{_TOLD}(?:,{_TOLD})+"
)
"""A folder of all pictures that are cut to one size, or what a service is told about that."""
_BEFORE_PIXELS = re.compile(_SHAPE)
_SIDES = re.compile(r"(?<!\d)(\d{2,4})x(\d{2,4})(?!\d)")
_SIGNED = re.compile(r"[a-z0-9_-]{20,}=")
"""What a service proves by that it was told so."""
_CUTS = frozenset(("alternates", "derivatives"))
"""Folders of the cuts of one picture, each in a folder that is called by its shape."""
_ANNOUNCE = _CUTS.union(("styles",))
"""Folders of cuts; that of Drupal's holds those of all pictures."""
_PIXELS = re.compile(r"(?!(?:19|20)\d\d)[1-9]\d{2,3}")
"""A side in a folder of its own; a year is none."""
_COUNTED = re.compile(r"(?!(?:19|20)\d\d)[1-9]\d{6,}")
"""A number too large for a day or a section."""
_NUMBER = re.compile(r"\d+(?:-\d+)*")
"""A day, or the number of a story, which has pictures of its own."""


def are_close(folders: tuple[str, ...], others: tuple[str, ...], *, is_rare: bool) -> bool:
    """Whether folders are the same but for the parts that cut, or one has more around a folder of a day or a number, of a picture that is cut or has a rare name."""
    mine, theirs = _lasting(folders), _lasting(others)
    if mine == theirs:
        return True
    before, behind, mine, theirs = _differing(mine, theirs)
    if mine and theirs:
        return False
    is_cut = is_rare or any(_cuts(folder) or folder in _ANNOUNCE for folder in (*folders, *others))
    is_told = any(any(map(str.isdigit, folder)) for folder in (*before, *behind))
    return is_cut and is_told and not _is_numbered(mine or theirs)


def share_identity(folders: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether both lie in the folder of one picture, with nothing but cuts below it, or in that of one number, and are cuts."""
    mine, theirs = _lasting(folders), _lasting(others)
    if mine and theirs and mine[-1] == theirs[-1] and is_identity(mine[-1]):
        return True
    before, _, mine, theirs = _differing(mine, theirs)
    are_cut = any(map(_cuts, folders)) and any(map(_cuts, others))
    return are_cut and any(map(_COUNTED.fullmatch, before)) and not (_is_numbered(mine) or _is_numbered(theirs))


def contradict(folders: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether both are of a day or a number, and not of the same."""
    _, _, mine, theirs = _differing(_lasting(folders), _lasting(others))
    return not (_are_sides(mine) and _are_sides(theirs)) and _is_numbered(mine) and _is_numbered(theirs)


def _are_sides(folders: tuple[str, ...]) -> bool:
    """Whether these are width and height."""
    return len(folders) == 2 and all(map(_PIXELS.fullmatch, folders))


def _is_numbered(folders: tuple[str, ...]) -> bool:
    return any(map(_NUMBER.fullmatch, folders))


def _lasting(folders: tuple[str, ...]) -> tuple[str, ...]:
    """Those that do not cut; what follows one that does may tell a side."""
    pairs = zip(("", *folders), folders, strict=False)
    return tuple(folder for before, folder in pairs if not _cuts(folder) and not _is_in_cut(before, folder))


def _is_in_cut(before: str, folder: str) -> bool:
    return before in _CUTS or (_PIXELS.fullmatch(folder) is not None and _BEFORE_PIXELS.fullmatch(before) is not None)


def _cuts(folder: str) -> bool:
    if is_identity(folder):
        return False
    sides = _SIDES.search(folder)
    return any(sign.fullmatch(folder) for sign in (_CUT, _SIGNED)) or (
        sides is not None and is_size(sides[1], sides[2])
    )


def _differing(
    mine: tuple[str, ...], theirs: tuple[str, ...]
) -> tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]:
    """What both begin with, what both end with, and what is left of each."""
    least = min(len(mine), len(theirs))
    first = next((at for at in range(least) if mine[at] != theirs[at]), least)
    last = next((at for at in range(least - first) if mine[-1 - at] != theirs[-1 - at]), least - first)
    behind = mine[len(mine) - last :]
    return mine[:first], behind, mine[first : len(mine) - last], theirs[first : len(theirs) - last]
