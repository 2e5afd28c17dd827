"""The report in a real browser: on a phone and on a screen, by day and by night."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from chromium import drive
from evaluation.reports import report
from loopback import serve

from boilerspider.evaluation.report import to_html

pytestmark = pytest.mark.slow

WIDTHS = (340, 390, 768, 1280)
DARK, LIGHT = 0, 1

DRIVER = """<!DOCTYPE html><meta charset="utf-8"><title>driver</title><script>
let ran = 0;
window.ran = () => { ran += 1 };
async function look(width) {
  const frame = document.createElement("iframe");
  const loaded = new Promise((done) => { frame.onload = done });
  frame.style.cssText = `width: ${width}px; height: 900px; border: 0`;
  frame.src = "/report";
  document.body.append(frame);
  await loaded;
  const page = frame.contentDocument, root = page.documentElement, view = frame.contentWindow;
  const closed = root.scrollHeight;
  for (const each of page.querySelectorAll("details")) each.querySelector("summary").click();
  await new Promise((done) => setTimeout(done, 50));
  const wide = [...page.querySelectorAll("body *")].filter((e) => !e.closest(".scroll") && e.getBoundingClientRect().right > root.clientWidth + 1);
  const drawing = [...page.querySelectorAll("svg")].filter((e) => e.getBoundingClientRect().width > 0);
  const names = [...drawing[0].querySelectorAll("text.name")].map((e) => e.getBoundingClientRect());
  const meet = (a, b) => a.left < b.right && b.left < a.right && a.top + 2 < b.bottom && b.top + 2 < a.bottom;
  const letter = drawing[0].querySelector("text").getBoundingClientRect().height;
  return {
    overflow: root.scrollWidth - root.clientWidth, wide: wide.map((e) => e.outerHTML.slice(0, 80)),
    drawings: drawing.length, names: names.length, letter,
    meeting: names.filter((a, i) => names.some((b, j) => i < j && meet(a, b))).length,
    grew: root.scrollHeight > closed, background: view.getComputedStyle(page.body).backgroundColor,
    missed: view.getComputedStyle(page.querySelector(".diff ins")).backgroundColor,
    wrong: view.getComputedStyle(page.querySelector(".diff del")).backgroundColor,
    title: page.title, scripts: page.scripts.length,
  };
}
window.onload = async () => {
  const seen = {};
  for (const width of %s) seen[width] = await look(width);
  fetch("/done?" + encodeURIComponent(JSON.stringify({ran, seen})));
};
</script><body></body>"""


def look(chromium: str, folder: Path, scheme: int) -> tuple[dict[str, Any], list[str]]:
    """What the browser made of the report, and all that it asked for."""
    html = to_html([report("news"), report("pages of a corpus with quite a long name")])
    typed = {"Content-Type": "text/html; charset=utf-8"}
    pages = {"/report": (200, typed, html.encode()), "/driver": (200, typed, (DRIVER % list(WIDTHS)).encode())}
    site, stop = serve(pages)
    try:
        return drive(chromium, site, folder, f"--blink-settings=preferredColorScheme={scheme}"), site.paths()
    finally:
        stop()


@pytest.fixture(scope="module")
def by_day(chromium, tmp_path_factory):
    return look(chromium, tmp_path_factory.mktemp("day"), LIGHT)


@pytest.mark.parametrize("width", WIDTHS)
def test_it_can_be_read_at_every_width(by_day, width):
    seen = by_day[0]["seen"][str(width)]
    assert (seen["overflow"], seen["wide"]) == (0, []), "nothing sticks out to the right"
    assert seen["drawings"] == 1, "one drawing for screens, one for phones, never both"
    assert seen["letter"] > 9, "pixels: its letters are not shrunk"
    assert seen["meeting"] == 0
    assert seen["names"] >= 10
    assert seen["grew"], "the worst pages open"


def test_nothing_of_a_corpus_runs_and_nothing_is_fetched(by_day):
    told, paths = by_day
    assert told["ran"] == 0
    assert all((seen["title"], seen["scripts"]) == ("Extractors, measured", 0) for seen in told["seen"].values())
    assert {path.partition("?")[0] for path in paths} <= {"/driver", "/report", "/done", "/favicon.ico"}


def test_day_and_night(by_day, chromium, tmp_path):
    day, night = by_day[0]["seen"]["390"], look(chromium, tmp_path, DARK)[0]["seen"]["390"]
    for part in ("background", "missed", "wrong"):
        assert day[part] != night[part]
    assert len({night["background"], night["missed"], night["wrong"]}) == 3
