"""Other stories below the page's own, as sites put there whose pages go on while one scrolls.

A story is an `article` element with an `h1` in it; the page's own is the first whose headline the page's title holds.
Headlines alone tell nothing: many a page has an `h1` for each of its sections.
"""

from __future__ import annotations

from collections.abc import Collection

from boilerspider.markup.metadata.titles import fold, said_titles
from boilerspider.markup.transcript import Transcript

MIN_HEADLINE_LETTERS = 10
"""Of a headline by which a story is known. Ours."""


def nodes_of_others(transcript: Transcript) -> Collection[int]:
    """The text nodes of other stories that come after the page's own; none where it is not plain which is whose."""
    if len(transcript.of("article")) < 2 or len(transcript.of("h1")) < 2:
        return ()
    articles = _Articles(transcript)
    titles = [fold(title) for title in said_titles(transcript)]
    headlines = articles.headlines()
    named = {number for number, headline in headlines if _is_in(headline, titles)}
    if not named:
        return ()
    own = min(named)
    others = {
        number for number, headline in headlines if number > own and len(headline) >= MIN_HEADLINE_LETTERS
    } - named
    in_own, in_others = articles.within({own}), articles.within(others)
    return {node for node, inner in enumerate(articles.of_nodes) if in_others[inner] and not in_own[inner]}


class _Articles:
    """The `article` elements of a page, numbered from 1 as they open; 0 is what lies in none."""

    def __init__(self, transcript: Transcript) -> None:
        self.of_nodes: list[int] = []
        """The innermost around each text node."""
        self._parents = [0]
        self._headings: list[tuple[int, list[str]]] = []
        """The text of each `h1`, and the article that is its innermost."""
        self._read(transcript)

    def _read(self, transcript: Transcript) -> None:
        article, heading = (transcript.tags.index(tag) for tag in ("article", "h1"))
        inner, is_headed = 0, False
        for event in transcript.events:
            if isinstance(event, str):
                self.of_nodes.append(inner)
                if is_headed:
                    self._headings[-1][1].append(event)
            elif event == article:
                self._parents.append(inner)
                inner = len(self._parents) - 1
            elif event == -article:
                inner = self._parents[inner]
            elif event == heading and inner:
                is_headed = True
                self._headings.append((inner, []))
            elif event == -heading:
                is_headed = False

    def headlines(self) -> list[tuple[int, str]]:
        """Each headline, folded, with the number of its article."""
        return [(number, fold("".join(pieces))) for number, pieces in self._headings]

    def within(self, wanted: Collection[int]) -> list[bool]:
        """Whether each lies in one of these, or is one."""
        found = [False]
        for number, parent in enumerate(self._parents[1:], 1):
            found.append(number in wanted or found[parent])
        return found


def _is_in(headline: str, titles: list[str]) -> bool:
    return len(headline) >= MIN_HEADLINE_LETTERS and any(
        headline in title or (len(title) >= MIN_HEADLINE_LETTERS and title in headline) for title in titles
    )
