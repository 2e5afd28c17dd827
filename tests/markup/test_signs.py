"""Which lines ask, and which end in a colon."""

import pytest

from boilerspider.markup.signs import announces, asks


@pytest.mark.parametrize(
    "text",
    [
        "Who built the wall?",
        "Who built the wall? +",
        "Who built the wall? ▼",
        "Who built the wall?”",
        "Who built the wall (and when?)",
        "Who built the wall?!",
        "Who built the wall?²",
        "誰が建てたのですか。",
        "「誰が建てたのか？」",
        "من بنى السور؟",
        "Ποιος έχτισε το τείχος;",
        "Ո՞վ կառուցեց պատը",
        "Նա գնաց։ Ո՞վ կառուցեց պատը։",
        "Who built the wall? ⬇️",
        "Who built the wall? 👇🏽",
        "ግንቡን ማን ሠራው፧",
    ],
)
def test_questions(text: str) -> None:
    assert asks(text)
    assert not announces(text)


@pytest.mark.parametrize(
    "text",
    [
        "The wall was built;",
        "Who built it? The town did",
        "It asks (?) too much of us all",
        "Was it of use?0",
        "(+)",
        "",
    ],
)
def test_what_asks_nothing(text: str) -> None:
    assert not asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "The mayor wrote:",
        "The mayor wrote:-",
        "כתב ראש העיר:\u200f",
        "The mayor wrote: “",
        "市長は書いた：",
        "“Known as:”",
    ],
)
def test_lines_with_a_colon(text: str) -> None:
    assert announces(text)
    assert not asks(text)


@pytest.mark.parametrize(
    "text",
    [
        "It begins at 19:30",
        "Home 2:1",
        "The mayor: no",
        "https://",
        "-",
        "",
        "See you there :)",
        "See you there :-)",
        "Well :*",
        "Well :|",
    ],
)
def test_what_announces_nothing(text: str) -> None:
    assert not announces(text)
