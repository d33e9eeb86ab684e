"""The record of a match in the terminal: kept while it is played, never telling too much, and gone on with."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from hollygin import House, Match, card_set, make_rules, parse_action, parse_card
from hollygin.actions import Defend, Discard, Draw
from hollygin.cards import DECK
from hollygin.cli import main
from hollygin.cli.play.kept import Companion, Recorder, begun, companion_path, resumed
from hollygin.due import Seat
from hollygin.locale import LANGUAGES
from hollygin.melds import union
from hollygin.players import Player, RandomPlayer, SimplePlayer, play_match
from hollygin.record import Perspective, Record, complete, match_of, read, record_of, verify_record
from tests.cli.conftest import Run
from tests.cli.play.kept_match import (
    EN,
    FIRST_PROMPTS,
    MP,
    RESUME,
    Capsys,
    leave,
    matches,
    played_through,
    the_record,
    undated,
)
from tests.cli.play_bot import Typist, play, script, usual

# Every position of a match


def changes(
    seed: int, profile: str, players: tuple[Player, Player], **options: object
) -> tuple[House, list[Match]]:
    """A match after each of its changes."""
    house = House(str(seed))
    seen: list[Match] = []
    play_match(make_rules(profile, **options), players, house, watch=lambda _, after, *__: seen.append(after))
    return house, seen


@pytest.mark.slow
@pytest.mark.parametrize("perspective", [0, 1, "spectator"])
@pytest.mark.parametrize(
    ("profile", "players", "options", "step"),
    [
        ("single-game", (SimplePlayer(), SimplePlayer()), {"target": 40}, 2),
        ("single-deal", (SimplePlayer(), RandomPlayer(3)), {"oklahoma": True}, 9),
        ("eaai", (RandomPlayer(1), SimplePlayer()), {"last_discard": "end", "target": 1}, 3),
    ],
)
def test_it_goes_on_from_every_position(
    tmp_path: Path,
    profile: str,
    players: tuple[Player, Player],
    options: dict[str, object],
    step: int,
    perspective: Perspective,
) -> None:
    house, seen = changes(4, profile, players, **options)
    first, last = seen[0], seen[-1]
    head = Record(("Anne", "Bob"), first.rules, first.first_dealer, profile=profile)
    companion = Companion("4", ("simple", "random:seed=3"), ("Anne", "Bob"))
    path, copy = tmp_path / "match.toml", tmp_path / "copy.toml"  # what is being played is held
    with begun(path, companion):
        shutil.copy(companion_path(path), companion_path(copy))
        recorder = Recorder(path, head, house, perspective)
        for match in seen[:-1:step]:
            recorder.keep(match)
            whole = record_of(match, head, shuffles=house.shuffles, perspective=perspective)
            assert replace(read(path.read_bytes()), extra={}) == whole
            shutil.copy(path, copy)
            with resumed(copy) as unfinished:
                assert unfinished.match == without_the_defense(match, perspective)
                assert (unfinished.companion, unfinished.head) == (companion, head)
        recorder.keep(last)
    assert not companion_path(path).exists() and recorder.trouble == ""
    record = read(path.read_bytes())
    assert record == record_of(last, head, shuffles=house.shuffles)
    assert verify_record(record) == () and match_of(record) == last


def without_the_defense(match: Match, perspective: Perspective) -> Match:
    """The match before what a defender that is not the viewer has laid down in the deal under way."""
    if match.deal is None:
        return match
    laid = [i for i, (_, action) in enumerate(match.deal.history) if isinstance(action, Defend)]
    if not laid or match.deal.history[laid[0]].seat == perspective:
        return match
    deal = type(match.deal).start(match.rules, match.deal.dealer, match.deal.order)
    for seat, action in match.deal.history[: laid[0]]:
        deal = deal.step(seat, action)
    return match._replace(deal=deal)


# Through the command


def test_a_whole_match_is_kept(monkeypatch: MP, capsys: Capsys, data: Path, run: Run) -> None:
    typist = play(monkeypatch, capsys, usual, *EN, "--set", "gin_bonus=30")
    path = the_record(data)
    assert typist.screen.endswith(f"\nThe record: {path}\n")
    assert re.fullmatch(r"\d{4}-\d\d-\d\d-\d\d-\d\d-player-simple\.toml", path.name)
    assert [file.name for file in path.parent.iterdir()] == [path.name]
    record = read(path.read_bytes())
    assert (
        record.players == ("Player", "Simple")
        and record.profile == "single-game"
        and record.profile_version == 1
    )
    assert record.generator == "hollygin 0.1.0" and re.search(r"[+-]\d\d:\d\d$", record.date or "")
    assert record.rules.gin_bonus == 30 and record.perspective is None and record.extra == {}
    assert record.result is not None and verify_record(record) == ()
    assert all(deal.shuffle and deal.shuffle.secret for deal in record.deals)
    assert run("verify", str(path)).status == 0


@pytest.mark.parametrize("lang", LANGUAGES)
def test_leaving_says_how_to_go_on(monkeypatch: MP, capsys: Capsys, data: Path, lang: str) -> None:
    typist = play(monkeypatch, capsys, script(["q", "y"]), "--lang", lang)
    *_, left, how = typist.screen.splitlines()
    assert how.endswith("hollygin play --resume")
    assert ("left unfinished" if lang == "en" else "inachevée") in left
    assert ("It can be resumed later." if lang == "en" else "reprendre plus tard") in typist.prompts[-1]
    companion = companion_path(the_record(data))
    assert companion.stat().st_mode & 0o777 == 0o600
    assert set(json.loads(companion.read_text())) == {"seed", "players", "names"}


def test_no_record(monkeypatch: MP, capsys: Capsys, data: Path) -> None:
    typist = play(monkeypatch, capsys, script(["q", "y"]), *EN, "--no-record")
    assert typist.screen.endswith("The match was left unfinished.\n")
    assert "It will not be kept." in typist.prompts[-1] and not matches(data).exists()


@pytest.mark.slow
@pytest.mark.parametrize(
    "prompt",
    [
        "take the upcard",
        "d = draw.*t = take",
        "type a card",
        r"k \w+ = knock",
        "y = knock",
        "Enter = lay all",
        "next deal",
    ],
)
def test_left_and_resumed_at_every_prompt(monkeypatch: MP, capsys: Capsys, data: Path, prompt: str) -> None:
    expected = played_through(monkeypatch, capsys, data)
    leave(monkeypatch, capsys, prompt)
    typist = play(monkeypatch, capsys, usual, *RESUME)
    assert "goes on where it was left." in typist.screen
    assert undated(the_record(data)) == expected
    assert not companion_path(the_record(data)).exists()


@pytest.mark.slow
def test_left_again_and_again(monkeypatch: MP, capsys: Capsys, data: Path) -> None:
    """A person who leaves after every line but those of one decision plays the same match."""
    expected = played_through(monkeypatch, capsys, data)
    leave(monkeypatch, capsys, FIRST_PROMPTS)
    while companion_path(the_record(data)).exists():
        lines = 0

        def one_line(prompt: str) -> str | None:
            nonlocal lines
            lines += 1
            return usual(prompt) if lines == 1 or "y = " in prompt else None

        play(monkeypatch, capsys, one_line, *RESUME)
    assert undated(the_record(data)) == expected


@pytest.mark.slow
@pytest.mark.parametrize("lines", [b"p\nd\n", b"p\nd\nKh\nd\n"])
def test_killed_at_once_and_resumed(monkeypatch: MP, capsys: Capsys, data: Path, lines: bytes) -> None:
    expected = played_through(monkeypatch, capsys, data)
    line = (sys.executable, "-m", "hollygin", "play", *EN)
    with subprocess.Popen(line, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(lines)
        process.stdin.flush()
        shown = b""
        while shown.count(b" > ") < lines.count(b"\n") + 1:
            shown += os.read(process.stdout.fileno(), 4096)
        process.send_signal(signal.SIGKILL)
    play(monkeypatch, capsys, usual, *RESUME)
    assert undated(the_record(data)) == expected


def test_ctrl_c_keeps_the_match(monkeypatch: MP, capsys: Capsys, data: Path) -> None:
    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Typist(capsys, interrupt))
    assert main(["play", *EN]) == 130
    assert capsys.readouterr().out.endswith("left unfinished.\nIt goes on with: hollygin play --resume\n")
    with resumed(the_record(data)) as unfinished:
        assert unfinished.match.number == 1


def test_two_persons(monkeypatch: MP, capsys: Capsys, data: Path) -> None:
    people = (*EN[:-1], "target=1", "--players", "human,human", "--names", "Anne,Zoé")
    expected = played_through(monkeypatch, capsys, data, *people)
    leave(monkeypatch, capsys, r"k \w+ = knock", *people)
    assert the_record(data).name.endswith("-anne-zoé.toml")
    assert undated(the_record(data)).perspective == "spectator"
    typist = play(monkeypatch, capsys, usual, *RESUME)
    assert "it is your turn" in typist.prompts[0] and "look away" in typist.prompts[0]
    assert undated(the_record(data)) == expected


def test_two_computers(capsys: Capsys, data: Path) -> None:
    assert main(["play", *EN, "--players", "simple,random:seed=1"]) == 0
    assert capsys.readouterr().out.endswith(f"The record: {the_record(data)}\n")
    record = undated(the_record(data))
    assert record.players == ("Simple", "Random") and verify_record(record) == ()


def test_resigned(monkeypatch: MP, capsys: Capsys, data: Path) -> None:
    play(monkeypatch, capsys, script(["r", "y"]), *EN)
    record = undated(the_record(data))
    assert (record.resigned, record.result, verify_record(record)) == (0, 1, ())
    assert not companion_path(the_record(data)).exists()


@pytest.mark.parametrize("ending", ["toml", "json", "jsonl", "txt"])
def test_a_place_of_ones_own(
    monkeypatch: MP, capsys: Capsys, tmp_path: Path, data: Path, ending: str
) -> None:
    path = tmp_path / f"the match.{ending}"
    typist = leave(monkeypatch, capsys, "type a card", *EN, "--record", str(path))
    assert typist.screen.endswith(f"It goes on with: hollygin play --resume '{path}'\n")
    typist = play(monkeypatch, capsys, usual, *RESUME, str(path))
    assert typist.screen.endswith(f"The record: {path}\n")
    assert verify_record(read(path.read_bytes(), name=path.name)) == ()
    assert path.read_text()[0] == ("{" if ending.startswith("json") else "h")
    assert [*tmp_path.iterdir()] == [path] and not matches(data).exists()


def test_names_and_language_go_on(monkeypatch: MP, capsys: Capsys, data: Path) -> None:
    leave(monkeypatch, capsys, "type a card", *EN, "--names", "Anne,The machine")
    typist = play(monkeypatch, capsys, script(["q", "o"]), "--lang", "fr", "--resume")
    assert (
        "The machine" in typist.screen
        and "Anne" in typist.screen
        and "reprend où elle en était" in typist.screen
    )


def test_the_latest_of_several(monkeypatch: MP, capsys: Capsys, data: Path) -> None:
    for seed in ("1", "2", "3"):
        leave(
            monkeypatch, capsys, FIRST_PROMPTS, "--seed", seed, "--lang", "en", "--names", f"Anne,Bob {seed}"
        )
    assert len([*matches(data).glob("*.toml")]) == 3
    one, two, three = sorted(matches(data).glob("*.toml"))
    os.utime(two, (2e9, 2e9))
    companion_path(three).unlink()
    assert "Bob 2" in leave(monkeypatch, capsys, "", *RESUME).screen
    os.utime(one, (3e9, 3e9))
    assert "Bob 1" in leave(monkeypatch, capsys, "", *RESUME).screen


# What the file on disk tells


def hidden_from(match: Match, seat: Seat) -> int:
    """The cards that a seat has never seen in the deal under way, by what has been played with all cards open."""
    deal = match.deal
    assert deal is not None
    other = 1 - seat
    start = type(deal).start(deal.rules, deal.dealer, deal.order)
    seen = start.hands[seat] | start.upcard.bit | union(deal.spread)
    drawn = iter(deal.order[21:])
    for who, action in deal.history:
        card = next(drawn) if isinstance(action, Draw) else None
        if card is not None and who == seat:
            seen |= card.bit
        if isinstance(action, Discard):
            seen |= action.card.bit
    if deal.knocker == other:
        seen |= deal.hands[other]
    return DECK & ~seen


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["6", "8"])
def test_the_file_never_tells_what_the_person_has_not_seen(
    monkeypatch: MP, capsys: Capsys, data: Path, seed: str
) -> None:
    """Every version of the file, as it takes the place of the one before."""
    texts: list[str] = []
    real = Path.replace

    def seen(self: Path, target: Path) -> Path:
        texts.append(self.read_text())
        return real(self, target)

    monkeypatch.setattr(Path, "replace", seen)
    play(monkeypatch, capsys, usual, *EN, "--seed", seed)
    monkeypatch.undo()
    whole = texts.pop()
    assert "secret" in whole and len(texts) > 30
    house = House(seed)
    phases = set()
    for text in texts:
        assert "secret" not in text and f'"{seed}"' not in text
        record = read(text)
        shuffles = {number: house.shuffle(number) for number in range(1, len(record.deals) + 1)}
        match = match_of(complete(record, shuffles))
        if match.deal is None:
            continue
        phases.add(match.deal.phase)
        latest = text.rpartition("[[deals]]")[2]
        told = card_set(parse_card(word) for word in re.findall(r"\b[A2-9TJQK][shdc]\b", latest))
        hidden = hidden_from(match, 0)
        assert told & hidden == 0
        assert match.deal.hands[0] & ~told == 0
        assert hidden.bit_count() >= 10
    assert {"draw", "discard", "defense"} <= phases


def test_two_worlds_that_look_the_same_leave_the_same_file(tmp_path: Path) -> None:
    """Only cards that the viewer has not seen differ: the record differs in nothing but its seal."""
    order = list(House("8").shuffle(1).order())
    other = [*order[:21], *reversed(order[21:])]
    theirs = slice(0, 20, 2)  # the hand of the opener, seat 1
    other[theirs], other[-10:] = other[-10:], other[theirs]
    rules = make_rules()
    texts = []
    for cards in (order, other):
        match = Match.start(rules, 0).next_deal(cards)
        for line in ("pass", "pass", "draw"):
            assert match.due is not None
            match = match.step(match.due.seat, parse_action(line))
        path = tmp_path / "match.toml"
        Recorder(path, Record(("Anne", "Bob"), rules, 0), House("8"), 0).keep(match)
        texts.append(re.sub("_seal = .*", "", path.read_text()))
    assert texts[0] == texts[1]
