"""`gambero doctor`: what is wrong with a set-up, and what to do about it."""

from gambero.server.doctor.findings import Finding, State
from gambero.server.doctor.machine import check_machine
from gambero.server.doctor.site import check_site
from gambero.server.doctor.stores import check_stores
from gambero.server.settings import Settings

__all__ = ["Finding", "State", "examine"]


async def examine(settings: Settings, url: str | None = None) -> list[Finding]:
    """All findings for a server with these settings, and for the running one at a public URL."""
    findings = [*check_machine(settings), *await check_stores(settings)]
    return [*findings, *check_site(url)] if url else findings
