"""Which refusal a client gets if a read or write failed because of the store, not because of the program."""

from collections.abc import Callable

from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from gambero.server.refusal import Refused

Skip = Callable[[str, Exception, str], None]  # where, why and which: a row that cannot be read is left out of a list
FULL, LOCKED = Refused("store", "full"), Refused("store", "locked")
READ_ONLY, NO_ANSWER = Refused("store", "read_only"), Refused("store", "no_answer")
# What SQLite and PostgreSQL say, in lower case. Anything else, such as a missing table, is a fault of the program.
SIGNS = {
    "is full": FULL,
    "no space left": FULL,
    "disk full": FULL,
    "is locked": LOCKED,
    "lock timeout": LOCKED,
    "readonly": READ_ONLY,
    "read-only": READ_ONLY,
    "unable to open": NO_ANSWER,
    "i/o error": NO_ANSWER,
    "connection was closed": NO_ANSWER,
    "connection is closed": NO_ANSWER,
    "database system is": NO_ANSWER,
}


def store_refusal(wrong: BaseException) -> Refused | None:
    """The refusal that tells a client why; None if the store is not the cause."""
    if isinstance(wrong, PoolTimeout | ConnectionError):
        return NO_ANSWER
    if not isinstance(wrong, DBAPIError):
        return None
    message = str(wrong.orig).lower()
    found = next((refused for sign, refused in SIGNS.items() if sign in message), None)
    return NO_ANSWER if found is None and wrong.connection_invalidated else found
