"""The names that a site gives itself, and which blocks of a page say one."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from unicodedata import normalize

import numpy as np

from boilerspider.extractors.news.inputs import Floats
from boilerspider.markup.marks import fewer_marks
from boilerspider.markup.words import IDEOGRAPHS, MARKS, NO_SPACES
from boilerspider.urls import MAX_URL, site_of

MAX_NAMES, MIN_LETTERS, MAX_LETTERS = 4, 4, 40
"""Names of a site that are looked for, and letters and digits of each: shorter ones are words, longer ones in no sentence. Ours."""
MIN_SIGNS = 3
"""The same where a sign is a syllable or a word. Ours."""
MAX_SAID = 1_000
"""Characters of what a tag says that are looked at. Ours."""
MAX_SEARCHED = 300_000
"""Characters of a page in which names are looked for: what is made of letters like theirs takes long. Ours."""
_SIGN = rf"[{IDEOGRAPHS}{NO_SPACES}\uac00-\ud7a3]"
"""Scripts without spaces, and Hangul, where particles are written to the name: no space need stand beside it."""
_BETWEEN = r"[^\w\n,;:!?()]{0,3}"
"""What may stand between two letters of a name: an address writes "St. Louis News" as one word, or with a hyphen."""
_BETWEEN_MARKED, _MARKED = rf"[^\w\n,;:!?(){MARKS}]{{0,3}}", rf"(?:[^\W_]|[{MARKS}])"
"""The same, and a letter, where combining marks count as letters. No letter of a name is among what stands between: each place is searched in one way alone."""
_MARK = re.compile(f"[{MARKS}]")
_NO_LETTERS = re.compile(rf"(?:(?![{MARKS}])[\W_])+")
_BEGUN, _GOES_ON = re.compile(r"(?<=[@#])|(?<=//)|(?<=\w\.)"), re.compile(r"\.[a-z]{2}")
"""What stands before and behind a name in an address: "news.post.example", but not "in the post.Then"."""


def names(said: Iterable[str], addresses: Iterable[str]) -> tuple[str, ...]:
    """Each name once, its letters and digits alone: what the head says, with a capital where it writes both, and the registered domains of its addresses, as if they began with one."""
    found: dict[str, str] = {}
    for name in filter(_is_name, map(_letters, said)):
        if found.setdefault(name.casefold(), name).islower():
            found[name.casefold()] = name
    for name in filter(_is_name, map(_letters, map(_label, addresses))):
        found.setdefault(name.casefold(), name)
    return tuple(islice(found.values(), MAX_NAMES))


def _letters(name: str) -> str:
    return _NO_LETTERS.sub("", _composed(name[:MAX_SAID]))


def _composed(text: str) -> str:
    return text if text.isascii() else normalize("NFKC", fewer_marks(text))


def _label(address: str) -> str:
    """The first label of the registered domain; empty where there is none."""
    label, dot, _ = site_of(address[:MAX_URL]).partition(".")
    try:
        return label.encode().decode("idna").capitalize() if dot else ""
    except UnicodeError:
        return ""


def _is_name(letters: str) -> bool:
    least = MIN_SIGNS if re.match(_SIGN, letters) else MIN_LETTERS
    return least <= len(letters) <= MAX_LETTERS and any(map(str.isalpha, letters))


def that_say(names: Sequence[str], texts: Sequence[str]) -> Floats:
    """1 for each block that says one of the names as words of their own, 0 for the others. No text holds a line break.

    A name with a capital is said with one, or in an address: a paper may be called Post, and any story have a post in it.
    """
    found = np.zeros(len(texts), np.float32)
    if not names:
        return found
    # Most lines are composed as they stand, and to see that takes a tenth of the time.
    lines = [normalize("NFKC", line) for line in fewer_marks("\n".join(texts)[:MAX_SEARCHED]).split("\n")]
    folded = "\n".join(map(str.casefold, lines))  # lines of ASCII are folded in a tenth of the time
    for name in names:
        for number in dict.fromkeys(_lines(_said(name.casefold(), folded), folded)):
            found[number] = found[number] or _is_written(name, lines[number])
    return found


def _lines(found: Iterable[re.Match[str]], text: str) -> Iterator[int]:
    """The number of the line in which each begins, one after the other."""
    number = at = 0
    for match in found:
        number += text.count("\n", at, match.start())
        at = match.start()
        yield number


def _said(name: str, text: str, flags: int = 0) -> list[re.Match[str]]:
    """Where a text says the name as words of its own."""
    if not _MARK.search(name):
        found = list(_pattern(name, flags).finditer(text))
        if not any(_MARK.search(text, max(match.start() - 1, 0), match.end() + 1) for match in found):
            return found
    return list(_pattern(name, flags, has_marks=True).finditer(text))


@lru_cache(maxsize=512)
def _pattern(name: str, flags: int, *, has_marks: bool = False) -> re.Pattern[str]:
    """The pattern begins with a letter, and looks back only then: so texts are searched for that letter.

    To know marks makes it ten times as long to compile, and most sites are met for one page or a few.
    """
    between, letter = (_BETWEEN_MARKED, _MARKED) if has_marks else (_BETWEEN, r"[^\W_]")
    first, *rest = map(re.escape, name)
    before = "" if re.match(_SIGN, name) else f"(?<!{letter}{first})"
    behind = "" if re.match(_SIGN, name[-1]) else f"(?!{letter})"
    return re.compile(f"{first}{before}{between}{between.join(rest)}{behind}", flags)


def _is_written(name: str, text: str) -> bool:
    if name.islower():
        return True
    said = _said(name, text, re.IGNORECASE)
    # Letters that are several in capitals ("ß") are found in the folded text alone.
    return not said or any(
        not match[0].islower() or _BEGUN.match(text, match.start()) or _GOES_ON.match(text, match.end())
        for match in said
    )
