"""Requests to private addresses: none that only a page names, whatever spelling, name or redirect leads there."""

from __future__ import annotations

import socket
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest
from loopback import Site, page
from scrapy import Request, Spider
from scrapy.utils.defer import deferred_f_from_coro_f
from twisted.internet.address import IPv4Address

from boilerspider.crawl import addresses
from boilerspider.crawl.addresses import is_public

GUARD = {"DOWNLOADER_MIDDLEWARES": {"boilerspider.crawl.addresses.PrivateAddresses": 760}}
OFF = {**GUARD, "BOILERSPIDER_PRIVATE_ADDRESSES": True}


class Wanderer(Spider):
    """Starts at some URLs and asks for others that it "found" there."""

    name = "wanderer"
    urls: list[str]
    found: list[str]
    answers: list[str]

    async def start(self) -> AsyncIterator[Any]:
        for url in self.urls:
            yield Request(url)

    def parse(self, response: Any) -> Iterator[Request]:
        self.answers.append(response.url)
        for url in self.found:
            # A careless spider hands everything on that the start request had.
            yield Request(url, self.arrive, meta=response.meta.copy(), dont_filter=True)

    def arrive(self, response: Any) -> None:
        self.answers.append(response.url)


class Names:
    """A name server of the test's own: each name has addresses, and may have others the next time; "" is none."""

    def __init__(self, names: dict[str, list[str]]) -> None:
        self.names = names
        self.asked: list[str] = []

    def resolveHostName(self, resolutionReceiver: Any, hostName: str, portNumber: int = 0, *_: Any) -> Any:  # noqa: N802, N803
        self.asked.append(hostName)
        given = self.names.get(hostName, [hostName])
        address = given.pop(0) if len(given) > 1 else given[0]
        resolutionReceiver.resolutionBegan(None)
        if address:
            resolutionReceiver.addressResolved(IPv4Address("TCP", address, portNumber))
        resolutionReceiver.resolutionComplete()


@pytest.fixture
def names() -> Iterator[Callable[..., Names]]:
    """names(name=[address, ...]) -> the resolver that the reactor has until the test ends."""
    from twisted.internet import reactor  # noqa: PLC0415 - not before it is installed

    before = reactor.nameResolver  # type: ignore[attr-defined]

    def install(table: dict[str, list[str]]) -> Names:
        installed = Names(table)
        reactor.installNameResolver(installed)  # type: ignore[attr-defined]
        return installed

    yield install
    reactor.installNameResolver(before)  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    "address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8", "64:ff9b::808:808", "2002:808:808::"]
)
def test_addresses_of_the_public_internet(address: str) -> None:
    assert is_public(address)


