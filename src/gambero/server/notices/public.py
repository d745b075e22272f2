"""Posts only to public addresses, so that nobody can use this server to reach into its own network.

A name is resolved once, every address that it has is checked, and the connection goes to a checked address: a name that
resolves to another address a moment later (DNS rebinding) gains nothing.
"""

import asyncio
import socket
from collections.abc import Iterable
from ipaddress import IPv4Address, IPv6Address, IPv6Network, ip_address
from typing import Any
from urllib.parse import urlsplit

import httpcore

from gambero.server.refusal import Refused

LONGEST = 1000  # characters of an address
TIMEOUT = 10.0  # seconds for each step of a request
HTTPS = 443
# IPv6 addresses that stand for IPv4 ones, behind which anything may be: NAT64, 6to4, Teredo.
TRANSLATED = tuple(map(IPv6Network, ("64:ff9b::/96", "64:ff9b:1::/48", "2002::/16", "2001::/32")))


class NotPublic(httpcore.ConnectError):
    """A name resolves to an address that is not public."""


def check_address(url: str, allow_private: bool) -> str:
    """The address, if a message may be posted there, as far as can be seen without the network. Raises Refused."""
    try:
        parts = urlsplit(url)
        port, host = parts.port, parts.hostname
    except ValueError:
        raise Refused("webhook", "address") from None
    printable = url.isascii() and url.isprintable() and " " not in url
    if not host or not printable or len(url) > LONGEST or parts.username is not None:
        raise Refused("webhook", "address")
    if parts.scheme not in (("https", "http") if allow_private else ("https",)):
        raise Refused("webhook", "address")
    if allow_private:
        return url
    if port not in (None, HTTPS) or not _may_be_public(host):
        raise Refused("webhook", "private")
    return url


def is_public(address: str) -> bool:
    """Is an IP address one of the open Internet?"""
    found: IPv4Address | IPv6Address = ip_address(address.partition("%")[0])
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return is_public(str(found.ipv4_mapped))
        if any(found in network for network in TRANSLATED):
            return False
    return found.is_global and not found.is_multicast


def _may_be_public(host: str) -> bool:
    try:
        return is_public(host)
    except ValueError:  # a name
        return "." in host and not host.endswith((".localhost", ".local", ".internal", "."))


class PublicOnly(httpcore.AsyncNetworkBackend):
    """Connects to public addresses alone; TLS still checks the certificate for the name."""

    def __init__(self) -> None:
        self._backend = httpcore.AnyIOBackend()

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[Any] | None = None,
    ) -> httpcore.AsyncNetworkStream:
        loop = asyncio.get_running_loop()
        try:
            async with asyncio.timeout(timeout):
                found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except TimeoutError as late:
            raise httpcore.ConnectTimeout("no answer about this name") from late
        except OSError as unknown:
            raise httpcore.ConnectError("no such name") from unknown
        addresses = [str(one[4][0]) for one in found]
        if not addresses or not all(map(is_public, addresses)):
            raise NotPublic("not a public address")
        return await self._backend.connect_tcp(addresses[0], port, timeout, local_address, socket_options)

    async def sleep(self, seconds: float) -> None:
        await self._backend.sleep(seconds)


class Poster:
    """Posts small messages; follows no redirects, and reads no answer but its status."""

    def __init__(self, allow_private: bool) -> None:
        self.allow_private = allow_private
        self._pool = httpcore.AsyncConnectionPool(
            max_connections=8,
            max_keepalive_connections=0,
            network_backend=None if allow_private else PublicOnly(),
        )

    async def post(self, url: str, headers: dict[str, str], body: bytes) -> int:
        """The status of the answer. Raises OSError if there is none."""
        seconds = dict.fromkeys(("connect", "read", "write", "pool"), TIMEOUT)
        try:
            check_address(url, self.allow_private)
            async with (
                asyncio.timeout(3 * TIMEOUT),
                self._pool.stream(
                    "POST", url, headers=list(headers.items()), content=body, extensions={"timeout": seconds}
                ) as answer,
            ):
                return int(answer.status)
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, Refused) as failed:
            raise OSError(type(failed).__name__) from failed

    async def close(self) -> None:
        await self._pool.aclose()
