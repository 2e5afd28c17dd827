"""Page -> a tree of our own without what the original deletes (its step 1); the page itself is left as it is.

The original edits the page in a dozen passes. As each looks at an element's own tag and attributes, one walk does them all.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache

from boilerspider.extractors.unfluff.dom import CLOSES, SEAM, VOID, Builder, Element, Node, Text, joined, reparsed
from boilerspider.markup.transcript import Transcript

BAD_PARTS = """combx retweet mediaarticlerelated menucontainer navbar partner-gravity-ad video-full-transcript storytopbar-bucket
    utility-bar inline-share-tools comment popularquestions contact foot cnn_strycaptiontxt cnn_html_slideshow cnn_strylftcntnt links
    shoutbox sponsor tags socialnetworking cnnstryhghlght cnn_stryspcvbx tools post-attributes welcome_form contenttools2 the_answers
    communitypromo runaroundleft subscribe vcard articleheadings date popup author-dropdown byline konafilter breadcrumbs
    wp-caption-text legende ajoutvideo timestamp js_replies""".split()  # noqa: SIM905 - a list of words
"""Parts of names that delete an element, in lower case; the original's list, less what holds another part of it."""
BAD_NAMES = frozenset({"side", "inset", "print", "fn"})
"""Whole names that do."""
BAD_END = "meta"
BAD = re.compile("|".join(map(re.escape, BAD_PARTS)))
BAD_DIV = re.compile(
    r"^caption\Z| google |^[^entry-]more[^\n\r\u2028\u2029]*\Z|[^-]facebook|facebook-broadcasting|[^-]twitter"
)
"""What deletes a `div` when its id or class has it, as it is written."""
DROP_CAPS = frozenset({"dropcap", "drop_cap"})
BROKEN_LINE = re.compile(r"([^\n])\n([^\n])")
CODE = frozenset({"script", "style"})
SPECIAL = frozenset({"code", "em", "pre", "span", "u"}) | CODE
"""Tags that mean something whatever their names."""
TELLING = ("p", "pre", "td", "div", "span")
"""What can be or become a paragraph; a head without one of these says nothing, and its inside is left out."""


def clean_copy(transcript: Transcript) -> Element:
    """The page's tree as the original has it before paragraphs are made; its texts carry the numbers of text nodes."""
    copy = _Copy(transcript)
    number = element = -1
    for event in transcript.events:
        if isinstance(event, str):
            number += 1
            copy.text(event, number)
        elif event > 0:
            element += 1
            copy.start(transcript.tags[event], element)
        else:
            copy.end(transcript.tags[-event])
    return copy.finish()


@lru_cache(maxsize=8192)
def is_bad(name: str) -> bool:
    """Whether an id, class or name deletes its element."""
    name = name.lower()
    return name in BAD_NAMES or name.endswith(BAD_END) or BAD.search(name) is not None


@lru_cache(maxsize=8192)
def is_bad_of_div(names: str) -> bool:
    """Whether an id or class deletes a `div`."""
    return BAD_DIV.search(names) is not None


class _Cleaner(Builder):
    """A builder some of whose elements make room for their content when they close."""

    def __init__(self) -> None:
        super().__init__()
        self._unwrapped: dict[int, str] = {}
        """Place of an open element on the path -> why it goes: an element in one that goes for the same reason stays."""

    def unwrap(self, reason: str) -> None:
        """The element that opened last is to make room, unless it lies in one that does for the same reason."""
        if not self.unwraps(reason):
            self._unwrapped[len(self._path) - 1] = reason

    def unwraps(self, reason: str) -> bool:
        """Whether an open element is to make room for that reason."""
        return reason in self._unwrapped.values()

    def is_open(self, tag: str) -> bool:
        """Whether an element with that tag is open."""
        return self._open.get(tag, 0) > 0

    def put(self, nodes: list[Node]) -> None:
        """Nodes that are made already."""
        self._path[-1].adopt(nodes)

    def put_text(self, text: Text) -> None:
        """A text that does not become one with others."""
        self._path[-1].children.append(text)

    def _pop(self) -> str:
        element = self._path.pop()
        tag = element.tag
        self._open[tag] -= 1
        if self._unwrapped and self._unwrapped.pop(len(self._path), ""):
            parent = self._path[-1]
            parent.children.pop()
            parent.adopt([*element.children, SEAM])
        elif tag == "p":
            element.children[:] = _with_whole_lines(element.children)
        return tag


