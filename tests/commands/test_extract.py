from __future__ import annotations

import http.server
import json
import threading
from collections.abc import Iterator
from dataclasses import fields, replace
from datetime import datetime, timedelta, timezone
from typing import ClassVar

import pytest

from boilerspider.commands.extract import FORMATS
from boilerspider.model import Article, Image

PARAGRAPHS = [
    (
        "Der Hafenmeister sagte am Montag, dass die neue Fähre nicht vor dem Frühling fahren werde, weil der "
        '<a href="/kai">Kai</a> am nördlichen Ufer erst neu gebaut werden müsse, bevor ein Schiff dieser Größe dort liegen könne.'
    ),
    (
        "Im Dorf glaubte ihm niemand. Seit drei Jahren hören sie das, und in jedem davon gab es einen anderen Grund, "
        "warum das Schiff, das sie bezahlt haben, noch immer in der Werft lag."
    ),
    (
        "Es sei diesmal nicht das Wetter, erklärte er ihnen, und auch nicht das Geld, sondern es seien die alten Pfähle "
        "unter der Brücke, die sich als morsch erwiesen hätten, als die Taucher im Herbst hinuntergingen, um nachzusehen."
    ),
    (
        "Die Bürgermeisterin, die mit zwei Gemeinderäten gekommen war, verlangte einen Termin. Er nannte ihr keinen, und "
        "so sagte sie, dass sie in einem Monat wiederkommen und dann den ganzen Rat mitbringen werde."
    ),
]
PAGE = f"""<!doctype html><html lang="de"><head><meta charset="utf-8"><title>Die Fähre</title>
<meta property="article:published_time" content="2024-05-03T15:47:42+02:00"></head><body>
<nav><a href="/">Start</a> <a href="/sport">Sport</a></nav>
<article><h1>Die Fähre</h1>{"".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)}</article></body></html>"""
SENTENCE = "dass die neue Fähre nicht vor dem Frühling fahren werde"


class Handler(http.server.BaseHTTPRequestHandler):
    """A site with an article in an encoding that only HTTP declares, a redirect and a robots.txt."""

    answers: ClassVar = {
        "/robots.txt": (200, "text/plain", b"User-agent: *\nDisallow: /private"),
        "/ferry": (200, "text/html; charset=ISO-8859-1", PAGE.replace('<meta charset="utf-8">', "").encode("latin-1")),
        "/private": (200, "text/html", PAGE.encode()),
        "/image": (200, "image/png", b"\x89PNG\r\n\x1a\n" + bytes(100)),
    }

    def do_GET(self) -> None:
        status, kind, body = self.answers.get(self.path, (404, "text/html", PAGE.encode()))
        if self.path == "/moved":
            status = 301
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        if status == 301:
            self.send_header("Location", "/ferry")
        self.end_headers()
        self.wfile.write(body)
        self.server.agents.add(self.headers["User-Agent"])

    def log_message(self, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def server() -> Iterator[http.server.ThreadingHTTPServer]:
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler) as site:
        site.agents = set()
        threading.Thread(target=site.serve_forever, daemon=True).start()
        yield site
        site.shutdown()


@pytest.fixture(scope="module")
def site(server) -> str:
    return f"http://127.0.0.1:{server.server_port}"


def test_a_file_becomes_text(scrapy, project):
    (project / "page.html").write_text(PAGE, encoding="utf-8")
    done = scrapy("extract", "page.html")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.count(SENTENCE) == 1
    assert "Sport" not in done.stdout


def test_standard_input_becomes_json_with_the_fields_in_order(command):
    done = command("extract", "-", "--format", "json", "--url", "https://hafen.example/f", stdin=PAGE.encode())
    assert done.returncode == 0
    record = json.loads(done.stdout)
    assert list(record) == [field.name for field in fields(Article)]
    assert record["url"] == "https://hafen.example/f"
    assert record["published"] == "2024-05-03T15:47:42+02:00"
    assert SENTENCE in record["text"]
    assert record["extractor"] == "news"


