"""Stories that a page shows only with scripts, or without them: JSON-LD's `articleBody`, the state from which an
application draws its page, and `noscript`.

Which string of a state is the story cannot be known from names: it is looked for by shape, as the
list whose items hold the most running text under one key.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from html import escape
from itertools import islice, repeat
from typing import Any

from boilerspider.errors import UnreadablePage
from boilerspider.markup.entities import unescape
from boilerspider.markup.metadata.jsonld import decode
from boilerspider.markup.metadata.titles import fold, parts, said_titles
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.tree import NO_XML, Document, parse

STATE_MARKS = (
    "__NEXT_DATA__",
    "__NUXT__",
    "INITIAL_STATE",
    "__APOLLO_STATE__",
    "PRELOADED_STATE",
    "__PRELOADED",
    "__STATE__",
)
"""What scripts with an application's state are called."""
MIN_PROSE_CHARS = 60
"""Of a string that is taken for running text."""
MIN_PARAGRAPHS = 3
"""Of a list that is taken for a story."""
MIN_TITLE_CHARS = 15
"""Letters of a headline by which a page knows its own story: shorter ones may be a section's."""
MAX_STORIES = 4
"""Of one script that are tried."""
LONGER = 1.3
"""How many times as long as the text on the page a hidden story must be. Chosen, not measured."""
MUCH_LONGER = 2.0
"""The same where nothing but a headline speaks for it. Chosen, not measured."""
NEXT_TO_NOTHING = 200
"""Letters on a page that has no story to show: a notice, the names of its sections. Ours."""
BEGINNING_CHARS = 400
"""Letters of a story in which it must say what the page's description says. Ours."""
MOST_STRANGERS = 1
"""Paragraphs on the page that a hidden story may lack, if no more of them are in it: a notice. Ours."""
CHROME = 4
"""How many times as long as the paragraphs on the page that a hidden story lacks it must be, to make them chrome around a story that is
not there: a newsletter's box, comments. Its headline is the page's then. Ours."""
STEM_CHARS = 40
"""Letters of a beginning by which two texts are known to be the same."""
LEAD_CHARS = 25
"""Letters of its beginning by which a paragraph shown is known for the page's description, whatever was edited behind them. Ours."""
MAX_DESCRIPTIONS, MAX_PARAGRAPHS = 8, 400
"""Descriptions of the page, and paragraphs that it shows, that are looked for in each story; ours: in most scripts fewer than `FEW_WORDS` words are fewer paragraphs."""
MAX_KEYS = 3
"""Of a list's items that are tried."""
STATE_HEAD = 2_000
"""Characters of a script in which the name of its state stands."""
MAX_VALUES = 200_000
"""Values of a page's scripts that are looked at, those of a list for each list around them; ours."""
_NO_PROSE = re.compile(r"(?:https?:)?/\S+\Z|\s*(?:[\[{]|<style|<script|<svg)")
_ASSIGNED = re.compile(r"=\s*(?=[\[{])")
_MARKUP = re.compile(r"</?(?:p|br|div|h[1-6]|li|blockquote)\b[^<>]*>", re.IGNORECASE)


