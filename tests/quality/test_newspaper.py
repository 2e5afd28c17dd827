"""The embedded newspaper, read hit by hit, each with other advertisements: no change may let more of them in.

`python benchmarks/embedded.py --hits 4` prints what is pinned here, and what the published packages make of the same pages.
"""

from __future__ import annotations

from collections import Counter
from datetime import datetime, timezone
from random import Random

import pytest

from boilerspider.demo.desk import answer, visit
from boilerspider.demo.material import load_press, load_stories
from boilerspider.demo.site import Site, build_site
from boilerspider.demo.stories import Story
from boilerspider.evaluation.metrics import Score, mean, word
from boilerspider.extractors import extractor
from boilerspider.fingerprints import exact
from boilerspider.reading import Reader

HITS = 4
FLOORS = {"modern": (0.995, 0.995, 0.97), "portal": (0.955, 0.99, 0.79), "soup": (0.955, 0.99, 0.72)}
"""Word precision and recall, and the share of a page's hits with the text of most of them, by design."""


def texts(reader: Reader, site: Site, story: Story) -> list[str]:
    seeds = [Random(f"{site.paper.key} {story.id} {number}") for number in range(HITS)]
    pages = [answer(visit(site, site.path(story), seed)).body for seed in seeds]
    return [reader.read(page, site.url(story)).text for page in pages]


@pytest.mark.parametrize("paper", load_press().papers, ids=lambda paper: paper.design)
def test_advertisements_stay_out_and_stories_whole(paper):
    stories = load_stories(datetime.now(timezone.utc).replace(second=0, microsecond=0))
    site = build_site(load_press(), paper, f"https://{paper.key}.example", stories)
    reader = Reader("news", extractor("news"))
    scores: list[Score] = []
    same = 0
    for story in site.stories:
        found = texts(reader, site, story)
        gold = f"{story.description}\n\n{story.gold}"
        scores += [word(gold, text) for text in found]
        same += Counter(exact(text).hex for text in found).most_common(1)[0][1]
    told = (mean(s.precision for s in scores), mean(s.recall for s in scores), same / len(scores))
    assert all(value >= floor for value, floor in zip(told, FLOORS[paper.design], strict=True)), told
