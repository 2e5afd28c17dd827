"""The offer that ends what is shown of a story."""

from __future__ import annotations

import pytest
from loopback import sentences

from boilerspider.extractors import extractor
from boilerspider.extractors.news.inputs.reading import view
from boilerspider.extractors.news.rules.walls import MOST_LETTERS, MOST_LINES, MOST_STORY_LETTERS, SURE_LINE, walls
from boilerspider.markup.tree import parse
from boilerspider.model import Block, BlockType, Label

TITLE = "The harbour wall is hollow"
STORY = sentences("harbour wall", 3)
CALL, MORE = "Keep reading with Plus", "Get unlimited access for one euro a month, cancel at any time."
POINT = "All articles on all devices"
BUTTON, LOGIN = "<button>Subscribe</button>", '<p class="out">Have an account? <a href="/login">Log in</a></p>'
OFFER = f"<div><h3>{CALL}</h3><p>{MORE}</p><ul><li>{POINT}</li></ul>{BUTTON}{LOGIN}</div>"


def lines(texts: list[str]) -> str:
    return "".join(f"<p>{text}</p>" for text in texts)


def left_out(body: str, headline: str = f"<h1>{TITLE}</h1>", likely: float = SURE_LINE - 0.1) -> list[str]:
    """The texts of the offer on a page of which all is kept but controls and what is called so."""
    document = parse(f"<html><head><title>{TITLE}</title></head><body><main>{headline}{body}</main></body></html>")
    seen = view(document)
    assert seen is not None
    out = {TITLE, "Welcome", "Subscribe", "Have an account? Log in", "Share"}
    kinds = {CALL: BlockType.SUBHEAD, POINT: BlockType.LIST_ITEM}
    blocks = [
        Block(
            text,
            Label.BOILERPLATE if text in out else Label.CONTENT,
            nodes,
            kinds.get(text, BlockType.PARAGRAPH),
            likely,
        )
        for text, nodes in zip(seen.texts, seen.nodes, strict=True)
    ]
    return [blocks[place].text for place in walls(seen, blocks)]


@pytest.mark.parametrize(
    ("body", "offer"),
    [
        (lines(STORY) + OFFER, [CALL, MORE, POINT]),
        (f"<div>{lines(STORY)}<section>{OFFER}</section></div>", [CALL, MORE, POINT]),
        (f"{lines(STORY)}<div><h3>{CALL}</h3><p>{MORE}</p><form action=/join><input></form></div>", [CALL, MORE]),
        (f"{lines(STORY)}<div><p>{MORE}</p><ul><li>{POINT}</li></ul>{BUTTON}</div>", [MORE, POINT]),
    ],
    ids=["below the story", "in its element", "a field", "a list"],
)
def test_an_offer_that_ends_the_text_is_none_of_it(body: str, offer: list[str]) -> None:
    assert left_out(body) == offer


@pytest.mark.parametrize(
    "body",
    [
        f"{lines(STORY)}<div><h3>{CALL}</h3><p>{MORE}</p></div>",
        f"{lines(STORY)}<div><p>{MORE}</p>{BUTTON}</div>",
        f"{lines(STORY)}{OFFER}<p>{STORY[0]}</p>",
        lines(STORY) + OFFER * 2,
        f"{lines(STORY)}<div><h3>{CALL}</h3>{lines(STORY)}{BUTTON}</div>",
        f"{lines(STORY)}<div><h3>{CALL}</h3>{f'<p>{MORE}</p>' * (MOST_LETTERS // len(MORE) + 1)}{BUTTON}</div>",
        f"{lines(STORY)}<div><h3>{CALL}</h3>{f'<p>{POINT}</p>' * MOST_LINES}{BUTTON}</div>",
        f"{lines(STORY)}<div><h3>{CALL}</h3><p>{MORE}</p><button><svg></svg></button></div>",
        lines(STORY * (MOST_STORY_LETTERS // len(STORY[0]) + 1)) + OFFER,
        f"<p>{MORE}</p>{OFFER}",
        f"<p>{' '.join(STORY)}</p>{OFFER}",
        lines([MORE, MORE]) + OFFER.replace("<ul>", f"<p>{MORE}</p><ul>"),
        f"{lines(['Mills, quays, a wall'] * 9)}{OFFER}",
        f"{lines(STORY)}<div><h3>{CALL}</h3>{BUTTON}</div>",
        OFFER,
        lines(STORY),
        "<p>One line.</p>",
    ],
    ids=[
        "no control",
        "no heading",
        "more below",
        "one of several",
        "long lines",
        "much to read",
        "many lines",
        "a button that says nothing",
        "a whole story above",
        "no story above",
        "a lead above",
        "less above",
        "a list above",
        "a heading alone",
        "nothing above",
        "no offer",
        "one line",
    ],
)
def test_what_is_no_offer_stays(body: str) -> None:
    assert left_out(body) == []


def test_a_page_without_a_headline_shows_no_story() -> None:
    assert left_out(lines(STORY) + OFFER, headline="<h2>Welcome</h2>") == []


def test_a_line_that_is_surely_the_story_s_is_no_offer() -> None:
    assert left_out(lines(STORY) + OFFER, likely=SURE_LINE) == []


LEAD = "The harbour wall at the northern quay has been found to be hollow, engineers of the city said on Monday after three weeks of drilling."
MOORED = "Fishermen fear for their berths. Many have been here for forty years, and none has been told where to moor in the coming winter."
ADVICE = [
    "Boil all water before you drink it.",
    "Keep children away from the quay.",
    "Call the city if you see cracks.",
]
NEWSLETTER = "<form action=/letter><label>Our newsletter</label><input type=email><button>Sign up</button></form>"


@pytest.mark.parametrize("control", [NEWSLETTER, "<button>Share</button>"])
@pytest.mark.parametrize("count", [1, 2])
def test_a_short_story_whose_lead_stands_apart_keeps_its_body(control: str, count: int) -> None:
    advice = "".join(f"<li>{line}</li>" for line in ADVICE)
    told = [MOORED, *STORY][:count]
    body = f'<p class="lead">{LEAD}</p><div class="body">{lines(told)}<h2>What you can do</h2><ul>{advice}</ul>{control}</div>'
    document = parse(
        f"<html lang=en><head><title>{TITLE}</title></head><body><article><h1>{TITLE}</h1>{body}</article></body></html>"
    )
    kept = [block.text for block in extractor("news").label(document) if block.is_content]
    assert kept == [LEAD, *told, "What you can do", *ADVICE]


def test_a_page_loses_its_offer() -> None:
    body = f"<article><h1>{TITLE}</h1>{lines(STORY[:2])}{OFFER}</article>"
    document = parse(f"<html lang=en><head><title>{TITLE}</title></head><body>{body}</body></html>")
    kept = [block.text for block in extractor("news").label(document) if block.is_content]
    assert kept == STORY[:2]
