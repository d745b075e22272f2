"""The commands: `gambero --help`."""

from gambero.cli.app import main

__all__ = ["main"]
