"""Runs migrations on the connection it is given: the server brings one."""

from alembic import context

from gambero.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
