"""The story's headline, chosen among what the page calls itself.

Every candidate loses the parts that name the site; what the page shows and declares alike loses its whole name alone,
for a word of it may be what the story is about. JSON-LD's headline is the publisher's own word and
wins, unless another pair of sources shows it to be made for search engines: pages show their
heading and share it, and repeat a searcher's headline in the window's title alone.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, islice
from urllib.parse import urlsplit

from boilerspider.markup.transcript import Transcript

_SEPARATOR = re.compile(r"\s+(?:[|–—\-•·»<~/:]|::|«(?![^»]*»))\s+|\s*[｜|：＿－]\s*")
_MARKS = "|:–—›»«•·-"
"""What stands between a headline and a site's name."""
_OTHER_MARKS = _MARKS.replace("«", "").replace("»", "")
"""The same where those are quotation marks."""
_ANCHORS = "¶# "
"""What links to a heading stand behind it."""
_AFTER = re.compile(r"\s*[-–—_|｜·•:：«»<>~(（]")
"""What stands behind a headline in a window's title, where the page shows the headline itself."""
_WORD = re.compile(r"\w+")
_NOT_WORD = re.compile(r"[\W_]+")
_ELLIPSES = ("...", "…")

MIN_LIKENESS = 0.5
"""Share of common words from which a heading speaks of the same story as another source; ours, measured on wcxb."""
_MIN_STEM_CHARS = 20
"""Beginning that a shortened headline must share with the heading it was cut from."""
THREE_WORDS = 10
"""Letters of a headline in a script without spaces. Ours."""
MAX_PARTS = 12
"""Signs of a title at which it is cut. Ours."""
MOST_TITLES = 32
"""Titles of which is remembered what they are made of: the sources of a page say the same, and are compared one by one."""
MAX_ARTICLE_CHARS, MIN_LABEL_CHARS = 3, 4
"""Letters of a name's first word that a host leaves out (The, Die, El), and of a label of it that is a name by itself. Ours."""
MAX_SAID, MAX_SAID_CHARS = 8, 5_000
"""Titles in a page's head that are looked at, and characters of each. Ours: no page of the corpora has more."""


@dataclass(frozen=True, slots=True)
class Candidates:
    """Clean titles by their source; empty where there is none."""

    headline: str = ""
    shared: str = ""
    """What the page gives to social networks."""
    headings: tuple[str, ...] = ()
    """Those of the highest rank; empty ones are not the story's."""
    rests: frozenset[str] = frozenset()
    """The letters of what headings say without elements that they begin or end with."""
    window: str = ""
    """The `title` element."""
    lower: tuple[str, ...] = ()
    """Those of lower ranks, where one of the highest is alone."""
    is_below: bool = False
    """The story stands before that one."""
    is_news: bool = False
    """The headline is a news article's: such publishers write it with care."""


def choose(candidates: Candidates, site_name: str | None, url: str | None) -> str | None:
    """The headline without the site's name; None where the page has no title at all."""
    site = Site.of(site_name, url)
    declared = {_letters(candidates.headline), _letters(candidates.shared)} - {""}
    agreed = declared.intersection(map(_letters, candidates.headings))
    whole = _letters(candidates.window) if _letters(candidates.window) in map(_letters, candidates.headings) else ""
    found = Candidates(
        headline=site.stripped(candidates.headline, agreed, whole),
        shared=site.stripped(candidates.shared, agreed, whole),
        headings=tuple(site.stripped(heading, agreed, whole) for heading in candidates.headings),
        window=site.stripped(_known_part(candidates.window, agreed), agreed, whole),
        is_news=candidates.is_news,
    )
    known = {_letters(title) for title in (found.headline, found.shared, *found.headings) if title}
    headline = _known_part(found.headline, known)
    shared = _known_part(found.shared, known)
    window = _known_part(found.window, known)
    headings = [_known_part(heading, known) for heading in found.headings]
    others = [headline, shared, window]
    heading = _alike(headings, others) or _alone(candidates, headings, others)
    shown = shared or _known_part(window, candidates.rests)
    is_agreed_on = _letters(shared) == _letters(window) if shared else _is_headline(shown)
    if not headline and is_agreed_on and _letters(shown) in candidates.rests:
        return shown
    if not (headline and heading):
        return headline or heading or shared or window or candidates.window or None
    return _between(headline, heading, shared, window) or (headline if found.is_news else heading)


