"""Which addresses are worth a request: rules on the address alone, no list of sites.

An endless space of addresses (a trap) is told by its shape: dates without a story after them, paths
that repeat themselves, arguments that pile up. Words decide only where a whole path segment or argument name is that word.
"""

from __future__ import annotations

import re
from collections import Counter
from itertools import pairwise
from urllib.parse import SplitResult, unquote, urlsplit

from boilerspider.discovery.base import Link
from boilerspider.discovery.vocabulary import DATE_ARGUMENTS, ERRANDS, FILE_EXTENSIONS, LABELS, SERVICE_HOSTS, SERVICES
from boilerspider.slugs import is_slug, slug_words

MAX_URL = 2_000
"""Characters; browsers and caches begin to refuse above it."""

MAX_SEGMENTS = 12
"""Path segments; articles of the corpora have at most 9. Ours."""

MAX_REPEATS = 3
"""How often one word may stand in a path before it is a loop of relative links. Ours."""

MAX_ARGUMENTS = 8
"""Arguments of a query; faceted listings have more, articles of the corpora at most 4. Ours."""

_DATE_AT_END = re.compile(
    r"(?:^|/)(?:"
    r"(?:19|2[01])\d\d[/.-](?:0?[1-9]|1[0-2])(?:[/.-][0-3]?\d)?"  # 2026/11, 2026-11-20
    r"|[0-3]?\d[/.-](?:0?[1-9]|1[0-2])[/.-](?:19|2[01])\d\d"
    r"|(?:19|2[01])\d\d/[a-z]{3,9}/[0-3]?\d"  # 2026/nov/20
    r"|(?:19|2[01])\d\d-?w\d\d"
    r"|(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])"
    r")(?:/page/\d{1,4})?(?:\.html?|\.php)?/?$"
)
_DATE_VALUE = re.compile(r"[\d./_-]+|[a-z]{3,9}", re.IGNORECASE)

_SERVICE_ARGUMENT = re.compile(
    r"(?:s|q|query|search|suche|keyword|keywords|share|replytocom|add-to-cart|sort|orderby|order|filter)=.*"
    r"|(?:action|do)=(?:login|register|edit|logout)|print(?:=.*)?|printable=.*",
    re.IGNORECASE,
)
_SOURCE_ARGUMENT = re.compile(r"s=\d+", re.IGNORECASE)
"""Behind a headline or a long number: from which button or list the story was opened. A search has words, and an address of its own."""
_LONG_NUMBER = re.compile(r"\d{5}")
_PAGED = re.compile(r"(?:^|/)(?:page|seite|pagina|p)[/-]?\d{1,5}/?$")
_EXTENSION = re.compile(r"\.(?:s?html?|php|aspx?|jsp|cms|ece)$")


def is_page(url: str) -> bool:
    """Whether the address may lead to a web page: it does not end like a file of another type."""
    name = urlsplit(url).path.rpartition("/")[2]
    return "." not in name or name.rpartition(".")[2].lower() not in FILE_EXTENSIONS


def is_service(url: str) -> bool:
    """Whether the address leads to what readers do (log in, search, share, print), to house notices or to a label.

    A headline below the name of a service may be a story's (`/privacy/phone-maker-fined-over-data`), but for what readers do with a story or its words.
    """
    parts = urlsplit(url)
    segments = _segments(parts)
    names = segments[-1:] if is_slug(segments[-1]) else [segments[0], *segments[-2:]]
    arguments = parts.query.split("&")
    if is_slug(segments[-1]) or _LONG_NUMBER.search(segments[-1]):
        arguments = [argument for argument in arguments if not _SOURCE_ARGUMENT.fullmatch(argument)]
    return (
        parts.netloc.partition(".")[0] in SERVICE_HOSTS
        or not SERVICES.isdisjoint(names)
        or not (LABELS | ERRANDS).isdisjoint(segments[-2:])
        or any(map(_SERVICE_ARGUMENT.fullmatch, arguments))
    )


def may_be_service(url: str) -> bool:
    """Whether the name of a service stands in the path: a page there is a story, or it is nothing to a newsroom."""
    return not SERVICES.isdisjoint(_segments(urlsplit(url)))


def is_trap(url: str) -> bool:
    """Whether the address belongs to a space without end, or to one that looks like it; so does what is no address.

    True for all that `is_endless`, and for a day without a story.
    """
    return is_endless(url) or is_day(url)


def is_day(url: str) -> bool:
    """Whether a path ends in a date without a headline before it, or a query asks for a date: calendars, day archives, and some stories."""
    parts = urlsplit(url)
    path = _path(parts)
    arguments = [argument.partition("=") for argument in parts.query.split("&") if argument]
    return bool(_DATE_AT_END.search(path) and not any(map(is_slug, path.split("/")))) or any(
        name.lower() in DATE_ARGUMENTS and _DATE_VALUE.fullmatch(value) for name, _, value in arguments
    )


def is_endless(url: str) -> bool:
    """Whether the address is longer than those of stories, or repeats itself; so does what is no address.

    True for: more than 2,000 characters, 12 segments or 8 arguments; a word three times in the path,
    or a pair of segments twice in a row; an argument name three times.
    """
    try:
        parts = urlsplit(url)
    except ValueError:
        return True
    segments = [segment for segment in _path(parts).split("/") if segment]
    arguments = [argument.partition("=") for argument in parts.query.split("&") if argument]
    return (
        len(url) > MAX_URL
        or len(segments) > MAX_SEGMENTS
        or len(arguments) > MAX_ARGUMENTS
        or _repeats(segments)
        or any(count >= MAX_REPEATS for count in Counter(name for name, _, _ in arguments).values())
    )


def is_vouched(link: Link) -> bool:
    """Whether who names an address says that it is a story's: feeds do, and sitemaps, which name day archives too, unless without a word on them."""
    if link.source == "sitemap" and not (link.title or link.published):
        return not is_day(link.url)
    return link.source != "link"


def _segments(parts: SplitResult) -> list[str]:
    """Those of the path, without a page's number and an extension at its end."""
    return _EXTENSION.sub("", _PAGED.sub("", _path(parts))).split("/")


def _path(parts: SplitResult) -> str:
    """The path as people read it, in lower case, without slashes at its ends."""
    return unquote(parts.path).lower().strip("/")


def _repeats(segments: list[str]) -> bool:
    words = Counter(segment for segment in segments if not segment.isdigit())
    if any(count >= MAX_REPEATS for count in words.values()):
        return True
    pairs = list(pairwise(segments))
    return any(one == other and not "".join(one).isdigit() for one, other in zip(pairs, pairs[2:], strict=False))


def looks_like_listing(url: str) -> bool:
    """Whether the address alone says front page or section: `is_list`, or a short word without a number."""
    if is_list(url):
        return True
    parts = urlsplit(url)
    path = _path(parts)
    last = path.rpartition("/")[2]
    is_short = len(slug_words(last)) <= 1 and "." not in last and not is_slug(last)
    return bool(path) and is_short and not parts.query and not any(map(str.isdigit, path))


def is_list(url: str) -> bool:
    """Whether no story can stand at the address: it has no path, or is a numbered page or a label."""
    parts = urlsplit(url)
    path = _path(parts)
    if not path:
        return not parts.query
    return bool(_PAGED.search(path)) or not LABELS.isdisjoint(path.split("/")[-2:])
