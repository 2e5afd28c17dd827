"""How well stories are told apart and recognised when every download has other advertisements.

    python benchmarks/dedup.py [downloads] [revisions] [stories] [--corpus aed ...] [--pages 99] [--boxes shared cut] [--extractor NAME]

It needs the folder `shared` beside the checkout: its pages, and the tool that puts advertisements into them. Nothing is trained on those.

`downloads`: five downloads of each page with three random boxes each: how many pages have one exact hash, how many pairs of downloads are
one story (of two sites: exact or near), and how many of the later downloads come as revisions of the page; beside the texts of published
packages. Boxes are the tool's, or those of `advertisements.py`, or cut out of other pages. Ours is measured twice: in a crawl that has seen
other pages of the site (all pages are taken for those of one) and knows from its store how it read the page before; and with each page alone.
`revisions`: one sentence edited as the tool does it; a paragraph of the story's own text edited, added, taken out: how often a store says
"revised". Edits that land where no reader sees them (scripts, comments, the title bar) are left out.
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
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import combinations
from pathlib import Path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parent))

from advertisements import generators

from boilerspider.errors import UnreadablePage
from boilerspider.evaluation import rivals
from boilerspider.extractors import extractor
from boilerspider.fingerprints import exact, near, outline
from boilerspider.markup.leaves import leaves
from boilerspider.markup.tree import parse
from boilerspider.memory import SiteMemory, TaughtExtractor
from boilerspider.model import Candidate, Outcome, Verdict
from boilerspider.reading import DEFAULT_EXTRACTOR, Reader
from boilerspider.stores import open_store

SHARED = Path(__file__).resolve().parents[2] / "shared"
TRUE_DUPLICATES = Path(__file__).with_name("true_duplicates.json")
INVENTED = {"readability"}
"""Corpora of pages made for tests, most of which hold the same few made-up texts."""

DOWNLOADS = 5
LINE_LETTERS = 25
"""From so many letters on a run of text can be told to be one of the story's."""

SITE = "news.example"
EDITS = ("sentence edited", "paragraph edited", "paragraph added", "paragraph taken out")
BOX = re.compile(
    rb"<(aside|div|section|ul|form)\b[^<>]*>(?:(?!<(?:\1|script|style)\b).){20,900}?</\1\s*>", re.DOTALL | re.IGNORECASE
)
PARAGRAPH = re.compile(rb"<p\b[^<>]*>([^<>]{120,})</p\s*>", re.IGNORECASE)


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


class Contender:
    """Whoever makes texts of pages: what a store is told of each download."""

    def __init__(self, read: Callable[[bytes, str | None], str]) -> None:
        self._read = read

    def school(self, pages: list[bytes]) -> None:
        """Let it see other pages of the site first."""

    def candidate(self, html: bytes, url: str, before: Candidate | None = None) -> Candidate:
        """What it says of a download; `before` is what the store has of the page."""
        del before
        try:
            text = self._read(html, None)
        except Exception:  # noqa: BLE001 - packages raise all kinds of errors; then they have no text
            text = ""
        return Candidate(url, SITE, exact(text), sketch=near(text))


class Ours(Contender):
    """One of our extractors; in a crawl it has the memory of its site, and of the page's earlier downloads."""

    def __init__(self, name: str, *, in_a_crawl: bool) -> None:
        self._name, self._plug, self._in_a_crawl = name, extractor(name), in_a_crawl
        self._memory = SiteMemory()

    def school(self, pages: list[bytes]) -> None:
        for page in pages if self._in_a_crawl else ():
            taught = TaughtExtractor(self._plug, self._memory)
            with suppress(UnreadablePage):
                Reader(self._name, taught).read(page)
            if taught.sighting is not None:
                self._memory.learn(taught.sighting)

    def candidate(self, html: bytes, url: str, before: Candidate | None = None) -> Candidate:
        known = before.sketch.outline if before is not None and before.sketch is not None else None
        plug = TaughtExtractor(self._plug, self._memory, known) if self._in_a_crawl else self._plug
        try:
            article = Reader(self._name, plug, tells_guests=True).read(html, url)
        except UnreadablePage:
            return Candidate(url, SITE, exact(""), sketch=near(""))
        sketch = replace(near(article.text), outline=outline(article.blocks, self._name))
        return Candidate(url, SITE, exact(article.text), sketch=sketch)