def hidden_story(document: Document, shown: str) -> Document | None:
    """The story that a page hides, as a page of its own, where it is plainly the one that the page shows a part of, or announces.

    `shown` is the text that was found on the page. A story has more text. In a script it is believed
    if its headline is the page's title, if it holds the beginning of the longest paragraph shown, or begins as the page's
    description does; in `noscript`, if the page shows next to nothing. A page that shows another text has no hidden story, unless
    that is little beside one that has the page's headline.
    A standfirst that the page shows and its description begins with stays above a body that lacks it.
    """
    plain = _without_scripts(document) if _is_next_to_nothing(shown) else None
    if plain is not None:
        return plain
    page: _Shown | None = None
    for story, headline in _candidates(document):
        page = page or _Shown.of(document, shown)  # few pages have a story in a script
        text = fold("".join(story.root.itertext()))
        if page.is_part_of(text, headline):
            return _below(_lead(shown, page.announced), story, text)
    return None


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a page shows and says of itself, folded."""

    letters: int
    titles: AbstractSet[str]
    paragraphs: Mapping[str, int]
    """How long each paragraph is, by its beginning."""
    announced: Sequence[str]
    """How the page's descriptions begin."""

    @classmethod
    def of(cls, document: Document, shown: str) -> _Shown:
        """What a page says of itself that shows this text."""
        titles = {fold(part) for title in said_titles(document.transcript) for part in (title, *parts(title))}
        stems = ((stem, len(part)) for part in shown.split("\n\n") if (stem := _stem(part)))
        announced = islice(filter(None, _descriptions(document)), MAX_DESCRIPTIONS)
        return cls(len(fold(shown)), titles, dict(islice(stems, MAX_PARAGRAPHS)), list(announced))

    def is_part_of(self, text: str, headline: str) -> bool:
        """Whether a story with this text, folded, is plainly the one that the page shows a part of, or announces."""
        longest = max(self.paragraphs, key=self.paragraphs.__getitem__, default="")
        is_told = bool(longest) and longest in text
        is_announced = any(stem in text[:BEGINNING_CHARS] for stem in self.announced)
        is_titled = len(headline) >= MIN_TITLE_CHARS and headline in self.titles
        is_known = len(text) > LONGER * self.letters and (is_told or is_announced)
        if not is_known and not (is_titled and len(text) > MUCH_LONGER * self.letters):
            return False
        headings = {title[:STEM_CHARS] for title in self.titles}
        strangers = [stem for stem in self.paragraphs if stem not in text and stem not in headings]
        is_chrome = is_titled and CHROME * sum(map(self.paragraphs.__getitem__, strangers)) <= len(text)
        return is_chrome or len(strangers) <= max(MOST_STRANGERS, len(self.paragraphs) - len(strangers))


def _is_next_to_nothing(shown: str) -> bool:
    """Whether a text has next to no letters; of most the beginning has enough."""
    return all(len(fold(text)) < NEXT_TO_NOTHING for text in (shown[:BEGINNING_CHARS], shown))


def _lead(shown: str, announced: Iterable[str]) -> str:
    """The paragraph shown that begins as the page's description does; "" where none does."""
    begins = {stem[:LEAD_CHARS] for stem in announced}
    return next((part for part in shown.split("\n\n") if fold(part)[:LEAD_CHARS] in begins), "")


def _below(lead: str, story: Document, text: str) -> Document:
    """A story with what the page shows above it, where it does not say that itself."""
    if not lead or fold(lead)[:LEAD_CHARS] in text:
        return story
    root = deepcopy(story.root)
    article = next(root.iter("article"), root)
    standfirst = article.makeelement("p", {"class": "standfirst"})
    standfirst.text = NO_XML.sub("", lead)
    standfirst.tail, article.text = NO_XML.sub(" ", article.text or ""), None
    article.insert(0, standfirst)
    return replace(story, root=root)


def _without_scripts(document: Document) -> Document | None:
    """The page as it looks without scripts, where running text shows only then."""
    prose = list(filter(_is_prose, _texts_in_noscript(document.transcript)))
    if len(prose) < MIN_PARAGRAPHS or len(fold("".join(prose))) < NEXT_TO_NOTHING:
        return None
    root = deepcopy(document.root)
    for element in [element for body in root.iter("body") for element in body.iter("noscript")]:
        element.tag = "div"
    return replace(document, root=root)


def _texts_in_noscript(transcript: Transcript) -> Iterator[str]:
    """The texts in the body that no reader sees whose browser runs scripts."""
    opens = [tag == "noscript" for tag in transcript.tags]
    body = transcript.tags.index("body") if "body" in transcript.tags else 0
    is_in_body, inside = False, 0
    for event in transcript.events:
        if isinstance(event, str):
            if inside:
                yield event
        elif is_in_body:
            inside += opens[abs(event)] * (1 if event > 0 else -1)
        else:
            is_in_body = event == body


def _is_prose(text: str) -> bool:
    """Whether it may be running text; what comes escaped in a `noscript` is markup for a picture."""
    return len(text.strip()) >= MIN_PROSE_CHARS and not text.lstrip().startswith("<") and not _NO_PROSE.match(text)


def _candidates(document: Document) -> Iterator[tuple[Document, str]]:
    """Stories in scripts, and the headline that each has, "" where it has none."""
    values = _Values()
    for script in document.transcript.of("script"):
        text = script.text or ""
        named = f"{text[:STATE_HEAD]}\n{script.get('id') or ''}"
        found: Iterable[tuple[str | list[str], str]] = ()
        if "articleBody" in text:
            found = (body for value in decode(text) for body in values.bodies(value))
        elif any(mark in named for mark in STATE_MARKS):
            found = ((story, "") for value in _state(text) for story in values.stories(value))
        for story, headline in found:
            with suppress(UnreadablePage):  # one that has too many tags
                yield _page(story, document), fold(headline)