class _Copy:
    """Copies event by event."""

    def __init__(self, transcript: Transcript) -> None:
        self._ids, self._classes, self._names = (
            [element.get(name) for element in transcript.elements] for name in ("id", "class", "name")
        )
        self._elements = transcript.elements
        self._unwraps_em = transcript.elements[0].find(".//em//img") is None
        self._builder = _Cleaner()
        self._depth = 0
        """How many of the open elements lie in one that is not copied as it is, itself included."""
        self._texts: list[Text] | None = None
        """The texts of the element that becomes text, where it is one."""

    def start(self, tag: str, place: int) -> None:
        """The element with that place in document order opens."""
        if self._depth:
            self._depth += 1
            return
        if tag == "head" and next(self._elements[place].iter(*TELLING), None) is None:
            self._builder.start(tag)
            self._builder.end(tag)
            self._depth = 1
            return
        id_, class_, name = self._ids[place], self._classes[place], self._names[place]
        if not (id_ or class_ or name) and tag not in SPECIAL:
            self._builder.start(tag)
            return
        if tag == "article":
            id_ = class_ = name = None
        elif tag == "body":
            class_ = None
        if tag == "em" and self._unwraps_em and not self._builder.unwraps("em"):
            self._open(tag, None)
        elif _becomes_text(tag, class_):
            self._leave_out(tag)
            self._texts = [] if self._depth else None
        elif tag in CODE or (not _is_drop_cap(tag, class_) and _is_deleted(tag, id_, class_, name)):
            self._leave_out(tag)
        else:
            self._open(tag, class_)

    def text(self, string: str, number: int) -> None:
        """A text node."""
        if not self._depth:
            self._builder.put_text(Text(string, (number,)))
        elif self._texts is not None:
            self._texts.append(Text(string, (number,)))

    def end(self, tag: str) -> None:
        """The element closes."""
        if not self._depth:
            self._builder.end(tag)
            return
        self._depth -= 1
        if not self._depth and self._texts is not None:
            self._builder.put([*reparsed(joined(self._texts)), SEAM])
            self._texts = None

    def finish(self) -> Element:
        """The root of the copy."""
        self._builder.finish()
        return self._builder.root

    def _leave_out(self, tag: str) -> None:
        """The element closes others as it opens, but is not copied, nor what is in it; a void one has nothing in it."""
        self._depth = 0 if tag in VOID else 1
        if tag in CLOSES:
            parent = self._builder.start(tag).parent
            self._builder.end(tag)
            if parent is not None:
                parent.children.pop()

    def _open(self, tag: str, class_: str | None) -> None:
        self._builder.start(tag)
        if tag == "em" and self._unwraps_em:
            self._builder.unwrap("em")
        elif tag == "u":
            self._builder.unwrap("u")
        elif _is_drop_cap(tag, class_):
            self._builder.unwrap("dropcap")
        elif tag == "span" and self._builder.is_open("p"):
            self._builder.unwrap("span")


def _is_deleted(tag: str, id_: str | None, class_: str | None, name: str | None) -> bool:
    """Whether the element's names delete it."""
    if (id_ and is_bad(id_)) or (class_ and is_bad(class_)) or (name and is_bad(name)):
        return True
    return tag == "div" and bool((id_ and is_bad_of_div(id_)) or (class_ and is_bad_of_div(class_)))


def _is_drop_cap(tag: str, class_: str | None) -> bool:
    return tag == "span" and class_ is not None and not DROP_CAPS.isdisjoint(class_.split())


def _becomes_text(tag: str, class_: str | None) -> bool:
    if tag in {"code", "pre"}:
        return True
    return class_ is not None and ("highlight-" in class_ or (tag == "ul" and "task-list" in class_.split()))


def _with_whole_lines(nodes: list[Node]) -> Iterator[Node]:
    """A paragraph's children; a lone line break in its own text becomes a space."""
    for node in nodes:
        if isinstance(node, Element):
            yield node
        else:
            data = BROKEN_LINE.sub(r"\1 \2", node.data) if "\n" in node.data else node.data
            yield from reparsed(node if data is node.data else Text(data, node.nodes))
