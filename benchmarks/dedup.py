"""How well stories are told apart and recognised when every download has other advertisements.

    python benchmarks/dedup.py [downloads] [revisions] [stories] [--corpus aed ...] [--pages 99] [--boxes shared cut] [--extractor NAME]

It needs the folder `shared` beside the checkout: its pages, and the tool that puts advertisements into them. Nothing is trained on those.

`downloads`: five downloads of each page with three random boxes each: how many pages have one exact hash, how many pairs of downloads are
one story (of two sites: exact or near), and how many of the later downloads come as revisions of the page; beside the texts of published
packages. Boxes are the tool's, or those of `advertisements.py`, or cut out of other pages. Ours is measured twice: in a crawl that has seen
other pages of the site (all pages are taken for those of one) and knows from its store how it read the page before; and with each page alone.
`revisions`: one sentence edited as the tool does it; a paragraph of the story's own text edited, added, taken out: how often a store says
"revised". Edits that land where no reader sees them (scripts, comments, the title bar) are left out. Three figures: of all; of those where
the gold text was taken from (others lie in a teaser or a caption that has the sentence too: no right text shows them); of those that change
the text that is made of the page without boxes, which tell of the verdict alone.
`stories`: every pair of gold texts of all corpora: which ones a store would merge.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from pathlib import Path

sys.path.append(str(Path(__file__).resolve().parent))

from advertisements import SHARED
from pages import EDITS, boxes, chosen, edited
from readers import SITE, contenders, life, told

from boilerspider.fingerprints import exact, near, sketch
from boilerspider.model import Block, Candidate, Label, Outcome, Verdict
from boilerspider.reading import DEFAULT_EXTRACTOR

TRUE_DUPLICATES = Path(__file__).with_name("true_duplicates.json")
INVENTED = {"readability"}
"""Corpora of pages made for tests, most of which hold the same few made-up texts."""

DOWNLOADS = 5


def kind_of(told: Verdict) -> str:
    """In which column a verdict counts."""
    if told.outcome is not Outcome.DUPLICATE:
        return "missed"
    return "exact" if told.similarity == 1 else "near"


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


def revisions(options: argparse.Namespace, kind: str) -> None:
    """How often each kind of edit is told as a revision, each download with other boxes."""
    material, others = chosen(options)
    rng = random.Random(5)
    ads = boxes(material + others, rng, kind)
    served = [
        (page, ads.into(page.source, options.ads), [(edit, ads.into(edit.source, options.ads)) for edit in found])
        for page, found in edited(material, rng)
    ]
    seen = [ads.into(page.source, options.ads) for page in others]
    print(
        f"{len(material)} pages of {', '.join(options.corpus)}: one edit of the story's own text, {options.ads} boxes a download ({kind})\n"
        f"{'text of':<26}{'':19}{'told as a revision':>20}{'of those in gold':>20}{'of those in its text':>22}"
    )
    for name, contender in contenders(options).items():
        contender.school(seen)
        counts = {edit: (Counter[bool](), Counter[bool](), Counter[bool]()) for edit in EDITS}
        for page, first, variants in served:
            url = f"https://{SITE}/{page.name}"
            before, plain = contender.candidate(first, url), contender.candidate(page.source, url)
            for edit, after in variants:
                verdict = asyncio.run(told(before, contender.candidate(after, url, before)))[-1]
                is_told = verdict.outcome is Outcome.REVISED
                is_in_text = contender.candidate(edit.source, url).fingerprint != plain.fingerprint
                counted = (True, edit.is_in_gold, is_in_text)
                for count, is_counted in zip(counts[edit.kind], counted, strict=True):
                    count[is_told] += is_counted
                if options.verbose and not is_told:
                    where = f"in gold: {edit.is_in_gold}; in its text: {is_in_text}"
                    print(f"  {page.name}: {edit.kind} not told; {where}")
        for kind_of_edit, columns in counts.items():
            shares = (f"{count[True] / max(count.total(), 1):13.3f} of {count.total():3d}" for count in columns)
            print(f"{name:<26}{kind_of_edit:<19}{' '.join(shares)}", flush=True)


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
        verdict = asyncio.run(told(*(of_gold(number, texts[number][1]) for number in (one, other))))[-1]
        if verdict.outcome is Outcome.DUPLICATE:
            merged.append((frozenset({texts[one][0], texts[other][0]}), verdict.similarity))
    wrong = [(sorted(ids), similarity) for ids, similarity in merged if ids not in known]
    print(
        f"{len(texts)} gold texts of 50 words and more, {len(texts) * (len(texts) - 1) // 2:,} pairs; {len(candidates)} are compared"
    )
    print(
        f"merged: {len(merged)}; known to be one story: {len(merged) - len(wrong)} of {len(known)}; different stories: {len(wrong)}"
    )
    for ids, similarity in wrong:
        print(f"  {ids[0]} {ids[1]} {similarity:.3f}")


def of_gold(number: int, text: str) -> Candidate:
    """A gold text on a site of its own, each of its lines a block."""
    blocks = [Block(line, Label.CONTENT) for line in text.split("\n") if line.strip()]
    return Candidate(
        f"https://{number}.example/", f"{number}.example", exact(text), sketch=sketch(text, blocks, "gold")
    )


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
    if not SHARED.is_dir():
        sys.exit("needs the folder `shared` beside the checkout (pages and tools): nothing measured")
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
