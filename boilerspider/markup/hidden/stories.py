"""Stories that a page shows only with scripts, or without them: JSON-LD's `articleBody`, the state from which an
application draws its page, and `noscript`. Which of them are believed.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any, NamedTuple

from boilerspider.errors import UnreadablePage
from boilerspider.markup.characters import NO_XML
from boilerspider.markup.entities import unescape
from boilerspider.markup.hidden.escaped import as_markup
from boilerspider.markup.hidden.noscript import NEXT_TO_NOTHING, without_scripts
from boilerspider.markup.hidden.scripts import (
    MIN_DESCRIBED_CHARS,
    Bodies,
    Body,
    is_state,
    told_in_all,
    values_of,
    written_in,
)
from boilerspider.markup.hidden.states import Finder
from boilerspider.markup.hidden.told import STEM_CHARS, share_in
from boilerspider.markup.metadata.jsonld import decode
from boilerspider.markup.metadata.titles import fold, parts, said_titles
from boilerspider.markup.prose import TAG, weigh
from boilerspider.markup.tree import Document, parse

MIN_TITLE_CHARS, MAX_TITLE_CHARS = 15, 500
"""Letters of a headline by which a page knows its own story: shorter ones may be a section's. A Han or kana character counts as three."""
MAX_STORIES = 12
"""Of a page that are tried."""
OF_ARTICLES = 8.0
"""By which the letters of what is called the text of an article count. Ours."""
LONGER = 1.3
"""How many times as long as the text on the page a hidden story must be. Chosen, not measured."""
MUCH_LONGER = 2.0
"""The same where nothing but a headline speaks for it. Chosen, not measured."""
CHROME_CHARS = 1_000
"""Letters of sections' names, buttons and notices on such a page; what shows more is a list. Ours."""
BEGINNING_CHARS = 400
"""Letters of a story in which it must say what the page's description says. Ours."""
MOST_STRANGERS = 1
"""Paragraphs on the page that a hidden story may lack, if no more of them are in it: a notice. Ours."""
CHROME = 4
"""How many times as long as the paragraphs on the page that a hidden story lacks it must be, to make them chrome around a story that is
not there: a newsletter's box, comments. Its headline is the page's then. Ours."""
LEAD_CHARS = 25
"""Letters of its beginning by which a paragraph shown is known for the page's description, whatever was edited behind them. Ours."""
MAX_DESCRIPTIONS, MAX_PARAGRAPHS = 8, 400
"""Descriptions of the page, and paragraphs that it shows, that are looked for in each story; ours: in most scripts fewer than `FEW_WORDS` words are fewer paragraphs."""


def hidden_story(document: Document, shown: str, seen: Sequence[str] = ()) -> Document | None:
    """The story that a page hides, as a page of its own, where it is plainly the one that the page shows a part of, or announces.

    `shown` is the text that was found on the page, `seen` all that it shows, boxes too: a story has more text
    than either. In a script it is believed if it holds the beginning of the longest paragraph shown, or begins as the page's description does. In JSON-LD also if its headline is the page's title, or it is
    the only article, has the page's address and no sentence is shown; in a state if the page's title stands above it, next to nothing is
    shown, and the state does not say that elsewhere. In `noscript` it is believed if the page shows next to nothing. A page that shows
    another text has no hidden story, unless that is little beside one that has the page's headline.
    A standfirst that the page shows and its description begins with, or that a state says beside the title, stays above a body that lacks it.
    """
    plain = without_scripts(document) if _is_next_to_nothing(shown) else None
    if plain is not None:
        return plain
    page = _Shown.of(document, shown)
    finder = Finder(page.is_headline, document.root.get("lang") or "")
    found = sorted(_candidates(document, page, finder), key=lambda candidate: -candidate.weight)[:MAX_STORIES]
    stories = _parsed(found, document)
    is_shown, page_text = False, fold("".join((shown, *seen))) if found else ""
    for candidate, story, text in stories:
        is_shown = is_shown or page.is_shown_by(candidate, text)
        if page.is_part_of(text, candidate) and LONGER * share_in(text, page_text) <= 1:
            if candidate.is_state and not page.is_known(text, candidate):
                is_shown = is_shown or any(page.is_shown_by(other, said) for other, _, said in stories)
                if is_shown or page.is_told_among(finder.said):  # then this is something else that the state holds
                    return None
            return _below(_lead(shown, page.announced) or candidate.lead, _signed(story, candidate.facts), text)
    return None


