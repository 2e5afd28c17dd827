"""Lines around the headline."""

from __future__ import annotations

import pytest

from boilerspider.markup.metadata.beside import beside
from boilerspider.markup.tree import parse

TITLE = "Rain fell on the north"
SENTENCE = "The rain began on Tuesday evening, and by noon the rivers stood in the streets."
STANDFIRST = "After weeks without a drop the north of the country has had more than it asked for"
LONG = "Rain, rain. " * 15
HAN = "北部で火曜日の夜から雨が降り始め、水曜日の正午までに川の水が町の通りにあふれ、住民は高台の学校に避難したと市の担当者が語った。"

CASES = [
    ("all lines where no story comes", ["By Jane Roe", "4 May 2026"], 2),
    ("up to a long paragraph", ["By Jane Roe", LONG, "It rains.", LONG], 1),
    ("up to a paragraph in a script of wide letters", ["By Jane Roe", HAN, "It rains."], 1),
    ("over a long standfirst that a day follows", [LONG, "By Jane Roe", "4 May 2026", LONG], 3),
    ("over a standfirst in wide letters that a day follows", [HAN, "佐藤花子", "2026-05-04", HAN], 3),
    ("over one long standfirst alone", [LONG, "By Jane Roe", LONG, "4 May 2026"], 0),
    ("up to a long paragraph that a day follows farther down", [LONG, *["It rains."] * 4, "4 May 2026", LONG], 0),
    ("up to a long paragraph that a day follows, and no other", [LONG, "4 May 2026"], 0),
    ("up to a long paragraph that a line with a day in it follows", [LONG, f"{STANDFIRST} on 4 May 2026", LONG], 0),
    ("over a standfirst", [f"{STANDFIRST}.", "By Jane Roe", "4 May 2026"], 3),
    ("up to the first of three short paragraphs", ["By Jane Roe", *[SENTENCE] * 3, "4 May 2026"], 1),
    ("over two sentences that tell the story", [f"{STANDFIRST}.", SENTENCE, "Jane Roe", "4 May 2026"], 4),
    (
        "over a standfirst and up to short paragraphs",
        [f"{STANDFIRST}.", "By Jane Roe", SENTENCE, f"“{SENTENCE}”", SENTENCE],
        2,
    ),
    ("over lines that end no sentence", [STANDFIRST, STANDFIRST, "4 May 2026"], 3),
    ("over short sentences", ["It rains.", "It pours!", "4 May 2026"], 3),
    (
        "over a long dated line",
        [f"{STANDFIRST}.", f"Posted by the office of the north, {STANDFIRST}, 4 May 2026.", "x"],
        3,
    ),
]


@pytest.mark.parametrize(("lines", "expected"), [case[1:] for case in CASES], ids=[case[0] for case in CASES])
def test_the_lines_behind_the_headline_end_where_the_story_begins(lines: list[str], expected: int) -> None:
    body = "".join(f"<p>{line}</p>" for line in lines)
    found = beside(parse(f"<body><h1>{TITLE}</h1>{body}</body>").transcript, TITLE, None)
    assert [" ".join(line.split()) for line in lines[:expected]] == list(found.behind)
