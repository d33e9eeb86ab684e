"""``hollygin join`` at real terminals, at tables of a real server."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.cli.conftest import Run
from tests.cli.play_bot import usual
from tests.cli.terminal import Terminal, play_on
from tests.server.launch import Process, Site

pytestmark = pytest.mark.slow

EN = ("--lang", "en", "join")
FR = ("--lang", "fr", "join")
FAIR = "your own part is in it, and every card fits"
TABLE = "0123456789abcdef"


@pytest.fixture(scope="module")
def site() -> Iterator[Site]:
    with Site(database="sqlite://") as site:
        yield site


class Homes(NamedTuple):
    anne: Path
    bob: Path
    carol: Path


@pytest.fixture
def homes(tmp_path: Path) -> Homes:
    homes = Homes(tmp_path / "anne", tmp_path / "bob", tmp_path / "carol")
    for home in homes:
        home.mkdir()
    return homes


def host(home: Path, url: str, *options: str) -> Terminal:
    return Terminal(home, *EN, "--new", url, "--name", "Anne", *options)


def invitation(anne: Terminal) -> str:
    return anne.expect(r"^Send this link.*\n(http\S+)$")[1]


def test_two_terminals_a_spectator_and_a_rematch(site: Site, homes: Homes) -> None:
    with host(homes.anne, site.url, "--profile", "single-deal", "--set", "gin_bonus=20") as anne:
        link = invitation(anne)
        watch = anne.expect(r"^For spectators: (http\S+)$")[1]
        anne.expect("Waiting for the other player to come")
        with Terminal(homes.carol, *EN, watch) as carol, Terminal(homes.bob, *FR, link) as bob:
            carol.expect("You are watching")
            bob.expect("Anne vous invite au gin Hollywood, règles «.Une donne.»")
            bob.expect("Prime de gin.*20")
            bob.expect("Votre nom")
            bob.type("Bob")
            anne.expect("Bob has sat down")
            play_on(anne, bob, until="= leave|= quitter")
            assert FAIR in anne.screen and "votre part y est, et chaque carte concorde" in bob.screen
            carol.expect("Deal 1 · (Anne|Bob) deals")
            carol.expect("Shuffle checked: it is what was promised before the deal")
            carol.expect("(Anne|Bob) wins the match")
            assert carol.status() == 0
            anne.type("w")
            anne.expect("The record: hollygin-")
            assert len(list(homes.anne.glob("hollygin-*.toml"))) == 1
            anne.type("m")
            bob.expect("Anne voudrait une revanche")
            bob.type("rv")
            anne.expect("Rematch")
            play_on(anne, bob, until="(?s)(Rematch:|Revanche.:).*(Enter = leave|Entrée = quitter)")
            for terminal in (anne, bob):
                terminal.type("")
                assert terminal.status() == 0


def test_the_server_is_killed_in_mid_deal(homes: Homes, tmp_path: Path) -> None:
    with (
        Process(tmp_path / "log", database=str(tmp_path / "tables.db")) as server,
        host(homes.anne, server.url, "--profile", "single-deal") as anne,
        Terminal(homes.bob, *EN, invitation(anne), "--name", "Bob") as bob,
    ):
        play_on(anne, bob, until="discard")
        server.kill()
        for terminal in (anne, bob):
            terminal.expect("The connection is lost; trying again")
            terminal.answer()
        server.start()
        for terminal in (anne, bob):
            terminal.expect("The connection is back")
        play_on(anne, bob, until="Enter = leave")
        assert FAIR in anne.screen and FAIR in bob.screen
        assert anne.screen.count("Deal 1 ·") and "Traceback" not in anne.screen + bob.screen


def test_leaving_and_coming_back(site: Site, homes: Homes) -> None:
    with host(homes.anne, site.url) as anne:
        link = invitation(anne)
        with Terminal(homes.bob, *EN, link, "--name", "Bob") as bob:
            play_on(bob, until="take the upcard|It is Anne", answer=lambda _: "s")
            bob.interrupt()
            assert bob.status() == 130
            back = re.findall(
                r"^Your seat is kept. To come back: hollygin join (\S+)$", bob.screen, re.MULTILINE
            )
        assert back == [link.partition("?")[0]]
        anne.expect("Bob has been away for 3 s. From 3 min on you can claim the match")
        with Terminal(homes.bob, *EN, *back) as bob:
            anne.expect("Bob is here")
            bob.expect("Deal 1 ·|It is Anne")
            play_on(bob, anne, until="discard")


def test_while_the_other_thinks(site: Site, homes: Homes) -> None:
    with (
        host(homes.anne, site.url, "--profile", "single-game") as anne,
        Terminal(homes.bob, *EN, invitation(anne), "--name", "Bob") as bob,
    ):
        anne.expect("It is Bob’s turn|Your turn")
        bob.expect("It is Anne’s turn|Your turn")
        one, other = (anne, bob) if "It is Bob’s turn" in anne.screen else (bob, anne)
        one.type("")
        one.expect("is here.\nWhile you wait: s = sheet")
        one.type("s")
        one.expect("┌")
        one.type("c")
        one.expect("has not been away for 180 s")
        one.type("code")
        command = one.expect(r"^hollygin join (\S+) --code (\w{8})$")
        one.type("r")
        one.expect("Give the match up")
        one.type("n")
        one.type("q")
        one.expect("Leave the match")
        one.type("n")
        with Terminal(homes.carol, *EN, command[1], "--code", command[2]) as phone:
            phone.expect("It is (Anne|Bob)’s turn")
            phone.type("r")
            phone.expect("Give the match up")
            phone.type("y")
            phone.expect("You give the match up")
        other.expect("gives the match up")
        one.expect("You give the match up")


def test_absence_and_claim(homes: Homes) -> None:
    with Site(database="sqlite://") as site, host(homes.anne, site.url) as anne:
        with Terminal(homes.bob, *EN, invitation(anne), "--name", "Bob") as bob:
            bob.expect("turn")
        anne.expect("Bob has been away for 3 s")
        (live,) = site.hub.tables.values()
        assert live.away_since[1] is not None
        live.away_since[1] -= 200
        site.hub.tell_presence(live)
        anne.expect(r"Bob has been away for \d min. You can claim the match now: c")
        anne.type("c")
        anne.expect("Bob was away for too long; you claim the match")
        anne.expect("Anne wins the match|You win the match")


def test_against_the_computer(site: Site, homes: Homes) -> None:
    with host(homes.anne, site.url, "--opponent", "simple", "--profile", "single-deal") as anne:
        play_on(anne, until="Enter = leave", answer=usual)
        assert "Send this link" not in anne.screen and FAIR in anne.screen


def test_a_third_visitor_may_watch(site: Site, homes: Homes) -> None:
    with host(homes.anne, site.url) as anne:
        link = invitation(anne)
        with Terminal(homes.bob, *EN, link, "--name", "Bob") as bob:
            bob.expect("turn")
            with Terminal(homes.carol, *EN, link) as carol:
                carol.expect(
                    "Both seats are taken \\(Anne, Bob\\); you can watch.\nHollywood gin, rules “Friendly”.\nYou are watching"
                )
                carol.expect("Deal 1")
                carol.type("q")
                assert carol.status() == 0
        with Terminal(homes.carol, *EN, link, "--watch") as carol:
            carol.expect("Deal 1")
            carol.interrupt()
            assert carol.status() == 130


def test_a_host_who_opens_the_invitation_stays_host(site: Site, homes: Homes) -> None:
    with host(homes.anne, site.url) as anne:
        link = invitation(anne)
        anne.expect("Waiting")
    with Terminal(homes.anne, *EN, link) as anne:
        anne.expect("Waiting for the other player to come")


def test_lines_from_a_pipe(site: Site, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ran = run(
        *EN, "--new", site.url, "--name", "Anne", "--opponent", "simple", "--set", "target=250", stdin=b"p\n"
    )
    assert ran.status == 0
    assert "rules “Friendly; " in ran.out and "250" in ran.out.split("”")[0]
    assert "Your seat is kept" in ran.out


# What is refused


@pytest.mark.parametrize(
    ("line", "status", "said"),
    [
        ((), 2, "LINK is missing"),
        (("gin",), 2, "“gin” is not the link of a table"),
        (("--new", "gin", "--name", "A"), 2, "“gin” is not the address of a server"),
        (("--new", "{url}", "--name", "A", "--opponent", "nobody"), 2, "“nobody” is not a player"),
        (("--new", "{url}", "--name", "\u200b"), 2, "holds the sign U+200B"),
        (("--new", "{url}", "--name", "A", "--profile", "x"), 2, "“x” is not a profile"),
        (("--new", "{url}", "--watch"), 2, "--watch is for a table that exists"),
        (("{url}/t/" + TABLE, "--opponent", "simple"), 2, "--opponent is for a new table"),
        (("{url}/t/" + TABLE,), 2, "There is no such table"),
        (("{url}/t/" + TABLE, "--code", "AAAA"), 2, "There is no such table"),
        (("http://127.0.0.1:1/t/" + TABLE,), 2, "http://127.0.0.1:1 cannot be reached: Connection refused"),
    ],
)
def test_refused(
    site: Site, run: Run, line: tuple[str, ...], status: int, said: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ran = run(*EN, *(word.format(url=site.url) for word in line))
    assert (ran.status, ran.out) == (status, "")
    assert said in ran.err and ran.err.count("\n") == 1


def test_a_name_is_needed(site: Site, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    ran = run(*EN, "--new", site.url)
    assert ran.status == 2 and "--name must be given" in ran.err
