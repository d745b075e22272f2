"""Two servers on one SQLite file that would not hear of each other: the second does not start."""

from pathlib import Path

import pytest

from gambero.server.store.lock import is_occupied

from helpers.serving import Guest, Served, address


def refused(server: Served) -> str:
    """The line that a server says which does not start."""
    with pytest.raises(AssertionError, match="did not start") as wrong:
        server.start()
    assert server.process
    assert server.process.returncode == 2
    (line,) = [line for line in str(wrong.value).splitlines() if "gambero: " in line]
    return line


async def test_the_second_server_on_a_file_does_not_start(tmp_path: Path, redis_url: str) -> None:
    file, link = tmp_path / "games.db", tmp_path / "link.db"
    link.symlink_to(file)
    with Served(file) as first:
        assert is_occupied(address(str(file)))
        for second in (Served(file), Served(link), Served(file, redis_url), Served(file, redis_url, workers="2")):
            assert f"another server runs on {file}: stop that one, or give all of them the same --redis" in refused(
                second
            )
        await Guest.new(first.url)  # the first one has noticed nothing
        assert first.stop() == 0
    assert not is_occupied(address(str(file)))
    with Served(file):
        pass


async def test_servers_that_share_redis_may_share_a_file_and_one_without_may_not_join(
    tmp_path: Path, redis_url: str
) -> None:
    file = tmp_path / "games.db"
    with Served(file, redis_url), Served(file, redis_url):
        assert "another server runs on" in refused(Served(file))
    with Served(file, redis_url, workers="2") as two:
        await Guest.new(two.url)


def test_a_killed_server_blocks_nobody(tmp_path: Path) -> None:
    server = Served(tmp_path / "games.db").start()
    for _ in range(3):
        server.kill()
        server.start()
    server.kill()
    assert not is_occupied(address(server.database))
    assert (tmp_path / "games.db-lock").stat().st_size == 0
