from __future__ import annotations

import io
import json
import subprocess
import sys
import zipfile
from itertools import pairwise
from pathlib import Path

import pytest

pytestmark = pytest.mark.slow

PARAGRAPHS = [
    (
        "The harbour master said on Monday that the new ferry would not sail before the spring, because the quay on the "
        "northern shore has to be rebuilt before a ship of that size can lie there in a storm."
    ),
    (
        "Nobody in the village believed him. They have heard it for three years, and in each of them there was another "
        "reason why the boat that they had paid for was still in the yard."
    ),
    (
        "It was not the weather this time, he told them, and it was not the money either, but the old piles under the "
        "bridge that had been found to be rotten when the divers went down to look at them in the autumn."
    ),
]
PAGE = f"""<html><head><title>x</title></head><body><nav><a href='/'>Home</a> <a href='/news'>News</a></nav>
<article>{"".join(f"<p>{paragraph}</p>" for paragraph in PARAGRAPHS)}</article></body></html>"""


@pytest.fixture
def harbour(project) -> Path:
    folder = project / "harbour"
    folder.mkdir()
    text = "\n\n".join(PARAGRAPHS)
    records = [{"id": str(n), "text": text, "split": "val" if n else "train"} for n in range(4)]
    (folder / "gold.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    with zipfile.ZipFile(folder / "pages.zip", "w") as zipped:
        for n in range(3):
            zipped.writestr(f"{n}.html", PAGE)
    return folder


def test_help_can_be_read(scrapy):
    """Scrapy makes a heading of any line that ends with a colon."""
    done = scrapy("evaluate", "--help")
    headings = [above for above, below in pairwise(done.stdout.splitlines()) if below and not below.strip("=")]
    assert set(headings) - {"Global Options"} == {"Usage", "Options", "What Is Measured", "How"}
    assert "--metric" in done.stdout


def test_extractors_stand_side_by_side(scrapy, harbour):
    done = scrapy("evaluate", "everything", "tree-filter,depth=3", "--corpus", "harbour")
    assert done.returncode == 0, done.stderr
    title, heading, everything, tree_filter = done.stdout.splitlines()
    assert title == "harbour: 3 pages"
    assert heading.split()[:6] == ["extractor", "shingle", "F", "95", "%", "P"]
    name, _f, _interval, precision, recall, *_others = everything.split()
    assert (name, recall) == ("everything", "1.000")
    assert 0.9 < float(precision) < 1, "the navigation is no content"
    assert tree_filter.split()[0] == "tree-filter,depth=3"
    assert done.stderr == "harbour: 1 pages are named in gold.jsonl but not in pages.zip, the first: 3\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1"])
def test_tables_are_utf_8_whatever_the_locale_says(scrapy, project, harbour, encoding):
    harbour.rename(project / "Häfen 港")
    done = scrapy("evaluate", "everything", "--corpus", "Häfen 港", "--limit", 1, encoding=encoding)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Häfen 港: 1 pages")


def test_without_a_name_all_of_ours_are_measured(command, harbour):
    done = command(
        "evaluate", "--corpus", "harbour", "--split", "val", "--limit", 1, "--metric", "word", "--format", "json"
    )
    assert done.returncode == 0, done.stderr
    records = json.loads(done.stdout)
    assert {"everything", "justext", "boilerpipe-default", "tree-filter"} <= {r["extractor"] for r in records}
    assert all(r["pages"] == 1 and "shingle" not in r and r["failures"] == 0 for r in records)


def test_all_metrics_and_each_page(command, harbour):
    done = command(
        *("evaluate", "everything", "--corpus", "harbour", "--metric", "all", "--jobs", 2),
        *("--format", "json", "--per-page"),
    )
    assert done.returncode == 0, done.stderr
    (record,) = json.loads(done.stdout)
    assert {"shingle", "word", "char", "block"} <= set(record)
    assert record["block"]["recall"] == record["char"]["recall"] == 1
    assert record["block"]["accuracy"] == pytest.approx(3 / 5), "two links of five leaves are no content"
    assert [page["id"] for page in record["per_page"]] == ["0", "1", "2"]
    assert record["per_page"][0]["char"]["f"] == pytest.approx(record["char"]["f"])


