"""Who signs beside the headline."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.markup.metadata import read_metadata
from boilerspider.markup.metadata.beside import Beside, beside
from boilerspider.markup.metadata.signatures import names_beside_dates, signed_lines
from boilerspider.markup.transcript import transcribe
from boilerspider.markup.tree import parse

TITLE = "Rain fell on the north"
STORY = (
    "<p>" + "Rain fell on the whole of the north, and the rivers rose, " * 4 + "said all of the recent articles.</p>"
)

WORDED = [
    ("By Jane Roe", "en", ["Jane Roe"]),
    ("Autor: Jan Roe", "pl", ["Jan Roe"]),
    ("Door Jan de Roe", "nl", ["Jan de Roe"]),
    ("Door Jan de Roe", "fr", []),
    ("di Giulia Roe", "it", ["Giulia Roe"]),
    ("Av Karin Roe", "sv-SE", ["Karin Roe"]),
    ("Teksti: Matti Roe", "fi", ["Matti Roe"]),
    ("Text Jane Roe", "de", []),
    ("Автор: Иван Роу", "ru", ["Иван Роу"]),
    ("Του Γιάννη Ρόου", "el", ["Γιάννη Ρόου"]),
    ("كتب: أحمد رو", "ar", ["أحمد رو"]),
    ("كتب عربية", "ar", []),
    ("מאת: דנה רו", "he", ["דנה רו"]),
    ("โดย สมชาย โร", "th", ["สมชาย โร"]),
    ("文・山田太郎", "ja", ["山田太郎"]),
    ("山田太郎記者", "ja", ["山田太郎"]),
    ("本报记者 王小明 李小红", "zh", ["王小明", "李小红"]),
    ("김민수 기자", "ko", ["김민수"]),
    ("(부산=새통신) 김민수 기자 =", "ko", ["김민수"]),
    ("[부산=새통신] 김민수 기자 =", "ko", ["김민수"]),
    ("[새통신 김민수 기자]", "ko", ["김민수"]),
    ("배가 부두에 서 있다. 김민수 기자", "ko", []),
    ("김민수.이영희 기자", "ko", ["김민수.이영희"]),
    ("船が港に着いた。山田太郎記者", "ja", []),
    ("来源：北方晚报 记者：王小明 编辑：李华", "zh", ["王小明"]),
    ("文/王小明 图/李华", "zh", ["王小明"]),
    ("記者王小明／花蓮報導", "zh-TW", ["王小明"]),
    ("記者王小明、李大華／花蓮報導", "zh-TW", ["王小明", "李大華"]),
    ("記者王小明／花蓮報導 · 2025/03/18", "zh-TW", ["王小明"]),
    ("記者協會", "zh-TW", []),
    ("（记者 王小明）", "zh", ["王小明"]),
    ("记者 王小明 北京报道", "zh", ["王小明"]),
    ("作者：王小明 责任编辑：李华", "zh", ["王小明"]),
    ("2026-11-24 作者：王小明 编辑：李华", "zh", ["王小明"]),
    ("记者：王小明、李小红 来源：北方日报", "zh", ["王小明", "李小红"]),
    ("文／王小明\u3000責任編輯／李華", "zh-TW", ["王小明"]),
    ("责任编辑：李华", "zh", []),
    ("김민수 기자 minsu@example.org", "ko", ["김민수"]),
    ("文・山田太郎 写真・佐藤花子", "ja", ["山田太郎"]),
    ("Text: Jana Roe, Fotos: Hans Poe", "de", ["Jana Roe"]),
    ("ავტორი: ნინო როე", "ka", ["ნინო როე"]),
    ("ავტორი წიგნისა", "ka", []),
    ("Հեղինակ՝ Արամ Ռոե", "hy", ["Արամ Ռոե"]),
    ("ໂດຍ ສົມພອນ ໂຣ", "lo", ["ສົມພອນ ໂຣ"]),
    ("எழுதியவர் முருகன் ரோ", "ta", ["முருகன் ரோ"]),
    ("Na Juma Roe", "sw", ["Juma Roe"]),
    ("Na Juma Roe", "en", []),
    ("Oleh: Budi Roe", "id", ["Budi Roe"]),
    ("4 May 2026 by Jane Roe", "en", ["Jane Roe"]),
    ("4 May 2026 @ 2:14pm (PT) by Jane Roe", "en", ["Jane Roe"]),
    ("Published | By Jane Roe and John Poe", "en", ["Jane Roe and John Poe"]),
    ("By the river", "en", []),
    ("Photo by Jane Roe", "en", []),
    ("作者介绍了新的公园和河边的道路", "zh", []),
    ("By Jane Roe" + ", who was there" * 10, "en", []),
]


@pytest.mark.parametrize(("line", "language", "expected"), WORDED)
def test_lines_that_say_so(line: str, language: str, expected: list[str]) -> None:
    assert signed_lines(Beside((), ("Share", line, "Foo")), language) == expected


SPREAD = [
    (("By", "Jane Roe"), ["Jane Roe"]),
    (("By", "Jane Roe", ",", "John Poe", "and", "Ann Loe", "May 4, 2026"), ["Jane Roe", "John Poe", "Ann Loe"]),
    (("By", "Jane Roe", "Foreign Desk"), ["Jane Roe"]),
    (("By", "Jane Roe", "and John Poe, Example News", "4 min"), ["Jane Roe", "John Poe, Example News"]),
    (("By", "Jane Roe", "and then the river rose"), ["Jane Roe"]),
    (("By", "the river"), []),
    (("By",), []),
    ((), []),
]


@pytest.mark.parametrize(("lines", "expected"), SPREAD)
def test_names_in_the_next_lines(lines: tuple[str, ...], expected: list[str]) -> None:
    assert signed_lines(Beside((), lines), "en") == expected


BESIDE_DATES = [
    ("before the date", "<b>Jane Roe</b><i>4 May 2026</i>", ["Jane Roe"]),
    ("in the same line", "<p>Jane Roe | 4 May 2026</p>", ["Jane Roe"]),
    ("behind it and a sign", "<i>2026-05-04</i><i>·</i><b>Jane Roe</b>", ["Jane Roe"]),
    ("behind it and a comma", "<p>04.05.2026, Jane Roe</p>", ["Jane Roe"]),
    ("behind it in a line of its own", "<i>4 May 2026</i><b>Jane Roe</b>", []),
    ("further away", "<b>Jane Roe</b><p>one day in may</p><i>4 May 2026</i>", []),
    ("a label's", "<i>Photo:</i><b>Jane Roe</b><i>4 May 2026</i>", []),
    ("a button: its words are the page's", "<b>Recent Articles</b><i>4 May 2026</i>", []),
    ("a box: its words are its class", "<b class='top-picks'>Top Picks</b><i>4 May 2026</i>", []),
    ("twice, for two widths", "<b>Jane Roe</b><i>4 May 2026</i><b>Jane Roe</b><i>4 May 2026</i>", ["Jane Roe"]),
    ("whom the story is about", "<b>North Wind</b><i>4 May 2026</i>", []),
    ("one word", "<b>Rain</b><i>4 May 2026</i>", []),
    ("a bare name of a reporter", "<b>김민수</b><i>2026.05.04</i><p>문의: 김민수 기자</p>", ["김민수"]),
    ("a bare section", "<b>사회</b><i>2026.05.04</i><p>문의: 김민수 기자</p>", []),
    ("a day of the week", "<b>Daily News</b><i>4 May 2026</i>", []),
    ("in capitals", "<b>TOP PICKS</b><i>4 May 2026</i>", []),
    ("no date", "<b>Jane Roe</b>", []),
]


@pytest.mark.parametrize(("head", "expected"), [case[1:] for case in BESIDE_DATES], ids=[c[0] for c in BESIDE_DATES])
def test_names_beside_dates(head: str, expected: list[str]) -> None:
    transcript = parse(f"<html><body><h1>{TITLE}</h1>{head}{STORY}</body></html>").transcript
    lines = beside(transcript, TITLE, "en")
    assert names_beside_dates(lines, transcript, f"{TITLE} and the North Wind") == expected


METADATA = [
    (
        "with a declared author",
        "<meta name=author content='Jane Roe'><p>By Jane Roe and John Poe</p>",
        ["Jane Roe", "John Poe"],
    ),
    (
        "in elements",
        "<meta name=author content='Jane Roe'><p>By <a>Jane Roe</a> and <a>John Poe</a> on <i>4 May 2026</i></p>",
        ["Jane Roe", "John Poe"],
    ),
    ("beside another declared one", "<meta name=author content='Ann Loe'><p>By Jane Roe and John Poe</p>", ["Ann Loe"]),
    (
        "with an office",
        "<meta name=author content='Jane Roe'><p>By Jane Roe, Deputy Head, Wet Things</p>",
        ["Jane Roe"],
    ),
    (
        "with others and an office",
        "<meta name=author content='Jane Roe'><p>By Jane Roe and Ann Loe and John Poe, Wet Things</p>",
        ["Jane Roe", "Ann Loe", "John Poe"],
    ),
    (
        "with an office in an element",
        "<meta name=author content='Jane Roe'><p>By <a>Jane Roe</a>, <i>Deputy Head</i></p>",
        ["Jane Roe"],
    ),
    (
        "with an office of two words",
        "<meta name=author content='Jane Roe'><p>By Jane Roe, Institute of Wind and Rainy Days</p>",
        ["Jane Roe"],
    ),
    ("beside one without others", "<meta name=author content='Jane Roe'><p>By Jane Roe, Reporter</p>", ["Jane Roe"]),
    ("markup before lines", "<a rel='author'>Ann Loe</a><p>Autor: Jane Roe</p>", ["Ann Loe"]),
    ("a person before a group", "<a rel='author'>Example Agency</a><p>Autor: Jane Roe</p>", ["Jane Roe"]),
    (
        "a group before the neighbour of a date",
        "<a rel='author'>Example Agency</a><b>Jane Roe</b><i>4 May 2026</i>",
        ["Example Agency"],
    ),
    ("a line before the neighbour of a date", "<b>John Poe</b><i>4 May 2026</i><p>Autor: Jane Roe</p>", ["Jane Roe"]),
    ("a site that is a person", "<a rel='author'>Ann Loe</a><p>4 May 2026 by Jane Roe</p>", ["Ann Loe"]),
]


BESIDE_ONE = [
    ("By Jane Roe and John Poe", "en", ["John Poe"]),
    ("By Jane Roe & John Poe, Example News", "en", ["John Poe"]),
    ("Von Jane Roe und John Poe, Berlin", "de", ["John Poe"]),
    ("Por Jane Roe e Inés Poe", "es", ["Inés Poe"]),
    ("di Jane Roe e Anna Poe", "it", ["Anna Poe"]),
    ("Door Jane Roe en Piet Poe", "nl", ["Piet Poe"]),
    ("Av Jane Roe og Ola Poe", "nb", ["Ola Poe"]),
    ("Por Jane Roe en Buenos Aires", "es", []),
    ("Por Jane Roe en Buenos Aires", "en", []),
    ("Par Jane Roe en Haute Savoie", "fr", []),
    ("Av Jane Roe i New York", "no", []),
    ("Av Jane Roe i Nya Delhi", "sv", []),
    ("Por <a>Jane Roe</a> en <a>Buenos Aires</a>", "es", []),
    ("Por <a>Jane Roe</a> <a>en Buenos Aires</a>", "es", []),
    ("By Jane Roe, New York and Los Angeles", "en", []),
    ("By <a>Jane Roe</a>, <a>New York</a> and <a>Los Angeles</a>", "en", []),
    ("By <a>Jane Roe</a> and <a>Ann Loe</a> and <a>John Poe</a>", "en", ["Ann Loe", "John Poe"]),
    ("By Jane Roe in New York and John Poe in London", "en", []),
    ("By Jane Roe, Political Editor and Deputy Head", "en", []),
    ("By Jane Roe, Senior Health and Social Affairs", "en", []),
    ("By Jane Roe, Legal Affairs and Home Editor", "en", []),
    ("Por Jane Roe e Agência Chuva", "pt", []),
    ("By Jane Roe and Rainy Times", "en", []),
]


@pytest.mark.parametrize(("line", "language", "others"), BESIDE_ONE)
def test_who_signs_beside_the_declared_one(line: str, language: str, others: list[str]) -> None:
    head = f"<html lang={language}><title>{TITLE}</title><meta name=author content='Jane Roe'>"
    assert list(read_metadata(parse(f"{head}<body><h1>{TITLE}</h1><p>{line}</p>{STORY}")).authors) == [
        "Jane Roe",
        *others,
    ]


@pytest.mark.parametrize(("head", "expected"), [case[1:] for case in METADATA], ids=[c[0] for c in METADATA])
def test_who_signs(head: str, expected: list[str]) -> None:
    site = "<meta property='og:site_name' content='Ann Loe'>" if "Ann Loe" in head and "4 May" in head else ""
    page = f"<html><head><title>{TITLE}</title>{site}</head><body><h1>{TITLE}</h1>{head}{STORY}</body></html>"
    assert list(read_metadata(parse(page)).authors) == expected


@given(st.lists(st.text() | st.sampled_from(["By", "Autor:", "Jane Roe", ",", "and", "4 May 2026", "·", "文"])))
def test_any_lines_are_read(lines: list[str]) -> None:
    around = Beside((), tuple(lines))
    transcript = transcribe(parse("<p>Rain</p>").root)
    assert all(name in "".join(lines) for name in signed_lines(around, "en"))
    assert len(names_beside_dates(around, transcript, "")) <= 1


@pytest.mark.parametrize("caption", ["배가 부두에 서 있다. 김민수 기자", "By Jane Roe", "Jane Roe, 4 May 2026"])
@pytest.mark.parametrize("tag", ["figcaption", "p"])
def test_whom_a_caption_names(caption: str, tag: str) -> None:
    figure = f"<figure><img src=a.jpg><{tag}>{caption}</{tag}></figure>"
    behind = parse(f"<body><h1>{TITLE}</h1>{figure}<p>By John Poe</p>{STORY}").transcript
    assert signed_lines(beside(behind, TITLE, "en"), "en") == ["John Poe"]
    inside = parse(f"<body><figure><h1>{TITLE}</h1><p>By John Poe</p></figure>{STORY}").transcript
    assert signed_lines(beside(inside, TITLE, "en"), "en") == ["John Poe"]