class _Candidate(NamedTuple):
    """A story in a script."""

    html: str
    lead: str
    """What stands above it; "" where that is nothing, or not known."""
    facts: Mapping[str, Any]
    """Who wrote it and when, in the words of JSON-LD, where the page may not say so itself."""
    weight: float
    is_titled: bool
    """Whether its headline is the page's title."""
    is_state: bool
    """Whether it stands in an application's state, where its headline is only near it."""


def _parsed(candidates: Iterable[_Candidate], document: Document) -> Iterator[tuple[_Candidate, Document, str]]:
    """Candidates, each as a page of its own, with what that says, folded."""
    for candidate in candidates:
        with suppress(UnreadablePage):  # one that has too many tags
            story = _page(candidate.html, document)
            yield candidate, story, fold("".join(story.root.itertext()))


@dataclass(frozen=True, slots=True)
class _Shown:
    """What a page shows and says of itself, folded."""

    letters: int
    titles: AbstractSet[str]
    """The titles, and parts of them."""
    headlines: AbstractSet[str]
    """The titles, and parts that are most of them: no site's name."""
    paragraphs: Mapping[str, int]
    """How much each paragraph says, by its beginning."""
    announced: Sequence[str]
    """How the page's descriptions begin."""

    @classmethod
    def of(cls, document: Document, shown: str) -> _Shown:
        """What a page says of itself that shows this text."""
        said = [(fold(title), list(map(fold, parts(title)))) for title in said_titles(document.transcript)]
        headings = [" ".join("".join(h1.itertext()).split()) for h1 in islice(document.transcript.of("h1"), 2)]
        shown_title = {fold(headings[0])} if len(headings) == 1 else set()
        titles = {part for title, split in said for part in (title, *split)}
        most = {part for title, split in said for part in (title, *split) if 2 * len(part) > len(title)} | shown_title
        stems = ((stem, weigh(part)) for part in shown.split("\n\n") if (stem := _stem(part)))
        announced = islice(filter(None, _descriptions(document)), MAX_DESCRIPTIONS)
        return cls(len(fold(shown)), titles, most, dict(islice(stems, MAX_PARAGRAPHS)), list(announced))

    @property
    def sentences(self) -> _Shown:
        """The same without paragraphs that say a title."""
        headings = {title[:STEM_CHARS] for title in self.titles | self.headlines}
        paragraphs = {stem: letters for stem, letters in self.paragraphs.items() if stem not in headings}
        return replace(self, paragraphs=paragraphs)

    @property
    def is_next_to_nothing(self) -> bool:
        """Whether next to nothing is shown below the titles."""
        return self.letters <= CHROME_CHARS and sum(self.sentences.paragraphs.values()) < NEXT_TO_NOTHING

    def is_headline(self, text: str) -> bool:
        """Whether a text is the page's title, or the most of it."""
        if len(text) > MAX_TITLE_CHARS:
            return False
        folded = fold(TAG.sub("", unescape(text)) if "&" in text or "<" in text else text)
        return folded in self.headlines and weigh(folded) >= MIN_TITLE_CHARS

    def is_told_in(self, text: str) -> bool:
        """Whether the longest paragraph shown stands in a text, folded."""
        longest = max(self.paragraphs, key=self.paragraphs.__getitem__, default="")
        return bool(longest) and longest in text

    def is_shown_by(self, candidate: _Candidate, text: str) -> bool:
        """Whether a state's text says what is shown."""
        return candidate.is_state and self.sentences.is_told_in(text)

    def is_told_among(self, said: Iterable[str]) -> bool:
        """Whether one of these strings says the longest sentence shown."""
        page = self.sentences
        return bool(page.paragraphs) and any(page.is_told_in(fold(text)) for text in said)

    def is_known(self, text: str, candidate: _Candidate) -> bool:
        """Whether a longer text holds the beginning of what is shown, or begins as the page is announced; what a state holds may say the headline of many a story amid it."""
        beginning = text[:BEGINNING_CHARS]
        is_announced = any(stem in beginning for stem in self.announced)
        is_told = self.is_told_in(text) and (
            not candidate.is_state or self.is_told_in(beginning) or self.sentences.is_told_in(text)
        )
        return len(text) > LONGER * self.letters and (is_announced or is_told)

    def is_part_of(self, text: str, candidate: _Candidate) -> bool:
        """Whether a story with this text, folded, is plainly the one that the page shows a part of, or announces."""
        strangers = [letters for stem, letters in self.sentences.paragraphs.items() if stem not in text]
        is_much = self.is_next_to_nothing if candidate.is_state else len(text) > MUCH_LONGER * self.letters
        is_titled = candidate.is_titled and is_much
        if not is_titled and not self.is_known(text, candidate):
            return False
        is_chrome = is_titled and not candidate.is_state and CHROME * sum(strangers) <= weigh(text)
        return is_chrome or len(strangers) <= max(MOST_STRANGERS, len(self.paragraphs) - len(strangers))