def fold(title: str) -> str:
    """The title's letters and digits alone, for comparison."""
    return _NOT_WORD.sub("", title.casefold())


def parts(title: str) -> list[str]:
    """The title cut at the signs that stand between a headline and the names of sections and sites."""
    return _SEPARATOR.split(title)


def said_titles(transcript: Transcript) -> list[str]:
    """What the page's head calls it: the `title` element first, then what it gives to social networks."""
    window = ("".join(element.itertext()) for element in transcript.of("title")[:1])
    shared = (element.get("content") for element in transcript.of("meta") if element.get("property") == "og:title")
    # Runs of white space are folded: to cut a title at its signs takes the square of their length.
    texts = (" ".join(text[:MAX_SAID_CHARS].split()) for text in chain(window, shared) if text)
    return list(islice(filter(None, texts), MAX_SAID))


def _between(headline: str, heading: str, shared: str, window: str) -> str | None:
    """The one of two that the other sources vouch for; None where they do not say."""
    a, b, c = _letters(headline), _letters(heading), _letters(shared)
    if a == b:
        return headline
    if headline.endswith(_ELLIPSES) and b.startswith(a[:_MIN_STEM_CHARS]):
        return heading
    if a in b or b in a:
        return heading if c == b else headline
    return heading if b == c and a == _letters(window) else None


def _alone(candidates: Candidates, headings: list[str], others: Collection[str]) -> str:
    """The only heading, which says nothing that the other sources do, unless it is a section's, a blog's or an appeal's: where one of a lower rank says a whole title, or the story stands before it."""
    if len(headings) != 1:
        return ""
    said = {fold(part) for other in others for part in (other, *parts(other)[:MAX_PARTS]) if _is_headline(part)}
    for heading in candidates.lower:
        if fold(heading) in said:
            return heading
    is_unlike = candidates.is_below and any(said)
    return headings[0] if len(_words(headings[0])) > 2 and not is_unlike else ""


def _alike(headings: list[str], others: Iterable[str]) -> str:
    """The heading that speaks of the same story as the other sources."""
    bags = [_words(other) for other in others if other]
    best, likeness = "", 0.0
    for heading in headings:
        words = _words(heading)
        common = max((len(words & bag) / (min(len(words), len(bag)) or 1) for bag in bags), default=0.0)
        # One common word says little.
        common *= 0.6 if len(words) < 2 else 1.0
        if common > likeness:
            best, likeness = heading, common
    return best if likeness >= MIN_LIKENESS else ""


def _known_part(title: str, known: Collection[str]) -> str:
    """The beginning or the larger end of a title that another source knows as a whole."""
    for head, tail in _splits(title):
        if _letters(head) in known:
            return head
        if len(tail) > len(head) and _letters(tail) in known:
            return tail
    return title


@lru_cache(maxsize=MOST_TITLES)
def _letters(title: str) -> str:
    return fold(title)


@lru_cache(maxsize=MOST_TITLES)
def _splits(title: str) -> tuple[tuple[str, str], ...]:
    return tuple((title[: mark.start()], title[mark.end() :]) for mark in _SEPARATOR.finditer(title))


def shown_part(title: str, headings: Iterable[str]) -> str:
    """The heading that says a part of a window's title, the first and then the longest part; empty where none does.

    Parts of one or two words are names of sections and sites.
    """
    marks = list(islice(_SEPARATOR.finditer(title), MAX_PARTS))
    starts, stops = [0, *(mark.end() for mark in marks)], [*(mark.start() for mark in marks), len(title)]
    whole = fold(title)
    parts = {fold(title[start:stop]): (-start, stop) for start in starts for stop in stops if start < stop}
    said = {letters: heading for heading in headings if (letters := fold(heading)) in parts and _is_headline(heading)}
    best = max(said.keys() - {whole}, key=parts.__getitem__, default="")
    return said[best].rstrip(_ANCHORS) if best else ""


