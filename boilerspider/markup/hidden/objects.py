"""The objects of a state: what their keys say, how they are called, what they refer to, and which are no text of a story."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

from boilerspider.markup.hidden.kinds import WORDS_OF_NAMES, is_text

MAX_NAMES = 4_096
"""Keys of which is remembered what they say. Ours."""
MAX_KEY_CHARS = 100
"""Of a key that are looked at. Ours."""
MAX_PIECES = 3
"""Of a title that is a list. Ours."""
MAX_NEIGHBOURS = 100
"""Values of an object that are looked at. Ours."""

_BESIDE = """ads comments consent cookies footer legal menu navigation newsletter promo recommendations recommended related relatedarticles
    relatedcontent relatedstories replies sidebar teasers"""
_BODIES = """article articlebody articlecontent articletext blocks body bodyhtml bodymarkdown bodytext content contents contenthtml elements fulltext
    html htmltext mainbody maincontent maintext markdown paragraphs plaintext postbody postcontent sections story storybody storytext text"""
_PARTS = "chapters components modules pages parts sections slices steps"
ANY = ("html", "text")
"""Keys of bodies under which the words of comments and teasers stand as well."""
_LEADS = "chapo deck dek intro lead lede standfirst strapline subheadline subtitle"
BESIDE = frozenset(_BESIDE.split())
"""Keys, in small letters, below which no story stands."""
BODIES = frozenset(_BODIES.split())
"""Keys, in small letters and without signs, under which a story of one paragraph is believed to stand."""
_OF_ROWS = ("created", "createdat")
"""Keys of `OF_STORIES` that parts of a page have where a database keeps them."""
_CHAPTERS = (["chapters"], ["parts"], ["sections"], ["steps"])
_OF_CHAPTERS = (*_OF_ROWS, "slug")
"""The same of parts that have headlines, and places on the page, of their own."""
_PIECES = """above after before begin beginning below bottom end first free intro introduction lead lower main more one open paid part
    paywalled premium public remaining rest second start third three top two upper"""
PIECES = frozenset(_PIECES.split())
"""Words of keys that tell which piece of a story a body is; so do numbers (`body2`)."""
PARTS = frozenset(_PARTS.split())
"""The same of lists whose items are parts of a page, one of which may be no text."""
LEADS = frozenset(_LEADS.split())
"""The same of a standfirst beside the headline."""
_TITLES = "baslik başlık headline heading hed kop titel title titre titolo titular titulo título ueberschrift uberschrift überschrift"
_OF_TITLES = ("title", "head", "meta", "seo", "matter")
"""In keys of objects that say the title of the one that they stand in."""
TITLES = frozenset(_TITLES.split())
"""Keys, in small letters and without signs, under which an object says how it is called."""
_OF_STORIES = """author canonical created createdat displayname enlace excerpt from href lien link nickname path permalink postedat rating slug stars
    teaser uri url user username"""
OF_STORIES = frozenset(_OF_STORIES.split())
"""Keys, in small letters and without signs, of stories, products and comments that parts of a story do not have."""
_NUMBER = re.compile(r"[0-9]\Z")
_SIGN = re.compile(r"[\W_]+")


def plain_key(key: str) -> str:
    """A key in small letters and without signs."""
    return _SIGN.sub("", key[:MAX_KEY_CHARS]).lower()


class _Name(NamedTuple):
    """What a key says of what stands under it."""

    is_body: bool
    has_body: bool
    """Whether it calls something a body, by itself or in one of its words (`content_elements`, `editorBlocks`)."""
    is_part: bool
    is_chapter: bool
    is_piece: bool
    is_title: bool
    is_of_stories: bool


@lru_cache(maxsize=MAX_NAMES)
def _name(key: str) -> _Name:
    plain = plain_key(key)
    words = [word.lower() for word in WORDS_OF_NAMES.findall(key)]
    return _Name(
        is_body=plain in BODIES,
        has_body=plain in BODIES or any(word in BODIES for word in words),
        is_part=plain in PARTS or words[-1:] == ["sections"],
        is_chapter=words[-1:] in _CHAPTERS,
        is_piece=_is_piece(key, words),
        is_title=plain in TITLES,
        is_of_stories=plain in OF_STORIES,
    )


def _is_piece(key: str, words: Sequence[str]) -> bool:
    """Whether a key calls a body, and tells which piece of a story that is."""
    rest = [word for word in words if word not in BODIES]
    return len(rest) < len(words) and bool(rest or _NUMBER.search(key)) and all(word in PIECES for word in rest)


def is_body(key: str) -> bool:
    """Whether a key calls what stands under it the body of a story."""
    return _name(key[:MAX_KEY_CHARS]).is_body


def has_body(key: str) -> bool:
    """Whether one of its words does."""
    return _name(key[:MAX_KEY_CHARS]).has_body


def is_part(key: str) -> bool:
    """Whether a key calls the items of a list parts of a page."""
    return _name(key[:MAX_KEY_CHARS]).is_part


def is_piece(key: str) -> bool:
    """Whether a key calls what stands under it a piece of the body of a story."""
    return _name(key[:MAX_KEY_CHARS]).is_piece


def is_chapter(key: str) -> bool:
    """Whether it calls them parts that have headlines of their own."""
    return _name(key[:MAX_KEY_CHARS]).is_chapter


def is_beside(key: str) -> bool:
    """Whether no story stands under a key."""
    return key[:MAX_KEY_CHARS].lower() in BESIDE


def called(node: Mapping[str, Any]) -> Iterator[str]:
    """How an object calls itself."""
    for key, part in islice(node.items(), MAX_NEIGHBOURS):
        if _name(key[:MAX_KEY_CHARS]).is_title:
            yield from (said for said in _strings(part) if said.strip())


def _strings(part: Any) -> Iterator[str]:
    """The strings by which a title is told: itself, those of an object (`rendered`), or of a list's few pieces (`[{"text": "The wall"}]`)."""
    pieces = part[:MAX_PIECES] if isinstance(part, list) else [part]
    for piece in pieces:
        held = islice(piece.values(), MAX_NEIGHBOURS) if isinstance(piece, dict) else (piece,)
        yield from (said for said in held if isinstance(said, str))


def called_below(node: Mapping[str, Any]) -> Iterator[str]:
    """What objects in one say that tell how it is called."""
    for key, part in islice(node.items(), MAX_NEIGHBOURS):
        if isinstance(part, dict) and any(name in key.lower() for name in _OF_TITLES):
            yield from (said for said in islice(part.values(), MAX_NEIGHBOURS) if isinstance(said, str))


def is_mobile(item: Any) -> bool:
    """Whether an item is a list of numbers and strings, which only its own reader understands."""
    return isinstance(item, list) and {str, int} <= set(map(type, item))


def has_address(item: Mapping[str, Any], key: str = "") -> bool:
    """Whether an item of a list, under this key, has what stories, products and comments have, and parts of a story do not."""
    others = _OF_CHAPTERS if is_chapter(key) else _OF_ROWS if is_part(key) else ()
    found = (name for name in islice(item, MAX_NEIGHBOURS) if _name(name[:MAX_KEY_CHARS]).is_of_stories)
    return any(plain_key(name) not in others for name in found)


def is_other_story(node: Mapping[str, Any]) -> bool:
    """Whether an object has a name and an address, as other stories in a story have, and is no kind of text."""
    return has_address(node) and any(called(node)) and not is_text(node)
