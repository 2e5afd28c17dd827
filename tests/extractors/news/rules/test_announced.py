"""What a line with a colon announces, in an element of its own."""

from __future__ import annotations

import numpy as np
import pytest
from loopback import sentences

from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.announced import announced
from boilerspider.extractors.news.rules.bounds import SURE_THOUGH_ODD, SURE_WITH_LINK
from boilerspider.markup.tree import parse

STORY = [" ".join(sentences(f"harbour wall {number}", 3)) for number in range(4)]
SAYS = "Her letter to the board reads in full:"
BODY = "I have lived beside the wall for sixty winters, and in each of them I have heard it crack."
LETTER = ["Dear friends of the harbour wall,", BODY, "Yours,", "Ida Holm"]
VERSES = ["The boat goes out, the boat comes in,", "the ice grows thick, the ice grows thin,"] * 2
ITEMS = ["Seven crossings", "Eight crowns", "December 2"]


def page(box: str, says: str = SAYS) -> str:
    body = [f"<p>{text}</p>" for text in STORY]
    return f"<html><body><main>{''.join((*body[:2], f'<p>{says}</p>', box, *body[2:]))}</main></body></html>"


def lines(texts: list[str], tag: str = "p", around: str = "<div>{}</div>") -> str:
    return around.format("".join(f"<{tag}>{text}</{tag}>" for text in texts))


def put_back(box: str, *kept: str, says: str = SAYS, likely: float = 0.15) -> list[str]:
    """The blocks that come back where the story and these are kept, and all others are so likely."""
    seen = view(parse(page(box, says)))
    assert seen is not None
    keep = np.array([text in (*STORY, says, *kept) for text in seen.texts])
    found = announced(seen, keep, np.where(keep, 0.9, likely).astype(np.float32))
    return [seen.texts[place] for place in found]


@pytest.mark.parametrize("around", ["<div>{}</div>", "<div class=letter><blockquote>{}</blockquote></div>"])
def test_the_greeting_and_the_name_below_a_letter_come_back(around: str) -> None:
    assert put_back(lines(LETTER, around=around), BODY) == LETTER
    assert put_back(lines(LETTER[1:3], around=around), BODY) == []
    assert put_back(lines(LETTER, around=around), LETTER[0]) == []
    assert put_back(lines(LETTER, around=around), *LETTER) == []


@pytest.mark.parametrize(
    "song",
    [
        lines(VERSES),
        f"<div class=song>{'<br>'.join(VERSES)}</div>",
        f"<div><div>{'<br>'.join(VERSES[:2])}</div><div>{'<br>'.join(VERSES[2:])}</div></div>",
    ],
    ids=["paragraphs", "line breaks", "stanzas"],
)
def test_a_song_comes_back(song: str) -> None:
    assert put_back(song) == VERSES


def test_a_list_in_a_wrapper_comes_back() -> None:
    assert put_back(lines(ITEMS, "li", "<div class=box><div><ul>{}</ul></div></div>")) == ITEMS


@pytest.mark.parametrize(
    "box",
    [
        lines(["Advertisement", "The story goes on below"]),
        lines(["Watch the harbour at night", "14 hours ago", "Duration 1:30"], "div"),
        lines(["Share", "Copy the address", "Print", "Send by mail to a friend"], "span", "<div>{}<br></div>"),
        lines(["1 / 8", "The wall at night, seen from a boat"] * 3, "div"),
        lines(VERSES[:3]),
        lines(ITEMS[:2], "li", "<div><ul>{}</ul></div>"),
        lines(VERSES, around="<div><img src=a.jpg>{}</div>"),
        lines([f"<a href=/x>{text}</a>" for text in VERSES]),
        lines(VERSES, around="<aside>{}</aside>"),
        lines(VERSES, around="<div class=related-stories>{}</div>"),
        lines(ITEMS, "li", "<div><div class=share><ul>{}</ul></div></div>"),
        lines(VERSES, around="<div>{}<button>More</button></div>"),
        lines(VERSES, around="<div class=poll>{}</div>"),
        lines(VERSES, around="<div class=author-box>{}</div>"),
        lines(VERSES, around="<div class=tags>{}</div>"),
        lines(VERSES, "div"),
    ],
    ids=[
        "an advertisement",
        "a player",
        "tools",
        "slides",
        "few lines",
        "few items",
        "a picture",
        "links",
        "an aside",
        "teasers",
        "named tools",
        "a control",
        "a poll",
        "an author's box",
        "tags",
        "elements",
    ],
)
def test_other_boxes_do_not(box: str) -> None:
    assert put_back(box) == []


def test_nothing_comes_back_that_is_unlikely_or_not_announced() -> None:
    assert put_back(lines(VERSES), likely=0.09) == []
    assert put_back(lines(VERSES), says="She sang to the board.") == []
    assert put_back(f"<div>{lines(VERSES)}</div>", says="Her song:") == VERSES
    assert put_back(f"<p>Share this</p>{lines(VERSES)}") == []


def test_an_advertisement_in_a_letter_stays_out() -> None:
    advert = "<p class=ad-slot>Ice boxes of the harbour's own make, now for less.</p>"
    letter = lines(LETTER).replace(f"<p>{LETTER[2]}</p>", f"{advert}<p>{LETTER[2]}</p>")
    assert put_back(letter, BODY) == LETTER
    assert put_back(lines(VERSES).replace("</p><p>", f"</p>{advert}<p>", 1)) == VERSES


