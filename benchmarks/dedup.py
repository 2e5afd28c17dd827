"""How well stories are told apart and recognised when every download has other advertisements.

    python benchmarks/dedup.py [downloads] [revisions] [stories] [--corpus aed ...] [--pages 100] [--extractor NAME]

It needs the folder `shared` beside the checkout: its pages, and the tool that puts advertisements into them. Nothing is trained on those.

`downloads`: five downloads of each page with three random boxes each: how many pages have one exact hash, and how many pairs of downloads are
recognised as one story, exact or near; beside the texts of published packages. Boxes are the tool's, or cut out of other pages of the corpus.
`revisions`: one sentence edited as the tool does it; a paragraph of the story's own text added, taken out, edited: how often a store says "revised".
`stories`: every pair of gold texts of all corpora: which ones a store would merge.
"""

from __future__ import annotations

import argparse
import asyncio
import html
import importlib.util
import json
import random
import re
import sys
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from boilerspider.errors import UnreadablePage
from boilerspider.evaluation import rivals
from boilerspider.extractors import extractor
from boilerspider.fingerprints import exact, near
from boilerspider.model import Candidate, Outcome, Verdict
from boilerspider.reading import DEFAULT_EXTRACTOR, Reader
from boilerspider.stores import open_store

SHARED = Path(__file__).resolve().parents[2] / "shared"
TRUE_DUPLICATES = Path(__file__).with_name("true_duplicates.json")
INVENTED = {"readability"}
"""Corpora of pages made for tests, most of which hold the same few made-up texts."""

DOWNLOADS, BOXES = 5, 3
EDITS = ("sentence edited", "paragraph edited", "paragraph added", "paragraph taken out")
BOX = re.compile(
    rb"<(aside|div|section|ul|form)\b[^<>]*>(?:(?!<(?:\1|script|style)\b).){20,900}?</\1\s*>", re.DOTALL | re.IGNORECASE
)
PARAGRAPH = re.compile(rb"<p\b[^<>]*>([^<>]{120,})</p\s*>", re.IGNORECASE)

Extract = Callable[[bytes], str]


@dataclass(frozen=True)
class Page:
    name: str
    source: bytes
    gold: dict[str, Any]


