"""Checks through the public URL: TLS, cookies, what the proxy in front does to requests."""

import http.client
import json
import socket
import time
from dataclasses import dataclass
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

from gambero.server.doctor.findings import Finding, note, ok, wrong
from gambero.server.doctor.stores import clock

TIMEOUT = 10.0  # seconds for an answer
# Two addresses that nobody has (RFC 5737), said to be where the request comes from.
FIRST, SECOND = "203.0.113.77", "198.51.100.5"
NGINX_FOR = "nginx: proxy_set_header X-Forwarded-For $remote_addr; Caddy does it by itself"
NGINX_HOST = "nginx: proxy_set_header Host $http_host; Caddy does it by itself"
NGINX_UPGRADE = (
    "nginx: proxy_http_version 1.1, and proxy_set_header for Upgrade and Connection; Caddy does it by itself"
)
HANDSHAKE = {"Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13"}
KEY = "Z2FtYmVybyBkb2N0b3IgMQ=="  # any 16 bytes


@dataclass
class Site:
    """A server as its visitors reach it."""

    scheme: str
    place: str  # host and port, as browsers write it
    host: str
    port: int
    path: str

    @classmethod
    def at(cls, url: str) -> "Site":
        """Raises ValueError if it is no address of a site."""
        parts = urlsplit(url)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise ValueError(f"url must be the address of the site, as https://cards.example, not {url}")
        port = parts.port or (443 if parts.scheme == "https" else 80)
        return cls(parts.scheme, parts.netloc.rpartition("@")[2], parts.hostname, port, parts.path.rstrip("/"))

    def ask(self, method: str, path: str, headers: dict[str, str] | None = None) -> "Answer":
        kind = http.client.HTTPSConnection if self.scheme == "https" else http.client.HTTPConnection
        connection = kind(self.host, self.port, timeout=TIMEOUT)
        try:
            connection.request(method, self.path + path, headers={"Host": self.place, **(headers or {})})
            own = own_address(connection)
            answer = connection.getresponse()
            body = b"" if answer.status == http.client.SWITCHING_PROTOCOLS else answer.read(1_000_000)
            proxied = bool(answer.getheader("Server") or answer.getheader("Via"))  # gambero itself sends neither
            return Answer(answer.status, body, own, proxied)
        finally:
            connection.close()


def own_address(connection: http.client.HTTPConnection) -> str:
    return str(connection.sock.getsockname()[0])


@dataclass
class Answer:
    status: int
    body: bytes
    own: str  # the address that was asked from
    proxied: bool

    def json(self) -> dict[str, Any]:
        try:
            found = json.loads(self.body)
        except ValueError:
            found = {}
        return found if isinstance(found, dict) else {}


def check_site(url: str) -> list[Finding]:
    site = Site.at(url)
    try:
        before = time.time()
        answer = site.ask("GET", "/api/connection", {"X-Forwarded-For": f"{FIRST}, {SECOND}"})
    except (OSError, http.client.HTTPException) as fault:
        why = getattr(fault, "strerror", None) or str(fault) or type(fault).__name__
        do = "check the address, DNS, the proxy and its certificate"
        return [wrong("url", f"{url} does not answer: {why}", do)]
    reported = answer.json()
    if answer.status != http.client.OK or "forwarded" not in reported:
        do = "check the address and its path (--root-path), and that both are of the same version"
        return [wrong("url", f"{url} answers with {answer.status}, but not as this gambero does", do)]
    return [
        ok("url", f"{url} answers"),
        ready(site),
        page(site),
        tls(site, reported),
        forwarded(site, answer, reported),
        origin(site, reported),
        sockets(site),
        clock("the server", reported["time"] / 1000, before),
    ]


def ready(site: Site) -> Finding:
    answer = site.ask("GET", "/readyz")
    if answer.status == http.client.OK:
        return ok("ready", "its database can be written to, and Redis answers if there is one")
    why = answer.json().get("why", f"status {answer.status}")
    return wrong("ready", f"the server says it is not ready: {why}", "look at its stores, and at its log")


def page(site: Site) -> Finding:
    if site.ask("GET", "/").status == http.client.OK:
        return ok("page", "the page is there")
    return wrong("page", "the server has no page", "run make web where it runs, or install a release")


def tls(site: Site, reported: dict[str, Any]) -> Finding:
    if site.scheme == "https" and reported["secure"]:
        return ok("tls", "https, and cookies go over https only")
    if site.scheme == "https":
        return wrong(
            "tls", "the site has https, but its cookies may go over http too", "start the server with --secure"
        )
    if reported["secure"]:
        do = "give people the https address, or start without --secure where there is no TLS"
        return wrong("tls", "cookies go over https only, but this address is http: nobody stays logged in", do)
    if is_local(site.host):
        return ok("tls", "no TLS, at an address of this machine alone")
    do = "put a proxy with TLS in front (Caddy does it by itself), and start the server with --secure"
    return wrong("tls", "no TLS: anybody on the way can read and change everything", do)


def forwarded(site: Site, answer: Answer, reported: dict[str, Any]) -> Finding:
    """Whose address do limits count? Two false ones were sent; a proxy should put the true one behind."""
    count, seen, believed = reported["forwarded"], reported["address"], reported["believed"]
    if not answer.proxied and site.port == reported["port"]:
        return note("proxy", "no proxy is in front: give the public address to check how it passes requests on")
    if count == 0:
        says = "the proxy does not say where requests come from: all people share the limits of one address"
        return wrong("proxy", says, f"let it set X-Forwarded-For ({NGINX_FOR})")
    if not believed and seen != answer.own:
        says = f"the server does not believe the proxy at {seen}: all people share the limits of one address"
        return wrong("proxy", says, f"start the server with FORWARDED_ALLOW_IPS={seen} in its environment")
    if believed and seen == FIRST and count > 2:
        says = "the server believes any address that a client makes up, so limits by address can be dodged"
        return wrong("proxy", says, "name the proxy's address in FORWARDED_ALLOW_IPS, not *")
    if believed and count == 2:
        says = "the proxy passes X-Forwarded-For on as clients send it, so limits by address can be dodged"
        return wrong("proxy", says, f"let it set the header itself ({NGINX_FOR})")
    return ok("proxy", "the proxy says where requests come from, and the server believes it")


def origin(site: Site, reported: dict[str, Any]) -> Finding:
    headers = {"Origin": f"{site.scheme}://{site.place}", "Content-Length": "0"}
    if site.ask("POST", "/api/connection", headers).status != http.client.FORBIDDEN:
        return ok("host", "the name of the site arrives unchanged")
    says = f"the proxy changes the site's name from {site.place} to {reported['host']}: what people do is refused (403)"
    return wrong("host", says, f"let it pass Host on ({NGINX_HOST}), or name the site in --origins")


def sockets(site: Site) -> Finding:
    headers = {**HANDSHAKE, "Sec-WebSocket-Key": KEY, "Origin": f"{site.scheme}://{site.place}"}
    try:
        status = site.ask("GET", "/ws/tables/doctor", headers).status
    except (OSError, http.client.HTTPException):
        status = 0
    if status == http.client.SWITCHING_PROTOCOLS:
        return ok("sockets", "WebSockets come through")
    if status == http.client.FORBIDDEN:
        return wrong("sockets", "the server refuses WebSockets of the site's own page (403)", "see host")
    return wrong("sockets", f"WebSockets do not come through (status {status}): tables do not open", f"{NGINX_UPGRADE}")


def is_local(host: str) -> bool:
    try:
        return all(ip_address(found[4][0]).is_loopback for found in socket.getaddrinfo(host, None))
    except (OSError, ValueError):
        return False
