"""Stories in the state from which an application draws its page: `__NEXT_DATA__` and its like.

Which string of a state is the story cannot be known from names: it is looked for by shape, as a string of markup, or as the
list whose items hold the most running text under one key. What has the page's title near it comes first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from itertools import islice, repeat
from typing import Any, NamedTuple

from boilerspider.markup.hidden.caches import cache_of, joined, resolved
from boilerspider.markup.hidden.editors import as_blocks
from boilerspider.markup.hidden.kinds import is_heading
from boilerspider.markup.hidden.markdown import is_markdown
from boilerspider.markup.hidden.near import MIN_PARAGRAPHS, Around, Titles
from boilerspider.markup.hidden.objects import (
    ANY,
    has_body,
    is_beside,
    is_body,
    is_mobile,
    is_part,
    is_piece,
)
from boilerspider.markup.hidden.scripts import MIN_STATE_CHARS
from boilerspider.markup.hidden.signed import signed
from boilerspider.markup.hidden.told import Found, Told, in_pieces
from boilerspider.markup.metadata.jsonld import MAX_SCRIPT_CHARS, decode
from boilerspider.markup.prose import BLOCK_TAG, TAG, has_sentence, is_address, is_prose, without_remarks

MAX_STORIES = 4
"""Of one script that are tried."""
MAX_KEYS = 3
"""Of a list's items that are tried."""
MAX_ITEMS = 2_000
"""Of a list that are read."""
MAX_VALUES = 200_000
"""Values of a page's scripts that are looked at, those of a list for each list around them; ours."""
A_STEP, OF_BODY, OF_OTHERS, AFAR = 0.8, 4.0, 0.2, 0.3
"""By which a story's letters count for each object between it and the title, under a key that calls it a body, in another language than
the page's, and where no title is near. Ours, chosen on dev pages without what they show."""
OF_MARKUP = 1.2
"""By which letters under a key that calls them HTML count beside the same without its links. Ours."""
MAX_SAID_CHARS = 5_000
"""Of a string that may be what the page shows."""
MAX_READ_CHARS = 20_000_000
"""Letters of strings that are read, those of a list for each list around them. Ours."""
MAX_HEAD_CHARS, MAX_HEAD_TEXTS = 4_000, 2
"""Of markup, and texts of a list, in which its own headline stands. Ours."""
_HEADLINE = re.compile(r"<h1\b[^<>]{0,500}>(.{0,1000}?)</h1>", re.DOTALL)
_TELLING = (str, dict, list)
"""Values that may tell something, or hold what does."""
_LANGUAGE = re.compile(r"[a-z]{2}(?:[-_][A-Za-z]{2,4})?")


class Story(NamedTuple):
    """What may be a page's story."""

    html: str
    lead: str
    """The standfirst beside the title; "" where there is none."""
    facts: Mapping[str, Any]
    """Who wrote it and when, in the words of JSON-LD."""
    is_near: bool
    """Whether the page's title stands near it."""
    weight: float
    """The letters of its sentences, by how near the title stands and what the keys between them are called."""


