"""How much a link looks like one to an article: points for the address, the words, the place and the company.

No site is known and no word of any language decides. All points are ours, chosen by hand on the
listing pages of the tests and on links of real pages; only their sum against ARTICLE_POINTS counts.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from urllib.parse import unquote, urlsplit

from boilerspider.discovery.anchors import Anchor, Place
from boilerspider.discovery.rules import looks_like_listing
from boilerspider.slugs import slug_words

ARTICLE_POINTS = 3.0
"""A link with so many points is one to an article."""

STORY_SHAPE_POINTS = 2.0
"""An address with so many points of its own can be a story's: a headline, a date or a long number is in it. Ours."""

SENTENCE_WORDS = 5
"""Words from which an anchor's text reads like a headline. Ours."""

LONG_SENTENCE_WORDS = 7
"""Words from which hardly anything but a headline is so long. Ours."""

_WORD = re.compile(r"[^\W_]+")
_UNSPACED = re.compile(r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]")
"""Scripts that are written without spaces; two characters count as a word."""

_DATE = re.compile(
    r"(?:^|[^\d])(?:19|20)\d\d(?:[/_.-](?:0?[1-9]|1[0-2]|[a-z]{3,9})[/_.-](?:[0-3]?\d(?!\d))?|(?:0[1-9]|1[0-2])[0-3]\d(?!\d))",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"\d{5,}")
_HASH = re.compile(
    r"(?=[a-z0-9-]*\d)(?=[a-z0-9-]*[a-z])[a-z0-9]{9,}|[0-9a-f]{8}-[0-9a-f-]{20,}|[0-9a-f]{16,}", re.IGNORECASE
)
_PAGE_EXTENSION = re.compile(r"\.(?:s?html?|php|aspx?|jsp|ece|cms|stm|html\.amp)$", re.IGNORECASE)
_ID_ARGUMENT = re.compile(r"(?:^|&)(?:p|[a-z_]*id|article|story|news|artikel|nid)=[\w-]*\d{3,}", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Company:
    """The anchors of a page that repeat one structure."""

    size: int
    mean_words: float


def tells_day(url: str) -> bool:
    """Whether a date stands in the path."""
    return _DATE.search(unquote(urlsplit(url).path)) is not None


def shape_points(url: str) -> float:
    """What the address says: headlines, dates with something after them and long numbers against short words."""
    parts = urlsplit(url)
    path = unquote(parts.path).strip("/")
    if not path and not parts.query:
        return -8.0
    segments = path.split("/")
    stem = _PAGE_EXTENSION.sub("", segments[-1])
    words = max(
        word_count(segment) for segment in (_letters(stem), _letters(segments[-2]) if len(segments) > 1 else "")
    )
    points = 3.0 if words >= 5 else 2.0 if words >= 3 else 0.0
    points += 3.0 if _DATE.search(path) else 0.0
    points += 2.0 if _NUMBER.search(path) or _HASH.search(stem) or _ID_ARGUMENT.search(parts.query) else 0.0
    points += 0.5 if points and stem != segments[-1] else 0.0
    return points - (3.0 if looks_like_listing(url) else 0.0)


def _letters(segment: str) -> str:
    return " ".join(slug_words(segment))


def word_count(text: str) -> int:
    """Words, in scripts without spaces too."""
    unspaced = len(_UNSPACED.findall(text))
    return max(len(_WORD.findall(text)), unspaced // 2)


def text_points(words: int, *, is_headline: bool = False) -> float:
    """What the number of words says: headlines are sentences, sections are labels. A picture alone says nothing."""
    if words >= SENTENCE_WORDS:
        return 2.0 if words >= LONG_SENTENCE_WORDS else 1.5
    return -1.5 if words in {1, 2} and not is_headline else 0.0


def place_points(anchor: Anchor, words: int) -> float:
    """What the place says: a heading of its own, a card, the frame of the page, where a headline of `words` words is doubted less."""
    points = 1.5 if anchor.headline and not anchor.is_lent else 0.0
    if anchor.place is Place.FRAME:
        return points - (1.0 if words >= SENTENCE_WORDS else 3.0)
    return points + (0.5 if anchor.place is Place.CARD else 0.0)


def company_points(company: Company) -> float:
    """What the siblings say: headlines come in lists of headlines, sections in lists of labels."""
    if company.size < 3:
        return 0.0
    return 1.0 if company.mean_words >= SENTENCE_WORDS else -1.0 if company.mean_words < 2.5 else 0.0
