"""Known items to search for: a page's title, and a sentence of its content that no index holds."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from boilerspider.evaluation.corpora import Gold
from boilerspider.evaluation.metrics import WORD_TOKEN

SEED = 2018
"""Of the choice of sentences, together with the page's id. Ours; any would do."""

SENTENCE_WORDS = range(6, 21)
"""Words of a sentence that is asked for: enough to mean something, few enough to be a query. Ours."""

MIN_TITLE_WORDS = 3
"""Shorter titles name a section or a site. Ours."""

SENTENCE_END = re.compile(r"(?<=[.!?…])[\"'”’»)]*\s+|\n+")


@dataclass(frozen=True, slots=True)
class Query:
    """Words, and the number of the one document that they are to find."""

    kind: str
    """`title` or `sentence`."""
    words: tuple[str, ...]
    document: int


def index_words(text: str) -> list[str]:
    """A text's words as the index has them."""
    return WORD_TOKEN.findall(text.lower())


def make_queries(golds: Sequence[Gold]) -> tuple[Query, ...]:
    """For each page its title, where it is known, and a sentence of its gold, where one is fit, always the same.

    Of pages with equal gold texts only the first is asked for: nobody could tell them apart.
    """
    queries: list[Query] = []
    seen: set[str] = set()
    for number, gold in enumerate(golds):
        if gold.text and gold.text not in seen:
            seen.add(gold.text)
            queries += _queries_of(gold, gold.text, number)
    return tuple(queries)


def without(words: Sequence[str], held_out: Sequence[str]) -> list[str]:
    """Words without those held out, wherever these stand in a row."""
    size, kept, place = len(held_out), list[str](), 0
    if not size:
        return list(words)
    wanted = list(held_out)
    while place < len(words):
        if words[place] == wanted[0] and list(words[place : place + size]) == wanted:
            place += size
        else:
            kept.append(words[place])
            place += 1
    return kept


def _queries_of(gold: Gold, text: str, number: int) -> list[Query]:
    title = index_words(gold.title or "")
    sentences = [words for part in SENTENCE_END.split(text) if len(words := index_words(part)) in SENTENCE_WORDS]
    queries = [Query("title", tuple(title), number)] if len(title) >= MIN_TITLE_WORDS else []
    if sentences:
        chosen = Random(f"{SEED} {gold.id}").choice(sentences)  # noqa: S311 - a draw, no secret
        queries.append(Query("sentence", tuple(chosen), number))
    return queries
