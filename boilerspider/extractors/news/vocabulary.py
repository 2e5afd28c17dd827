"""What tags and class names say: a bit each, so that a path's worth of them is one integer.

No word of the page's text is looked at. Class names are programmers' vocabulary, the same few
roots in all countries; `class_groups.txt` sorts them into groups.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files

BLOCK, BREAK, MEDIA, INLINE, LINK, STRONG, SKIPPED = range(7)
"""How the walk treats a tag; what is in no table is a block, custom elements included. The first two end a run of text."""

KINDS: dict[str, int] = {
    **dict.fromkeys(
        "abbr acronym b bdi bdo big cite code data del dfn em font i ins kbd label mark math nobr q rp rt ruby s samp small "  # noqa: SIM905 - tags read best as words
        "span strike strong sub sup time tt u var wbr".split(),
        INLINE,
    ),
    "a": LINK,
    "b": STRONG,
    "strong": STRONG,
    "br": BREAK,
    **dict.fromkeys(("img", "picture", "amp-img", "source", "hr", "input", "embed"), MEDIA),
    **dict.fromkeys(
        "title meta link base script style template noscript textarea select option datalist iframe object svg canvas audio video noembed noframes".split(),  # noqa: SIM905
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

_PART = re.compile(r"[A-Za-z][a-z]+|[A-Z]+(?![a-z])|[a-z]")


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


def _pattern(stems: tuple[str, ...]) -> re.Pattern[str]:
    forms = [{"=": rf"^{s[1:]}$", "^": rf"^{s[1:]}"}.get(s[0], re.escape(s)) for s in stems if s[0] != "~"]
    return re.compile("|".join(forms) or r"(?!)")


_WORD_PATTERNS = tuple((1 << n, _pattern(stems)) for n, (_, stems) in enumerate(GROUPS))
_WHOLE_PATTERNS = tuple(
    (1 << n, re.compile("|".join(s[1:] for s in stems if s[0] == "~")))
    for n, (_, stems) in enumerate(GROUPS)
    if any(s[0] == "~" for s in stems)
)


@lru_cache(maxsize=16_384)
def name_bits(name: str) -> int:
    """The groups that a class attribute, id, itemprop or role speaks of."""
    parts = _PART.findall(name[:MAX_NAME])
    bits = 0
    for part in parts:
        bits |= _word_bits(part.lower())
    joined = "".join(parts).lower()
    for bit, pattern in _WHOLE_PATTERNS:
        if pattern.search(joined):
            bits |= bit
    return bits


@lru_cache(maxsize=16_384)
def _word_bits(word: str) -> int:
    return sum(bit for bit, pattern in _WORD_PATTERNS if pattern.search(word))


def hidden_bits(style: str) -> int:
    """The bit of hidden things where an element's own style hides it."""
    return _HIDDEN if "none" in style and "display" in style else 0
