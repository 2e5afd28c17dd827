"""Large sitemaps in pieces."""

from __future__ import annotations

import gzip
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pace import is_quick

from boilerspider.discovery import cutting
from boilerspider.discovery.cutting import PIECE_BYTES, newest, pieces
from boilerspider.discovery.sitemaps import MAX_ENTRIES, sitemap_links

URL = "https://news.example/sitemap.xml"
COUNT = 3_000
ADDRESSES = [f"https://news.example/2026/11/the-council-wants-bridge-{number}-back" for number in range(COUNT)]
XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
NEWS = 'xmlns:n="http://www.google.com/schemas/sitemap-news/0.9"'


def urlset(entry: str = "<url><loc>{}</loc></url>", *, root: str = "<urlset>", end: str = "</urlset>") -> str:
    return root + "\n".join(map(entry.format, ADDRESSES)) + end


FORMS = {
    "plain": urlset(),
    "declared": urlset(root=f'<?xml version="1.0" encoding="UTF-8"?>\n<!-- by hand -->\n<urlset {XMLNS}>'),
    "prefix": urlset(
        "<m:url><m:loc>{}</m:loc></m:url>", root=f"<m:urlset {XMLNS.replace('xmlns', 'xmlns:m')}>", end="</m:urlset>"
    ),
    "news": urlset(
        "<url><loc>{}</loc><n:news><n:title>Dam &amp; town</n:title></n:news></url>", root=f"<urlset {XMLNS} {NEWS}>"
    ),
    "literal": urlset("<url><loc><![CDATA[{}]]></loc></url>"),
    "entities": urlset(root='<!DOCTYPE urlset [<!ENTITY a "b">]><urlset>'),
    "an element called as an entry": urlset("<url><news><url>/a</url></news><loc>{}</loc></url>"),
    "never ended": urlset(end=""),
    "text": "\n".join(ADDRESSES),
    "text with a tag": "\n".join((*ADDRESSES[:20], "<b>", *ADDRESSES[20:])),
}


def names(*bodies: bytes) -> list[str]:
    return [link.url for body in bodies for link in sitemap_links(body, URL)]


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("packed", ["", "gzip", "gzip, two members", "gzip, nothing in the first"])
def test_pieces_name_together_what_a_sitemap_names(form: str, packed: str) -> None:
    body = FORMS[form].encode()
    if packed:
        first = {"gzip, two members": 5000, "gzip, nothing in the first": 0}.get(packed, len(body))
        body = gzip.compress(body[:first]) + gzip.compress(body[first:])
    found = list(pieces(body))
    assert names(*found) == names(body) == ADDRESSES
    if form != "text with a tag":
        assert len(found) > 2
        assert all(len(piece) < 3 * PIECE_BYTES for piece in found)


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"no sitemap",
        urlset("<sitemap><loc>{}</loc></sitemap>", root="<sitemapindex>", end="</sitemapindex>").encode(),
        urlset().encode("utf-16"),
        "\n".join(ADDRESSES).encode("utf-16"),
        urlset(root="<!-- <urlset>").encode(),
        urlset("<url><loc>{}</loc></url >").encode(),
        urlset("<url><loc>{}</loc>").encode(),
    ],
    ids=["nothing", "words", "index", "utf-16", "text in utf-16", "remark", "space in each end", "no ends"],
)
def test_what_cannot_be_cut_stays_whole(body: bytes) -> None:
    assert list(pieces(body)) == ([body] if body else [])


def test_no_entry_within_a_remark_is_taken_for_one() -> None:
    entries = [f"<url><loc>{address}</loc></url>" for address in ADDRESSES]
    gone = entries[: COUNT // 2]
    body = f"<urlset><!-- {''.join(gone)} -->{''.join(entries[COUNT // 2 :])}</urlset>".encode()
    assert names(*pieces(body)) == ADDRESSES[COUNT // 2 :]


def test_of_too_many_entries_the_first_are_read() -> None:
    body = (
        "<urlset>" + "".join(f"<url><loc>/{n}</loc></url>" for n in range(MAX_ENTRIES + 20_000)) + "</urlset>"
    ).encode()
    entries = sum(piece.count(b"<url>") for piece in pieces(body))
    assert MAX_ENTRIES <= entries < MAX_ENTRIES + 5_000


def test_a_sitemap_without_an_end_of_an_entry_takes_no_longer() -> None:
    body = b"<urlset><url><loc>" + b"a" * 20_000_000
    begun = time.process_time()
    assert len(list(pieces(body))) == 1
    assert is_quick(time.process_time() - begun, 2)


@pytest.mark.parametrize(
    ("piece", "date"),
    [
        ("<lastmod>2026-11-20T08:00+02:00</lastmod>", "2026-11-20T08:00"),
        ("<lastmod>2026-11-20</lastmod><lastmod>2026-11-21</lastmod><lastmod>2025-12-31</lastmod>", "2026-11-21"),
        ("<s:lastmod>\n<![CDATA[ 2026-11-20 ]]></s:lastmod>", "2026-11-20"),
        ("<lastmod>2026-11-20</lastmod><n:publication_date>2026-11-22</n:publication_date>", "2026-11-22"),
        ("<loc>https://news.example/2026-11-20</loc><lastmod>yesterday</lastmod>", ""),
    ],
)
def test_how_new_a_piece_is(piece: str, date: str) -> None:
    assert newest(piece.encode()) == date.encode()


@given(
    st.lists(
        st.sampled_from(["<url>", "</url>", "<loc>/a</loc>", "<!--", "-->", "<![CDATA[", "]]>", "&", "\n", "b" * 50])
    )
)
def test_any_bytes_are_cut_into_what_they_are(parts: list[str]) -> None:
    body = ("<urlset>" + "".join(parts)).encode()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(cutting, "PIECE_BYTES", 30)
        found = list(pieces(body))
    assert b"".join(piece.removeprefix(b"<urlset>").removesuffix(b"</urlset>") for piece in found) == body.removeprefix(
        b"<urlset>"
    )
