from __future__ import annotations

import pytest
from scrapy.http import HtmlResponse, Response, TextResponse

from boilerspider.crawl.responses import content_type, declared_encoding, is_html, no_page, parsed


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


@pytest.mark.parametrize(
    ("status", "kind", "body", "what"),
    [
        (200, "text/html", b"<p>x", None),
        (203, "text/html", b"<p>x", None),
        (202, "text/html", b"<p>x", "status 202"),
        (204, "", b"", "status 204"),
        (200, "text/html", b" \r\n", "an empty answer"),
        (200, "image/png", b"", "an empty answer"),
        (200, "text/plain; charset=utf-8", b"x", "text/plain"),
        (200, "application/json", b"{}", "application/json"),
        (200, "application/problem+json", b"{}", "application/problem+json"),
        (200, "application/xml", b"<e/>", "application/xml"),
        (200, "application/xhtml+xml", b"<p>x", None),
        (200, "application/pdf", b"%PDF", None),
        (200, "image/svg+xml", b"<svg/>", None),
        (304, "text/html", b"", None),
        (404, "text/plain", b"", None),
        (503, "", b"", None),
    ],
)
def test_what_came_in_the_place_of_a_page(status: int, kind: str, body: bytes, what: str | None) -> None:
    headers = {"Content-Type": kind} if kind else {}
    assert no_page(Response("https://a.example/", status, headers=headers, body=body)) == what