def test_html_and_markdown_have_absolute_links(command, project):
    (project / "page.html").write_text(PAGE, encoding="utf-8")
    where = ("page.html", "--url", "https://hafen.example/f")
    assert "https://hafen.example/kai" in command("extract", *where, "--format", "html").stdout
    assert "[Kai](https://hafen.example/kai)" in command("extract", *where, "--format", "markdown").stdout


def test_extractor_and_parameters(command):
    assert "Sport" in command("extract", "-", "--extractor", "everything", stdin=PAGE.encode()).stdout
    done = command("extract", "-", "--extractor", "tree-filter", "-p", "depth=1", stdin=PAGE.encode())
    assert (done.returncode, done.stderr) == (0, "")
    done = command("extract", "-", "-p", "deep=1", stdin=PAGE.encode())
    assert done.returncode == 1
    assert "no parameter 'deep'" in done.stderr


def test_the_project_s_extractor_is_the_default(command):
    done = command("extract", "-", "-s", "BOILERSPIDER_EXTRACTOR=everything", stdin=PAGE.encode())
    assert "Sport" in done.stdout


@pytest.mark.parametrize(
    ("args", "stdin", "told"),
    [
        (["nowhere.html"], b"", "no such file: nowhere.html (a URL begins with https://)"),
        (["."], b"", "cannot read .: "),
        ([""], b"", "no page is named: the argument is empty; "),
        (["-", "--extractor", "justtext"], b"<p>x", "BOILERSPIDER_EXTRACTOR: unknown extractor 'justtext'; known: "),
        (["-", "-s", "BOILERSPIDER_EXTRACTOR_PARAMS=depth"], b"<p>x", "BOILERSPIDER_EXTRACTOR_PARAMS = 'depth'"),
        (["-", "-p", "depth"], b"<p>x", "parameter 'depth' is not written name=value"),
        (["-", "-s", "BOILERSPIDER_MAX_BYTES=99"], bytes(100), "the page has 100 bytes, over the limit of 99 (raise "),
        (["-"], b"%PDF-1.7\n\x00\x01\x02" + bytes(200), ""),
    ],
)
def test_what_cannot_be_read_is_told_in_one_line(command, args, stdin, told):
    done = command("extract", *args, stdin=stdin)
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith(f"scrapy extract: {told}")
    assert done.stderr.count("\n") == 1


def test_a_page_that_is_too_large_is_read_where_the_limit_is_raised(command):
    page = PAGE.encode() + b" " * 10_000_000
    assert "raise BOILERSPIDER_MAX_BYTES" in command("extract", "-", stdin=page).stderr
    done = command("extract", "-", "-s", "BOILERSPIDER_MAX_BYTES=20000000", stdin=page)
    assert (done.returncode, done.stderr) == (0, "")
    assert SENTENCE in done.stdout


@pytest.mark.parametrize("args", [[], ["a.html", "b.html"], ["--no-such-option"]])
def test_one_page_is_wanted(command, args):
    done = command("extract", *args)
    assert done.returncode == 2
    assert "one page is wanted: a URL, a file, or - for standard input" in done.stderr


def test_no_content_is_told_and_is_no_error(command):
    done = command(
        "extract",
        "-",
        "--format",
        "json",
        stdin=b"<html><body><nav><a href='/'><img src='home.png'></a></nav></body></html>",
    )
    assert done.returncode == 0
    assert done.stderr == "scrapy extract: no content in -\n"
    assert json.loads(done.stdout)["text"] == ""


