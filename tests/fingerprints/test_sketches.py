"""The sketches of a text: that of the reading that was taken, and that of the page's other one."""

from __future__ import annotations

import pickle

from boilerspider.fingerprints import near, outline, sketches
from boilerspider.model import Block, Label, other_reading

STORY = [Block(" ".join(f"{what}{n}" for n in range(60)), Label.CONTENT) for what in ("bridge", "ferry")]
CARD = Block(" ".join(f"card{n}" for n in range(60)), Label.BOILERPLATE, score=0.2, otherwise=True)
TIPPED = Block(" ".join(f"menu{n}" for n in range(60)), Label.CONTENT, score=0.6, otherwise=True)


def joined(*blocks: Block) -> str:
    return "\n\n".join(block.text for block in blocks)


def test_a_page_that_was_read_in_one_way_has_one_sketch() -> None:
    taken, other = sketches(joined(*STORY), STORY, "news")
    assert (taken.slots, taken.outline) == (near(joined(*STORY)).slots, outline(STORY, "news"))
    assert other is None
    assert other_reading(STORY) == ()


def test_the_other_reading_keeps_what_this_one_left_out_and_leaves_out_what_it_kept() -> None:
    blocks = [*STORY, CARD, TIPPED]
    taken, other = sketches(joined(*STORY, TIPPED), blocks, "news")
    assert taken.slots == near(joined(*STORY, TIPPED)).slots
    assert other is not None
    assert other.slots == near(joined(*STORY, CARD)).slots
    assert other.outline == outline(other_reading(blocks), "news")
    assert [block.is_content for block in other_reading(blocks)] == [True, True, True, False]


def test_blocks_that_a_worker_sends_say_so_too() -> None:
    assert pickle.loads(pickle.dumps([CARD, TIPPED])) == [CARD, TIPPED]
