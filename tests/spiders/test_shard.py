"""Shares of sites."""

from __future__ import annotations

import pytest

from boilerspider.spiders.shard import Shard

SITES = [f"https://www.site{number}.example/" for number in range(200)]


@pytest.mark.parametrize("count", [1, 2, 3, 7])
def test_each_site_belongs_to_one_share(count):
    shares = [Shard(number, count).mine(SITES) for number in range(1, count + 1)]
    assert sorted(url for share in shares for url in share) == sorted(SITES)
    assert min(map(len, shares)) > len(SITES) / count / 2


def test_the_hosts_of_a_site_belong_together():
    for number in range(1, 4):
        share = Shard(number, 3)
        assert len(
            share.mine(["https://example.co.uk/", "http://amp.example.co.uk/a", "https://sport.example.co.uk/"])
        ) in (0, 3)


def test_a_site_belongs_to_the_same_share_on_every_machine():
    assert [number for number in (1, 2, 3) if Shard(number, 3).mine(["https://www.example.co.uk/a"])] == [3]