@pytest.mark.slow
def test_a_url_is_fetched_with_the_project_s_settings_and_leaves_no_trace(scrapy, server, site, project):
    before = sorted(project.iterdir())
    server.agents.clear()
    done = scrapy("extract", f"{site}/moved", "--format", "json")
    assert (done.returncode, done.stderr) == (0, "")
    record = json.loads(done.stdout)
    assert record["url"] == f"{site}/ferry", "the address after redirects"
    assert SENTENCE in record["text"], "decoded as HTTP declares"
    assert server.agents == {"a project's own user agent"}
    assert [path for path in sorted(project.iterdir()) if path.name != "__pycache__"] == before


@pytest.mark.slow
@pytest.mark.parametrize("more", [[], ["-s", "BOILERSPIDER_REPORT=report.html", "-s", "JOBDIR=job"]])
def test_the_add_on_writes_no_report_and_no_archive(scrapy, site, project, more):
    settings = project / "stock_settings.py"
    own = 'ADDONS = {"boilerspider.Addon": 500}\nBOILERSPIDER_REPORT = "report.html"\nBOILERSPIDER_WARC_DIR = "warc"\n'
    settings.write_text(settings.read_text(encoding="utf-8") + own, encoding="utf-8")
    (project / "report.html").write_text("of the last crawl", encoding="utf-8")
    before = sorted(project.iterdir())
    done = scrapy("extract", f"{site}/ferry", *more)
    assert (done.returncode, done.stderr) == (0, "")
    assert SENTENCE in done.stdout
    assert (project / "report.html").read_text(encoding="utf-8") == "of the last crawl"
    assert [path for path in sorted(project.iterdir()) if path.name != "__pycache__"] == before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "told"),
    [("/absent", "HTTP 404"), ("/private", "IgnoreRequest: Forbidden by robots.txt"), ("/image", None)],
)
def test_a_url_without_a_page_is_told_in_one_line(scrapy, site, path, told):
    done = scrapy("extract", f"{site}{path}")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1)
    if told:
        assert done.stderr == f"scrapy extract: cannot fetch {site}{path}: {told}\n"


@pytest.mark.slow
@pytest.mark.parametrize("url", ["http://127.0.0.1:9/", "gopher://a.example/", "http://[broken/"])
def test_a_url_that_nobody_answers_is_told_in_one_line(scrapy, url):
    done = scrapy("extract", url, "-s", "ROBOTSTXT_OBEY=False")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr
    assert done.stderr.startswith(f"scrapy extract: cannot fetch {url}: ")


FEED = """<?xml version="1.0"?><rss version="2.0"><channel><title>Hafen</title>
<item><title>Die Fähre</title><link>https://hafen.example/f</link><description>Der Kai ist alt.</description></item>
</channel></rss>"""
SITEMAP = """<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>https://hafen.example/f</loc></url></urlset>"""


@pytest.mark.parametrize(("body", "kind"), [(FEED, "feed"), (SITEMAP, "sitemap")])
def test_what_lists_pages_is_none(command, project, body, kind):
    (project / "list.xml").write_text(body, encoding="utf-8")
    for name, told in (("list.xml", "list.xml"), ("-", "this")):
        done = command("extract", name, stdin=body.encode())
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == (
            f"scrapy extract: {told} is a {kind}, and no page; scrapy crawl news -a {kind}s=URL reads what it names\n"
        )


def test_help_names_the_exit_codes(scrapy):
    said = " ".join(scrapy("extract", "--help").stdout.split())
    assert "Exit code 0: the article was printed, empty where the page has none; 1: " in said
    assert "; 2: wrong usage." in said


def test_json_writes_every_kind_of_field():
    zone = timezone(timedelta(hours=2))
    article = replace(
        Article(),
        title="Fähre",
        published=datetime(2024, 5, 3, 15, tzinfo=zone),
        images=[Image("https://a.example/i.png", "C")],
    )
    text = FORMATS["json"](article)
    assert "Fähre" in text
    record = json.loads(text)
    assert record["published"] == "2024-05-03T15:00:00+02:00"
    assert record["images"] == [{"url": "https://a.example/i.png", "caption": "C", "credit": ""}]
