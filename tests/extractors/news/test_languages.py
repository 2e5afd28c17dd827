"""Which kept blocks are in another language than the rest."""

from __future__ import annotations

import pytest

from boilerspider.extractors.news.languages import in_other_languages
from boilerspider.extractors.news.reading import view
from boilerspider.markup.tree import parse
from boilerspider.model import Block, BlockType, Label

ENGLISH = [
    "The wall of the old port is to be cut off from the sea in May, and no one has yet said how it can be so.",
    "It was not the sea, the man who has run the port for ten years says, but the ice that got in and set it off.",
    "We do not ask you for the sum at all: all we ask for is a way to use the bay as it was, so he told us on Sun day.",
    "If it had not been for the two men at the gate, who saw a big gap in it at six, few of us had got out by sea.",
    "You can see why she is mad at him: her own car was put on the far end of it, and now it is by the bus at the inn.",
    "By and by the sun set on the bay, and with it one of the oldest walls we can get to. May it not be the end of it.",
]
GERMAN = "Die Mauer an der See ist so alt wie der Ort, und wer an ihr mit dem Rad zum Bad will, der hat es nun gut."
FRENCH = "Le mur de la mer est le bien de la rue, et du bas nul ne le voit ni de jour ni par un ciel de feu qui le dit."
JAPANESE = "港の古い壁は五月に海から切り離される予定だが、その方法はまだ誰も明らかにしていない。"
GREEK = "Ο τοίχος του λιμανιού θα μείνει για πάντα όπως είναι, και κανείς δεν ξέρει το πώς ή το πού θα πάει η πόλη με τα έξι."
NAMES = "Ann Lee, Ed Poe, Jo Fry, Al Orr, Max Eco, Ida Rau, Ben Kay, Zoe Ito, Kim Uhl, Tom Nye"


def found(*texts: str, kind: BlockType = BlockType.PARAGRAPH, left_out: str = "", box: str = "p class=x") -> list[str]:
    """The texts that are, where those of the story are paragraphs, and others stand in boxes."""
    tags = [("p" if text in ENGLISH else box) for text in texts]
    html = "".join(f"<{tag}>{text}</{tag.split()[0]}>" for tag, text in zip(tags, texts, strict=True))
    seen = view(parse(html))
    assert seen is not None
    blocks = [
        Block(
            text,
            Label.BOILERPLATE if text == left_out else Label.CONTENT,
            nodes,
            BlockType.PARAGRAPH if text in ENGLISH else kind,
        )
        for text, nodes in zip(seen.texts, seen.nodes, strict=True)
    ]
    return [texts[place] for place in sorted(in_other_languages(seen, blocks))]


@pytest.mark.parametrize(
    ("box", "is_found"),
    [("p class=x", True), ("div", True), ("li", True), ("p", False), ("p id=x", False)],
    ids=["a class", "an element", "an item", "a paragraph like the others", "one with an id"],
)
def test_a_paragraph_that_an_editor_may_have_added_is_not_found(box: str, *, is_found: bool) -> None:
    assert found(*ENGLISH, GERMAN, box=box) == [GERMAN] * is_found


def test_a_plain_paragraph_is_not_found_where_those_of_the_story_have_a_class() -> None:
    html = "".join(f"<p class=x>{text}</p>" for text in ENGLISH) + f"<p>{GERMAN}</p>"
    seen = view(parse(html))
    assert seen is not None
    blocks = [Block(text, Label.CONTENT, nodes) for text, nodes in zip(seen.texts, seen.nodes, strict=True)]
    assert not in_other_languages(seen, blocks)


@pytest.mark.parametrize("text", [GERMAN, FRENCH, JAPANESE, GREEK], ids=["German", "French", "Japanese", "Greek"])
def test_a_paragraph_in_another_language_is_found(text: str) -> None:
    assert found(*ENGLISH[:3], text, *ENGLISH[3:]) == [text]


def test_a_story_in_one_language_has_none() -> None:
    assert found(*ENGLISH) == []


@pytest.mark.parametrize("kind", [BlockType.QUOTE, BlockType.CODE, BlockType.TABLE])
def test_what_may_be_in_another_language_is_not_found(kind: BlockType) -> None:
    assert found(*ENGLISH, GERMAN, kind=kind) == []


@pytest.mark.parametrize(
    "texts",
    [
        (*ENGLISH, GERMAN, FRENCH, JAPANESE, GREEK),
        (*ENGLISH[:3], *(GERMAN.replace("Mauer", wall) for wall in ("Mauer", "Wand", "Mole"))),
    ],
    ids=["four tenths of it", "half of it"],
)
def test_a_page_in_several_languages_keeps_them(texts: tuple[str, ...]) -> None:
    assert found(*texts) == []


def test_a_short_story_says_too_little_to_tell() -> None:
    assert found(*ENGLISH[:2], GERMAN) == []


def test_a_language_without_short_words_is_not_told_by_them() -> None:
    """As in Swahili and Zulu, hardly one of a paragraph's short words is in the others."""
    letters = "bcdfghjklmnp"
    words = [f"{one}{two}{three}" for one in letters for two in "aeiou" for three in letters]
    lines = [" ".join(words[at : at + 12]) for at in range(0, 12 * 8, 12)]
    assert found(*lines) == []


def test_a_list_of_names_is_in_no_language() -> None:
    assert found(*ENGLISH, NAMES) == []


def test_what_is_left_out_does_not_speak_for_another() -> None:
    assert found(*ENGLISH, GERMAN, GERMAN, left_out=GERMAN) == []


def test_nothing_kept_is_in_no_language() -> None:
    assert found(GERMAN, left_out=GERMAN) == []
