"""Private addresses: none is asked that only a page names.

A link, a feed, a sitemap or a redirect can name any host, and a harmless name can resolve to any
address. So a host is looked up before it is asked, however its name is spelled; and because a name
may resolve otherwise a moment later, the addresses are looked at once more where they are used: in
the reactor's resolver, which every connection goes through. What the user started from is the
exception: its host and port, and no other.
"""

from __future__ import annotations

import ipaddress
import logging
import socket
import time
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

from scrapy import Request, Spider, signals
from scrapy.crawler import Crawler
from scrapy.exceptions import IgnoreRequest, NotConfigured
from scrapy.resolver import HostResolution
from scrapy.utils.defer import maybe_deferred_to_future
from scrapy.utils.httpobj import urlparse_cached
from twisted.internet.defer import Deferred
from twisted.internet.error import TimeoutError as TwistedTimeoutError

from boilerspider.crawl import keys, offers
from boilerspider.crawl.stop import configured

logger = logging.getLogger(__name__)

_PORTS = {"http": 80, "https": 443}
_NAT64 = ipaddress.ip_network("64:ff9b::/96")
"""IPv6 addresses that a gateway translates into the IPv4 address in their last 32 bits (RFC 6052, section 2.1)."""

UNKNOWN_S = 10.0
"""Seconds for which a name that was looked up in vain is not looked up again to connect: requests wait about so long for the turn of their host. Ours."""

_IPv4 = ipaddress.IPv4Address
_IPv6 = ipaddress.IPv6Address


def is_public(address: str) -> bool:
    """Whether an IP address is one of the public Internet; False for what is none.

    Not public: private, loopback, link-local, shared, multicast, reserved and unspecified addresses
    (IANA's special-purpose registries), also where an IPv6 address carries them as IPv4.
    """
    try:
        found = _innermost(ipaddress.ip_address(address))
    except ValueError:
        return False
    is_site_local = isinstance(found, _IPv6) and found.is_site_local
    return found.is_global and not (found.is_multicast or found.is_reserved or is_site_local)


def _innermost(address: _IPv4 | _IPv6) -> _IPv4 | _IPv6:
    """The IPv4 address that an IPv6 one leads to, else the address itself."""
    if isinstance(address, _IPv4):
        return address
    if address in _NAT64:
        return _IPv4(int(address) & 0xFFFFFFFF)
    return address.ipv4_mapped or address.sixtofour or address


class PrivateAddresses:
    """Refuses requests to private addresses that the user did not start from; downloader middleware, order 760.

    It comes after the proxies: what goes through one is resolved by it, so that only addresses that
    stand in a URL themselves are refused there. BOILERSPIDER_PRIVATE_ADDRESSES switches it off.
    Crawls that share a process share its resolver: there, what one of them refuses none connects to.
    """

    def __init__(self, crawler: Crawler) -> None:
        self._crawler = crawler
        self._named: set[tuple[str, int]] = set()
        self._proxies: set[str] = set()
        self._told: set[str] = set()
        self._resolver: _PublicResolver | None = None

    @classmethod
    def from_crawler(cls, crawler: Crawler) -> PrivateAddresses:
        if configured(crawler.settings).private_addresses:
            raise NotConfigured
        middleware = cls(crawler)
        crawler.signals.connect(middleware._install, signals.engine_started)
        crawler.signals.connect(middleware._uninstall, signals.engine_stopped)
        crawler.signals.connect(middleware._begin, signals.spider_opened)
        crawler.signals.connect(middleware._learn, signals.request_scheduled)
        return middleware

    async def process_request(self, request: Request) -> None:
        host, port = _destination(request)
        proxy = request.meta.get("proxy")
        if proxy:
            self._proxies.add(urlsplit(proxy if "//" in proxy else f"//{proxy}").hostname or "")
        if not host or (host, port) in self._named:
            return
        for address in await self._addresses(host, is_proxied=bool(proxy)):
            if not is_public(address):
                self._refuse(host, address)

    def _refuse(self, host: str, address: str) -> None:
        self._crawler.stats.inc_value(keys.PRIVATE_ADDRESS)
        if host not in self._told:
            self._told.add(host)
            logger.warning(
                "%s is not asked: its address, %s, is not of the public Internet, and the crawl did not start there; "
                "BOILERSPIDER_PRIVATE_ADDRESSES = True allows it",
                *(host, address),
            )
        raise IgnoreRequest(f"{host} has the private address {address}")

    def _begin(self, spider: Spider) -> None:
        """Note what the spider says that the user `named`: of a crawl that goes on (JOBDIR) other requests come first."""
        for url in offers.named(spider):
            self._allow(Request(url))

    def _learn(self, request: Request) -> None:
        """Note what the user named; redirects and copies of a start request's meta do not count."""
        meta = request.meta
        if meta.get("is_start_request") and not meta.get("redirect_times") and not meta.get("depth"):
            self._allow(request)

    def _allow(self, request: Request) -> None:
        host, port = _destination(request)
        self._named.add((host, port))
        if port == _PORTS["http"]:
            self._named.add((host, _PORTS["https"]))  # where it moves to when it learns TLS

    def _allows(self, host: str, port: int) -> bool:
        return (host, port) in self._named or host in self._proxies

    async def _addresses(self, host: str, *, is_proxied: bool) -> list[str]:
        literal = _literal(host)
        if literal is not None:
            return [literal]
        if is_proxied or self._resolver is None:
            return []
        return await self._resolver.look_up(host, self._crawler.settings.getfloat("DNS_TIMEOUT"))

    def _install(self) -> None:
        from twisted.internet import reactor  # noqa: PLC0415 - importing it earlier would install the wrong one

        self._resolver = _PublicResolver(reactor, self._allows)

    def _uninstall(self) -> None:
        if self._resolver is not None:
            self._resolver.uninstall()


