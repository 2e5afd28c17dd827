"""A story of several items, each with a heading that leads to it: the networks take the headings for links, and paragraphs without them run together."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import chain
from urllib.parse import unquote, urljoin, urlsplit

import numpy as np
from lxml import etree

from boilerspider.extractors.news.inputs import Bools, Floats
from boilerspider.extractors.news.inputs.reading import View
from boilerspider.extractors.news.inputs.vocabulary import TAGS
from boilerspider.extractors.news.rules.boxes import SURE
from boilerspider.extractors.news.rules.kinds import GROUP_BITS, HEADINGS, MAX_SUBHEAD_WORDS
from boilerspider.extractors.news.rules.loose import FEWEST_HEADINGS
from boilerspider.extractors.news.rules.passing import Passing
from boilerspider.slugs import is_slug
from boilerspider.urls import same_site

MOSTLY = 0.9
"""Share of a heading's letters in its link: what stands beside it is a number or a full stop. Ours."""
LEAST_HELD = 0.5
"""Share of the kept letters that the element around the items holds: a list of other stories has one of its own. Ours."""

OF_ITEMS = 0.95
"""How likely they are text: of 44 headings that 14 dev pages gained by this and by what `loose` says of headings alike 43 are in the gold text (counted once)."""

_RANKS = TAGS["h1"] | HEADINGS
_ELSEWHERE = GROUP_BITS["related"] | GROUP_BITS["popular"] | GROUP_BITS["advert"]
LEAST_LABELLED = 0.75
"""Share of the headings that begin with one label, if it is what leads elsewhere: of ten places to see several may be in one town. Ours."""
MOST_OF_OTHERS = 0.5
"""Share of the headings that may lead to other stories: a paper has written of one or the other of ten places. Ours; four of seven did on a dev page, with names of two words."""
LEAST_KEPT = 1 / 3
"""Share of the headings that the networks keep, from which on they are the story's wherever they lead: of 120 lists of five places put into real stories, each with a heading to its own site, 78 have all of them, and 34 without this; of 360 rows of four titles of other stories 27 come in whole, not 20 (counted once). Ours."""
FEWEST_TITLE_WORDS = 4
"""Of a heading, on the average, if it is another story's title: names of things and places have fewer. Ours."""
_LABEL = re.compile(r".{2,}?(?=\s?[:\uff1a|\])\uff09\u3011]|\s[\u2013\u2014>\u00bb\u203a\u2192]\s)")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_POINTS_ON = re.compile(r"ARROW|(?<!LEFT-)POINTING|GREATER-THAN")
"""In Unicode's names of the signs before what is read elsewhere (→, », 👉)."""
_DOTS = "•·"
"""Others of them."""
_QUOTED = re.compile(r"[\u00bb\u203a].*[\u00ab\u2039]")
_DATED = re.compile(r"/(?:19|20)\d\d(?:[/-](?:0?[1-9]|1[0-2])[/-]|(?:0[1-9]|1[0-2])[0-3]\d)")
_NUMBER = re.compile(r"\d{5}")
MAX_PATH_CHARS = 500
"""Of an address that are looked at. Ours."""


def linked_headings(seen: View, keep: Bools, likely: Floats, url: str | None) -> list[int]:
    """The headings that are a link as a whole, three or more of one kind beside each other in the story's element, each right above a paragraph there that is surely kept, but for boxes that are looked past; `url` is the page's."""
    columns, letters = seen.columns, seen.letters
    homes = columns.homes
    parents, bits = columns.parents[homes], columns.bits[homes]
    possible = ((bits & _RANKS) != 0) & ((bits & _ELSEWHERE) == 0) & (columns.links == 1)
    possible &= (letters.words <= MAX_SUBHEAD_WORDS) & (letters.linked >= MOSTLY * letters.shown)
    if possible.sum() < FEWEST_HEADINGS or not (possible & ~keep).any():
        return []
    alike = defaultdict[tuple[int, int], list[int]](list)
    for place in np.flatnonzero(possible).tolist():
        alike[int(parents[place]), int(columns.signatures[homes[place]])].append(place)
    held = np.concatenate(([0.0], (letters.shown * keep).cumsum()))
    passing = Passing.of(seen, keep)
    found: list[int] = []
    for (around, _), row in alike.items():
        if (
            len(row) < FEWEST_HEADINGS
            or held[columns.last[around]] - held[columns.first[around]] < LEAST_HELD * held[-1]
        ):
            continue  # most lists of other stories, whose boxes are many to look past
        places = [place for place in row if _heads_text(passing, likely, place)]
        if len(places) < FEWEST_HEADINGS or _are_labelled([seen.texts[place] for place in places]):
            continue
        if keep[places].mean() >= LEAST_KEPT or not _are_others(seen, places, url):
            found += [place for place in places if not keep[place]]
    return found


def _heads_text(passing: Passing, likely: Floats, place: int) -> bool:
    """Whether a heading stands right above a paragraph beside it that is surely kept, but for boxes."""
    keep, columns = passing.keep, passing.seen.columns
    below = passing.behind(place + 1)
    if below == len(keep) or not keep[below] or likely[below] < SURE:
        return False
    return bool(columns.parents[columns.homes[below]] == columns.parents[columns.homes[place]])


def _are_labelled(headings: Sequence[str]) -> bool:
    """Whether most begin with the same words and a colon, bar, bracket or dash, as "Read also: …" between the paragraphs of a story, or all with a sign that points elsewhere.

    Words: "12:05" and "12:31" have none before the colon, nor has "Q:".
    """
    labels = Counter(found[0] for heading in headings if (found := _LABEL.match(heading)))
    label, often = labels.most_common(1)[0] if labels else ("", 0)
    if often >= LEAST_LABELLED * len(headings) and _LETTERS.search(label) and not label[-1].isdecimal():
        return True
    sign, *others = {heading[:1] for heading in headings}
    points = sign in _DOTS or _POINTS_ON.search(unicodedata.name(sign, "")) is not None
    return points and not others and not all(map(_QUOTED.fullmatch, headings))


def _are_others(seen: View, places: Sequence[int], url: str | None) -> bool:
    """Whether they are titles of other stories of the site, by their length and by where most lead."""
    if seen.letters.words[places].mean() < FEWEST_TITLE_WORDS:
        return False
    references = (_reference(seen.elements[seen.columns.homes[place]]) for place in places)
    return sum(_is_story(reference, url or "") for reference in references) > MOST_OF_OTHERS * len(places)


def _reference(heading: etree._Element) -> str:
    """Where a heading leads, by a link in it or around it."""
    links = chain(heading.iter("a"), heading.iterancestors("a"))
    return next((reference for link in links if (reference := link.get("href"))), "")


def _is_story(reference: str, url: str) -> bool:
    """Whether a reference leads to another page of the site whose address has a date, or is made as the page's own is."""
    try:
        address = urljoin(url, reference.strip())
        (host, path), own = urlsplit(address)[1:3], urlsplit(url).path
    except ValueError:
        return False
    if path == own or (host and not same_site(address, url)):
        return False
    return _DATED.search(path) is not None or (any(shape := _shape(path)) and shape == _shape(own))


def _shape(path: str) -> tuple[int, ...]:
    """What each segment of a path is: a word or two, a number, or what names a story, a long number or the words of a headline."""
    segments = unquote(path[:MAX_PATH_CHARS]).strip("/").split("/")
    return tuple(
        1 if segment.isdecimal() else 2 if is_slug(segment) or _NUMBER.search(segment) else 0 for segment in segments
    )


__all__ = ["OF_ITEMS", "linked_headings"]
