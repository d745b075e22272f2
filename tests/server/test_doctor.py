"""`gambero doctor`: each thing that can be wrong is made wrong, and found."""

import asyncio
import json
import os
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from gambero.server.doctor import Finding, State, examine, machine, stores
from gambero.server.doctor.site import check_site
from gambero.server.settings import Settings
from gambero.server.store.database import engine_for, migrate

from helpers.commands import run_gambero
from helpers.patience import PATIENCE
from helpers.serving import Served, address
from helpers.stores import free_port, wait_for

# What a proxy does right, and what is left out or added to make it wrong.
RIGHT = {
    "for": "proxy_set_header X-Forwarded-For $remote_addr;",
    "host": "proxy_set_header Host $http_host;",
    "sockets": "proxy_http_version 1.1; proxy_set_header Upgrade $http_upgrade; proxy_set_header Connection upgrade;",
}
APPENDED = "proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;"
PROXIES: dict[str, dict[str, str]] = {
    "right": {},
    "appending": {"for": APPENDED},
    "passing on": {"for": ""},
    "telling nothing": {"for": 'proxy_set_header X-Forwarded-For "";'},
    "renaming": {"host": "proxy_set_header Host $proxy_host;"},
    "without sockets": {"sockets": ""},
}
SERVER = "server {{ listen 127.0.0.1:{port}{tls}; location / {{ proxy_pass http://127.0.0.1:{to}; {how} }} }}\n"
WHOLE = """daemon off; worker_processes 1; pid {folder}/pid; error_log {folder}/error.log;
events {{ worker_connections 64; }}
http {{ access_log off; client_body_temp_path {folder}/a; proxy_temp_path {folder}/b; fastcgi_temp_path {folder}/c;
uwsgi_temp_path {folder}/d; scgi_temp_path {folder}/e;
{servers} }}
"""
TLS = " ssl; ssl_certificate {folder}/cert.pem; ssl_certificate_key {folder}/key.pem"


@contextmanager
def proxies(folder: Path, to: int) -> Iterator[dict[str, str]]:
    """The URLs of nginx's servers, by what each does to requests; the last one has TLS."""
    nginx = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(nginx).exists():
        if os.environ.get("CI"):
            raise FileNotFoundError("nginx is missing: apt-get install nginx")
        pytest.skip("nginx is missing: apt-get install nginx")
    key, cert = folder / "key.pem", folder / "cert.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost"]
    made = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"]
    subprocess.run([*made, "-keyout", key, "-out", cert, *subject], check=True, capture_output=True)
    ports = {name: free_port() for name in (*PROXIES, "tls")}
    servers = "".join(
        SERVER.format(
            port=port,
            to=to,
            tls=TLS.format(folder=folder) if name == "tls" else "",
            how=" ".join({**RIGHT, **PROXIES.get(name, {})}.values()),
        )
        for name, port in ports.items()
    )
    (folder / "nginx.conf").write_text(WHOLE.format(folder=folder, servers=servers))
    process = subprocess.Popen([nginx, "-p", folder, "-c", folder / "nginx.conf"], stderr=subprocess.DEVNULL)
    try:
        for port in ports.values():
            wait_for(port)
        yield {name: f"http{'s' if name == 'tls' else ''}://127.0.0.1:{port}" for name, port in ports.items()}
    finally:
        process.terminate()
        process.wait(PATIENCE)


def wrongs(findings: list[Finding]) -> dict[str, str]:
    """What is wrong, by check; each says what to do."""
    assert all(one.do for one in findings if one.state is State.WRONG)
    return {one.check: one.says for one in findings if one.state is State.WRONG}


def of(check: str, findings: list[Finding]) -> Finding:
    return next(one for one in findings if one.check == check)


def doctor(*arguments: str, code: int, before: str = "pass", **environment: str) -> dict[str, Any]:
    """The command's JSON; `before` is run in its process first."""
    if before == "pass":
        done = run_gambero("doctor", "--json", *arguments, environment=environment)
    else:
        done = prepared(before, *arguments, **environment)
    assert done.returncode == code, done.stdout + done.stderr
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def prepared(before: str, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    start = f"{before}; from gambero.cli import main; main()"
    return subprocess.run(
        [sys.executable, "-c", start, "doctor", "--json", *arguments],
        env={**os.environ, **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=PATIENCE,
        check=False,
    )


async def test_what_a_proxy_does_wrong_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Served(tmp_path / "games.db") as server, proxies(tmp_path, server.port) as urls:
        expected = {
            "right": {},
            "appending": {},
            "passing on": {"proxy": "passes X-Forwarded-For on as clients send it"},
            "telling nothing": {"proxy": "does not say where requests come from"},
            "renaming": {"host": "refused (403)", "sockets": "(403)"},
            "without sockets": {"sockets": "do not come through"},
        }
        for name, words in expected.items():
            found = wrongs(await asyncio.to_thread(check_site, urls[name]))
            assert found.keys() == words.keys(), name
            assert all(word in found[check] for check, word in words.items())
        direct = await asyncio.to_thread(check_site, server.url)
        assert wrongs(direct) == {}
        assert of("proxy", direct).state is State.NOTE
        (away,) = await asyncio.to_thread(check_site, f"http://127.0.0.1:{free_port()}")
        assert "does not answer: Connection refused" in away.says
        (unknown,) = await asyncio.to_thread(check_site, urls["tls"])
        assert "certificate" in unknown.says.lower()
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
        assert wrongs(await asyncio.to_thread(check_site, urls["tls"])).keys() == {"tls"}, "without --secure"
        told = doctor("--url", urls["right"], "--database", server.database, "--port", str(server.port), code=0)
        assert told["wrong"] == 0


@pytest.mark.parametrize(
    ("trusted", "words"), [("10.0.0.1", "does not believe the proxy at 127.0.0.1"), ("*", "believes any address")]
)
async def test_whom_the_server_believes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, trusted: str, words: str
) -> None:
    monkeypatch.setenv("FORWARDED_ALLOW_IPS", trusted)
    with Served(tmp_path / "games.db", secure="1") as server, proxies(tmp_path, server.port) as urls:
        monkeypatch.setattr("gambero.server.doctor.site.own_address", lambda _: "192.0.2.1")  # asked from elsewhere
        found = wrongs(await asyncio.to_thread(check_site, urls["appending"]))
        assert words in found["proxy"]
        assert "nobody stays logged in" in found["tls"], "with --secure over http"
        monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "cert.pem"))
        assert "tls" not in wrongs(await asyncio.to_thread(check_site, urls["tls"]))


