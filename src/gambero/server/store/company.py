"""People who have finished a game together: each sees those they played with, and can invite them to a table.

Nobody else sees such a list, and it has no ids in it: a person is named by a keyed hash that is of use to its reader
alone. The name is the one that was read at the table then.
"""

import hmac
from collections.abc import Callable, Collection

from pydantic import ValidationError
from sqlalchemy import Executable, and_, delete, func, or_, select, update

from gambero.server.refusal import Refused
from gambero.server.store import moderation, schema
from gambero.server.store.database import Store
from gambero.server.store.faults import Skip
from gambero.server.wire.replies import Companion, Invitation, TableSummary

MOST_PEOPLE = 50  # in a list, the latest first
MOST_INVITED = 20  # to one table by one person
AGE = 24 * 3600 * 1000  # milliseconds for which an invitation is shown
ENDED = ("over", "closed")


class Company:
    def __init__(self, store: Store, secret: str, now: Callable[[], int], skip: Skip) -> None:
        self._store, self._secret, self._now, self._skip = store, secret.encode(), now, skip

    async def people(self, me: str) -> list[Companion]:
        """Those whom a person has finished a game with, the latest first, without whom they have muted."""
        return list((await self._known(me)).values())

    async def _known(self, me: str) -> dict[str, Companion]:
        """The same by their ids."""
        mine, others, games = schema.seats.alias("mine"), schema.seats.alias("others"), schema.games
        muted = await moderation.muted_by(self._store, me)
        query = (
            select(others.c.person, func.count().label("games"), func.max(games.c.finished).label("last"))
            .join(others, and_(others.c.game_id == mine.c.game_id, others.c.seat != mine.c.seat))
            .join(games, games.c.id == mine.c.game_id)
            .where(mine.c.person == me, others.c.person.is_not(None), others.c.person != me)
            .group_by(others.c.person)
            .order_by(func.max(games.c.finished).desc())
            .limit(MOST_PEOPLE + len(muted))
        )
        found = [row for row in await self._store.rows(query) if row["person"] not in muted][:MOST_PEOPLE]
        names = await self._names([row["person"] for row in found], me)
        return {
            row["person"]: Companion(
                who=self._handle(me, row["person"]), name=names[row["person"]], games=row["games"], last=row["last"]
            )
            for row in found
        }

    async def _names(self, people: Collection[str], me: str) -> dict[str, str]:
        """What each of these people was called in the last game with me."""
        mine, others, games = schema.seats.alias("mine"), schema.seats.alias("others"), schema.games
        query = (
            select(others.c.person, others.c.name)
            .join(mine, mine.c.game_id == others.c.game_id)
            .join(games, games.c.id == others.c.game_id)
            .where(mine.c.person == me, others.c.person.in_(people))
            .order_by(games.c.finished)
        )
        return {row["person"]: row["name"] for row in await self._store.rows(query)}

    def _handle(self, me: str, other: str) -> str:
        return hmac.digest(self._secret, f"{me} {other}".encode(), "sha256").hex()[:16]

    async def invite(self, me: str, table: str, whom: Collection[str]) -> int:
        """Invite people to a table where one sits; returns how many. Raises Refused.

        Whoever has muted the host of the invitation does not see it.
        """
        sitting, invitations = schema.sitting.c, schema.invitations.c
        if not await self._store.rows(select(sitting.person).where(sitting.table_id == table, sitting.person == me)):
            raise Refused("seat", "watching")
        handles = {one.who: person for person, one in (await self._known(me)).items()}
        if not set(whom) <= set(handles):
            raise Refused("company", "unknown")
        sent = select(invitations.person).where(invitations.table_id == table, invitations.by == me)
        before = {row["person"] for row in await self._store.rows(sent)}
        fresh = {handles[one] for one in whom} - before
        if len(before) + len(fresh) > MOST_INVITED:
            raise Refused("limit", "invited", most=MOST_INVITED)
        rows = [{"table_id": table, "person": person, "by": me, "at": self._now()} for person in sorted(fresh)]
        if rows:
            await self._store.run(self._store.insert_or_ignore(schema.invitations).values(rows))
        return len(rows)

    async def invitations(self, me: str) -> list[Invitation]:
        """The invitations of a person to tables that are not over, the latest first."""
        tables, people, invitations = schema.tables.c, schema.people.c, schema.invitations.c
        sitting = select(schema.sitting.c.table_id).where(schema.sitting.c.person == me)
        muted = await moderation.muted_by(self._store, me)
        query = (
            select(invitations.table_id, invitations.at, invitations.by, tables.summary, people.name)
            .join_from(schema.invitations, schema.tables, tables.id == invitations.table_id)
            .join(schema.people, people.id == invitations.by)
            .where(invitations.person == me, invitations.at > self._now() - AGE, tables.phase.not_in(ENDED))
            .where(invitations.table_id.not_in(sitting))
            .order_by(invitations.at.desc())
            .limit(MOST_PEOPLE)
        )
        found = []
        for row in await self._store.rows(query):
            if row["by"] in muted:
                continue
            try:
                table = TableSummary.model_validate_json(row["summary"])
                found.append(Invitation(table=table, by=row["name"], at=row["at"]))
            except ValidationError as wrong:
                self._skip("invitations", wrong, row["table_id"])
        return found

    async def decline(self, me: str, table: str, mute: bool) -> None:
        """Remove an invitation; with `mute`, its sender's others are not shown either, nor what they write."""
        invitations = schema.invitations.c
        mine = (invitations.person == me, invitations.table_id == table)
        senders = await self._store.rows(select(invitations.by).where(*mine))
        mutes = [moderation.mute(self._store, me, row["by"], on=True) for row in senders if mute]
        await self._store.run(delete(schema.invitations).where(*mine), *mutes)


async def remove_old(store: Store, now: int) -> None:
    """Delete invitations that are not shown any more."""
    await store.run(delete(schema.invitations).where(schema.invitations.c.at <= now - AGE))


def forget(person: str) -> list[Executable]:
    """Statements that delete the invitations of a person, sent and received."""
    invitations = schema.invitations.c
    return [delete(schema.invitations).where(or_(invitations.person == person, invitations.by == person))]


def moved(guest: str, account: str) -> list[Executable]:
    """Statements that give a guest's invitations to an account; where both are invited, the account's stay."""
    mine = schema.invitations.alias("mine")
    invitations = schema.invitations.c
    known = select(mine.c.table_id).where(mine.c.person == account).scalar_subquery()
    return [
        delete(schema.invitations).where(invitations.person == guest, invitations.table_id.in_(known)),
        update(schema.invitations).where(invitations.person == guest).values(person=account),
        update(schema.invitations).where(invitations.by == guest).values(by=account),
    ]