def _descriptions(document: Document) -> Iterator[str]:
    for meta in document.transcript.of("meta"):
        if (meta.get("property") or meta.get("name")) in ("og:description", "description"):
            yield _stem(meta.get("content") or "")


def _stem(text: str) -> str:
    stem = fold(text)[:STEM_CHARS]
    return stem if len(stem) == STEM_CHARS else ""


def _state(text: str) -> list[Any]:
    start = _ASSIGNED.search(text)
    return decode(text[start.end() :] if start and not text.lstrip().startswith(("{", "[")) else text)


def _page(story: str | list[str], document: Document) -> Document:
    if isinstance(story, list):
        story = "".join(f"<p>{part if _MARKUP.search(part) else escape(part, quote=False)}</p>" for part in story)
    elif not _MARKUP.search(story):
        story = "".join(f"<p>{escape(line, quote=False)}</p>" for line in unescape(story).splitlines() if line.strip())
    return parse(f"<html><body><article>{story}</article></body></html>", document.url)


def _is_marked_up(text: str) -> bool:
    """Whether a string holds tags of text, as many as a story has."""
    return text.count("<") >= MIN_PARAGRAPHS and len(_MARKUP.findall(text)) >= MIN_PARAGRAPHS


class _Values:
    """The values of a page's scripts, so many at most."""

    def __init__(self) -> None:
        self._left = MAX_VALUES

    def bodies(self, value: Any) -> Iterator[tuple[str, str]]:
        """Each text of an article, and its headline."""
        for part in self._objects(value):
            body = part.get("articleBody")
            if isinstance(body, str) and len(body) >= MIN_PROSE_CHARS:
                headline = part.get("headline")
                yield body, headline if isinstance(headline, str) else ""

    def stories(self, value: Any) -> list[str | list[str]]:
        """Strings of markup and lists of paragraphs, those with the most running text first."""
        found: list[tuple[int, str | list[str]]] = []
        for _, part in self._keyed(value):
            if isinstance(part, str) and _is_marked_up(part) and not _NO_PROSE.match(part):
                found.append((len(part), part))
            elif isinstance(part, list) and len(part) >= MIN_PARAGRAPHS:
                paragraphs = self._paragraphs(part)
                found.append((sum(map(len, paragraphs)), paragraphs))
        return [story for size, story in sorted(found, key=lambda row: -row[0])[:MAX_STORIES] if size]

    def _paragraphs(self, items: list[Any]) -> list[str]:
        """The text of a list's items under the key that holds most running text in enough of them; none where few items have any."""
        rows = [list(self._strings(item)) for item in items[:2_000]]
        sizes = Counter[str]()
        for row in rows:
            for key, text in row:
                sizes[key] += len(text) if len(text) >= MIN_PROSE_CHARS else 0
        for best in sorted(+sizes, key=lambda key: (-sizes[key], key))[:MAX_KEYS]:
            texts = ["".join(text for key, text in row if key == best).strip() for row in rows]
            long = sum(len(text) >= MIN_PROSE_CHARS for text in texts)
            if long >= max(MIN_PARAGRAPHS, len(texts) // 3):
                return [text for text in texts if text]
        return []

    def _strings(self, value: Any) -> Iterator[tuple[str, str]]:
        """The strings of a value that can be text, each with the key under which it stands."""
        for key, part in self._keyed(value):
            if isinstance(part, str) and part and not _NO_PROSE.match(part):
                yield key, part

    def _objects(self, value: Any) -> Iterator[dict[str, Any]]:
        """The objects in a value in document order."""
        pending = [value]
        while pending and self._left:
            self._left -= 1
            part = pending.pop()
            if isinstance(part, dict):
                yield part
                pending.extend(reversed(part.values()))
            elif isinstance(part, list):
                pending.extend(reversed(part))

    def _keyed(self, value: Any) -> Iterator[tuple[str, Any]]:
        """A value and all in it in document order, each with the nearest key above it."""
        pending = [("", value)]
        while pending and self._left:
            self._left -= 1
            key, part = pending.pop()
            yield key, part
            if isinstance(part, dict):
                pending.extend(reversed(part.items()))
            elif isinstance(part, list):
                pending.extend(zip(repeat(key), reversed(part)))