def shown_beginning(title: str, texts: Iterable[str]) -> str:
    """The longest text that says the beginning of a window's title and has a sign behind it there: that parts the site's name from it, often without spaces.

    It says at least half of it, as names of sections do not, and the page does not go on with the rest, as it does below the site's own name.
    """
    places: dict[str, int] = {}
    for place, text in enumerate(texts):
        places.setdefault(text, place)
    said = [text for text in places if title.startswith(text) and len(title) < 2 * len(text) and _is_headline(text)]
    best = max((text for text in said if _AFTER.match(title, len(text))), key=len, default="")
    rest = _NOT_WORD.sub("", title[len(best) :], count=1)
    follows = (place for text, place in places.items() if text and rest.startswith(text) and _ends(rest, text))
    return "" if best and any(place > places[best] for place in follows) else best


def _ends(rest: str, text: str) -> bool:
    """Whether a text that a rest of a title begins with is all of it, or has a sign behind it there."""
    return len(rest) == len(text) or _AFTER.match(rest, len(text)) is not None


def without_names(title: str, names: Iterable[str]) -> str:
    """The title without the site's names at its ends, and without what parts them from it."""
    for name in names:
        said = re.escape(name)
        rest = re.sub(rf"^{said}\s?[{_MARKS}]\s|\s[{_MARKS}]\s*{said}$", "", title, flags=re.IGNORECASE).strip()
        title = rest or title
    is_quoted = 0 < title.count("«") == title.count("»")
    return title.strip(f" {_OTHER_MARKS if is_quoted else _MARKS}") or title


def _is_headline(heading: str) -> bool:
    """Whether it has three words or, for scripts without spaces, as many letters as three have."""
    return len(_words(heading)) > 2 or (not heading.isascii() and len(fold(heading)) >= THREE_WORDS)


@lru_cache(maxsize=MOST_TITLES)
def _words(title: str) -> frozenset[str]:
    return frozenset(_WORD.findall(title.casefold()))


@dataclass(frozen=True, slots=True)
class Site:
    """How a site is called, by itself and in its address."""

    words: frozenset[str]
    host: str
    labels: frozenset[str]
    """The parts of its host that may be a name."""

    @classmethod
    def of(cls, name: str | None, url: str | None) -> Site:
        """The site of a page."""
        try:
            host = urlsplit(url or "").hostname or ""
        except ValueError:
            host = ""
        labels = frozenset(fold(label) for label in host.split(".") if len(label) >= MIN_LABEL_CHARS)
        return cls(_words(name or ""), fold(host), labels)

    def is_named_by(self, part: str) -> bool:
        """Whether a text is the site's name, a part of it, or more than it."""
        words, letters = _words(part), _letters(part)
        named = bool(words and self.words) and (words <= self.words or words >= self.words)
        return named or (len(letters) > 2 and letters in self.host) or self._is_label(part)

    def _is_label(self, part: str) -> bool:
        """Whether a text is a label of the host but for a short word before it, as newspapers are called."""
        first, _, rest = part.partition(" ")
        return len(first) <= MAX_ARTICLE_CHARS and _letters(rest) in self.labels

    def stripped(self, title: str, agreed: Collection[str], whole: str = "") -> str:
        """The title without parts at its ends that name the site, of one that was agreed on its whole name alone; empty where nothing else is in it.

        Of what the window and a heading say alike, `whole`, the beginning may sound like the site: "Die Zeit – wie sie vergeht".
        """
        if title and _words(title) == self.words:
            return ""
        is_agreed, length = _letters(title) in agreed, len(title)
        for head, tail in reversed(_splits(title)):
            last = title[length - len(tail) :]  # up to what has gone: with that it would always hold the site's name
            if not (head and (_words(last) == self.words if is_agreed else self.is_named_by(last))):
                break
            title = head
        if is_agreed:
            return title
        head, tail = next(iter(_splits(title)), ("", ""))
        letters = _letters(head)
        is_called = _letters(title) != whole and self._is_label(head)
        is_site = _words(head) == self.words or (len(letters) > 3 and letters in self.host) or is_called
        return tail if is_site and tail else title