TEASERS = "".join(f"<li><a href=/{number}>A teaser of another story</a></li>" for number in range(4))
BOXES = {
    "label": "<div class=ad-slot><span>Advertisement</span></div>",
    "no name": "<div class=x1><p>Ice boxes of the harbour's own make, now for less.</p></div>",
    "link": "<p><a href=/x>Read also: ice boxes of the harbour's own make</a></p>",
    "teasers": f"<aside><h4>Read also</h4><ul>{TEASERS}</ul></aside>",
    "newsletter": "<div class=newsletter><p>The news of the day</p><form><input type=email></form></div>",
    "picture": "<div class=ad-slot><a href=/x><img src=a.jpg></a></div>",
}
BOXES["several"] = "".join(BOXES[name] for name in ("label", "no name", "newsletter", "label"))


@pytest.mark.parametrize("box", BOXES.values(), ids=BOXES)
@pytest.mark.parametrize(
    ("announced", "kept", "found"),
    [
        (lines(VERSES), (), VERSES),
        (lines(LETTER), (BODY,), LETTER),
        (lines(ITEMS, "li", "<div><ul>{}</ul></div>"), (), ITEMS),
    ],
    ids=["song", "letter", "list"],
)
def test_no_advertisement_decides_what_comes_back(
    announced: str, kept: tuple[str, ...], found: list[str], box: str
) -> None:
    assert put_back(announced, *kept) == found
    assert put_back(box + announced, *kept) == found
    assert put_back(announced + box, *kept) == found
    tag = "li" if "<li>" in announced else "p"
    inside = f"<li>{box}</li>" if tag == "li" else box
    assert put_back(announced.replace(f"</{tag}>", f"</{tag}>{inside}", 1), *kept) == found


def test_what_is_left_out_like_the_story_is_not_looked_past() -> None:
    assert put_back(f"<p>Nobody kept this line.</p>{lines(VERSES)}") == []
    assert put_back(f"<h4>Write to us</h4>{lines(VERSES)}") == []


def test_teasers_are_no_song() -> None:
    teasers = "".join(f"<p><a href=/x>{text}</a></p><p>{text}</p>" for text in VERSES)
    assert put_back(f"<div>{teasers}</div>") == []


def test_a_heading_with_its_lines_in_a_box_of_their_own_does_not() -> None:
    says = "Tell us what you think:"
    assert put_back(f"<div><h3>{says}</h3>{lines(VERSES)}</div>", says) == []


def test_a_song_below_the_story_does_not() -> None:
    html = (
        f"<html><body><main>{''.join(f'<p>{text}</p>' for text in (*STORY, SAYS))}{lines(VERSES)}</main></body></html>"
    )
    seen = view(parse(html))
    assert seen is not None
    keep = np.array([text not in VERSES for text in seen.texts])
    assert announced(seen, keep, np.where(keep, 0.9, 0.15).astype(np.float32)) == []


@pytest.mark.parametrize(
    ("box", "found"),
    [(lines(["Share", "Copy the address", "Print"]), []), (lines(ITEMS, "li", "<div><ul>{}</ul></div>"), ITEMS)],
)
def test_a_list_in_a_story_that_is_an_item_itself_is_one_of_its_own(box: str, found: list[str]) -> None:
    story = [f"<p>{text}</p>" for text in STORY]
    html = f"<html><body><main><ul><li>{''.join(story[:2])}<p>{SAYS}</p>{box}{''.join(story[2:])}</li></ul></main></body></html>"
    seen = view(parse(html))
    assert seen is not None
    keep = np.array([text in (*STORY, SAYS) for text in seen.texts])
    told = announced(seen, keep, np.where(keep, 0.9, 0.15).astype(np.float32))
    assert [seen.texts[place] for place in told] == found


def linked(texts: list[str], *places: int) -> list[str]:
    """The lines, a word of some in a link."""
    return [f"{text} <a href=/x>here</a>" if place in places else text for place, text in enumerate(texts)]


def test_a_link_in_one_line_of_a_letter_is_no_matter() -> None:
    assert put_back(lines(linked(LETTER, 3)), BODY) == [*LETTER[:3], f"{LETTER[3]} here"]
    assert put_back(lines(linked(LETTER, 2, 3)), BODY) == []
    assert put_back(lines(linked(LETTER, 3)), LETTER[0], LETTER[2]) == []


def test_numbers_of_what_is_announced_do_not() -> None:
    assert put_back(lines([*LETTER, "5"]), BODY) == LETTER


def test_what_comes_back_is_text(monkeypatch: pytest.MonkeyPatch) -> None:
    html = page(lines(LETTER, around="<blockquote>{}</blockquote>"))
    monkeypatch.setattr("boilerspider.extractors.news.announced", lambda seen, *_: [seen.texts.index(LETTER[0])])
    (greeting,) = (block for block in extractor("news").label(parse(html)) if block.text == LETTER[0])
    assert greeting.is_content
    assert SURE_WITH_LINK < greeting.score < SURE_THOUGH_ODD  # also in a box that holds an advertisement's link
