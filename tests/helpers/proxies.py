"""nginx and Caddy with the configurations of deploy/, and TLS of their own, for tests."""

import os
import re
import shutil
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

from helpers.patience import PATIENCE
from helpers.stores import Missing, free_port

DEPLOY = Path(__file__).parents[2] / "deploy"
OTHER_PAGE = "<title>another page of this host</title>"


class Proxy(NamedTuple):
    """A proxy that answers by https; whoever asks it must trust its certificate."""

    url: str
    plain_url: str  # where it tells browsers to come by https
    certificate: Path


Kind = Callable[..., AbstractContextManager[Proxy]]


@contextmanager
def before(kind: Kind, *arguments: object) -> Iterator[Proxy]:
    """A proxy; where its program is missing, the test says so, and in CI fails."""
    with ExitStack() as stack:
        try:
            proxy = stack.enter_context(kind(*arguments))
        except Missing as missing:
            if os.environ.get("CI"):
                raise
            pytest.skip(str(missing))
        yield proxy


def _unchanged(text: str) -> str:
    return text


@contextmanager
def nginx(folder: Path, server_port: int, example: str, change: Callable[[str], str] = _unchanged) -> Iterator[Proxy]:
    """nginx with an example of deploy/nginx, into which ports, names and paths are put."""
    binary = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if not binary:
        raise Missing("nginx is missing: apt-get install nginx, or your system's package")
    certificate, key = self_signed(folder)
    port, plain_port = free_port(), free_port()
    places = {
        r"listen 443": f"listen 127.0.0.1:{port}",
        r"listen 80": f"listen 127.0.0.1:{plain_port}",
        r"listen \[::\]:443": f"listen [::1]:{port}",
        r"listen \[::\]:80": f"listen [::1]:{plain_port}",
        r"127\.0\.0\.1:8017": f"127.0.0.1:{server_port}",
        r"server_name \S+;": "server_name localhost;",
        r"/etc/letsencrypt/\S+/fullchain.pem": str(certificate),
        r"/etc/letsencrypt/\S+/privkey.pem": str(key),
        r"/var/www/html": str(other_pages(folder)),
    }
    if not Path("/proc/net/if_inet6").exists():
        places[r"listen \[::1\]:.*"] = ""
    text = change((DEPLOY / "nginx" / example).read_text("utf-8"))
    for before, now in places.items():
        text = re.sub(before, now, text)
    (folder / "site.conf").write_text(text)
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    lines = [
        "user root;" if os.geteuid() == 0 else "",  # else it becomes a user that may not enter the folder
        f"daemon off; worker_processes 1; pid {folder / 'pid'}; error_log stderr; events {{}} http {{ access_log off;",
        *(f"{kind}_temp_path {folder / kind};" for kind in kinds),
        f"include {folder / 'site.conf'}; }}",
    ]
    (folder / "nginx.conf").write_text("\n".join(lines))
    command = [binary, "-e", "stderr", "-p", str(folder), "-c", str(folder / "nginx.conf")]
    proxy = Proxy(f"https://localhost:{port}", f"http://localhost:{plain_port}", certificate)
    with _running(command, {}, proxy, folder / "log"):
        yield proxy


@contextmanager
def caddy(folder: Path, server_port: int, example: str) -> Iterator[Proxy]:
    """Caddy with an example of deploy/caddy; for `localhost` it makes a certificate itself."""
    binary = shutil.which("caddy")
    if not binary:
        raise Missing("caddy is missing: apt-get install caddy, or your system's package")
    port, plain_port = free_port(), free_port()
    text = (DEPLOY / "caddy" / example).read_text("utf-8").replace("/var/www/html", str(other_pages(folder)))
    (folder / "site").write_text(text)
    options = f"admin off\nskip_install_trust\nhttps_port {port}\nhttp_port {plain_port}\ndefault_bind 127.0.0.1"
    (folder / "Caddyfile").write_text(f"{{\n{options}\n}}\nimport {folder / 'site'}\n")
    environment = {
        "GAMBERO_SITE": "localhost",
        "GAMBERO_SERVER": f"127.0.0.1:{server_port}",
        "HOME": str(folder),
        "XDG_DATA_HOME": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
    }
    authority = folder / "data" / "caddy" / "pki" / "authorities" / "local" / "root.crt"
    command = [binary, "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    proxy = Proxy(f"https://localhost:{port}", f"http://localhost:{plain_port}", authority)
    with _running(command, environment, proxy, folder / "log"):
        yield proxy


@contextmanager
def _running(command: list[str], environment: Mapping[str, str], proxy: Proxy, log: Path) -> Iterator[None]:
    """The program, from when it answers by https until the block ends."""
    with log.open("w") as errors:
        process = subprocess.Popen(command, env={**os.environ, **environment}, stdout=errors, stderr=errors)
        try:
            until = time.monotonic() + PATIENCE
            while not _answers(proxy):
                assert process.poll() is None, log.read_text()
                assert time.monotonic() < until, log.read_text()
                time.sleep(0.05)
            yield
        finally:
            process.terminate()
            try:
                process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def _answers(proxy: Proxy) -> bool:
    try:
        httpx.get(proxy.url, verify=trusting(proxy), timeout=PATIENCE)
    except (OSError, httpx.TransportError):
        return False
    return True


def trusting(proxy: Proxy) -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(proxy.certificate))


def other_pages(folder: Path) -> Path:
    """What else the host has, for a server under a path."""
    pages = folder / "pages"
    pages.mkdir(exist_ok=True)
    (pages / "index.html").write_text(OTHER_PAGE)
    return pages


def self_signed(folder: Path) -> tuple[Path, Path]:
    """A certificate for localhost, and its key."""
    openssl = shutil.which("openssl")
    if not openssl:
        raise Missing("openssl is missing: apt-get install openssl, or your system's package")
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    names = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-noenc", "-days", "2"]
    command = [openssl, "req", "-x509", *kind, *names, "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key
