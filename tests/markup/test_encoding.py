"""Bytes -> text as browsers do it, but for what is declared and plainly wrong."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.markup.encoding import WHATWG_NAMES, decode

TEXT = "<p>Die Brücke – naïve Crème brûlée für 5 €, „täglich“ geöffnet.</p>"
RUSSIAN = "<p>Мост закрыли на большую часть зимы, сказал мэр.</p>"
JAPANESE = "<p>橋は冬の間ほとんど閉鎖されると市長が言った。</p>"
CHINESE = "<p>市长星期一说，大桥在冬天的大部分时间里将关闭。</p>"
KOREAN = "<p>시장은 다리가 겨울 내내 폐쇄될 것이라고 말했다.</p>"


def meta(label: str) -> str:
    return f"<html><head><meta charset={label}></head>"


@pytest.mark.parametrize(
    ("page", "declared", "text", "encoding"),
    [
        (b"<p>plain", None, "<p>plain", "utf-8"),
        (b"", None, "", "utf-8"),
        (TEXT.encode(), None, TEXT, "utf-8"),
        (TEXT.encode("cp1252"), None, TEXT, "windows-1252"),
        (RUSSIAN.encode("cp1251"), "windows-1251", RUSSIAN, "windows-1251"),
        (RUSSIAN.encode("koi8-r"), "KOI8-R", RUSSIAN, "koi8-r"),
        (JAPANESE.encode("shift_jis"), "x-sjis", JAPANESE, "shift_jis"),
        (JAPANESE.encode("euc_jp"), " euc-jp ", JAPANESE, "euc-jp"),
        (JAPANESE.encode("iso2022_jp"), "iso-2022-jp", JAPANESE, "iso-2022-jp"),
        (JAPANESE.encode("iso2022_jp"), None, JAPANESE, "iso-2022-jp"),
        (CHINESE.encode("gbk"), "gb2312", CHINESE, "gb18030"),
        (CHINESE.encode("big5", "ignore"), "big5", CHINESE.encode("big5", "ignore").decode("big5"), "big5"),
        (KOREAN.encode("cp949"), "euc-kr", KOREAN, "euc-kr"),
        (TEXT.encode("utf-16-le"), "utf-16", TEXT, "utf-16le"),
        (TEXT.encode("utf-16-be"), "utf-16be", TEXT, "utf-16be"),
        (TEXT.encode("utf-16-le"), None, TEXT, "utf-16le"),
        (TEXT.encode("utf-16-be"), None, TEXT, "utf-16be"),
    ],
)
def test_declared_by_http_or_nobody(page: bytes, declared: str | None, text: str, encoding: str) -> None:
    assert decode(page, declared)[:2] == (text, encoding)


@pytest.mark.parametrize(
    ("mark", "codec"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
    ],
)
def test_a_byte_order_mark_wins(mark: bytes, codec: str) -> None:
    page = meta("koi8-r") + TEXT
    assert decode(mark + page.encode(codec), "windows-1251").text == page


@pytest.mark.parametrize(
    ("head", "declared", "encoding"),
    [
        (meta("windows-1251"), None, "windows-1251"),
        (meta("windows-1251"), "koi8-u", "koi8-u"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=windows-1251">', None, "windows-1251"),
        ('<meta charset="windows-1251" />', "no-such-label", "windows-1251"),
        ("<?xml version='1.0' encoding='windows-1251'?>", None, "windows-1251"),
        ("<!-- <meta charset=koi8-r> --><meta charset=windows-1251>", None, "windows-1251"),
    ],
)
def test_the_page_declares_it(head: str, declared: str | None, encoding: str) -> None:
    codec = next(codec for codec, name in WHATWG_NAMES.items() if name == encoding)
    page = head + RUSSIAN
    assert decode(page.encode(codec), declared)[:2] == (page, encoding)


@pytest.mark.parametrize(
    ("page", "declared", "encoding"),
    [
        pytest.param(TEXT.encode(), "utf-16", "utf-8", id="UTF-16 declared, UTF-8 sent"),
        pytest.param(b"<p>plain ASCII", "utf-16le", "utf-8", id="UTF-16 declared, ASCII sent"),
        pytest.param((meta("utf-16") + TEXT).encode(), None, "utf-8", id="UTF-16 in a meta means UTF-8"),
        pytest.param(TEXT.encode(), "latin1", "utf-8", id="latin1 declared, UTF-8 sent"),
        pytest.param((meta("iso-8859-1") + TEXT).encode(), None, "utf-8", id="latin1 in a meta, UTF-8 sent"),
        pytest.param(TEXT.encode("cp1252"), "utf-8", "windows-1252", id="UTF-8 declared, windows-1252 sent"),
        pytest.param((meta("windows-1251") + RUSSIAN).encode("cp1251"), "utf-8", "windows-1251", id="meta fits better"),
        pytest.param(TEXT.encode("cp1252"), "latin1", "windows-1252", id="latin1 means windows-1252"),
        pytest.param(TEXT.encode("cp1252"), "no-such-label", "windows-1252", id="unknown label"),
        pytest.param(TEXT.encode("cp1252"), "idna", "windows-1252", id="a codec that is no encoding"),
        pytest.param(TEXT.encode("cp1252"), "hex", "windows-1252", id="a codec that makes no text"),
        pytest.param(TEXT.encode("cp1252"), "utf-7", "windows-1252", id="an encoding that browsers refuse"),
        pytest.param(TEXT.encode("cp1252"), "\x00\udc80", "windows-1252", id="nonsense"),
        pytest.param(TEXT.encode(), "iso-2022-jp", "utf-8", id="ISO-2022-JP declared, UTF-8 sent"),
    ],
)
def test_what_is_declared_gives_way(page: bytes, declared: str | None, encoding: str) -> None:
    text, found, _ = decode(page, declared)
    assert found == encoding
    assert "\ufffd" not in text


def test_pieces_in_utf8_do_not_break_the_letters_of_a_page_that_calls_itself_latin1() -> None:
    page = "<p>früh für fünf</p>".encode("cp1252") + "<script>früh für fünf – so</script>".encode()
    assert decode(page, "iso-8859-1").text == "<p>früh für fünf</p><script>früh für fünf – so</script>"
    assert decode(page, "utf-8").text.startswith("<p>fr\ufffdh")


def test_a_few_broken_bytes_do_not_change_the_encoding() -> None:
    page = TEXT.encode() + b"\xff" + TEXT.encode()
    assert decode(page, "utf-8")[:2] == (TEXT + "\ufffd" + TEXT, "utf-8")
    assert decode(page)[:2] == (TEXT + "\ufffd" + TEXT, "utf-8")


def test_the_names_are_those_of_codecs() -> None:
    for codec in WHATWG_NAMES:
        assert "x".encode(codec)


@given(st.binary(max_size=300), st.one_of(st.none(), st.sampled_from(sorted(WHATWG_NAMES)), st.text(max_size=12)))
def test_any_bytes_under_any_label(page: bytes, declared: str | None) -> None:
    text, encoding, exact = decode(page, declared)
    assert isinstance(text, str)
    assert encoding
    assert not exact or text.encode() == page


@given(st.text(max_size=200))
def test_utf8_comes_back(text: str) -> None:
    page = ("é" + text).encode("utf-8", "replace")
    assert decode(page, "windows-1252").text == page.decode() or b"\x1b" in page or b"\0" in page