class Finder:
    """Finds stories in the values of a page's scripts, so many of them at most."""

    def __init__(self, is_title: Callable[[str], bool], language: str = "") -> None:
        """`is_title` tells whether a string is the page's title; the page's language, "" where it says none."""
        self._left = MAX_VALUES
        self._letters_left = MAX_READ_CHARS
        self._language = language[:2].lower()
        self.said: dict[str, None] = {}
        """Strings of the values that may be what the page shows, each once."""
        self._is_title = is_title
        self._titles = Titles(is_title)
        self._held: list[Any] = []

    def stories(self, value: Any) -> list[Story]:
        """Those of a value, those that weigh most first."""
        self._titles, self._held = Titles(self._is_title), []  # by what is where, while the value is there
        known = joined(cache_of(value))
        found = [one for key, part, around in self._keyed(value) if (one := self._told(key, part, around, known))]
        found = [one for one in (*found, *in_pieces(found)) if not one.is_scrap]
        # Beside a body of its own, what else an object holds is no story.
        owners = {id(one.near) for one in found if one.near is not None and one.top not in ANY and is_body(one.top)}
        found = [one for one in found if id(one.near) not in owners or is_body(one.top)]
        heaviest = sorted(found, key=lambda one: -one.weight)[: 2 * MAX_STORIES]
        written = ((one, html) for one in heaviest if (html := one.html))
        return [
            Story(html, one.lead, signed(one.near or {}), one.near is not None, one.weight)
            for one, html in islice(written, MAX_STORIES)
        ]

    def _told(self, key: str, part: str | list[Any], around: Around | None, known: Mapping[str, Any]) -> Found | None:
        """What a string or a list tells."""
        if isinstance(part, str):
            return self._told_by(part, key, around)
        if len(part) < (fewest := _fewest(key)):
            return None
        items = resolved(part[:MAX_ITEMS], known)
        if self._titles.are_stories(items, key) or any(map(is_mobile, (items, *items))):
            return None
        best, texts = self._paragraphs(items, fewest)
        return self._weighed(Told(items, best, texts, sum(map(is_prose, texts))), key, around)

    def _told_by(self, text: str, key: str, around: Around | None) -> Found | None:
        """What a string tells, as markup or in lines."""
        self._letters_left -= len(text)  # a string may have many names
        if self._letters_left <= 0:
            return None
        if len(text) <= MAX_SAID_CHARS:
            self.said[text] = None
        if "<!--" in text:
            text = without_remarks(text)
        tags = len(BLOCK_TAG.findall(text)) if "<" in text and not is_address(text) else 0
        is_marked_up = tags > 0 and not is_markdown(text)
        is_called_text = is_body(key) or is_piece(key)
        if is_marked_up and tags >= (1 if is_called_text else MIN_PARAGRAPHS):
            return self._weighed(Told(text, "", [TAG.sub(" ", text)], tags), key, around)
        if is_marked_up or key in ANY or not is_called_text or not is_prose(text) or is_address(text):
            return None
        return self._weighed(Told(text, "", text.splitlines(), 0), key, around)

    def _weighed(self, told: Told, key: str, around: Around | None) -> Found | None:
        """What is told in sentences; of what is short that which the title stands near alone."""
        size = sum(len(text) for text in told.texts if has_sentence(text))
        if not size:
            return None
        is_string = isinstance(told.part, str)
        node, keys = self._titles.near(
            key,
            around,
            tells_itself=is_string
            or (told.key not in ANY and has_body(told.key))
            or (is_part(key) and told.paragraphs >= MIN_PARAGRAPHS),
            is_lines=is_string and not told.paragraphs,
        )
        if node is None and self._is_headed(told, key) and not self._titles.is_among_others(key, around):
            node, keys = {}, [key]
        weight = size * (AFAR if node is None else A_STEP ** (len(keys) - 1))
        if node is not None and any(has_body(name) or is_part(name) for name in keys):
            weight *= OF_BODY
        if self._language and any(_LANGUAGE.fullmatch(key) and key[:2] != self._language for key in keys):
            weight *= OF_OTHERS
        return Found([told], node, keys[-1], weight) if node is not None or told.paragraphs >= MIN_PARAGRAPHS else None

    def _is_headed(self, told: Told, key: str) -> bool:
        """Whether markup, or a list of blocks, begins with the page's title as its own headline."""
        if not isinstance(told.part, str):
            is_of_blocks = has_body(key) or is_part(key) or is_piece(key)
            is_headed = is_of_blocks or any(map(is_heading, told.part[:MAX_HEAD_TEXTS]))
            return is_headed and any(map(self._is_title, told.texts[:MAX_HEAD_TEXTS]))
        found = _HEADLINE.search(told.part, 0, MAX_HEAD_CHARS) if "<h1" in told.part[:MAX_HEAD_CHARS] else None
        return found is not None and self._is_title(" ".join(TAG.sub("", found[1]).split()))

    def _paragraphs(self, items: list[Any], fewest: int) -> tuple[str, list[str]]:
        """The key that holds most running text in enough of a list's items, and that text; none where few items have any."""
        rows = [list(self._strings(item)) for item in items]
        sizes = Counter[str]()
        for row in rows:
            for key, text in row:
                sizes[key] += len(text) if is_prose(text) else 0
        for best in sorted(+sizes, key=lambda key: (-sizes[key] * (OF_MARKUP if "html" in key.lower() else 1), key))[
            :MAX_KEYS
        ]:
            texts = ["".join(text for key, text in row if key == best).strip() for row in rows]
            long = sum(map(is_prose, texts))
            if long >= max(fewest, len(texts) // 3):
                return best, [text for text in texts if text]
        return "", []

    def _strings(self, value: Any) -> Iterator[tuple[str, str]]:
        """The strings of a value that can be text in document order, each with the key under which it stands."""
        pending = [("", value)]
        while pending and self._left > 0:
            self._left -= 1
            key, part = pending.pop()
            if isinstance(part, str):
                self._letters_left -= len(part)
                if part and self._letters_left > 0 and not is_address(part):
                    yield key, part
            elif isinstance(part, dict) and (part is value or not self._titles.is_other(part)):
                pending.extend((name, below) for name, below in reversed(part.items()) if not is_beside(name))
            elif isinstance(part, list) and not self._titles.is_list_of_stories(part, key):
                pending.extend(zip(repeat(key), reversed(part)))

    def _keyed(self, value: Any) -> Iterator[tuple[str, str | list[Any], Around | None]]:
        """The strings that may be running text, and the lists, in a value in document order, each with the nearest key above it and what is around; JSON in a string is as if it stood there."""
        pending: list[tuple[str, Any, Around | None, bool]] = [("", value, None, False)]
        while pending and self._left > 0:
            key, part, around, is_item = pending.pop()
            if isinstance(part, dict):
                self._left -= len(part)  # an object may have many names
                here, blocks = Around(part, key, around, is_item), as_blocks(part)
                if blocks is None:
                    rows = reversed(part.items())
                    pending += [
                        (name, below, here, False)
                        for name, below in rows
                        if below and isinstance(below, _TELLING) and not is_beside(name)
                    ]
                else:
                    self._held.append(blocks)
                    pending.append(("blocks", blocks, here, False))
            elif isinstance(part, list):
                self._left -= len(part)
                yield key, part, around
                # A string of a list is a part of it, and no body by itself.
                is_item = len(part) > 1
                pending += [("" if isinstance(one, str) else key, one, around, is_item) for one in reversed(part)]
            elif isinstance(part, str) and is_prose(part):
                yield key, part, around
                # What stands in a string is not read where no letters are left: one may have many names.
                if self._letters_left > 0 and MIN_STATE_CHARS <= len(part) <= MAX_SCRIPT_CHARS and part[0] in "{[":
                    held = decode(part)
                    self._held += held  # what is where stays there while this value is read
                    pending += [(key, below, around, False) for below in reversed(held)]


def _fewest(key: str) -> int:
    """How many paragraphs, or pieces of markup, of a list are a story, by what it is called."""
    if is_body(key) or is_part(key) or is_piece(key):
        return 1
    return 2 if has_body(key) else MIN_PARAGRAPHS
