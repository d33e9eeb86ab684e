"""Any player of the library at a table of a real server, through every interruption."""

import stat
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from hollygin import PROFILES, Due, View, make_rules, view_match
from hollygin.actions import DONE, RESIGN, Action
from hollygin.client import (
    ClientError,
    Lost,
    RemoteTable,
    SeatFolder,
    ServerRefusal,
    Visit,
    create_table,
    join_table,
    play,
    play_at,
    watch_table,
)
from hollygin.match import Match
from hollygin.players import Player, PlayerFault, SimplePlayer, make_player
from tests.server.launch import Process, Site

Options = dict[str, int | bool | str]


class Beside:
    """Something in a thread of its own; its errors come out at the end."""

    def __init__(self, work: Callable[[], None]) -> None:
        self.error: Exception | None = None
        self.work = work
        self.thread = threading.Thread(target=self._run)
        self.thread.start()

    def _run(self) -> None:
        try:
            self.work()
        except Exception as error:  # noqa: BLE001 - it is raised where the work ends
            self.error = error

    def end(self, seconds: float = 60.0) -> None:
        self.thread.join(seconds)
        assert not self.thread.is_alive()
        if self.error is not None:
            raise self.error


def invited(table: RemoteTable) -> str:
    return f"{table.link.origin}{table.info.invite}"


def played(one: RemoteTable, two: RemoteTable, players: tuple[Player, Player]) -> tuple[Match, Match]:
    with one, two:
        other = Beside(lambda: play_at(two, players[1]))
        play_at(one, players[0])
        other.end()
        return one.match, two.match


class Compared:
    """Plays as another, and holds every view against the one that the server made it from."""

    name = "compared"

    def __init__(self, site: Site, table: str, plain: Player) -> None:
        self.site = site
        self.table = table
        self.plain = plain
        self.seen = 0

    def act(self, view: View, due: Due) -> Action:
        match = self.site.hub.tables[self.table].table.match
        assert match is not None
        assert view == view_match(match, due.seat)
        assert view.deal is not None and view.deal.due == due
        self.seen += 1
        return self.plain.act(view, due)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_match_is_the_one_of_the_server(site: Site, seats: SeatFolder, profile: str) -> None:
    options: Options = {"target": 40} if PROFILES[profile].rules.columns else {}
    anne = create_table(site.url, "Anne", profile=profile, options=options, seats=seats)
    bob = join_table(invited(anne), "Bob", seats)
    players = tuple(
        Compared(site, anne.link.table, plain) for plain in (SimplePlayer(), make_player("random:seed=1"))
    )
    with anne, bob:
        other = Beside(lambda: play_at(bob, players[1]))
        play_at(anne, players[0])
        other.end()
        match = site.hub.tables[anne.link.table].table.match
        assert match is not None and match.over
        for table in (anne, bob):
            assert table.view == view_match(match, table.seat)
            assert table.match == match._replace(deals=())
            checks = table.mirror.checks
            assert len(checks) == len(match.lines)
            assert all(check.witnessed and check.fault is None for check in checks.values())
    assert all(player.seen for player in players)


def test_house_options_and_a_reshuffled_stock(site: Site, seats: SeatFolder) -> None:
    options: Options = {
        "target": 25,
        "stock_end": "reshuffle",
        "straight": True,
        "oklahoma": True,
        "big_gin_bonus": 50,
        "columns": 1,
    }
    anne = create_table(site.url, "Anne", options=options, seats=seats)
    bob = join_table(invited(anne), "Bob", seats)
    one, two = played(anne, bob, (SimplePlayer(), SimplePlayer()))
    assert one == two and one.rules == make_rules("friendly", **options)
    assert all(check.fault is None for check in anne.mirror.checks.values())


def test_against_the_computer(site: Site, seats: SeatFolder) -> None:
    with create_table(site.url, "Anne", profile="single-deal", opponent="simple", seats=seats) as table:
        assert table.info.invite is None
        play_at(table, SimplePlayer())
        assert table.over and table.mirror.checks[1].fault is None


def test_a_spectator_sees_what_a_spectator_may(site: Site, seats: SeatFolder) -> None:
    anne = create_table(site.url, "Anne", profile="single-game", options={"target": 20}, seats=seats)
    bob = join_table(invited(anne), "Bob", seats)
    with watch_table(f"{site.url}{anne.info.watch}") as carol:
        match, _ = played(anne, bob, (SimplePlayer(), SimplePlayer()))
        while not carol.over:
            carol.wait()
        assert carol.seat is None and carol.due is None and carol.match == match
        assert all(check.witnessed and check.fault is None for check in carol.mirror.checks.values())
        with pytest.raises(ServerRefusal, match="spectator"):
            carol.resign()


def test_a_late_spectator_sees_the_deal_from_its_start(site: Site, seats: SeatFolder) -> None:
    anne = create_table(site.url, "Anne", profile="single-game", seats=seats)
    bob = join_table(invited(anne), "Bob", seats)
    with anne, bob:
        anne.ready()
        bob.ready()
        while (table := next((one for one in (anne, bob) if one.due is not None), None)) is None:
            anne.wait(0.1), bob.wait(0.1)
        assert table.due is not None
        table.act(table.due.legal_actions()[-1])
        match = site.hub.tables[anne.link.table].table.match
        assert match is not None
        with watch_table(f"{site.url}{anne.info.watch}") as carol:
            assert carol.view == view_match(match, None)
            assert carol.view.deal is not None and len(carol.view.deal.history) == 1


# Interruptions


