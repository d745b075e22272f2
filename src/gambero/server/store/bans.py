"""Bans of people and of addresses, in the database."""

from collections.abc import Sequence
from ipaddress import IPv4Network, IPv6Network, ip_network

from sqlalchemy import Executable, RowMapping, delete, select

from gambero.server.store import schema
from gambero.server.store.database import Store

PERSON, ADDRESS = "person", "address"
LONGEST_CAUSE = 200
WIDEST = {4: 8, 6: 19}  # the shortest prefixes that may be banned, so that a typing error does not ban half the world


async def all_bans(store: Store) -> Sequence[RowMapping]:
    return await store.rows(select(schema.bans).order_by(schema.bans.c.since))


def ban(store: Store, who: str, kind: str, cause: str, since: int, until: int | None) -> Executable:
    """A new ban, or another end and cause for one that is there."""
    row = {"who": who, "kind": kind, "cause": cause, "since": since, "until": until}
    statement: Executable = store.upsert(schema.bans).values(row)
    return statement


def unban(who: str) -> Executable:
    return delete(schema.bans).where(schema.bans.c.who == who)


def ended(before: int) -> Executable:
    """Remove the bans that ended before a time."""
    return delete(schema.bans).where(schema.bans.c.until < before)


def network(text: str) -> str | None:
    """An address or a range as it is stored; None if the text is neither. Raises ValueError if it is too wide."""
    try:
        found: IPv4Network | IPv6Network = ip_network(text, strict=False)
    except ValueError:
        return None
    if isinstance(found, IPv6Network) and found.prefixlen >= 96 and (mapped := found.network_address.ipv4_mapped):
        found = IPv4Network((mapped, found.prefixlen - 96))
    if found.prefixlen < WIDEST[found.version]:
        raise ValueError(f"a range must be /{WIDEST[found.version]} or narrower, not {text}")
    return str(found)
