"""The server's manners: validators, compression, kept connections, and a stop that leaves nothing."""

from __future__ import annotations

import gc
import gzip
import http.client
import signal
import socket
import subprocess
import sys
import threading
import urllib.request
from datetime import timedelta
from email.utils import format_datetime, parsedate_to_datetime
from urllib.parse import urljoin, urlsplit

import pytest

from boilerspider.demo import Newspaper
from boilerspider.demo import newspaper as newspaper_module
from boilerspider.demo.desk import Reply
from boilerspider.demo.server import NewsServer

VALIDATED = ["/rss.xml", "/atom.xml", "/sitemap.xml", "/news-sitemap.xml", "/sitemap-archive.xml"]


@pytest.mark.parametrize("path", VALIDATED)
def test_feeds_and_sitemaps_can_be_validated(newspaper, get, path):
    url = urljoin(newspaper.sites[0], path)
    first, second = get(url), get(url)
    tag, date = first.headers["ETag"], first.headers["Last-Modified"]
    older = format_datetime(parsedate_to_datetime(date) - timedelta(seconds=1), usegmt=True)
    assert (first.status, first.body, tag) == (200, second.body, second.headers["ETag"])
    for headers, status in [
        ({"If_None_Match": tag}, 304),
        ({"If_None_Match": f'"other", W/{tag}'}, 304),
        ({"If_None_Match": '"other"', "If_Modified_Since": date}, 200),
        ({"If_Modified_Since": date}, 304),
        ({"If_Modified_Since": older}, 200),
        ({"If_Modified_Since": "yesterday"}, 200),
    ]:
        got = get(url, **headers)
        assert got.status == status, headers
        assert bool(got.body) == (status == 200)


def test_a_revision_makes_feeds_new(get):
    with Newspaper(seed=1) as running:
        url = urljoin(running.sites[0], "/rss.xml")
        first = get(url)
        running.revise()
        second = get(url, If_None_Match=first.headers["ETag"])
        assert second.status == 200
        assert get(url, If_Modified_Since=first.headers["Last-Modified"]).status == 200
        assert get(url, If_None_Match=second.headers["ETag"]).status == 304


def test_pages_are_compressed_for_those_who_ask(newspaper, get):
    url = newspaper.urls(newspaper.stories[0])[0]
    zipped, plain = get(url, Accept_Encoding="gzip, deflate"), get(url)
    assert zipped.headers["Content-Encoding"] == "gzip"
    assert b"</html>" in gzip.decompress(zipped.body).lower()
    assert plain.headers["Content-Encoding"] is None
    jpg = get(urljoin(url, "/media/x.jpg"), Accept_Encoding="gzip")
    assert jpg.headers["Content-Encoding"] is None


def test_one_connection_carries_many_requests(newspaper):
    connection = http.client.HTTPConnection(urlsplit(newspaper.sites[0]).netloc, timeout=60)
    try:
        for method, path in [("GET", "/"), ("HEAD", "/latest"), ("GET", "/nothing"), ("GET", "/robots.txt")]:
            connection.request(method, path)
            response = connection.getresponse()
            body = response.read()
            assert response.version == 11
            assert bool(body) == (method == "GET")
            assert not response.will_close
    finally:
        connection.close()


def test_a_target_that_is_no_url_is_refused(newspaper):
    with socket.create_connection((urlsplit(newspaper.sites[0]).hostname, urlsplit(newspaper.sites[0]).port)) as client:
        client.sendall(b"GET http://[x/ HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        assert client.makefile("rb").readline().split()[1] == b"400"


def test_stop_leaves_no_thread_and_no_port(get):
    before = set(threading.enumerate())
    running = Newspaper()
    running.start()
    kept = http.client.HTTPConnection(urlsplit(running.sites[0]).netloc, timeout=60)
    kept.request("GET", "/")
    kept.getresponse().read()
    half = socket.create_connection((urlsplit(running.sites[1]).hostname, urlsplit(running.sites[1]).port))
    half.sendall(b"GET / HT")
    running.stop()
    assert set(threading.enumerate()) <= before
    for site in running.sites:
        with pytest.raises(OSError):
            socket.create_connection((urlsplit(site).hostname, urlsplit(site).port), timeout=1)
    running.stop()
    kept.close()
    half.close()
    gc.collect()


def test_a_newspaper_runs_once():
    running = Newspaper()
    with pytest.raises(RuntimeError, match="not on the air"):
        _ = running.sites
    with running, pytest.raises(RuntimeError, match="started before"):
        running.start()


def test_a_start_that_fails_leaves_nothing_open(monkeypatch):
    def refuse(host, house):
        if host == "127.0.0.3":
            raise OSError("no such address")
        return bound(host, house)

    bound = newspaper_module._bound
    monkeypatch.setattr(newspaper_module, "_bound", refuse)
    before = set(threading.enumerate())
    with pytest.raises(OSError, match="no such address"):
        Newspaper().start()
    assert set(threading.enumerate()) <= before
    gc.collect()


def test_without_further_loopback_addresses_ports_tell_the_sites_apart(get, monkeypatch):
    class OnlyFirst(NewsServer):
        def server_bind(self):
            if self.server_address[0] != "127.0.0.1":
                raise OSError("cannot assign requested address")
            super().server_bind()

    monkeypatch.setattr(newspaper_module, "NewsServer", OnlyFirst)
    with Newspaper() as running:
        assert {urlsplit(site).hostname for site in running.sites} == {"127.0.0.1"}
        assert len({urlsplit(site).port for site in running.sites}) == 3
        assert all(get(site).status == 200 for site in running.sites)


def test_a_failure_of_our_own_is_logged_and_the_server_lives(caplog, get):
    def answer(target):
        if target == "/bad":
            raise KeyError(target)
        return Reply(200, "text/plain", b"ok")

    server = NewsServer("127.0.0.1", answer)
    server.start()
    try:
        with pytest.raises(http.client.RemoteDisconnected):
            get(f"{server.base}/bad")
        assert get(f"{server.base}/good").body == b"ok"
    finally:
        server.stop()
    assert "KeyError" in caplog.text


def test_the_module_serves_people_until_interrupted():
    command = [sys.executable, "-m", "boilerspider.demo", "--seed", "1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        sites = [process.stdout.readline().strip() for _ in range(3)]
        with urllib.request.urlopen(sites[2], timeout=60) as response:
            assert response.status == 200
        process.send_signal(signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert process.returncode == 0
    assert not errors
