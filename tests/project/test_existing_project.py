"""A stock Scrapy project that adds one line and a ten-line spider, run as its owner would run it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
from loopback import Site, page, sentences, serve

pytestmark = pytest.mark.slow

DOCS = Path(__file__).resolve().parents[2] / "docs"

SPIDER = """
import scrapy


class PapersSpider(scrapy.Spider):
    name = "papers"

    def parse(self, response):
        yield {"url": response.url, "title": None, "text": None, "authors": None, "desk": "foreign"}
        for href in response.css("a.story::attr(href)").getall():
            yield response.follow(href)

    async def start(self):
        yield scrapy.Request(self.front)
"""


def scrapy(*args: str, cwd: Path) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "scrapy", *args]
    return subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=300)


@pytest.fixture
def post() -> Iterator[Site]:
    author = '<meta name="author" content="Ada Quill">'
    links = "".join(f"<a class='story' href='/{name}'>{name}</a>" for name in ("bridge", "ferry", "copy"))
    site, stop = serve(
        {
            "/": f"<html><body><h1>The Post</h1>{links}</body></html>",
            "/bridge": page("bridge", head=author),
            "/ferry": page("ferry", head=author),
            "/copy": page("bridge", head=author),
        }
    )
    yield site
    stop()


@pytest.fixture
def project(tmp_path: Path) -> Path:
    done = scrapy("startproject", "press", ".", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    settings = tmp_path / "press" / "settings.py"
    settings.write_text(settings.read_text() + '\nADDONS = {"boilerspider.Addon": 500}\nDOWNLOAD_DELAY = 0\n')
    (tmp_path / "press" / "spiders" / "papers.py").write_text(SPIDER)
    return tmp_path


def test_items_are_filled_and_no_story_comes_twice(project: Path, post: Site) -> None:
    done = scrapy("crawl", "papers", "-a", f"front={post.base}/", "-O", "out.jsonl", cwd=project)
    assert done.returncode == 0, done.stderr
    assert "Traceback" not in done.stderr
    items = [json.loads(line) for line in (project / "out.jsonl").read_text().splitlines()]
    stories = {item["url"].rpartition("/")[2]: item for item in items}
    assert len(items) == len(stories) == 3
    assert {"", "ferry"} < set(stories)
    assert stories["ferry"]["title"] == "The ferry"
    assert stories["ferry"]["authors"] == ["Ada Quill"]
    assert stories["ferry"]["text"].endswith(sentences("ferry")[-1])
    assert {item["desk"] for item in items} == {"foreign"}

    again = scrapy("crawl", "papers", "-a", f"front={post.base}/", "-o", "again.jsonl", cwd=project)
    assert again.returncode == 0, again.stderr
    assert [json.loads(line)["url"] for line in (project / "again.jsonl").read_text().splitlines()] in (
        [],
        [post.base + "/"],
    )


def test_a_crawl_from_a_folder_of_the_project_has_the_projects_memory(project: Path, post: Site) -> None:
    below = project / "below"
    below.mkdir()
    first = scrapy("crawl", "papers", "-a", f"front={post.base}/bridge", "-O", "out.jsonl", cwd=project)
    assert "0 articles are remembered in sqlite:.scrapy/boilerspider.sqlite" in first.stderr
    again = scrapy("crawl", "papers", "-a", f"front={post.base}/bridge", "-O", "out.jsonl", cwd=below)
    assert f"1 articles are remembered in sqlite:{project.resolve()}/.scrapy/boilerspider.sqlite" in again.stderr
    assert [len((folder / "out.jsonl").read_text().splitlines()) for folder in (project, below)] == [1, 0]
    listed = scrapy("articles", "list", "--format", "json", cwd=below)
    assert [json.loads(line)["url"] for line in listed.stdout.splitlines()] == [f"{post.base}/bridge"]
    assert not (below / ".scrapy").exists()
    forget = re.search(r"`scrapy (articles forget.*?)` forgets them", again.stderr)
    assert forget is not None
    assert scrapy(*forget[1].split(), cwd=below).returncode == 0
    assert scrapy("articles", "list", "--format", "json", cwd=below).stdout == ""


def test_the_rows_of_the_docs_let_the_command_line_name_our_formats(project: Path, post: Site) -> None:
    rows = re.findall(r"```python\n(.*?)```", (DOCS / "outputs.md").read_text(encoding="utf-8"), re.DOTALL)
    with (project / "press" / "settings.py").open("a", encoding="utf-8") as settings:
        settings.writelines(dedent(block) for block in rows if "FEED_EXPORTERS" in block)
    feeds = ("-o", "out.md", "-o", "folder:articles?by=site:markdown")
    done = scrapy("crawl", "papers", "-a", f"front={post.base}/bridge", *feeds, cwd=project)
    assert done.returncode == 0, done.stderr
    assert "The bridge" in (project / "out.md").read_text(encoding="utf-8")
    assert len(list((project / "articles").glob("*/*.md"))) == 1


def test_the_commands_are_there(project: Path) -> None:
    listed = scrapy("--help", cwd=project).stdout
    assert "evaluate" in listed
    assert "extract" in listed


@pytest.mark.parametrize(
    ("setting", "words"),
    [
        ("BOILERSPIDER_EXTRACTOR=bolierpipe", "unknown extractor 'bolierpipe'; known: boilerpipe-article"),
        ("BOILERSPIDER_MINWORDS=3", "did you mean BOILERSPIDER_MIN_WORDS?"),
        ("BOILERSPIDER_STORE=mongodb://localhost/", "mongodb"),
        ("BOILERSPIDER_STORE=sqlite:press/settings.py", "press/settings.py"),
    ],
)
def test_bad_configuration_ends_the_crawl_with_one_line(project: Path, post: Site, setting: str, words: str) -> None:
    args = ("crawl", "papers", "-a", f"front={post.base}/", "-s", setting, "-s", "LOG_LEVEL=WARNING")
    done = scrapy(*args, cwd=project)
    assert done.returncode != 0
    assert words in done.stderr
    assert "Traceback" not in done.stderr
    assert len(done.stderr.strip().splitlines()) == 1
    assert post.hits == []
    assert "BOT_NAME" in (project / "press" / "settings.py").read_text()
