"""The example bot plays at a table of a real server."""

import os
import subprocess
import sys
from pathlib import Path

from hollygin.client import SeatFolder, create_table, play_at
from hollygin.players import SimplePlayer
from tests.client.test_play import invited
from tests.server.launch import Site

BOT = Path(__file__).parents[2] / "examples" / "bot.py"


def test_the_bot_plays_a_match(site: Site, seats: SeatFolder, tmp_path: Path) -> None:
    anne = create_table(site.url, "Anne", profile="single-deal", seats=seats)
    with (
        subprocess.Popen(
            [sys.executable, "-W", "error", BOT, invited(anne), "Bot"],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "XDG_DATA_HOME": str(tmp_path)},
        ) as bot,
        anne,
    ):
        play_at(anne, SimplePlayer())
        printed, _ = bot.communicate(timeout=30)
        assert anne.mirror.state.names == ("Anne", "Bot")
        assert printed == f"result: {anne.match.result} columns: []\n"
    assert bot.returncode == 0


def test_without_a_link_it_says_how_it_is_started() -> None:
    ran = subprocess.run([sys.executable, BOT], capture_output=True, text=True, check=True)
    assert "LINK" in ran.stdout