def test_the_report_shows_the_worst_pages(command, harbour):
    done = command("evaluate", "tree-filter", "everything", "--corpus", "harbour", "--format", "html")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("<!DOCTYPE html>")
    assert "<del>Home News</del>" in done.stdout, "everything keeps the navigation"
    assert done.stdout.count('class="exhibit"') == 2 * 3


def test_a_page_that_kills_an_extractor_costs_that_page(scrapy, harbour, project):
    (project / "mischief.py").write_text(
        "import os, signal\nfrom boilerspider.extractors.everything import Everything\n"
        "class Fatal(Everything):\n"
        "    def label(self, document):\n"
        "        if 'fatal' in document.source: os.kill(os.getpid(), signal.SIGKILL)\n"
        "        return super().label(document)\n"
    )
    with zipfile.ZipFile(harbour / "pages.zip", "a") as zipped:
        zipped.writestr("3.html", PAGE.replace("Home", "fatal"))
    done = scrapy("evaluate", "mischief:Fatal", "everything", "--corpus", "harbour", "--format", "json")
    assert done.returncode == 0, done.stderr
    fatal, everything = json.loads(done.stdout)
    assert (fatal["failures"], everything["failures"]) == (1, 0)
    assert fatal["first_failure"] == "page 3: its process was ended by SIGKILL"
    assert fatal["word"]["recall"] == 0.75
    assert everything["word"]["recall"] == 1
    assert done.stderr == (
        "harbour: mischief:Fatal failed on 1 of 4 pages, the first: page 3: its process was ended by SIGKILL\n"
    )


def test_rivals_stand_beside(command, harbour):
    pytest.importorskip("boilerpy3")
    done = command("evaluate", "everything", "boilerpy3", "--corpus", "harbour", "--format", "markdown")
    assert done.returncode == 0, done.stderr
    assert "\n| everything | " in done.stdout
    assert "\n| boilerpy3 | " in done.stdout


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["everything", "--corpus", "nowhere"], "corpus nowhere: no such folder"),
        (["everything", "--corpus", "harbour", "nowhere"], "corpus nowhere: no such folder"),
        (["everithing", "--corpus", "harbour"], "unknown extractor or rival 'everithing'; known: "),
        (["everything", "--corpus", "harbour", "--split", "test"], "corpus harbour: no page of split 'test'"),
    ],
)
def test_what_cannot_be_measured_is_told_in_one_line(command, harbour, args, told):
    done = command("evaluate", *args)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr
    assert done.stderr.startswith(f"scrapy evaluate: {told}")


@pytest.mark.parametrize("name", ["gold.jsonl", "pages.zip"])
def test_a_corpus_that_may_not_be_read_is_told_in_one_line(command, harbour, monkeypatch, name):
    def refuse(path, *args, **kwargs):  # root may read any file
        if str(path).endswith(name):
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *args, **kwargs)

    opened = io.open
    monkeypatch.setattr("io.open", refuse)
    monkeypatch.setattr("pathlib.Path.open", refuse)  # Python 3.10 keeps an io.open of its own
    done = command("evaluate", "everything", "--corpus", "harbour")
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (1, "", 1), done.stderr
    assert "Permission denied" in done.stderr
    assert name in done.stderr


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["everything"], "--corpus DIR is missing"),
        (["everything", "--corpus", "harbour", "--limit", "0"], "--limit takes a number of pages, 1 or more"),
        (["everything", "--corpus", "harbour", "--colour"], "unknown option --colour"),
        (
            ["everything", "--corpus", "harbour", "--metric", "bleu"],
            "unknown metric 'bleu'; known: shingle, word, char",
        ),
        (["everything", "--corpus", "harbour", "--metric", "word,"], "unknown metric ''; known: "),
        (["everything", "--corpus", "harbour", "--jobs", "0"], "--jobs takes a number of processes, 1 or more"),
        (["everything", "--corpus", "harbour", "--per-page"], "--per-page goes with --format json alone"),
        (["everything", "--corpus", "harbour", "--format", "pdf"], "invalid choice: 'pdf'"),
    ],
)
def test_what_is_not_an_option_is_refused(command, harbour, args, told):
    done = command("evaluate", *args)
    assert (done.returncode, done.stdout) == (2, "")
    assert told in done.stderr


