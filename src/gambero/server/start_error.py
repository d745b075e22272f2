"""Why a store cannot be used, in one line: for a server that starts, and for commands that read or write a database."""

from sqlalchemy import make_url

from gambero.server.settings import A_DATABASE, A_REDIS, Settings, without_credentials


def start_error(wrong: Exception, settings: Settings) -> str:
    """What does not work, why, and what would."""
    if isinstance(wrong, ValueError):
        return str(wrong)
    if isinstance(wrong, ImportError):
        return f"{str(wrong.name).partition('.')[0]} must be installed for this: pip install 'gambero[workers]'"
    why = str(getattr(wrong, "orig", wrong)).partition("\n")[0].rstrip(".") or type(wrong).__name__
    if type(wrong).__module__.startswith("redis"):
        return f"redis does not answer at {without_credentials(settings.redis)}: {why}; it must be {A_REDIS}"
    file = make_url(settings.database_url).database if settings.database_url.startswith("sqlite") else None
    if file:
        return f"database {file} cannot be used: {why}; it must be {A_DATABASE}"
    return f"database does not answer at {without_credentials(settings.database)}: {why}; it must be {A_DATABASE}"