def tool() -> Any:
    """The module that serves the pages."""
    spec = importlib.util.spec_from_file_location("serve_news", SHARED / "tools/serve_news.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules["serve_news"] = module
    spec.loader.exec_module(module)
    return module


def pages(corpora: list[str], limit: int) -> Iterator[Page]:
    """So many pages of each corpus, evenly spread."""
    for corpus in corpora:
        folder = SHARED / "data" / corpus
        lines = (folder / "gold.jsonl").read_text(encoding="utf-8").rstrip("\n").split("\n")
        with zipfile.ZipFile(folder / "pages.zip") as archive:
            for line in lines[:: max(1, len(lines) // limit)][:limit]:
                gold = json.loads(line)
                yield Page(f"{corpus}/{gold['id']}", archive.read(f"{gold['id']}.html"), gold)


def ours(name: str) -> Extract:
    reader = Reader(name, extractor(name))

    def read(html: bytes) -> str:
        try:
            return reader.read(html).text
        except UnreadablePage:
            return ""

    return read


def contenders(name: str) -> dict[str, Extract]:
    """Our extractor, and the packages."""
    packages = {
        "trafilatura": rivals.trafilatura(),
        "jusText": rivals.justext(),
        "readability": rivals.readability(),
        "resiliparse": rivals.resiliparse(),
    }
    return {f"boilerspider {name}": ours(name), **{what: partial(safely, read) for what, read in packages.items()}}


def safely(read: Callable[[bytes, str | None], str], html: bytes) -> str:
    try:
        return read(html, None)
    except Exception:  # noqa: BLE001 - packages raise all kinds of errors; then they have no text
        return ""


def verdict(before: str, after: str, *, same_url: bool) -> Verdict:
    """What a store that knows one text says of another, under the same URL or on another site."""

    async def ask() -> Verdict:
        store = open_store("memory:")
        await store.open()
        for host, text in (("news.example", before), ("news.example" if same_url else "other.example", after)):
            told = await store.admit(Candidate(f"https://{host}/a", host, exact(text), sketch=near(text)))
        return told

    return asyncio.run(ask())


def kind_of(told: Verdict) -> str:
    """In which column a verdict counts."""
    if told.outcome is not Outcome.DUPLICATE:
        return "missed"
    return "exact" if told.similarity == 1 else "near"


def downloads(corpora: list[str], limit: int, name: str, boxes: str) -> None:
    """A row for each contender."""
    rng = random.Random(11)
    ads = tool().Ads(rng)
    material = list(pages(corpora, limit))
    if boxes == "cut":
        cut = [box[0] for page in material for box in BOX.finditer(page.source)]
        ads.block = lambda: rng.choice(cut).decode("utf-8", "replace")
    served = [[ads.into(page.source, BOXES) for _ in range(DOWNLOADS)] for page in material]
    print(
        f"{len(material)} pages of {', '.join(corpora)}, {DOWNLOADS} downloads each, {BOXES} boxes a download ({boxes})"
    )
    print(f"{'text of':<26} one exact hash   pairs: exact    near   not recognised   false revisions")
    for contender, read in contenders(name).items():
        stable, pairs = 0, Counter()
        for variants in served:
            texts = [read(html) for html in variants]
            if not any(texts):
                continue
            stable += len({exact(text).value for text in texts}) == 1
            pairs["pages"] += 1
            for one, other in combinations(texts, 2):
                pairs[kind_of(verdict(one, other, same_url=False))] += 1
        total = pairs["exact"] + pairs["near"] + pairs["missed"]
        shares = [pairs[kind] / total for kind in ("exact", "near", "missed")]
        print(
            f"{contender:<26} {stable / pairs['pages']:14.3f} {shares[0]:14.3f} {shares[1]:7.3f} {shares[2]:16.4f} {1 - shares[0]:17.3f}",
            flush=True,
        )


def edits(page: Page, story: Any, donor: bytes) -> Iterator[tuple[str, bytes]]:
    """The page with each kind of edit of the story's own text."""
    if story.revise() is not None:
        yield EDITS[0], story.page
    gold = " ".join((page.gold["text"] or "").split())
    own = [found for found in PARAGRAPH.finditer(page.source) if shown(found[1])[:60] in gold]
    if not own:
        return
    paragraph = own[len(own) // 2]
    yield EDITS[1], page.source[: paragraph.start(1)] + donor[:80] + page.source[paragraph.start(1) + 80 :]
    yield EDITS[2], page.source[: paragraph.end()] + b"<p>" + donor + b"</p>" + page.source[paragraph.end() :]
    yield EDITS[3], page.source[: paragraph.start()] + page.source[paragraph.end() :]


def shown(text: bytes) -> str:
    return " ".join(html.unescape(text.decode("utf-8", "replace")).split())


def revisions(corpora: list[str], limit: int, name: str) -> None:
    """How often each kind of edit is told as a revision, and how often a copy of the edited text elsewhere as the same story."""
    story_class, material = tool().Story, list(pages(corpora, limit))
    donors = [found[1] for page in material for found in PARAGRAPH.finditer(page.source) if found[1].isascii()]
    rng = random.Random(5)
    print(
        f"{len(material)} pages of {', '.join(corpora)}: one edit of the story's own text\n{'text of':<26}"
        + "".join(f"{edit:>21}" for edit in EDITS)
    )
    for contender, read in contenders(name).items():
        revised, asked = Counter[str](), Counter[str]()
        for rank, page in enumerate(material):
            before = read(page.source)
            for edit, after in edits(page, story_class(page.gold, page.source, rank), rng.choice(donors)):
                asked[edit] += 1
                revised[edit] += verdict(before, read(after), same_url=True).outcome is Outcome.REVISED
        print(
            f"{contender:<26}" + "".join(f"{revised[e] / asked[e]:13.3f} of {asked[e]:4d}" for e in EDITS), flush=True
        )


def stories() -> None:
    """Each pair of different gold texts that a store would merge, and which of them are known to be one story."""
    known = {frozenset(pair) for pair in json.loads(TRUE_DUPLICATES.read_text(encoding="utf-8"))["pairs"]}
    texts = list(gold_texts())
    buckets: dict[int, list[int]] = {}
    candidates = set()
    for number, (_, text) in enumerate(texts):
        sketch = near(text)
        for key in [*sketch.keys, hash(exact(text).value)]:
            candidates |= {(other, number) for other in buckets.setdefault(key, [])}
            buckets[key].append(number)
    merged = []
    for one, other in sorted(candidates):
        told = verdict(texts[one][1], texts[other][1], same_url=False)
        if told.outcome is Outcome.DUPLICATE:
            merged.append((frozenset({texts[one][0], texts[other][0]}), told.similarity))
    wrong = [(sorted(pair), similarity) for pair, similarity in merged if pair not in known]
    print(
        f"{len(texts)} gold texts of 50 words and more, {len(texts) * (len(texts) - 1) // 2:,} pairs; {len(candidates)} are compared"
    )
    print(
        f"merged: {len(merged)}; known to be one story: {len(merged) - len(wrong)} of {len(known)}; different stories: {len(wrong)}"
    )
    for pair, similarity in wrong:
        print(f"  {pair[0]} {pair[1]} {similarity:.3f}")


def gold_texts() -> Iterator[tuple[str, str]]:
    for path in sorted((SHARED / "data").glob("*/gold.jsonl")):
        if path.parent.name in INVENTED:
            continue
        for line in path.read_text(encoding="utf-8").rstrip("\n").split("\n"):
            gold = json.loads(line)
            if near(gold["text"] or ""):
                yield f"{path.parent.name}/{gold['id']}", gold["text"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", nargs="*", choices=["downloads", "revisions", "stories", []])
    parser.add_argument("--corpus", nargs="+", default=["aed", "fundus", "l3s_gn1"])
    parser.add_argument("--pages", type=int, default=50, help="of each corpus")
    parser.add_argument("--extractor", default=DEFAULT_EXTRACTOR)
    options = parser.parse_args()
    chosen = options.what or ["stories", "downloads", "revisions"]
    if "stories" in chosen:
        stories()
    if "downloads" in chosen:
        for boxes in ("tool", "cut"):
            downloads(options.corpus, options.pages, options.extractor, boxes)
    if "revisions" in chosen:
        revisions(options.corpus, options.pages, options.extractor)


if __name__ == "__main__":
    main()
