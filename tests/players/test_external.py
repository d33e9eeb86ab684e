"""Programs as players: the messages, the limits, and whose fault it is."""

import gc
import json
import os
import shlex
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hollygin import House, Match, Rules, View, make_rules, parse_action, view_match
from hollygin.due import Due
from hollygin.errors import TextError
from hollygin.players import PlayerFault, RandomPlayer, SimplePlayer, make_player, play_match
from hollygin.players.driver import advance
from hollygin.players.external import ExternalPlayer
from hollygin.players.messages import answer, question
from tests.strategies import any_rules, seeds
from tests.table import codes, rules_of

EXAMPLE = Path(__file__).parents[2] / "examples" / "outside.py"


def python(code: str) -> str:
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(code)}"


ANSWERING = "import json, sys\nfor line in sys.stdin:\n    view = json.loads(line)\n    print({}, flush=True)"
FIRST = ANSWERING.format("view['due']['legal'][0]")
"""Answers the first legal action, as plain text."""


class Asked(RandomPlayer):
    """Plays by chance, and keeps what a program would have been asked."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.seen: list[tuple[View, Due, dict[str, Any]]] = []

    def act(self, view: View, due: Due) -> Any:
        self.seen.append((view, due, json.loads(question(view, due))))
        return super().act(view, due)


@settings(max_examples=5, deadline=None)
@given(any_rules(), seeds)
def test_a_question_says_what_the_view_says(rules: Rules, seed: int) -> None:
    players = (Asked(seed), Asked(seed + 1))
    match, house = Match.start(rules, seed % 2), House(seed)
    while not match.over and match.number < 3:
        match = advance(match, players, house)[2]
    for seat in (0, 1):
        for view, due, asked in players[seat].seen:
            deal = view.deal
            assert deal is not None and asked["seat"] == seat == view.seat
            assert [str(action) for action in due.legal_actions()] == asked["due"]["legal"]
            assert all(due.check(parse_action(action)) is None for action in asked["due"]["legal"])
            assert asked["due"]["phase"] == due.phase
            own = asked["deal"]
            assert len(own["hand"].split()) == own["sizes"][seat] and own["stock"] == deal.stock
            assert own["pile"].split() == [str(card) for card in deal.pile]
            assert own["actions"] == [
                f"{'house' if who is None else who} {action}" for who, action in deal.history
            ]
            assert (own["limit"], own["turns"], own["dealer"]) == (deal.limit, deal.turns, view.dealer)
            assert [column["score"] for column in asked["sheet"]["columns"]] == [
                list(column.score) for column in view.sheet.columns
            ]
            assert [(line["outcome"], line["winner"], line["points"]) for line in asked["deals"]] == [
                (line.settlement.outcome, line.settlement.winner, line.settlement.points)
                for line in view.lines
            ]


def test_a_question_hides_what_the_view_hides() -> None:
    """Two matches that differ only in the other hand and the stock ask the same."""
    house = House(5)
    order = house.shuffle(1).order()
    match = Match.start(make_rules(), 0)
    hidden = [*range(1, 20, 2), *range(21, 52)]  # the opener holds the others of the first twenty
    changed = [*order]
    for place, other in zip(hidden, reversed(hidden), strict=True):
        changed[place] = order[other]
    texts = set()
    for cards in (order, changed):
        view = view_match(match.next_deal(cards), 1)
        assert view.deal is not None and view.deal.due is not None
        texts.add(question(view, view.deal.due))
    (text,) = texts
    assert not any(str(order[place]) in text for place in hidden)


@pytest.mark.parametrize(
    ("line", "action"),
    [
        ('{"action": "discard Kc"}', "discard Kc"),
        ('  {"action":"draw","why":"no meld"}\r\n', "draw"),
        ("take\n", "take"),
        ("knock 2s: 4h 5h 6h / 9s 9d 9c", "knock 2s: 4h 5h 6h / 9s 9d 9c"),
    ],
)
def test_answers(line: str, action: str) -> None:
    assert str(answer(line)) == action


@given(st.one_of(st.text(max_size=60), st.text(max_size=60).map(lambda text: "{" + text)))
def test_any_answer_is_an_action_or_a_fault(line: str) -> None:
    with suppress(TextError):
        assert str(answer(line))


@pytest.mark.parametrize(
    "line", ["{}", '{"action": 5}', '{"action": null}', "{" * 5000, '{"action":' + "[" * 9000]
)
def test_an_object_without_an_action(line: str) -> None:
    assert codes(answer, line) == ["bad-answer"]


# Programs


def first_move(player: ExternalPlayer, seed: int = 1) -> None:
    """A match in which the program is asked first."""
    play_match(rules_of("eaai"), (player, SimplePlayer()), House(seed), first_dealer=1)


def test_a_program_plays_whole_matches() -> None:
    player = make_player(f"exec:{python(FIRST)}", programs=True, time_limit=60)
    assert isinstance(player, ExternalPlayer)
    for seed in (1, 2):
        match = play_match(rules_of("eaai"), (player, SimplePlayer()), House(seed))
        assert match.over and match.result == 1
    player.close()


def test_the_example_plays_better_than_chance() -> None:
    player = ExternalPlayer(f"{shlex.quote(sys.executable)} {shlex.quote(str(EXAMPLE))} 6", 60)
    results = [
        play_match(rules_of("eaai"), (player, RandomPlayer(seed)), House(seed), first_dealer=seed % 2).result
        for seed in range(4)
    ]
    player.close()
    assert results == [0] * 4


@pytest.mark.parametrize(
    ("code", "fault"),
    [
        ("pass", "program-ended"),
        ("import sys; sys.exit(3)", "program-ended"),
        ("print('x' * 100_000)", "bad-answer"),
        ("print('{}')", "bad-answer"),
        ("print('hello')", "bad-action"),
        (ANSWERING.format("'discard 1x'"), "bad-card"),
        (ANSWERING.format("'discard Kc'"), "not-due"),
        (ANSWERING.format("'draw'"), "not-due"),
        ("print('take', end='')", "program-ended"),
    ],
)
def test_faults(code: str, fault: str) -> None:
    player = ExternalPlayer(python(code), 60)
    with pytest.raises(PlayerFault) as caught:
        first_move(player)
    assert (caught.value.code, caught.value.seat, caught.value.name) == (fault, 0, player.name)
    player.close()


def test_a_program_that_ends_is_quoted() -> None:
    player = ExternalPlayer(python("import sys; print('a\\nlast words', file=sys.stderr); sys.exit(3)"), 60)
    with pytest.raises(PlayerFault) as caught:
        first_move(player)
    assert caught.value.fault.params == {"status": 3, "said": "last words"}


def test_a_program_that_complains_at_length_is_not_held_up() -> None:
    noise = "sys.stderr.write('x' * 300_000)"
    code = FIRST.replace("    print(", f"    {noise}\n    print(")
    player = ExternalPlayer(python(code), 60)
    first_move(player)
    player.close()


def test_a_slow_program_is_at_fault_in_time_and_gone() -> None:
    player = ExternalPlayer("sleep 1000", 0.2)
    begun = time.monotonic()
    with pytest.raises(PlayerFault, match="too-slow"):
        first_move(player)
    assert 0.2 <= time.monotonic() - begun < 5
    assert not running("sleep 1000")


def test_one_that_reads_nothing_does_not_hold_us_up() -> None:
    """Questions larger than a pipe holds."""
    player = ExternalPlayer("sleep 1000", 0.2)
    rules = rules_of("eaai", target=5000)
    lines = play_match(rules, (SimplePlayer(), SimplePlayer()), House(1)).lines
    match = Match.start(rules, 1)._replace(lines=lines * 3).next_deal(House(1).shuffle(1).order())
    with pytest.raises(PlayerFault, match="too-slow"):
        advance(match, (player, SimplePlayer()), House(1))


def test_a_program_at_fault_is_started_anew() -> None:
    """It answers wrongly once a life, at its third question."""
    code = (
        "import json, sys\n"
        "for i, line in enumerate(sys.stdin):\n"
        "    print('nonsense' if i == 2 else json.loads(line)['due']['legal'][-1], flush=True)"
    )
    player = ExternalPlayer(python(code), 60)
    for _ in range(2):
        with pytest.raises(PlayerFault, match="bad-action"):
            first_move(player)


def test_what_a_program_has_started_ends_with_it() -> None:
    mark = f"{os.getpid()}.125"
    player = ExternalPlayer(f"sh -c 'sleep {mark} & sleep {mark}'", 0.3)
    with pytest.raises(PlayerFault, match="too-slow"):
        first_move(player)
    assert not running(f"sleep {mark}")


def test_a_forgotten_program_ends() -> None:
    mark = f"forgotten-{os.getpid()}"
    player = ExternalPlayer(python(f"{FIRST} # {mark}"), 60)
    first_move(player)
    assert running(mark)
    del player
    gc.collect()
    assert not running(mark)


def running(mark: str) -> bool:
    """Whether a process has the mark on its line."""
    for process in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = process.read_bytes().replace(b"\0", b" ").decode(errors="replace")
        except OSError:
            continue
        if mark in words and int(process.parent.name) != os.getpid():
            return True
    return False


# Names


def test_programs_only_where_they_are_allowed() -> None:
    assert codes(make_player, "exec:true") == ["unknown-player"]
    assert make_player("exec:true", programs=True).name == "exec:true"


@pytest.mark.parametrize(
    "text", ["exec:", "exec", "exec:  ", "exec:no-such-program-here", "exec:'open", "exec:/"]
)
def test_no_program(text: str) -> None:
    assert codes(lambda: make_player(text, programs=True)) == ["no-such-program"]


def test_a_program_that_cannot_start_is_at_fault(tmp_path: Path) -> None:
    file = tmp_path / "player"
    file.write_text("no program")
    file.chmod(0o755)
    player = make_player(f"exec:{file}", programs=True)
    assert isinstance(player, ExternalPlayer)
    with pytest.raises(PlayerFault, match="program-not-started"):
        first_move(player)