def _destination(request: Request) -> tuple[str, int]:
    parts = urlparse_cached(request)
    try:
        port = parts.port
    except ValueError:
        port = None
    return (parts.hostname or "").removesuffix("."), port or _PORTS.get(parts.scheme, 0)


def _literal(host: str) -> str | None:
    """The address that a host is, however it is spelled (127.1, 0x7f000001, 2130706433); None for a name."""
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        pass
    try:
        return socket.inet_ntoa(socket.inet_aton(host))
    except (OSError, UnicodeError):
        return None


class _PublicResolver:
    """A reactor's resolver of names that gives private addresses away only for what `allows(host, port)`."""

    def __init__(self, reactor: Any, allows: Callable[[str, int], bool]) -> None:
        self._reactor = reactor
        self._allows = allows
        self._inner = reactor.nameResolver
        self._is_in_force = True
        self._unknown: dict[str, float] = {}
        """Names that had no address -> until when, of the monotonic clock, that is believed; the oldest stand first."""
        reactor.installNameResolver(self)

    def uninstall(self) -> None:
        """Be out of force; where another crawl's resolver stands on this one, it stays in between."""
        self._is_in_force = False
        if self._reactor.nameResolver is self:
            self._reactor.installNameResolver(self._inner)

    async def look_up(self, host: str, timeout: float) -> list[str]:
        """The addresses of a name, the private ones too; none where it has none or they do not come in time."""
        found = _Collected()
        self._inner.resolveHostName(found, host)
        try:
            addresses = await maybe_deferred_to_future(found.done.addTimeout(timeout, self._reactor))
        except TwistedTimeoutError:
            addresses = []
        self._note(host, is_known=bool(addresses))
        return addresses

    def _note(self, host: str, *, is_known: bool) -> None:
        now = time.monotonic()
        self._unknown.pop(host, None)
        while self._unknown and next(iter(self._unknown.values())) <= now:
            del self._unknown[next(iter(self._unknown))]
        if not is_known:
            self._unknown[host] = now + UNKNOWN_S

    # The names are those of Twisted's IHostnameResolver.
    def resolveHostName(  # noqa: N802
        self,
        resolutionReceiver: Any,  # noqa: N803
        hostName: str,  # noqa: N803
        portNumber: int = 0,  # noqa: N803
        *args: Any,
        **kwargs: Any,
    ) -> Any:
        """Look a name up for a connection; one that was just now looked up in vain has no address."""
        receiver = resolutionReceiver
        if self._is_in_force and self._unknown.get(hostName, 0.0) > time.monotonic():
            resolution = HostResolution(hostName)
            receiver.resolutionBegan(resolution)
            receiver.resolutionComplete()
            return resolution
        if self._is_in_force and not self._allows(hostName, portNumber):
            receiver = _PublicOnly(resolutionReceiver)
        return self._inner.resolveHostName(receiver, hostName, portNumber, *args, **kwargs)


class _PublicOnly:
    """Hands the public addresses on."""

    def __init__(self, receiver: Any) -> None:
        self.resolutionBegan = receiver.resolutionBegan
        self.resolutionComplete = receiver.resolutionComplete
        self._hand_on = receiver.addressResolved

    def addressResolved(self, address: Any) -> None:  # noqa: N802
        if is_public(address.host):
            self._hand_on(address)


class _Collected:
    """Keeps all addresses until they are complete."""

    def __init__(self) -> None:
        self.done: Deferred[list[str]] = Deferred()
        self._addresses: list[str] = []

    def resolutionBegan(self, resolution: Any) -> None:  # noqa: N802
        pass

    def addressResolved(self, address: Any) -> None:  # noqa: N802
        self._addresses.append(address.host)

    def resolutionComplete(self) -> None:  # noqa: N802
        if not self.done.called:
            self.done.callback(self._addresses)