def test_the_server_is_killed_and_started_again(tmp_path: Path, seats: SeatFolder) -> None:
    with Process(tmp_path / "log", database=str(tmp_path / "tables.db")) as server:
        anne = create_table(server.url, "Anne", profile="single-game", seats=seats)
        bob = join_table(invited(anne), "Bob", seats)
        losses: list[object] = []
        anne.listener = lambda news: losses.append(news) if isinstance(news, Lost) else None
        with anne, bob:
            both = [
                Beside(lambda: play_at(anne, SimplePlayer())),
                Beside(lambda: play_at(bob, SimplePlayer())),
            ]
            for _ in range(2):
                time.sleep(0.4)
                server.kill()
                server.start()
            for one in both:
                one.end()
            assert losses and anne.match == bob.match
            checks = [*anne.mirror.checks.values(), *bob.mirror.checks.values()]
            assert all(check.fault is None and check.witnessed for check in checks)
            assert len(anne.mirror.checks) == len(anne.match.lines)
    assert "Traceback" not in (tmp_path / "log").read_text()


def test_a_new_client_goes_on_where_the_old_one_was(site: Site, seats: SeatFolder) -> None:
    """At every turn of the match the client is a new one, as after a crash of its machine."""
    anne = create_table(site.url, "Anne", profile="single-deal", seats=seats)
    link = invited(anne)
    bob = join_table(link, "Bob", seats)
    with bob:
        other = Beside(lambda: play_at(bob, SimplePlayer()))
        over = False
        while not over:
            with join_table(link, "Anne", seats) as table:
                assert table.seat == 0
                while not table.over and table.due is None and not table.asks_ready:
                    table.wait()
                match = site.hub.tables[table.link.table].table.match
                if table.asks_ready:
                    table.ready()
                elif table.due is not None:
                    assert match is not None and table.view == view_match(match, 0)
                    table.act(SimplePlayer().act(table.view, table.due))
                over = table.over
        other.end()


def test_too_many_commands_are_sent_again(seats: SeatFolder) -> None:
    with (
        Site(database="sqlite://", messages_per_second=20.0, message_burst=3) as slow,
        create_table(slow.url, "Anne", opponent="random", seats=seats) as table,
    ):
        table.ready()
        for _ in range(6):
            with pytest.raises(ServerRefusal, match="match-running"):
                table.offer_rematch()


def test_two_devices_of_one_seat(site: Site, seats: SeatFolder, tmp_path: Path) -> None:
    """Both play; what the other has done already is refused as stale, and played on from there."""
    anne = create_table(site.url, "Anne", profile="single-deal", opponent="simple", seats=seats)
    code = anne.http.make_code(anne.link).code
    other = Visit(anne.link, "Anne", SeatFolder(tmp_path / "phone")).use_code(code)
    one, two = played(anne, other, (SimplePlayer(), SimplePlayer()))
    assert one.lines[-1].settlement == two.lines[-1].settlement


# Who does wrong


class Bad:
    name = "bad"

    def __init__(self, action: Action) -> None:
        self.action = action

    def act(self, view: View, due: Due) -> Action:
        return self.action


def test_a_player_who_breaks_a_rule(site: Site, seats: SeatFolder) -> None:
    with create_table(site.url, "Anne", opponent="simple", seats=seats) as table:
        with pytest.raises(PlayerFault) as caught:
            play_at(table, Bad(DONE))
        assert (caught.value.seat, caught.value.name) == (0, "bad")
        assert not table.over


def test_resigning(site: Site, seats: SeatFolder) -> None:
    anne = create_table(site.url, "Anne", seats=seats)
    bob = join_table(invited(anne), "Bob", seats)
    one, two = played(anne, bob, (Bad(RESIGN), Bad(RESIGN)))
    assert one.resigned == two.resigned and one.result == 1 - (one.resigned or 0)


def test_play_by_link(site: Site, seats: SeatFolder) -> None:
    anne = create_table(site.url, "Anne", profile="single-deal", seats=seats)
    found: list[Match] = []
    bob = Beside(lambda: found.append(play(invited(anne), SimplePlayer(), "Bob", seats=seats)))
    with anne:
        play_at(anne, SimplePlayer())
        bob.end()
        assert found == [anne.match]
    with pytest.raises(ServerRefusal, match="seat-taken"):
        join_table(invited(anne), "Carol", seats)


def test_a_rematch_keeps_the_seat(site: Site, seats: SeatFolder) -> None:
    anne = create_table(site.url, "Anne", profile="single-deal", opponent="simple", seats=seats)
    with anne:
        play_at(anne, SimplePlayer())
        first = anne.match.first_dealer
        anne.offer_rematch()
        while anne.mirror.state.next_table is None:
            anne.wait()
        table = anne.next_table()
    with table:
        play_at(table, SimplePlayer())
        assert table.seat == 0 and table.match.first_dealer == 1 - first
    with join_table(table.link, "Anne", seats) as again:
        assert again.seat == 0


# Seats that are kept


def test_a_seat_is_kept_for_its_owner_alone(site: Site, seats: SeatFolder) -> None:
    anne = create_table(site.url, "Anne", seats=seats)
    (file,) = seats.path.iterdir()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600 and stat.S_IMODE(seats.path.stat().st_mode) == 0o700
    assert [seat.name for seat in seats.find(anne.link)] == ["Anne"]
    file.with_name(f"{anne.link.table}-broken.json").write_text("{")
    assert len(seats.find(anne.link)) == 1
    join_table(invited(anne), "Bob", seats)
    with pytest.raises(ClientError, match=r"Anne, Bob \[which-seat"):
        Visit(anne.link, None, seats)
    assert Visit(anne.link, "Bob", seats).info.seat == 1


def test_the_folder_is_among_the_data_of_the_user(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert SeatFolder().path == tmp_path / "hollygin" / "seats"
    monkeypatch.setenv("XDG_DATA_HOME", "not/absolute")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert SeatFolder().path == tmp_path / ".local" / "share" / "hollygin" / "seats"
