"""The table of settings in docs/deployment.md is that of ``server/settings.py``, in the words of the help."""

from pathlib import Path

from hollygin.cli.serve import allowed_of, shown_value
from hollygin.locale import Translator
from hollygin.server.settings import SETTINGS

PAGE = Path(__file__).parents[2] / "docs" / "deployment.md"


def table() -> str:
    """The table as it should be; put it into the page when a setting has changed."""
    t = Translator("en")
    lines = ["| option | variable | default | allowed | means |", "| --- | --- | --- | --- | --- |"]
    for setting in SETTINGS:
        default = f"`{value}`" if (value := shown_value(setting)) else "none"
        means = t(f"cli.serve.option.{setting.name}").replace("|", "/")
        lines.append(
            f"| `{setting.option}` | `{setting.variable}` | {default} | {allowed_of(setting)} | {means} |"
        )
    return "\n".join(lines) + "\n"


def test_the_page_has_every_setting() -> None:
    assert f"\n{table()}\n" in PAGE.read_text(encoding="utf-8"), table()
