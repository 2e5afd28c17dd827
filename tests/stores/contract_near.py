"""The part of the contract that says what texts are near, and what is forgotten."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta, timezone
from typing import Any

from boilerspider.fingerprints import exact, near, outline
from boilerspider.model import Block, Label, Outcome, Outline, Scope, Sketch
from boilerspider.stores import UrlOutcome, Visit
from boilerspider.stores.versions import CROWD
from tests.stores.contract_verdicts import OpenedStore
from tests.stores.helpers import ELSEWHERE, A, B, C, candidate, duplicate, new, summary, visit


def text(topic: str, words: int = 200) -> str:
    """A text on a topic: the same words in the same order each time, and in no other topic's text."""
    rng = random.Random(topic)
    return " ".join(f"{topic}{rng.randrange(1_000)}" for _ in range(words))


def with_boxes(words: str, *boxes: str) -> str:
    """A text with boxes of thirty words each in it."""
    parts = words.split()
    for box in boxes:
        parts[len(parts) // 2 : len(parts) // 2] = text(box, 30).split()
    return " ".join(parts)


def downloaded(url: str, paragraphs: Sequence[str], box: str = "", left_out: Sequence[str] = (), **more: Any) -> Any:
    """A candidate whose page had these paragraphs, a box among them that got into the text, and likely blocks below that did not."""
    blocks = [Block(paragraph, Label.CONTENT) for paragraph in paragraphs]
    if box:
        blocks.insert(1, Block(box, Label.CONTENT, is_guest=True))
    words = "\n\n".join(block.text for block in blocks)
    blocks += [Block(teaser, Label.BOILERPLATE, score=0.4) for teaser in left_out]
    sketch = replace(near(words), outline=outline(blocks, "news"))
    return candidate(url, fingerprint=exact(words), sketch=sketch, **more)


def told(url: str, words: str, **more: Any) -> Any:
    return candidate(url, fingerprint=exact(words), sketch=near(words), **more)


class NearContract(OpenedStore):
    """What a store answers where candidates have sketches."""

    def tell(self, url: str, words: str, scope: Scope = Scope.ALL, similarity: float = 0.6, **more: Any) -> Any:
        """Admit and confirm."""
        verdict = self.store.admit(told(url, words, **more), scope, similarity)
        if verdict.claim is not None:
            self.store.confirm([verdict.claim])
        return verdict

    def test_a_copy_with_a_box_in_it_is_a_near_duplicate(self) -> None:
        first = self.tell(A, with_boxes(text("bridge"), "ad"))
        found = self.tell(B, with_boxes(text("bridge"), "offer"))
        assert (found.outcome, found.original_url, found.claim) == (Outcome.DUPLICATE, A, None)
        assert found.first_seen == first.first_seen
        assert 0.6 < found.similarity < 1

    def judge(self, *downloads: Any) -> list[Any]:
        """Admit and confirm one after the other."""
        verdicts = []
        for download in downloads:
            verdicts.append(self.store.admit(download))
            if verdicts[-1].claim is not None:
                self.store.confirm([verdicts[-1].claim])
        return verdicts

    def test_a_page_whose_advertisements_alone_changed_is_a_duplicate(self) -> None:
        parts = [text(topic, 60) for topic in ("bridge", "ferry", "tram")]
        boxes = [text("ad", 20), text("offer", 20), ""]
        _, *again = self.judge(*(downloaded(A, parts, box) for box in boxes))
        for verdict in again:
            assert (verdict.outcome, verdict.claim, verdict.original_url) == (Outcome.DUPLICATE, None, A)
            assert 0.5 < verdict.similarity < 1

    def test_that_is_known_in_the_next_run_too_and_of_short_texts(self) -> None:
        self.judge(downloaded(A, ["Rain on Monday.", "Sun on Tuesday."], "Buy an umbrella now."))
        self.reopen()
        (again,) = self.judge(downloaded(A, ["Rain on Monday.", "Sun on Tuesday."], "Rent a boat."))
        assert (again.outcome, again.original_url) == (Outcome.DUPLICATE, A)

    def test_a_paragraph_that_changed_came_or_went_is_a_revision_whatever_the_advertisements(self) -> None:
        parts = [text(topic, 60) for topic in ("bridge", "ferry", "tram")]
        edited = [parts[0], with_boxes(parts[1], "fix"), parts[2]]
        later = [edited, [*edited, text("train", 60)], edited[:2]]
        verdicts = self.judge(downloaded(A, parts, "an ad"), *(downloaded(A, p, f"ad {len(p)}") for p in later))
        assert [verdict.outcome for verdict in verdicts[1:]] == [Outcome.REVISED] * 3
        assert [verdict.revision for verdict in verdicts[1:]] == [1, 2, 3]

    def test_words_that_change_places_are_a_revision_where_no_box_may_have_moved_them(self) -> None:
        parts = ["Three were hurt by the tram.", "Police let the driver go.", "The mayor came at noon."]
        later = [
            ["Three were hurt by the driver.", "Police let the tram go.", parts[2]],
            ["Three the driver hurt were by.", "Police let the tram go.", parts[2]],
        ]
        _, *edited = self.judge(*(downloaded(A, each) for each in (parts, *later)))
        assert [verdict.revision for verdict in edited] == [1, 2]
        boxed = [downloaded(B, each, box) for each, box in ((parts, "Buy an umbrella."), (later[0], ""))]
        assert [verdict.outcome for verdict in self.judge(*boxed)] == [Outcome.NEW, Outcome.DUPLICATE]

    def test_whole_blocks_that_change_places_are_none(self) -> None:
        """Lists are shuffled, tables sorted, quotes moved."""
        parts = [text(topic, 20) for topic in ("bridge", "ferry", "tram")]
        shuffled = [downloaded(A, each) for each in (parts, [parts[2], *parts[:2]], parts[::-1])]
        assert [verdict.outcome for verdict in self.judge(*shuffled)] == [Outcome.NEW, *[Outcome.DUPLICATE] * 2]

    def test_the_outline_of_a_story_is_that_of_its_latest_text(self) -> None:
        parts = [text(topic, 60) for topic in ("bridge", "ferry")]
        assert self.store.outline_of(A) == Outline()
        first, second = downloaded(A, parts, "an ad", canonical=B), downloaded(A, [*parts, text("tram", 60)])
        self.judge(first)
        assert self.store.outline_of(A) == self.store.outline_of(B) == first.sketch.outline
        self.judge(second)
        self.reopen()
        assert self.store.outline_of(A) == second.sketch.outline
        assert self.store.outline_of(C) == Outline()

    def test_a_story_without_outline_has_an_empty_one(self) -> None:
        self.tell(A, text("bridge"))
        assert self.store.outline_of(A) == Outline()

    def test_a_copy_that_keeps_a_notice_more_is_told_though_it_is_barely_similar(self) -> None:
        parts = [text(topic, 40) for topic in ("bridge", "ferry", "tram", "train")]
        longer, another = [*parts, text("notice", 104)], [*parts[:3], text("notice", 104)]
        story, copy = downloaded(A, parts), downloaded(ELSEWHERE, longer)
        assert 0.6 < copy.sketch.similarity(story.sketch) < 0.64
        _, again = self.judge(story, copy)
        assert (again.outcome, again.original_url) == (Outcome.DUPLICATE, A)
        (other,) = self.judge(downloaded(C, another))
        assert other.outcome is Outcome.NEW

    def test_a_copy_of_a_short_story_that_has_a_box_more_is_told_though_it_is_less_similar(self) -> None:
        parts = [text(topic, 40) for topic in ("bridge", "ferry", "tram", "train")]
        story, copy = downloaded(A, parts), downloaded(ELSEWHERE, parts, text("box", 95))
        written_on = downloaded(C, [text("box", 95), *parts])
        assert all(0.54 < each.sketch.similarity(story.sketch) < 0.6 for each in (copy, written_on))
        _, again, other = self.judge(story, copy, written_on)
        assert (again.outcome, again.original_url) == (Outcome.DUPLICATE, A)
        assert other.outcome is Outcome.NEW

    def test_a_copy_of_which_teasers_were_kept_that_were_left_out_before_is_told_though_they_are_half_of_it(
        self,
    ) -> None:
        parts, teasers = ([text(f"{what} {n}", 40) for n in range(4)] for what in ("bridge", "teaser"))
        story = downloaded(A, parts, left_out=teasers)
        copy, longer = (
            downloaded(B, [*parts, *teasers]),
            downloaded(C, [*parts, *(text(f"ferry {n}", 40) for n in range(4))]),
        )
        assert 0.35 < copy.sketch.similarity(story.sketch) < 0.6
        _, again, other = self.judge(story, copy, longer)
        assert (again.outcome, again.original_url) == (Outcome.DUPLICATE, A)
        assert other.outcome is Outcome.NEW

    def test_where_the_blocks_are_the_same_an_estimate_that_just_suffices_does(self) -> None:
        parts, teasers = ([text(f"{what} {n}", 40) for n in range(4)] for what in ("bridge", "teaser"))
        story, copy = downloaded(A, parts, left_out=teasers), downloaded(B, [*parts, *teasers])
        enough = 2 * copy.sketch.similarity(story.sketch)
        self.judge(story)
        assert self.store.admit(copy, Scope.ALL, enough).original_url == A
        assert self.store.admit(replace(copy, url=C), Scope.ALL, min(enough + 0.01, 1)).outcome is Outcome.NEW

    def test_equal_texts_are_exact_whatever_their_sketches(self) -> None:
        self.tell(A, text("bridge"))
        assert summary(self.tell(B, text("bridge"))) == duplicate(A)

    def test_another_story_is_new_though_they_share_a_box(self) -> None:
        self.tell(A, with_boxes(text("bridge"), "notice", "imprint"))
        assert summary(self.tell(B, with_boxes(text("ferry"), "notice", "imprint"))) == new()

    def test_the_most_similar_story_is_the_original_and_the_oldest_of_equals(self) -> None:
        self.tell(A, with_boxes(text("bridge"), "one", "two", "three", "four"))
        self.tell(C, with_boxes(text("bridge"), "one"), similarity=0.99)
        self.tell(ELSEWHERE, with_boxes(text("bridge"), "one"), scope=Scope.SITE)
        assert self.tell(B, with_boxes(text("bridge"), "one", "two", "three", "five")).original_url == A
        assert self.tell(B, with_boxes(text("bridge"), "one", "six")).original_url == C

    def test_how_similar_they_must_be_is_said_by_who_asks(self) -> None:
        self.tell(A, with_boxes(text("bridge"), "ad"))
        similar = with_boxes(text("bridge"), "offer")
        assert summary(self.tell(B, similar, similarity=0.95)) == new()
        assert self.tell(C, with_boxes(text("bridge"), "third"), similarity=0.5).outcome is Outcome.DUPLICATE

    def test_a_candidate_says_it_in_the_place_of_who_asks(self) -> None:
        story, copy = (told(url, with_boxes(text("bridge"), box)) for url, box in ((A, "ad"), (B, "offer")))
        self.store.admit(story)
        for own, asked in ((0.5, 0.95), (None, 0.5)):
            assert self.store.admit(replace(copy, similarity=own), Scope.ALL, asked).original_url == A
        assert summary(self.store.admit(replace(copy, similarity=0.95), Scope.ALL, 0.5)) == new()

    def test_a_changed_text_of_the_same_url_is_a_revision_however_near(self) -> None:
        self.tell(A, text("bridge"))
        found = self.tell(A, with_boxes(text("bridge"), "correction"))
        assert (found.outcome, found.revision, found.previous) == (Outcome.REVISED, 1, exact(text("bridge")))
        assert 0.6 < found.similarity < 1
        assert self.tell(A, text("ferry")).similarity < 0.1

    def test_a_former_text_of_a_story_is_near_too(self) -> None:
        self.tell(A, text("bridge"))
        self.tell(A, text("ferry"))
        assert self.tell(B, with_boxes(text("bridge"), "ad")).original_url == A

    def test_what_is_claimed_counts_and_what_was_released_does_not(self) -> None:
        claim = self.store.admit(told(A, text("bridge"))).claim
        assert self.store.admit(told(B, with_boxes(text("bridge"), "ad"))).original_url == A
        self.store.release([claim])
        assert summary(self.tell(B, with_boxes(text("bridge"), "ad"))) == new()

    def test_the_scopes_hold_for_near_texts(self) -> None:
        self.tell(A, text("bridge"))
        copy = with_boxes(text("bridge"), "ad")
        assert summary(self.store.admit(told(ELSEWHERE, copy), Scope.SITE)) == new()
        self.reopen()
        assert summary(self.store.admit(told(ELSEWHERE, copy), Scope.RUN)) == new()
        assert self.store.admit(told(B, copy), Scope.SITE).outcome is Outcome.DUPLICATE

    def test_short_and_empty_texts_are_near_to_none(self) -> None:
        short = text("bridge", 45)
        self.tell(A, short)
        assert summary(self.tell(B, short + " ad")) == new()
        assert summary(self.tell(C, "")) == summary(self.tell(ELSEWHERE, "")) == new()

    def test_only_sketches_of_one_algorithm_and_version_are_compared(self) -> None:
        self.tell(A, text("bridge"))
        sketch = near(text("bridge"))
        later = Sketch("near", sketch.version + 1, sketch.keys, sketch.slots)
        assert summary(self.store.admit(candidate(B, "other", sketch=later))) == new()

    def test_a_known_story_whose_sketch_is_of_an_earlier_version_is_told_by_its_addresses(self) -> None:
        story = downloaded(A, [text(topic, 60) for topic in ("bridge", "ferry")], title="Rain", canonical=C)
        later = replace(story, sketch=replace(story.sketch, version=story.sketch.version + 1))
        edited = downloaded(A, [text(topic, 60) for topic in ("bridge", "tram")], title="Rain", canonical=C)
        edited = replace(edited, sketch=replace(edited.sketch, version=later.sketch.version))
        self.judge(story)
        self.reopen()
        again, page, copy = self.judge(later, replace(later, url=B), replace(edited, url=ELSEWHERE, canonical_url=None))
        assert (again.original_url, page.original_url, copy.outcome) == (A, A, Outcome.NEW)
        (revised,) = self.judge(replace(edited, url=B))
        assert (revised.outcome, revised.original_url, revised.similarity) == (Outcome.REVISED, A, None)

    def test_a_crowd_of_stories_that_share_a_paragraph_hides_no_copy(self) -> None:
        notice = text("notice", 60)
        for number in range(3 * CROWD):
            assert self.tell(f"{A}{number}", f"{text(f'story{number}x', 120)} {notice}").outcome is Outcome.NEW
        last = f"{text(f'story{3 * CROWD - 1}x', 120)} {notice}"
        assert self.tell(B, with_boxes(last, "ad")).original_url == f"{A}{3 * CROWD - 1}"

    # Notices in the place of stories

    def test_what_takes_the_place_of_several_stories_in_one_run_is_a_revision_of_the_first_alone(self) -> None:
        for url, topic in ((A, "bridge"), (B, "ferry"), (C, "tram")):
            self.tell(url, text(topic))
        self.reopen()
        assert self.tell(A, text("notice", 60)).outcome is Outcome.REVISED
        assert summary(self.tell(B, text("notice", 60))) == summary(self.tell(C, text("notice", 60))) == duplicate(A)
        self.reopen()
        assert self.tell(A, text("bridge")).outcome is Outcome.REVISED
        assert summary(self.tell(B, text("ferry"))) == duplicate(B)
        assert self.tell(C, text("tram rebuilt")).revision == 1

    def test_a_short_notice_is_told_by_its_blocks(self) -> None:
        self.judge(
            downloaded(A, ["Rain on Monday."]), downloaded(B, ["Sun on Tuesday."]), downloaded(C, ["Come back."])
        )
        self.reopen()
        first, second, third = self.judge(*(downloaded(url, ["Come back.", "Soon."]) for url in (A, B, C)))
        assert (first.outcome, second.original_url) == (Outcome.REVISED, A)
        assert third.outcome is Outcome.REVISED

    def test_what_two_stories_become_in_two_runs_or_on_two_sites_are_revisions(self) -> None:
        for url, topic in ((A, "bridge"), (B, "ferry"), (ELSEWHERE, "tram")):
            self.tell(url, text(topic))
        for url in (A, ELSEWHERE):
            assert self.tell(url, text("withdrawn", 60)).outcome is Outcome.REVISED
        self.reopen()
        assert self.tell(B, text("withdrawn", 60)).outcome is Outcome.REVISED

    def test_two_forms_of_a_story_that_become_one_text_are_both_revised(self) -> None:
        self.tell(A, f"{text('bridge')} {text('ferry', 90)}")
        self.tell(B, f"{text('bridge')} {text('tram', 90)}", similarity=0.9)
        for url in (A, B):
            assert self.tell(url, f"{text('bridge')} {text('train', 90)}").outcome is Outcome.REVISED

    # Forgetting

    def test_what_is_old_is_forgotten_with_its_urls_texts_and_keys(self) -> None:
        self.tell(A, text("bridge"), canonical=C)
        self.tell(A, text("bridge rebuilt"))
        assert self.store.prune(datetime.now(timezone.utc) + timedelta(hours=1)) == 1
        assert self.store.remembered() == 0
        assert summary(self.tell(A, with_boxes(text("bridge"), "ad"))) == new()
        assert summary(self.tell(C, text("bridge rebuilt"))) == new()

    def test_what_is_younger_or_claimed_stays(self) -> None:
        self.tell(A, text("bridge"))
        assert self.store.prune(datetime.now(timezone.utc) - timedelta(hours=1)) == 0
        claim = self.store.admit(told(B, text("ferry"))).claim
        assert self.store.prune(datetime.now(timezone.utc) + timedelta(hours=1)) == 1
        self.store.confirm([claim])
        assert summary(self.tell(B, text("ferry"))) == duplicate(B)

    def test_a_revised_story_is_as_young_as_its_latest_text(self) -> None:
        self.tell(A, text("bridge"))
        between = datetime.now(timezone.utc)
        self.tell(A, text("ferry"))
        assert self.store.prune(between) == 0
        assert self.store.remembered() == 1

    def test_old_visits_are_forgotten_and_young_ones_stay(self) -> None:
        self.tell(C, text("bridge"))
        self.store.note(visit(A))
        young = Visit(B, UrlOutcome.NOTHING, datetime.now(timezone.utc))
        self.store.note(young)
        self.store.note(visit(C))
        self.store.prune(datetime.now(timezone.utc) - timedelta(hours=1))
        assert (self.store.recall(A), self.store.recall(B), self.store.recall(C)) == (None, young, None)
        assert summary(self.tell(C, text("bridge"))) == duplicate(C)
