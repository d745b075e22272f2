"""What can be said of the files in deploy/ without a builder, a container engine or a running systemd."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

from gambero.server.settings import PREFIX, Settings

from helpers.containerfile import stages

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
COMPOSED = sorted(DEPLOY.glob("compose.*.yaml"))
OTHER_VARIABLES = {"FORWARDED_ALLOW_IPS", "GAMBERO_CACHE"}  # Uvicorn's, and where kernels are kept
ENOUGH = 20  # of systemd's hundred points of exposure


def test_the_image_is_made_of_what_is_there() -> None:
    names = [stage.name for stage in stages()]
    assert names == ["wheel", "install", ""]
    for stage in stages():
        for copied in stage.all("COPY"):
            *options, source, _ = copied.split()
            if options:
                assert options[0].removeprefix("--from=") in names
            else:
                assert (ROOT / source).exists(), copied


def test_the_image_runs_as_a_user_of_its_own_and_tells_its_health() -> None:
    *_, last = stages()
    assert last.all("USER") == ["gambero"]
    assert last.instructions.index(("USER", "gambero")) > max(
        index for index, (name, _) in enumerate(last.instructions) if name in ("RUN", "COPY")
    )
    assert "/readyz" in last.all("HEALTHCHECK")[0]
    assert json.loads(last.all("ENTRYPOINT")[0]) + json.loads(last.all("CMD")[0]) == ["gambero", "serve"]
    set_there = {name for name in last.environment if name.startswith(PREFIX)}
    assert set_there - OTHER_VARIABLES <= {PREFIX + name.upper() for name in Settings.model_fields}


def test_the_image_s_kernels_are_compiled_for_the_processor_they_are_loaded_for() -> None:
    """Under another name of a processor Numba would compile them all again."""
    _, install, last = stages()
    names = ("NUMBA_CPU_NAME", "NUMBA_CPU_FEATURES", "GAMBERO_CACHE")
    assert [install.environment[name] for name in names] == [last.environment[name] for name in names]
    assert install.environment["NUMBA_CPU_NAME"] == "x86-64-v2"
    (copied,) = last.all("COPY")
    assert last.environment["GAMBERO_CACHE"].startswith(f"{copied.split()[-1]}/")


@pytest.mark.parametrize("file", COMPOSED, ids=lambda file: file.name)
def test_compose_files_fit_together(file: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    described: dict[str, Any] = yaml.safe_load(file.read_text("utf-8"))
    services = described["services"]
    for name, service in services.items():
        assert set(service.get("depends_on", ())) <= set(services), name
        assert set(service["networks"]) <= set(described["networks"]), name
        assert service["restart"] == "unless-stopped", name
        for volume in service.get("volumes", ()):
            source = volume.split(":")[0]
            assert (DEPLOY / source).exists() if source.startswith(".") else source in described["volumes"], volume
        for other, about in service.get("depends_on", {}).items():
            if about["condition"] == "service_healthy" and other != "gambero":  # whose image has a check
                assert "healthcheck" in services[other]
    assert [name for name, service in services.items() if "ports" in service] == ["caddy"]
    gambero = services["gambero"]
    assert (DEPLOY / gambero["build"]["context"] / gambero["build"]["dockerfile"]).exists()
    assert gambero["read_only"]
    assert gambero["cap_drop"] == ["ALL"]
    (subnet,) = described["networks"]["inside"]["ipam"]["config"]
    assert gambero["environment"]["FORWARDED_ALLOW_IPS"] == subnet["subnet"]
    for name, value in gambero["environment"].items():
        monkeypatch.setenv(name, filled_in(str(value)))
    settings = Settings.read().checked()
    assert settings.secure
    assert settings.database_url.startswith("postgresql" if "postgres" in file.name else "sqlite")
    named = set(re.findall(r"\{\$(\w+)", (DEPLOY / "caddy" / "Caddyfile").read_text("utf-8")))
    assert named == set(services["caddy"]["environment"])


def filled_in(value: str) -> str:
    """Without what compose would ask for, or with its default."""
    return re.sub(r"\$\{\w+(?::-([^}]*)|:\?[^}]*)\}", lambda found: found[1] or "given", value)


def test_the_service_s_variables_are_settings() -> None:
    """Also those that are commented out, ready to be used."""
    text = (DEPLOY / "systemd" / "gambero.env").read_text("utf-8")
    text += (DEPLOY / "systemd" / "gambero.service").read_text("utf-8")
    names = set(re.findall(r"^(?:#|Environment=)?([A-Z_]+)=", text, re.MULTILINE))
    assert len(names) > 4
    assert names - OTHER_VARIABLES <= {PREFIX + name.upper() for name in Settings.model_fields}


def test_the_service_is_right_and_has_little_to_attack(tmp_path: Path) -> None:
    analyze = shutil.which("systemd-analyze")
    if not analyze:
        assert not os.environ.get("CI"), "apt-get install systemd"
        pytest.skip("there is no systemd-analyze: apt-get install systemd, or your system's package")
    unit = tmp_path / "gambero.service"
    command = Path(sys.executable).with_name("gambero")
    unit.write_text((DEPLOY / "systemd" / unit.name).read_text().replace("/opt/gambero/bin/gambero", str(command)))
    for arguments in (["verify"], ["security", "--offline=yes", f"--threshold={ENOUGH}"]):
        said = subprocess.run([analyze, *arguments, str(unit)], capture_output=True, text=True)
        assert said.returncode == 0, said.stdout + said.stderr
    verified = subprocess.run([analyze, "verify", str(unit)], capture_output=True, text=True)
    assert "gambero.service" not in verified.stderr  # no warning either