def test_machine_and_settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMBERO_DATABASE", str(tmp_path / "games.db"))
    assert wrongs(machine.check_machine(Settings(total_connections=100))) == {}
    found = wrongs(machine.check_machine(Settings(host="0.0.0.0", workers=2)))
    assert found.keys() == {"cookies", "workers"}
    assert wrongs(machine.check_machine(Settings(host="0.0.0.0", secure=True))) == {}
    monkeypatch.setattr(machine, "FILES", tmp_path)
    assert wrongs([machine.page()]).keys() == {"page"}
    low = "import resource; resource.setrlimit(resource.RLIMIT_NOFILE, (900, 900))"
    told = doctor("--workers", "2", code=1, before=low, GAMBERO_CACHE=str(tmp_path / "cache"))
    assert {one["check"] for one in told["findings"] if one["state"] == "wrong"} == {
        "descriptors",
        "kernels",
        "workers",
    }
    assert "a worker takes 388 connections" in next(
        one["says"] for one in told["findings"] if one["check"] == "descriptors"
    )


async def changed(database: str, *statements: str, to: str = "head") -> None:
    engine = engine_for(address(database))
    async with engine.connect() as connection:
        await connection.run_sync(migrate, to)
        for statement in statements:
            await connection.execute(text(statement))
        await connection.commit()
    await engine.dispose()


async def test_old_and_new_schemas(database: str) -> None:
    await changed(database, to="0001")
    found = wrongs(await examine(Settings(database=database)))
    assert "older schema (at 0001" in found["schema"]
    await changed(database)
    assert "schema" not in wrongs(await examine(Settings(database=database)))
    await changed(database, "UPDATE alembic_version SET version_num = '9999'")
    assert "newer (at 9999)" in wrongs(await examine(Settings(database=database)))["schema"]


async def test_stores_that_cannot_be_used(
    tmp_path: Path, postgres_url: str, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = str(tmp_path / "games.db")
    assert wrongs(await stores.check_stores(Settings(database=file, redis=redis_url))) == {}
    for settings, check, words in (
        (Settings(database="postgresql://who:secret@127.0.0.1:1/x"), "database", "does not answer at postgresql://…@"),
        (Settings(database=file, redis="redis://127.0.0.1:1"), "redis", "redis does not answer"),
        (Settings(database=str(tmp_path / "no" / "games.db")), "database", "unable to open database file"),
    ):
        assert words in wrongs(await stores.check_stores(settings))[check]
    await changed(postgres_url)
    assert wrongs(await stores.check_stores(Settings(database=postgres_url))) == {}
    name = postgres_url.rpartition("/")[2]
    await changed(postgres_url, f"ALTER DATABASE {name} SET default_transaction_read_only = on")
    assert "read-only" in wrongs(await stores.check_stores(Settings(database=postgres_url)))["database"]
    await changed(file)
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1, before[1]))  # no file may grow: as on a full disk
    try:
        assert "cannot be used" in wrongs(await stores.check_stores(Settings(database=file)))["database"]
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    monkeypatch.setattr(stores, "ROOM", sys.maxsize)
    assert wrongs(await stores.check_stores(Settings(database=file))).keys() == {"disk"}


async def test_a_clock_that_is_off(tmp_path: Path) -> None:
    async def redis_an_hour_late(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while command := await reader.read(4096):
            late = f"*2\r\n$10\r\n{int(time.time()) - 3600}\r\n$1\r\n0\r\n".encode()
            answers = [late if b"TIME" in one else b"+OK\r\n" for one in command.split(b"*")[1:]]
            writer.write(b"".join(answers))
        writer.close()

    async with await asyncio.start_server(redis_an_hour_late, "127.0.0.1", port := free_port()):
        settings = Settings(database=str(tmp_path / "games.db"), redis=f"redis://127.0.0.1:{port}")
        said = wrongs(await stores.check_stores(settings))["clock"]
        assert re.search(r"Redis differ by 3,\d{3} seconds", said)  # the answer takes its time, too
    assert wrongs([stores.clock("the database", time.time() + 60, time.time())]).keys() == {"clock"}


async def test_a_second_server_on_the_file(tmp_path: Path) -> None:
    with Served(tmp_path / "games.db") as server:
        other = Settings(database=server.database, port=free_port())
        assert "another one would not start" in wrongs(await stores.check_stores(other))["servers"]
        assert "servers" not in wrongs(await stores.check_stores(Settings(database=server.database, port=server.port)))
