"""Which lines at a story's edges say when it was published or changed."""

from __future__ import annotations

import numpy as np
import pytest

from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.kinds import Traits, kinds, sentences_of
from boilerspider.extractors.news.rules.stamps import MOST_LETTERS, MOST_LINES, stamps
from boilerspider.markup.tree import parse
from boilerspider.model import BlockType

HEADLINE = "The harbour wall"
STANDFIRST = "What the divers found below the wall, and why nobody had looked there before them."
STORY = "The wall was built by the grandfathers of those who fish here today, and it is hollow."


def left_out(html: str) -> list[str]:
    seen = view(parse(f"<html><head><title>{HEADLINE}</title></head><body><h1>{HEADLINE}</h1>{html}</body></html>"))
    assert seen is not None
    keep = np.ones(len(seen.texts), np.bool_)
    keep[0] = False
    traits = Traits.of(seen.columns, seen.letters, seen.facts, keep)
    types = [
        BlockType.STANDFIRST if text == STANDFIRST else kind
        for text, kind in zip(seen.texts, kinds(traits), strict=True)
    ]
    return [seen.texts[place] for place in stamps(seen.texts, types, keep, sentences_of(traits, seen.texts, keep))]


@pytest.mark.parametrize(
    ("line", "is_out"),
    [
        ("Updated 14:05", True),
        ("14:05", True),
        ("Stand: 22.04.2026, 06:00 Uhr", True),
        ("Mis à jour à 14h05", True),
        ("16.20 Uhr", True),
        ("Tue, 5 May 2026, 14:05 GMT", True),
        ("Last updated: April 21, 2026", True),
        ("更新：2026年5月5日", True),
        ("5 minutes ago", True),
        ("Updated 3 hours ago", True),
        ("vor 2 Stunden", True),
        ("il y a 5 minutes", True),
        ("hace 3 horas", True),
        ("5 минут назад", True),
        ("5 dakika önce", True),
        ("3小时前", True),
        ("2시간 전", True),
        ("منذ 5 دقائق", True),
        ("5 May 2026", False),
        ("Years ago", False),
        ("Final 2026 ranking: 10th", False),
        ("Price range: $51.29-$141.23", False),
        ("Odds of 12:100", False),
        ("Yaml 1.2", False),
        ("At 14:05 the wall fell.", False),
        ("How the wall fell at 14:05 while nobody stood near", False),
        (f"14:05 {'x ' * MOST_LETTERS}", False),
    ],
)
@pytest.mark.parametrize("above", ["{}", f"<p>{STANDFIRST}</p>{{}}"], ids=["first", "below a standfirst"])
def test_lines_above_the_first_sentence(above: str, line: str, *, is_out: bool) -> None:
    assert left_out(f"{above.format(f'<div>{line}</div>')}<p>{STORY}</p>") == ([line] if is_out else [])


@pytest.mark.parametrize("html", ["<h2>Updated 14:05</h2>", "<table><tr><td>Updated 14:05</td></tr></table>"])
def test_headings_and_cells_stay(html: str) -> None:
    assert left_out(f"{html}<p>{STORY}</p>") == []


@pytest.mark.parametrize(
    ("line", "is_out"),
    [
        ("Updated 14:05", True),
        ("Last updated: April 21, 2026", True),
        ("First published on 12 May 2026 at 10:00", True),
        ("Published: May 12, 2026", True),
        ("Publisert 12.05.2026 kl. 10:00", True),
        ("Erstmals veröffentlicht am 12. Mai 2026, 10:00 Uhr", True),
        ("Première publication : 12 mai 2026 à 10h00", True),
        ("Pubblicato il 12 maggio 2026 alle 10:00", True),
        ("Опубликовано: 12 мая 2026", True),
        ("公開：2026年5月12日", True),
        ("Publié le 12 mai 2026", True),
        ("Public talk, 12 May 2026", False),
        ("Published in The Harbour, 12 May 2026", False),
        ("The first published drawing of 12 walls", False),
        ("Published 12 May 2026, it sold well.", False),
        ("Aktualisiert vor 2 Stunden", True),
        ("14:05", False),
        ("Harbour, 5 May 2026", False),
        ("The wall, 2 years ago", False),
        ("Updated drawings of 12 walls", False),
    ],
)
def test_lines_below_the_last_sentence_are_called_so(line: str, *, is_out: bool) -> None:
    assert left_out(f"<p>{STORY}</p><p>{line}</p>") == ([line] if is_out else [])


def test_among_the_story_an_hour_is_text() -> None:
    assert left_out(f"<p>{STORY}</p><p>Updated 14:05</p><p>{STORY}</p>") == []


@pytest.mark.parametrize("count", [MOST_LINES, MOST_LINES + 1])
def test_a_programme_stays(count: int) -> None:
    lines = [f"1{hour}:05 the wall" for hour in range(count)]
    assert left_out(f"{''.join(f'<p>{line}</p>' for line in lines)}<p>{STORY}</p>") == (
        lines if count == MOST_LINES else []
    )


def test_without_a_sentence_nothing_is_left_out() -> None:
    assert left_out("<p>Updated 14:05</p>") == []