@pytest.mark.parametrize(
    "address",
    [
        *("127.0.0.1", "127.255.255.254", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0"),
        *("100.64.0.1", "192.0.2.1", "198.18.0.1", "224.0.0.1", "240.0.0.1", "255.255.255.255"),
        *("::1", "::", "fe80::1", "fe80::1%eth0", "fc00::1", "fd12::1", "fec0::1", "ff02::1", "2001:db8::1"),
        *("::ffff:127.0.0.1", "::ffff:a00:1", "::127.0.0.1", "64:ff9b::7f00:1", "64:ff9b::a00:1", "2002:7f00:1::"),
        *("", "localhost", "example.com"),
    ],
)
def test_addresses_that_are_not(address: str) -> None:
    assert not is_public(address)


SPELLINGS = ["127.0.0.2", "2130706434", "0x7f000002", "0x7f.2", "0177.0.0.2", "127.2"]


@pytest.mark.parametrize("host", SPELLINGS)
@deferred_f_from_coro_f
async def test_no_spelling_of_an_address_leads_there(host: str, site: Callable[..., Site], crawl: Any) -> None:
    post = site({"/": page("bridge")})
    inner = site({"/": page("secret")}, "127.0.0.2")
    found = inner.base.replace("127.0.0.2", host) + "/"
    outcome = await crawl(Wanderer, GUARD, urls=[post.url("/")], found=[found], answers=[])
    assert post.paths() == ["/"]
    assert inner.hits == []
    assert outcome.count("refused/private_address") == 1
    await crawl(Wanderer, OFF, urls=[post.url("/")], found=[found], answers=[])
    assert inner.hits != []


@deferred_f_from_coro_f
async def test_names_are_judged_by_what_they_resolve_to(site: Callable[..., Site], crawl: Any, names: Any) -> None:
    post, inner = site({"/": page("bridge")}), site({"/": page("secret")}, "127.0.0.2")
    port = inner.base.rpartition(":")[2]
    names({"inner.example": ["127.0.0.2"]})
    outcome = await crawl(Wanderer, GUARD, urls=[post.url("/")], found=[f"http://inner.example:{port}/"], answers=[])
    assert inner.hits == []
    assert outcome.count("refused/private_address") == 1


@deferred_f_from_coro_f
async def test_a_name_that_changes_between_the_check_and_the_connection(
    site: Callable[..., Site], crawl: Any, names: Any
) -> None:
    post, inner = site({"/": page("bridge")}), site({"/": page("secret")}, "127.0.0.2")
    port = inner.base.rpartition(":")[2]
    rebinding = names({"rebinding.example": ["93.184.216.34", "127.0.0.2"]})
    answers: list[str] = []
    outcome = await crawl(
        Wanderer, GUARD, urls=[post.url("/")], found=[f"http://rebinding.example:{port}/"], answers=answers
    )
    assert rebinding.asked.count("rebinding.example") == 2  # checked, then connected to
    assert outcome.count("refused/private_address") == 0
    assert answers == [post.url("/")]
    assert inner.hits == []


class Told(Wanderer):
    """Hears why there is no answer."""

    failures: list[str]

    def parse(self, response: Any) -> Iterator[Request]:
        for url in self.found:
            yield Request(url, self.arrive, errback=self.failed)

    def failed(self, failure: Any) -> None:
        self.failures.append(repr(failure.value))


@deferred_f_from_coro_f
async def test_a_name_without_address_is_looked_up_once_an_attempt(
    site: Callable[..., Site], crawl: Any, names: Any
) -> None:
    post, found = site({"/": page("bridge")}), ["http://dead.example/"]
    told = []
    for settings in (GUARD, OFF):
        server = names({"dead.example": [""]})
        failures: list[str] = []
        asking = {"urls": [post.url("/")], "found": found, "answers": [], "failures": failures}
        outcome = await crawl(Told, {**settings, "RETRY_ENABLED": True, "RETRY_TIMES": 2}, **asking)
        assert server.asked.count("dead.example") == 3
        same = {name: n for name, n in outcome.stats.items() if name.startswith(("retry/", "downloader/exception"))}
        told.append((failures, same))
    assert told[0] == told[1]
    assert "CannotResolveHostError" in told[0][0][0]
    assert told[0][1]["retry/count"] == 2


@pytest.mark.parametrize("seconds", [addresses.UNKNOWN_S, 0.0])
@deferred_f_from_coro_f
async def test_a_name_that_has_a_private_address_a_moment_later(
    seconds: float, site: Callable[..., Site], crawl: Any, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "UNKNOWN_S", seconds)
    post, inner = site({"/": page("bridge")}), site({"/": page("secret")}, "127.0.0.2")
    names({"late.example": ["", "127.0.0.2"]})
    found = [inner.url("/").replace("127.0.0.2", "late.example")] * 3
    await crawl(Wanderer, GUARD, urls=[post.url("/")], found=found, answers=[])
    assert inner.hits == []


@deferred_f_from_coro_f
async def test_a_name_that_has_an_address_by_the_next_attempt(
    site: Callable[..., Site], crawl: Any, names: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "is_public", bool)
    post, late = site({"/": page("bridge")}), site({"/": page("ferry")}, "127.0.0.2")
    names({"late.example": ["", "127.0.0.2"]})
    found = [late.url("/").replace("127.0.0.2", "late.example")]
    settings = {**GUARD, "RETRY_ENABLED": True, "RETRY_TIMES": 1}
    outcome = await crawl(Wanderer, settings, urls=[post.url("/")], found=found, answers=[])
    assert late.paths() == ["/"]
    assert outcome.stats["retry/count"] == 1


@pytest.mark.parametrize("status", [301, 302, 307, 308])
@deferred_f_from_coro_f
async def test_redirects_do_not_lead_there(status: int, site: Callable[..., Site], crawl: Any) -> None:
    inner = site({"/": page("secret")}, "127.0.0.2")
    post = site({"/": (status, {"Location": inner.url("/")}, b"")})
    await crawl(Wanderer, GUARD, urls=[post.url("/")], found=[], answers=[])
    assert post.paths() == ["/"]
    assert inner.hits == []


@deferred_f_from_coro_f
async def test_nor_does_a_meta_refresh(site: Callable[..., Site], crawl: Any) -> None:
    inner = site({"/": page("secret")}, "127.0.0.2")
    head = f"<meta http-equiv=refresh content='0;url={inner.url('/')}'>"
    post = site({"/": page("bridge", head=head)})
    await crawl(Wanderer, GUARD, urls=[post.url("/")], found=[], answers=[])
    assert inner.hits == []


@deferred_f_from_coro_f
async def test_robots_txt_of_a_private_host_is_not_asked_and_does_not_redirect_there(
    site: Callable[..., Site], crawl: Any
) -> None:
    inner = site({"/": page("secret"), "/robots.txt": "User-agent: *"}, "127.0.0.2")
    post = site({"/": page("bridge"), "/robots.txt": (302, {"Location": inner.url("/robots.txt")}, b"")})
    settings = {**GUARD, "ROBOTSTXT_OBEY": True}
    await crawl(Wanderer, settings, urls=[post.url("/")], found=[inner.url("/x")], answers=[])
    assert "/robots.txt" in post.paths()
    assert inner.hits == []


@deferred_f_from_coro_f
async def test_another_port_of_the_host_that_the_user_named_is_another_server(
    site: Callable[..., Site], crawl: Any
) -> None:
    post, database = site({"/": page("bridge")}), site({"/": page("secret")})
    await crawl(Wanderer, GUARD, urls=[post.url("/")], found=[database.url("/")], answers=[])
    assert database.hits == []


@deferred_f_from_coro_f
async def test_where_the_user_started_the_crawl_goes_on(site: Callable[..., Site], crawl: Any, names: Any) -> None:
    names({"intranet.example": ["127.0.0.2"]})
    post, inner = site({"/": page("bridge"), "/b": ""}), site({"/": page("ferry")}, "127.0.0.2")
    named = inner.url("/").replace("127.0.0.2", "intranet.example")
    found = [post.url("/b"), named]
    answers: list[str] = []
    await crawl(Wanderer, GUARD, urls=[post.url("/"), named], found=found, answers=answers)
    assert set(answers) == {post.url("/"), post.url("/b"), named}


@deferred_f_from_coro_f
async def test_the_loopback_address_of_ip_version_6(site: Callable[..., Site], crawl: Any) -> None:
    with socket.socket(socket.AF_INET6) as listener:
        try:
            listener.bind(("::1", 0))
        except OSError:
            pytest.skip("this machine has no IPv6 loopback address")
        listener.listen()
        listener.settimeout(0.2)
        post = site({"/": page("bridge")})
        found = [f"http://[{host}]:{listener.getsockname()[1]}/" for host in ("::1", "0:0:0:0:0:0:0:1")]
        outcome = await crawl(Wanderer, GUARD, urls=[post.url("/")], found=found, answers=[])
        assert outcome.count("refused/private_address") == 2
        with pytest.raises(TimeoutError):
            listener.accept()


@deferred_f_from_coro_f
async def test_the_users_own_proxy_is_asked_and_it_is_given_no_private_address(
    site: Callable[..., Site], crawl: Any
) -> None:
    proxy = site({"http://public.example/": page("bridge")})

    class ThroughProxy(Wanderer):
        async def start(self) -> AsyncIterator[Any]:
            yield Request("http://public.example/", meta={"proxy": proxy.base})

    answers: list[str] = []
    await crawl(ThroughProxy, GUARD, found=["http://10.0.0.1/", proxy.url("/status")], answers=answers, urls=[])
    assert answers == ["http://public.example/"]
    assert proxy.paths() == ["http://public.example/"]


@deferred_f_from_coro_f
async def test_the_reactor_has_its_own_resolver_back_after_the_crawl(site: Callable[..., Site], crawl: Any) -> None:
    from twisted.internet import reactor  # noqa: PLC0415 - not before it is installed

    before = reactor.nameResolver  # type: ignore[attr-defined]
    post = site({"/": page("bridge")})
    await crawl(Wanderer, GUARD, urls=[post.url("/")], found=[], answers=[])
    assert reactor.nameResolver is before  # type: ignore[attr-defined]
