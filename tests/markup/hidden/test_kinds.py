"""What editors call the blocks of a text, and what is none of it."""

from __future__ import annotations

from typing import Any

import pytest

from boilerspider.markup.hidden.kinds import is_named_other, is_numbered, is_other, kind_of


@pytest.mark.parametrize(
    ("name", "other"),
    [
        ("relatedStories", True),
        ("promo_box", True),
        ("image", True),
        ("leadVideo", True),
        ("body", False),
        ("content_elements", False),
        ("paragraph", False),
        ("articleBody", False),
        ("", False),
    ],
)
def test_names_of_what_is_no_text(name: str, other: bool) -> None:
    assert is_other(name) is other


@pytest.mark.parametrize(
    ("node", "kind"),
    [
        ({"blockName": "core/heading"}, "heading"),
        ({"_type": "site.elements.SubheadingBlockElement"}, "subheading"),
        ({"type": "tag", "name": "p"}, "p"),
        ({"name": "p"}, ""),
        ({"style": "h2", "_type": "block"}, "h2"),
        ({"style": "h2", "_type": "image"}, "other"),
        ({"type": "p", "listItem": "bullet"}, "listitem"),
        ({"type": "text_with_image"}, ""),
        ({"type": ["p"], "kind": 7}, ""),
    ],
)
def test_kinds(node: dict[str, Any], kind: str) -> None:
    assert kind_of(node) == kind


@pytest.mark.parametrize(
    ("node", "numbered"),
    [
        ({"type": "ol"}, True),
        ({"data": {"style": "ordered"}}, True),
        ({"listItem": "number"}, True),
        ({"type": "ul", "data": ["ordered"]}, False),
        ({"style": 1}, False),
    ],
)
def test_lists_with_numbers(node: dict[str, Any], numbered: bool) -> None:
    assert is_numbered(node) is numbered


@pytest.mark.parametrize(
    ("node", "other"),
    [
        ({"type": "comments"}, True),
        ({"__typename": "Teaser"}, True),
        ({"type": "text_with_image"}, False),
        ({"__typename": "Page_Sidebar_Content"}, False),
        ({"style": "image", "name": "photo"}, False),
        ({"type": ["video"]}, False),
    ],
)
def test_objects_that_are_named_as_no_text(node: dict[str, Any], other: bool) -> None:
    assert is_named_other(node) is other
