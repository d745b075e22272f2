"""Checks of the program and the machine: page, kernels, descriptors, cookies, workers."""

from ipaddress import ip_address

from gambero.server.doctor.findings import Finding, note, ok, wrong
from gambero.server.http.site import FILES, PAGE
from gambero.server.run import RESERVED
from gambero.server.settings import Settings
from gambero.warm import cache_is_writable, uncompiled


def check_machine(settings: Settings) -> list[Finding]:
    return [page(), kernels(), descriptors(settings), cookies(settings), workers(settings)]


def page() -> Finding:
    if (FILES / PAGE).is_file():
        return ok("page", "the web page is built")
    return wrong("page", "the web page is not built: people see an empty table", "run make web, or install a release")


def kernels() -> Finding:
    missing = uncompiled()
    if missing:
        return wrong(
            "kernels",
            f"the rules are not compiled here ({', '.join(missing)}): the first start takes minutes",
            "run python -m gambero.warm as the server's user, with the same GAMBERO_CACHE",
        )
    if not cache_is_writable():
        return note("kernels", "the rules are compiled; their folder cannot be written to, as is usual in an image")
    return ok("kernels", "the rules are compiled")


def descriptors(settings: Settings) -> Finding:
    try:
        import resource
    except ImportError:
        return ok("descriptors", "this system has no limit of descriptors")
    hard = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    needed = settings.total_connections + RESERVED
    if hard == resource.RLIM_INFINITY or hard >= needed:
        return ok("descriptors", f"there are enough descriptors for {settings.total_connections:,} connections")
    return wrong(
        "descriptors",
        f"a process may have {hard:,} descriptors: a worker takes {max(0, hard - RESERVED):,} connections instead of "
        f"{settings.total_connections:,}",
        f"raise the limit to {needed} (LimitNOFILE= in the unit, ulimits in compose, ulimit -n), or set "
        "GAMBERO_TOTAL_CONNECTIONS lower",
    )


def cookies(settings: Settings) -> Finding:
    if settings.secure:
        return ok("cookies", "cookies go over https only")
    if is_loopback(settings.host):
        return ok("cookies", f"the server listens at {settings.host} alone, which only this machine reaches")
    return wrong(
        "cookies",
        f"others can reach {settings.host}, and cookies go over plain http, where anybody on the way can read them",
        "put a proxy with TLS in front, listen at 127.0.0.1 behind it, and give --secure",
    )


def workers(settings: Settings) -> Finding:
    if settings.workers > 1 and not settings.redis:
        return wrong(
            "workers",
            f"{settings.workers} workers without Redis do not hear of each other's moves",
            "give --redis redis://…, or one worker",
        )
    return ok("workers", f"{settings.workers} {'worker' if settings.workers == 1 else 'workers'}")


def is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
