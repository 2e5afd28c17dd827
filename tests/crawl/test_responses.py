from __future__ import annotations

import pytest
from scrapy.http import HtmlResponse, Response, TextResponse

from boilerspider.crawl.responses import content_type, declared_encoding, is_html, parsed


def response(content_type: str | None, kind: type[Response] = Response) -> Response:
    return kind(
        "https://a.example/", headers={"Content-Type": content_type} if content_type is not None else {}, body=b"<p>x"
    )


@pytest.mark.parametrize(
    ("header", "encoding"),
    [
        ("text/html; charset=ISO-8859-1", "ISO-8859-1"),
        ('text/html; CHARSET = "utf-8"; x=y', "utf-8"),
        ("text/html;charset='windows-1251'", "windows-1251"),
        ("text/html; boundary=x; charset=utf-8", "utf-8"),
        ("text/html; mycharset=utf-8", None),
        ("text/html; charset=", None),
        ("text/html; charset=\xff\xfe", None),
        ("text/html", None),
        ("", None),
        (None, None),
    ],
)
def test_the_encoding_is_what_http_declares(header: str | None, encoding: str | None) -> None:
    assert declared_encoding(response(header)) == encoding


@pytest.mark.parametrize(
    ("header", "kind", "html"),
    [
        ("text/html", Response, True),
        ("TEXT/HTML ; charset=x", Response, True),
        ("application/xhtml+xml", Response, True),
        ("text/plain", TextResponse, False),
        ("application/json", TextResponse, False),
        (None, TextResponse, True),
        (None, Response, False),
        ("text/htmlx", HtmlResponse, False),
        ("text/html, text/html; charset=utf-8", TextResponse, True),
        ("text/html; charset=utf-8, text/html", TextResponse, True),
        ("text/plain,text/html", TextResponse, True),
        ("text/html, application/json", TextResponse, False),
        ("html", TextResponse, True),
        ("*/*", HtmlResponse, True),
        ("html", Response, False),
    ],
)
def test_html_is_what_http_calls_so(header: str | None, kind: type[Response], html: bool) -> None:
    assert is_html(response(header, kind)) is html


@pytest.mark.parametrize(
    ("header", "kind"),
    [
        ("Text/HTML; charset=x", "text/html"),
        ("text/plain; charset=utf-8", "text/plain"),
        ("text/html, text/plain; charset=utf-8", "text/plain"),
        ("html", None),
        ("*/*", None),
        (None, None),
    ],
)
def test_the_type_is_the_last_that_is_one(header: str | None, kind: str | None) -> None:
    assert content_type(response(header)) == kind


def test_a_tree_is_taken_only_where_somebody_has_asked_for_it() -> None:
    page = HtmlResponse("https://a.example/", body=b"<html><p>x", encoding="utf-8")
    assert parsed(page) is None
    page.css("p")
    found = parsed(page)
    assert found is not None
    assert (found.root.tag, found.source) == ("html", "<html><p>x")
    assert parsed(response("text/html")) is None
