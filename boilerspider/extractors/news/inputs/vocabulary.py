"""What tags and class names say: a bit each, so that a path's worth of them is one integer.

No word of the page's text is looked at. Class names are programmers' vocabulary, the same few
roots in all countries; `class_groups.txt` sorts them into groups.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

BLOCK, BREAK, RULE, MEDIA, INLINE, LINK, STRONG, SKIPPED = range(8)
"""How the walk treats a tag; what is in no table is a block, custom elements included. The first three end a run of text."""

KINDS: dict[str, int] = {
    **dict.fromkeys(
        "abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark math nobr q ruby s samp small "  # noqa: SIM905 - tags read best as words
        "span strike strong sub sup time tt u var wbr".split(),
        INLINE,
    ),
    "a": LINK,
    "b": STRONG,
    "strong": STRONG,
    "br": BREAK,
    "hr": RULE,
    **dict.fromkeys(("img", "picture", "amp-img", "source", "input", "embed"), MEDIA),
    **dict.fromkeys(
        "title meta link base script style template noscript textarea select option datalist iframe object svg canvas audio video noembed noframes rp rt".split(),  # noqa: SIM905
        SKIPPED,
    ),
}

TAG_BITS = (
    "p div|custom section article main|[main] aside|[complementary] header|[banner] footer|[contentinfo] nav|[navigation] "  # noqa: SIM905
    "h1 h2 h3|h4 h5|h6 ul|ol|menu li dl|dt|dd table|tbody|tr|thead|center td|th blockquote|q figure figcaption|caption "
    "pre|code|kbd|samp form|button|fieldset|legend address details|summary|dialog time a".split()
)
"""Tags that share a bit; roles in brackets count as their tags."""

WIDE = frozenset(
    "div section article main aside header footer nav ul ol form table figure blockquote dl center address h1 h2".split()  # noqa: SIM905
)
"""Tags whose id, role, itemprop and style are looked at, beside their class."""

MAX_NAME = 200
"""Characters of a class attribute that are read."""

_MARKS = "^=~"
"""How a stem is marked that is the beginning of a word, all of it, or a part of a name without its joints."""

_PART = re.compile(r"[A-Za-z][a-z]+|[A-Z]+(?![a-z])|[a-z]")
_HASH = re.compile(
    r"(?<![A-Za-z0-9])(?![A-Za-z]*\d+(?:x|by)\d)(?=[A-Za-z0-9]{5})"
    r"[A-Za-z]{0,3}\d+(?:[A-Za-z]{1,3}\d+)+[A-Za-z]{0,3}(?![A-Za-z0-9])"
)
"""A random part of a name: `ad` in `58ad0c` or `x3ad7` is no word. That of `ad300x250` is, and those of `ad1`, `728ad` and `top10ads`."""


def _groups() -> tuple[tuple[str, tuple[str, ...]], ...]:
    lines = files(__package__).joinpath("class_groups.txt").read_text(encoding="utf-8").splitlines()
    rows = [line.split() for line in lines if line and not line.startswith("#")]
    return tuple((name, tuple(stems)) for name, *stems in rows)


GROUPS = _groups()
GROUP_NAMES = tuple(name for name, _ in GROUPS)
TAG_SHIFT = len(GROUPS)
BITS = TAG_SHIFT + len(TAG_BITS)
"""How many bits a word of them has; under 63, so that it fits a signed integer."""
TAGS = {tag: 1 << (TAG_SHIFT + n) for n, names in enumerate(TAG_BITS) for tag in names.split("|")}
CUSTOM_BIT = TAGS["custom"]
ROLES = {tag[1:-1]: bit for tag, bit in TAGS.items() if tag.startswith("[")}
_HIDDEN = 1 << GROUP_NAMES.index("hidden")


BEGIN_LETTERS = 3
"""By so many first letters stems are looked up; none that may stand within a word has fewer."""

_Stems = dict[str, list[tuple[str, int]]]
"""Stems that begin alike, each with the bit of its group, by what they begin with."""


def _marked(mark: str) -> list[tuple[str, int]]:
    """The stems that have a mark, and the bit of the group of each."""
    return [
        (stem.lstrip(_MARKS), 1 << number)
        for number, (_, stems) in enumerate(GROUPS)
        for stem in stems
        if stem[0] == mark or (not mark and stem[0] not in _MARKS)
    ]


def _by_beginning(stems: list[tuple[str, int]]) -> _Stems:
    found: _Stems = {}
    for stem, bit in stems:
        found.setdefault(stem[:BEGIN_LETTERS], []).append((stem, bit))
    return found


_WORDS = {word: sum({bit for stem, bit in _marked("=") if stem == word}) for word, _ in _marked("=")}
_STARTS, _WITHIN = _by_beginning(_marked("^")), _by_beginning(_marked(""))
_JOINED = {bit: re.compile("|".join(stem for stem, own in _marked("~") if own == bit)) for _, bit in _marked("~")}


def name_words(name: str) -> list[str]:
    """The words of a class attribute, id, itemprop or role, in lower case: `adBox`, `ad-box` and `ad_box` have the same."""
    return [part.lower() for part in _PART.findall(_HASH.sub("", name[:MAX_NAME]))]


@lru_cache(maxsize=16_384)
def name_bits(name: str) -> int:
    """The groups that a class attribute, id, itemprop or role speaks of."""
    words = name_words(name)
    bits = 0
    for word in words:
        bits |= _word_bits(word)
    joined = "".join(words)
    for bit, pattern in _JOINED.items():
        if pattern.search(joined):
            bits |= bit
    return bits


@lru_cache(maxsize=16_384)
def _word_bits(word: str) -> int:
    bits = _WORDS.get(word, 0) | _bits_at(word, 0, _STARTS)
    for at in range(len(word) - BEGIN_LETTERS + 1):
        bits |= _bits_at(word, at, _WITHIN)
    return bits


def _bits_at(word: str, at: int, stems: _Stems) -> int:
    """The groups of the stems that stand in a word at this place."""
    bits = 0
    for stem, bit in stems.get(word[at : at + BEGIN_LETTERS], ()):
        if word.startswith(stem, at):
            bits |= bit
    return bits


def hidden_bits(style: str) -> int:
    """The bit of hidden things where an element's own style hides it."""
    return _HIDDEN if "none" in style and "display" in style else 0  # what the networks have learnt