def test_figures_equal_those_of_the_independent_scorer(command, shared, tmp_path):
    ours = command("evaluate", "boilerpy3", "--corpus", shared / "data" / "aed", "--limit", 8, "--format", "json")
    (record,) = json.loads(ours.stdout)
    subprocess.run(
        [
            sys.executable,
            shared / "tools" / "score.py",
            "-n",
            "8",
            "--json",
            tmp_path / "theirs.json",
            "boilerpy3",
            shared / "data" / "aed",
        ],
        check=True,
        capture_output=True,
    )
    (theirs,) = json.loads((tmp_path / "theirs.json").read_text())
    for metric, name in (("shingle", "sh4"), ("word", "word")):
        found = (record[metric]["f"], record[metric]["precision"], record[metric]["recall"])
        assert found == pytest.approx((theirs[name], theirs[f"{name}_p"], theirs[f"{name}_r"]), abs=1e-12)


@pytest.fixture
def library(project) -> Path:
    """Six pages about six things, each with the same long menu that names them all."""
    folder = project / "library"
    folder.mkdir()
    things = ("harbour", "bridge", "glacier", "orchard", "railway", "observatory")
    menu = "".join(f"<li><a href='/{thing}'>All about the {thing}</a></li>" for thing in things)
    texts = {
        thing: f"The {thing} was the talk of the town in those weeks of autumn. "
        f"Nobody knew whether the {thing} would be there in the spring when the others came back. "
        "They sat together until late at night, and they could not agree on what was to be done about it."
        for thing in things
    }
    records = [{"id": thing, "text": text, "title": f"All about the {thing}"} for thing, text in texts.items()]
    (folder / "gold.jsonl").write_text("\n".join(map(json.dumps, records)), encoding="utf-8")
    with zipfile.ZipFile(folder / "pages.zip", "w") as zipped:
        for thing, text in texts.items():
            zipped.writestr(f"{thing}.html", f"<body><ul>{menu}</ul><article><p>{text}</p></article></body>")
    return folder


def test_search_in_what_is_left(command, library):
    pytest.importorskip("bm25s")
    done = command("evaluate", "boilerpipe-largest", "--corpus", "library", "--retrieval", "--format", "json")
    assert done.returncode == 0, done.stderr
    baseline, cleaned = json.loads(done.stdout)
    assert (baseline["extractor"], cleaned["extractor"]) == ("everything", "boilerpipe-largest")
    assert baseline["title"]["queries"] == cleaned["title"]["queries"] == 6
    assert cleaned["title"]["mrr"] == 1, "without the menu a title names one page"
    assert cleaned["words"] < baseline["words"]
    assert baseline["title"]["p"] == 1


@pytest.mark.parametrize(
    ("more", "says"),
    [
        (("--format", "html"), "--retrieval goes with --format table, markdown, json"),
        (("--format", "json", "--per-page"), "--retrieval has no scores of single pages: leave out --per-page"),
    ],
)
def test_what_retrieval_does_not_have(command, library, more, says):
    done = command("evaluate", "--corpus", "library", "--retrieval", *more)
    assert (done.returncode, done.stdout) == (2, "")
    assert says in done.stderr
