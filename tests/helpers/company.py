"""Two people who finish a game together, for tests about whom one has played with."""

from helpers.serving import Guest


async def finish_together(one: Guest, other: Guest) -> str:
    """Both play a game of two to the end without a thought; returns the table's id."""
    table = await one.open("classic", players=2)
    first, second = await one.at(table), await other.at(table)
    await second.do("sit")
    await first.do("start")
    await first.do("starter", seat=0)
    seats = (first, second)
    while True:
        for seat in seats:
            await seat.until(lambda: seat.n == max(each.n for each in seats))  # noqa: B023
        if first.table["phase"] == "over":
            break
        mover = seats[first.view["to_move"]]
        await mover.play(mover.view["moves"][-1])
    for seat in seats:
        await seat.close()
    return table
