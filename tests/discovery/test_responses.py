from __future__ import annotations

import gzip

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boilerspider.discovery import kind_of_response


@pytest.mark.parametrize(
    ("body", "media_type", "url", "kind"),
    [
        ("<?xml version='1.0'?><!-- x --><rss><channel/></rss>", "text/html", "/", "feed"),
        ("<?xml-stylesheet href='x'?><feed xmlns='http://www.w3.org/2005/Atom'/>", None, "/", "feed"),
        ("<rdf:RDF xmlns:rdf='x'/>", "application/xml", "/", "feed"),
        ('{"version": "https://jsonfeed.org/version/1", "items": []}', "application/json", "/", "feed"),
        ("<!DOCTYPE rss [<!ENTITY a '<html>'>]><rss/>", "text/xml", "/", "feed"),
        ("<urlset/>", "text/html", "/", "sitemap"),
        ("\ufeff\n<ns:sitemapindex xmlns:ns='x'>", "text/plain", "/", "sitemap"),
        ("https://news.example/a\n", "text/plain", "/", "sitemap"),
        ("https://news.example/a\n", None, "/sitemap.txt", "sitemap"),
        ("<!doctype html><title>x</title>", None, "/", "html"),
        ("<?xml version='1.0'?><!DOCTYPE html PUBLIC 'a' 'b'><html xmlns='x'>", "application/xml", "/rss.xml", "html"),
        ("<!-- long --><div>Not found</div>", "text/html", "/", "html"),
        ("<p>x", None, "/", "html"),
        ("<br />\n<b>Warning</b>: x<br />\n<?xml version='1.0'?><rss version='2.0'>", "application/xml", "/", "feed"),
        ("<br>\n<b>Warning</b>: x<br>\n<a:feed xmlns:a='x'>", "text/html", "/", "feed"),
        ("<br />\n<b>Notice</b>: x<br />\n<urlset>", None, "/", "sitemap"),
        ("<br />\n<b>Notice</b>: x<br />\n<rssless>", "text/html", "/", "html"),
        ("<script>feed = '<rss version=2>'</script><!doctype html><p>x", "text/html", "/", "html"),
        ("<div><svg><metadata><rdf:RDF xmlns:rdf='x'/></metadata></svg></div>", "text/html", "/", "html"),
        ("<br />\n<b>Notice</b>: x<br />\n<!doctype html><body><svg><rdf:RDF /></svg>", "text/html", "/", "html"),
        ("<p>An Atom file begins with <code><feed ></code>", "text/html", "/", "html"),
        ("<html><p>say &lt;rss> or <rss>", "text/html", "/", "html"),
        ("<svg/>", "image/svg+xml", "/", None),
        ("<opml/>", "text/xml", "/", None),
        ('{"a": 1}', "application/json", "/", None),
        ("words alone", "text/plain", "/", None),
        ("%PDF-1.4 <html>", "text/html", "/", None),
        ("\x89PNG", "image/png", "/", None),
        ("", "text/html", "/", None),
    ],
)
def test_the_body_decides(body: str, media_type: str | None, url: str, kind: str | None) -> None:
    raw = body.encode("latin-1") if body.startswith("\x89") else body.encode()
    assert kind_of_response(raw, media_type, "https://news.example" + url) == kind
    if kind:
        assert kind_of_response(gzip.compress(raw), media_type, "https://news.example" + url) == kind


def test_wide_encodings_are_no_binaries() -> None:
    assert kind_of_response("<rss/>".encode("utf-16"), None, "") == "feed"
    assert kind_of_response(b"\0\1\2<rss/>", None, "") is None


@given(st.binary(), st.one_of(st.none(), st.text()), st.text())
def test_any_body_has_a_kind_or_none(body: bytes, media_type: str | None, url: str) -> None:
    assert kind_of_response(body, media_type, url) in {"feed", "sitemap", "html", None}
