"""Who may not play here, in memory: asked for every request and socket, so without a query."""

from collections.abc import Iterable
from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from typing import NamedTuple

from sqlalchemy import RowMapping

from gambero.server.refusal import Refused
from gambero.server.store.bans import PERSON

FOR_GOOD = "further notice"


class Ban(NamedTuple):
    kind: str
    cause: str
    until: int | None  # milliseconds since 1970; None: until further notice

    @property
    def end(self) -> str:
        """The end as people write it."""
        if self.until is None:
            return FOR_GOOD
        return datetime.fromtimestamp(self.until / 1000, UTC).strftime("%Y-%m-%d %H:%M UTC")

    def refusal(self) -> Refused:
        if self.kind == PERSON:
            return Refused("banned", "person", cause=self.cause, until=self.until, end=self.end)
        return Refused("banned", "address", cause=self.cause, until=self.until, end=self.end)


class Bans:
    def __init__(self) -> None:
        self._people: dict[str, Ban] = {}
        self._networks: dict[tuple[int, int], dict[int, Ban]] = {}  # by version and length of prefix, then by prefix

    def replace(self, rows: Iterable[RowMapping]) -> None:
        """Take over the bans of the database."""
        self._people, self._networks = {}, {}
        for row in rows:
            ban = Ban(row["kind"], row["cause"], row["until"])
            if ban.kind == PERSON:
                self._people[row["who"]] = ban
            else:
                network = ip_network(row["who"])
                prefixes = self._networks.setdefault((network.version, network.prefixlen), {})
                prefixes[_prefix(network.network_address, network.prefixlen)] = ban

    def find(self, person: str | None, host: str | None, now: int) -> Ban | None:
        """The ban of a person, or of the address they come from."""
        found = [self._people.get(person or ""), *(self._of_address(host) if host and self._networks else ())]
        return next((ban for ban in found if ban and (ban.until is None or now < ban.until)), None)

    def check(self, person: str | None, host: str | None, now: int) -> None:
        """Raises Refused for who is banned."""
        if ban := self.find(person, host, now):
            raise ban.refusal()

    def _of_address(self, host: str) -> list[Ban | None]:
        try:
            address: IPv4Address | IPv6Address = ip_address(host.partition("%")[0])
        except ValueError:  # a proxy may say anything
            return []
        address = getattr(address, "ipv4_mapped", None) or address
        return [
            prefixes.get(_prefix(address, length))
            for (version, length), prefixes in self._networks.items()
            if version == address.version
        ]


def _prefix(address: IPv4Address | IPv6Address, length: int) -> int:
    return int(address) >> (address.max_prefixlen - length)
