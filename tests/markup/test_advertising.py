"""Labels of advertisements, by the words that they are made of."""

from __future__ import annotations

import pytest

from boilerspider.markup.advertising import AMID, MOST_WORDS, NAMES, ON, is_label


@pytest.mark.parametrize(
    "text",
    [
        "Advertisement",
        "- ADVERTISEMENT -",
        "Advertisement | Advertising",
        "Article continues below ad",
        "Story continues below this ad",
        "The rest of this story follows the ad",
        "This advertisement has not loaded yet, but your article continues below.",
        "Paid advertisement",
        "Weiterlesen nach der Anzeige",
        "Der Text geht nach der Werbung weiter",
        "La lecture continue après la publicité",
        "El artículo continúa después de la publicidad",
        "Tekst gaat verder onder de advertentie",
        "Saken fortsetter under annonsen",
        "Inzerce",
        "Článek pokračuje pod reklamou",
        "Реклама",
        "スポンサーリンク",
        "विज्ञापन",
        "기사 본문은 광고 뒤에 계속",
    ],
)
def test_what_is_made_of_words_for_advertisements_and_of_going_on_is_a_label(text: str) -> None:
    assert is_label(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "...",
        "Read more",
        "The story continues",
        "The Ad",
        "After the ad",
        "The ads continue",
        "Nach der Anzeige",
        "Advertisement for a wall",
        "The council read the ad below the story",
        "Advertisement " * (MOST_WORDS + 1),
        "Ad" * 100_000,
    ],
)
def test_what_says_anything_else_is_none(text: str) -> None:
    assert not is_label(text)


def test_each_word_stands_in_one_list() -> None:
    assert not (NAMES & ON or NAMES & AMID or ON & AMID)
