"""Pages of which the text nodes that say `keep` are kept, rendered."""

from __future__ import annotations

from boilerspider.markup.blocks import walk
from boilerspider.markup.render import Rendered, render
from boilerspider.markup.tree import parse

URL = "https://example.org/news/story.html"


class Kept:
    """The numbers of the text nodes that hold `keep`."""

    def __init__(self) -> None:
        self.numbers: list[int] = []

    def start(self, tag, element) -> None: ...

    def text(self, string: str, number: int) -> None:
        if "keep" in string:
            self.numbers.append(number)

    def end(self, tag) -> None: ...


def render_kept(page: str) -> Rendered:
    document = parse(page, URL)
    kept = Kept()
    walk(document.root, kept)
    return render(document, kept.numbers)
