"""Stories that a page shows only to browsers that run no scripts: in `noscript`."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from dataclasses import replace

from boilerspider.markup.metadata.titles import fold
from boilerspider.markup.prose import is_address, is_prose
from boilerspider.markup.transcript import Transcript
from boilerspider.markup.tree import Document

MIN_PARAGRAPHS = 3
"""Of what `noscript` holds for a story."""
NEXT_TO_NOTHING = 200
"""Letters on a page that has no story to show: a notice, the names of its sections. Ours."""


def without_scripts(document: Document) -> Document | None:
    """The page as it looks without scripts, where running text shows only then."""
    prose = list(filter(_is_shown, _texts_in_noscript(document.transcript)))
    if len(prose) < MIN_PARAGRAPHS or len(fold("".join(prose))) < NEXT_TO_NOTHING:
        return None
    root = deepcopy(document.root)
    for element in [element for body in root.iter("body") for element in body.iter("noscript")]:
        element.tag = "div"
    return replace(document, root=root)


def _texts_in_noscript(transcript: Transcript) -> Iterator[str]:
    """The texts in the body that no reader sees whose browser runs scripts."""
    opens = [tag == "noscript" for tag in transcript.tags]
    body = transcript.tags.index("body") if "body" in transcript.tags else 0
    is_in_body, inside = False, 0
    for event in transcript.events:
        if isinstance(event, str):
            if inside:
                yield event
        elif is_in_body:
            inside += opens[abs(event)] * (1 if event > 0 else -1)
        else:
            is_in_body = event == body


def _is_shown(text: str) -> bool:
    """Whether it may be running text; what comes escaped in a `noscript` is markup for a picture."""
    text = text.strip()
    return is_prose(text) and not text.startswith("<") and not is_address(text)