def _is_next_to_nothing(shown: str) -> bool:
    """Whether a text has next to no letters; of most the beginning has enough."""
    return all(weigh(fold(text)) < NEXT_TO_NOTHING for text in (shown[:BEGINNING_CHARS], shown))


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


def _signed(story: Document, facts: Mapping[str, Any]) -> Document:
    """A story whose page says who wrote it and when."""
    if not facts:
        return story
    root = deepcopy(story.root)
    script = root.makeelement("script", {"type": "application/ld+json"})
    script.text = NO_XML.sub("", json.dumps({"@type": "NewsArticle", **facts}))
    root.insert(0, script)
    return replace(story, root=root)


def _candidates(document: Document, page: _Shown, finder: Finder) -> Iterator[_Candidate]:
    """Stories in scripts."""
    bodies = Bodies()
    is_bare, articles = page.is_next_to_nothing, list[Body]()
    for script in document.transcript.of("script"):
        text, name = script.text or "", script.get("id") or ""
        is_linked = "ld+json" in (script.get("type") or "")
        values = list[Any]()
        if not is_linked and (is_bare or is_state(text, name)):
            values = written_in(text) if is_bare else values_of(text)
        if "articleBody" in text or (is_bare and is_linked and len(text) > MIN_DESCRIBED_CHARS):
            articles += (body for value in values or decode(text) for body in bodies.of(value))
        yield from _of_state(values, finder)
    if is_bare:
        yield from _of_state(told_in_all(document.transcript), finder)
    is_sole = len({article.text for article in articles}) == 1 and is_bare and not page.sentences.paragraphs
    for article in articles:
        headline = fold(article.headline)
        is_titled = headline in page.titles and weigh(headline) >= MIN_TITLE_CHARS
        is_own = is_sole and article.is_of(document.url or "")
        yield _Candidate(article.text, "", {}, OF_ARTICLES * len(article.text), is_titled or is_own, is_state=False)


def _of_state(values: Iterable[Any], finder: Finder) -> Iterator[_Candidate]:
    for story in (story for value in values for story in finder.stories(value)):
        yield _Candidate(story.html, story.lead, story.facts, story.weight, story.is_near, is_state=True)


def _descriptions(document: Document) -> Iterator[str]:
    for meta in document.transcript.of("meta"):
        if (meta.get("property") or meta.get("name")) in ("og:description", "description"):
            yield _stem(meta.get("content") or "")


def _stem(text: str) -> str:
    """The beginning of a text; "" of one that is too short to be known by it."""
    folded = fold(text)
    return folded[:STEM_CHARS] if weigh(folded[:STEM_CHARS]) >= STEM_CHARS else ""


def _page(story: str, document: Document) -> Document:
    return parse(f"<html><body><article>{as_markup(story)}</article></body></html>", document.url)