def contenders(options: argparse.Namespace) -> dict[str, Contender]:
    """Our extractor in a crawl and on each page alone, and the packages."""
    name = options.extractor
    found: dict[str, Contender] = {
        f"{name}, in a crawl": Ours(name, in_a_crawl=True),
        f"{name}, a page alone": Ours(name, in_a_crawl=False),
    }
    packages = {
        "trafilatura": rivals.trafilatura,
        "jusText": rivals.justext,
        "readability": rivals.readability,
        "resiliparse": rivals.resiliparse,
    }
    return found if options.no_rivals else {**found, **{what: Contender(make()) for what, make in packages.items()}}


async def told(*candidates: Candidate) -> list[Verdict]:
    """What a store says of one download after the other."""
    store = open_store("memory:")
    await store.open()
    verdicts = []
    for candidate in candidates:
        verdicts.append(await store.admit(candidate))
        if verdicts[-1].claim is not None:
            await store.confirm([verdicts[-1].claim])
    return verdicts


def kind_of(told: Verdict) -> str:
    """In which column a verdict counts."""
    if told.outcome is not Outcome.DUPLICATE:
        return "missed"
    return "exact" if told.similarity == 1 else "near"


def boxes(material: list[Page], rng: random.Random, kind: str) -> Any:
    """What puts boxes into pages: a generator, or boxes cut out of other pages."""
    if kind != "cut":
        return generators(rng, [page.gold["text"] or "" for page in material[:60]])[kind]
    ads = tool().Ads(rng)
    cut = [[box[0] for box in BOX.finditer(page.source) if not holds_story(page, box[0])] for page in material]
    cut = [found for found in cut if found]
    ads.block = lambda: rng.choice(rng.choice(cut)).decode("utf-8", "replace")
    return ads


def holds_story(page: Page, box: bytes) -> bool:
    """Whether a box cut out of a page holds a line of its story."""
    gold = " ".join((page.gold["text"] or "").split())
    lines = (shown(line) for line in re.findall(rb"[^<>]+", box))
    return any(line[:60] in gold for line in lines if len(line) > LINE_LETTERS)


def life(contender: Contender, url: str, variants: list[bytes]) -> list[Candidate]:
    """A page's downloads in their order, each read with what the store has of the one before."""
    candidates: list[Candidate] = []
    known: Candidate | None = None
    for source in variants:
        candidates.append(contender.candidate(source, url, known))
        known = candidates[-1] if known is None or not _is_same(known, candidates[-1]) else known
    return candidates


def _is_same(one: Candidate, other: Candidate) -> bool:
    return asyncio.run(told(one, other))[-1].outcome is Outcome.DUPLICATE


def downloads(options: argparse.Namespace, kind: str) -> None:
    """A row for each contender: five downloads of each page with other boxes each."""
    material, others = chosen(options)
    ads = boxes(material + others, random.Random(11), kind)
    served = [[ads.into(page.source, options.ads) for _ in range(DOWNLOADS)] for page in material]
    seen = [ads.into(page.source, options.ads) for page in others]
    print(
        f"{len(material)} pages of {', '.join(options.corpus)}, {DOWNLOADS} downloads each, {options.ads} boxes a download"
        f" ({kind}); a crawl has seen {len(seen)} other pages\n{'text of':<26} one exact hash   same story"
        "   of them exact   false revisions"
    )
    for name, contender in contenders(options).items():
        contender.school(seen)
        stable, pairs, again = 0, Counter[str](), Counter[Outcome]()
        for page, variants in zip(material, served, strict=True):
            candidates = life(contender, f"https://{SITE}/{page.name}", variants)
            if not any(candidate.fingerprint for candidate in candidates):
                continue
            pairs["pages"] += 1
            stable += len({candidate.fingerprint.value for candidate in candidates}) == 1
            again.update(verdict.outcome for verdict in asyncio.run(told(*candidates))[1:])
            for one, other in combinations(candidates, 2):
                elsewhere = replace(other, url=f"https://other.example/{page.name}", site="other.example")
                pairs[kind_of(asyncio.run(told(one, elsewhere))[-1])] += 1
        total = pairs["exact"] + pairs["near"] + pairs["missed"]
        row = (stable / pairs["pages"], 1 - pairs["missed"] / total, pairs["exact"] / total)
        print(
            f"{name:<26} {row[0]:14.3f} {row[1]:12.4f} {row[2]:15.3f} {again[Outcome.REVISED] / again.total():17.4f}",
            flush=True,
        )


def chosen(options: argparse.Namespace) -> tuple[list[Page], list[Page]]:
    """The pages to be measured, and those that a crawl has seen before."""
    count = len(options.corpus)
    found = [list(pages([corpus], options.pages + options.seen)) for corpus in options.corpus]
    seen = [page for of_corpus in found for page in of_corpus[:: -max(1, len(of_corpus) * count // options.seen)]]
    seen = seen[: options.seen]
    names = {page.name for page in seen}
    measured = [page for of_corpus in found for page in of_corpus if page.name not in names]
    return measured[:: max(1, len(measured) // options.pages)][: options.pages], seen


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


def revisions(options: argparse.Namespace, kind: str) -> None:
    """How often each kind of edit is told as a revision, each download with other boxes."""
    material, others = chosen(options)
    rng = random.Random(5)
    ads = boxes(material + others, rng, kind)
    story_class = tool().Story
    donors = donors_of(material)
    served = [
        (
            page,
            ads.into(page.source, options.ads),
            [
                (edit, shown_text(page.source) != shown_text(after), ads.into(after, options.ads))
                for edit, after in edits(
                    page, story_class(page.gold, page.source, rank), rng.choice(donors[language_of(page)])
                )
            ],
        )
        for rank, page in enumerate(material)
    ]
    seen = [ads.into(page.source, options.ads) for page in others]
    print(
        f"{len(material)} pages of {', '.join(options.corpus)}: one edit of the story's own text, {options.ads} boxes a download ({kind})\n{'text of':<26}"
        + "".join(f"{edit:>21}" for edit in EDITS)
    )
    for name, contender in contenders(options).items():
        contender.school(seen)
        revised, asked = Counter[str](), Counter[str]()
        for page, first, edited in served:
            url = f"https://{SITE}/{page.name}"
            before = contender.candidate(first, url)
            for edit, is_shown, after in edited:
                if not is_shown:
                    continue
                asked[edit] += 1
                outcome = asyncio.run(told(before, contender.candidate(after, url, before)))[-1].outcome
                revised[edit] += outcome is Outcome.REVISED
                if options.verbose and outcome is not Outcome.REVISED:
                    print(f"  {page.name}: {edit} not told")
        print(f"{name:<26}" + "".join(f"{revised[e] / asked[e]:13.3f} of {asked[e]:4d}" for e in EDITS), flush=True)


def donors_of(material: list[Page]) -> dict[bytes, list[bytes]]:
    """Paragraphs by the language of their pages; those of ASCII letters, which every encoding writes alike."""
    donors: dict[bytes, list[bytes]] = {}
    for page in material:
        found = [paragraph[1] for paragraph in PARAGRAPH.finditer(page.source)]
        donors.setdefault(language_of(page), []).extend(text for text in found if text.isascii())
    everywhere = [text for of_language in donors.values() for text in of_language]
    return {language: texts or everywhere for language, texts in donors.items()}


def language_of(page: Page) -> bytes:
    found = re.search(rb"<html[^>]*\blang=[\"']?([a-z]{2})", page.source[:5_000], re.IGNORECASE)
    return found[1].lower() if found else b"en"


def shown_text(html: bytes) -> list[str]:
    """The text of a page that its readers see, its title left out."""
    document = parse(html)
    return [leaf.text for leaf in leaves(document)]


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
        pair = [
            Candidate(f"https://{n}.example/", f"{n}.example", exact(texts[n][1]), sketch=near(texts[n][1]))
            for n in (one, other)
        ]
        verdict = asyncio.run(told(*pair))[-1]
        if verdict.outcome is Outcome.DUPLICATE:
            merged.append((frozenset({texts[one][0], texts[other][0]}), verdict.similarity))
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
    parser.add_argument("--pages", type=int, default=99, help="in all")
    parser.add_argument("--seen", type=int, default=20, help="other pages that a crawl has seen before")
    parser.add_argument("--ads", type=int, default=3, help="boxes a download")
    parser.add_argument("--boxes", nargs="+", default=["shared", "cut"], help="a name from advertisements.py, or cut")
    parser.add_argument("--extractor", default=DEFAULT_EXTRACTOR)
    parser.add_argument("--no-rivals", action="store_true")
    parser.add_argument("--verbose", action="store_true", help="name the edits that were not told")
    options = parser.parse_args()
    what = options.what or ["stories", "downloads", "revisions"]
    if "stories" in what:
        stories()
    for kind in options.boxes:
        if "downloads" in what:
            downloads(options, kind)
        if "revisions" in what:
            revisions(options, kind)


if __name__ == "__main__":
    main()
