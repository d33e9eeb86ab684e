"""Whole matches through the command, with a typist at the prompts."""

import os
import pty
import re
import subprocess
import sys
from pathlib import Path
from typing import TypeAlias

import pytest

from hollygin import PROFILES, House
from hollygin.cli import main
from hollygin.locale import Language, Translator
from tests.cli.play_bot import Typist, never_end, next_to, play, script, usual

MP: TypeAlias = pytest.MonkeyPatch
Capsys: TypeAlias = pytest.CaptureFixture[str]

SEED = ("--no-record", "--seed", "5")
EN = ("--lang", "en", "--players", "human,simple", *SEED)
FR = ("--lang", "fr", *SEED)


def ending(typist: Typist) -> str:
    return typist.screen.rpartition("──\n")[2]


def sums(typist: Typist) -> list[str]:
    return re.findall(r"^Points.*", typist.screen, re.MULTILINE)


@pytest.mark.parametrize(
    ("lang", "won", "secret"),
    [("en", "wins? the match", "Secret: "), ("fr", "gagnez? la rencontre", "Secret\xa0: ")],
)
def test_a_whole_match(monkeypatch: MP, capsys: Capsys, lang: str, won: str, secret: str) -> None:
    typist = play(monkeypatch, capsys, usual, "--lang", lang, *SEED)
    assert re.search(won, ending(typist))
    secrets = re.findall(f"^{secret}([0-9a-f]{{64}})$", typist.screen, re.MULTILINE)
    assert len(secrets) > 5
    for number, shown in enumerate(secrets, 1):
        shuffle = House("5").shuffle(number)
        assert shown == shuffle.secret.hex() and shuffle.commitment[:16] in typist.screen


def test_both_languages_play_the_same_match(monkeypatch: MP, capsys: Capsys) -> None:
    english = play(monkeypatch, capsys, usual, *EN)
    french = play(monkeypatch, capsys, usual, *FR)
    numbers = [re.findall(r"\d+", line) for line in sums(english)]
    assert [re.findall(r"\d+", line) for line in sums(french)] == numbers


@pytest.mark.slow
def test_a_seed_repeats_the_match(monkeypatch: MP, capsys: Capsys) -> None:
    one, two = (play(monkeypatch, capsys, usual, *EN).screen for _ in range(2))
    assert one == two
    assert one != play(monkeypatch, capsys, usual, "--lang", "en", "--seed", "6").screen


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_two_computers_in_every_profile(capsys: Capsys, profile: str, lang: Language) -> None:
    line = ["--lang", lang, "play", "--profile", profile, "--players", "simple,random:seed=1", *SEED]
    assert main(line) == 0
    screen = capsys.readouterr().out
    assert Translator(lang)("play.match_over") in screen
    assert " > " not in screen and "\x1b" not in screen
    assert "Simple" in screen and "Random" in screen


@pytest.mark.parametrize(
    "options",
    [
        ("oklahoma=on",),
        ("straight=on",),
        ("big_gin_bonus=50",),
        ("last_discard=end",),
        ("tie=nobody", "late_entry=carry"),
    ],
)
def test_house_options(monkeypatch: MP, capsys: Capsys, options: tuple[str, ...]) -> None:
    chosen = [part for option in options for part in ("--set", option)]
    typist = play(monkeypatch, capsys, usual, *EN, *chosen, "--set", "columns=1")
    assert "the match" in ending(typist)
    if options == ("oklahoma=on",):
        assert "· upcard " in typist.screen and "· points × 2" in typist.screen
        assert "× 2 (spade upcard) = " in typist.screen
    if options == ("straight=on",):
        assert "gin only" in typist.screen and "knock with" not in typist.screen


def test_a_single_deal_has_no_sheet(monkeypatch: MP, capsys: Capsys) -> None:
    typist = play(monkeypatch, capsys, script(["s"]), *EN, "--profile", "single-deal")
    assert Translator("en")("sheet.none") in typist.screen
    assert "┌" not in typist.screen and "wins the match" in typist.screen


def test_a_void_deal_is_told_as_such(monkeypatch: MP, capsys: Capsys) -> None:
    typist = play(
        monkeypatch, capsys, next_to("next deal", ["q", "y"], never_end), *EN, "--players", "human,random:seed=2",
        "--set", "straight=on",
    )  # fmt: skip
    assert "The deal is void: only 2 cards are left in the stock. Nobody scores." in typist.screen


# What costs nothing


@pytest.mark.slow
def test_looking_costs_nothing(monkeypatch: MP, capsys: Capsys) -> None:
    looks = ["s", "?", "h", "sheet", "help", "all", "nonsense", "hand"]
    count = 0

    def curious(prompt: str) -> str:
        nonlocal count
        count += 1
        if count % 3 and "next deal" not in prompt and "y = " not in prompt and "Enter = " not in prompt:
            return looks[count % len(looks)]
        return usual(prompt)

    plain = play(monkeypatch, capsys, usual, *EN)
    curious_one = play(monkeypatch, capsys, curious, *EN)
    assert ending(curious_one) == ending(plain)
    assert sums(curious_one) == sums(plain)


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_the_hand_is_sorted_in_three_ways(monkeypatch: MP, capsys: Capsys, lang: Language) -> None:
    typist = play(monkeypatch, capsys, script(["h", "h", "h", "q", "y"]), "--lang", lang, "--seed", "9")
    t = Translator(lang)
    assert [t(f"play.sorted.{order}") in typist.screen for order in ("rank", "suit", "melds")] == [True] * 3
    own = re.findall(rf"^{t('play.name.you')} .*", typist.screen, re.MULTILINE)
    assert len(own) == 4 and own[0] == own[3] and len(set(own)) == 3


# Refused, explained, and nothing changed


REFUSED = [
    ("t = take the upcard", ["d"], "[R2.1]"),
    ("t = take the upcard", ["Kc"], "[R2.1]"),
    ("t = take the upcard", ["k"], "[R2.1]"),
    ("t = take the upcard", ["l"], "[R2.1]"),
    ("type a card", ["As"], "is not in the hand [R3.1]"),
    ("type a card", ["k"], "one may knock with at most 10 [R4.1]"),
    ("type a card", ["g"], "[R4.2]"),
    ("type a card", ["big gin"], "[R4.2]"),
    ("type a card", ["discard 1x"], "1x"),
    ("type a card", ["discard"], "Which card?"),
    ("type a card", ["d Zz"], "Zz"),
    ("type a card", ["knock Kc: 1x"], "1x"),
    ("type a card", ["draw it"], "“draw it” is not understood here."),
    ("type a card", ["\x1b[2J\udcff"], "“?[2J?” is not understood here."),
    ("y = knock", ["9"], "Please type y for yes"),
    ("y = knock", ["4h 5h 7h"], "[R4.3]"),
    ("Enter = lay all", ["4h 5h 7h"], "[R4.3]"),
    ("Enter = lay all", ["d"], "[R4.4]"),
]


@pytest.mark.parametrize(("prompt", "typed", "said"), REFUSED)
def test_refused(monkeypatch: MP, capsys: Capsys, prompt: str, typed: list[str | None], said: str) -> None:
    typist = play(monkeypatch, capsys, next_to(prompt, [*typed, None]), *EN)
    assert said in typist.screen
    assert re.search(prompt, typist.prompts[-1]) and re.search(prompt, typist.prompts[-2])


def test_the_taken_card_is_refused(monkeypatch: MP, capsys: Capsys) -> None:
    typist = play(monkeypatch, capsys, script(["t", "Ah", "k Ah", "q", "y"]), *EN)
    assert "pile A♥" in typist.screen
    assert typist.screen.count("[R3.2]\n") == 2
    assert all("type a card" in prompt for prompt in typist.prompts[1:4])


@pytest.mark.slow
def test_a_knock_taken_back_leaves_the_turn_as_it_was(monkeypatch: MP, capsys: Capsys) -> None:
    def tables(typist: Typist) -> list[str]:
        return re.findall(r"^You {5}.*", typist.screen, re.MULTILINE)

    wavering = play(monkeypatch, capsys, next_to(" = knock with", ["k", "maybe", "n", "s", None]), *EN)
    assert "Nothing has changed." in wavering.screen
    offer = [prompt for prompt in wavering.prompts if re.search(r"k \w+ = knock", prompt)]
    assert len(offer) == 3 and "Your turn" in wavering.prompts[-1]
    steady = play(monkeypatch, capsys, next_to(" = knock with", [None]), *EN)
    assert tables(steady)[-1] in tables(wavering) and wavering.typed[: len(steady.typed)] == steady.typed
    plain = play(monkeypatch, capsys, usual, *EN)
    again = play(monkeypatch, capsys, next_to(" = knock with", ["k", "n"]), *EN)
    assert ending(again) == ending(plain)


def test_resigning_is_asked_again(monkeypatch: MP, capsys: Capsys) -> None:
    typist = play(monkeypatch, capsys, script(["r", "n", "resign", "perhaps", "y"]), *EN)
    assert "Nothing has changed." in typist.screen
    assert ending(typist).endswith("You give the match up.\nSimple wins the match.\n")


def test_resigning_in_french(monkeypatch: MP, capsys: Capsys) -> None:
    typist = play(monkeypatch, capsys, script(["abandonner", "n", "ab", "o"]), *FR)
    assert ending(typist).endswith("Vous abandonnez la rencontre.\nSimple gagne la rencontre.\n")


def test_leaving_is_asked_again(monkeypatch: MP, capsys: Capsys) -> None:
    typist = play(monkeypatch, capsys, script(["q", "no", "quit", "yes"]), *EN)
    assert typist.screen.endswith("The match was left unfinished.\n")
    between = play(monkeypatch, capsys, next_to("next deal", ["q", "n", "what", "q", "y"]), *EN)
    assert between.screen.endswith("The match was left unfinished.\n")


# The end of the input


@pytest.mark.parametrize(
    "pattern",
    [
        "take the upcard",
        "Both have passed",
        "d = draw.*t = take",
        "type a card",
        r"k \w+ = knock",
        "y = knock",
        "Enter = lay all",
        "next deal",
    ],
)
def test_the_input_ends(monkeypatch: MP, capsys: Capsys, pattern: str) -> None:
    typist = play(monkeypatch, capsys, next_to(pattern, [None]), *EN)
    assert re.search(pattern, typist.prompts[-1])
    assert typist.screen.endswith(" > \nThe match was left unfinished.\n")


@pytest.mark.parametrize("command", ["r", "q"])
def test_the_input_ends_in_a_question(monkeypatch: MP, capsys: Capsys, command: str) -> None:
    typist = play(monkeypatch, capsys, script([command], lambda _: None), *EN)
    assert typist.screen.endswith("(y = yes, n = no) > \nThe match was left unfinished.\n")


def test_ctrl_c_leaves_cleanly(monkeypatch: MP, capsys: Capsys) -> None:
    def interrupt(_: str) -> str:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys, "stdin", Typist(capsys, interrupt))
    assert main(["play", *EN]) == 130
    assert capsys.readouterr().out.endswith("\nThe match was left unfinished.\n")


def test_bad_players_are_refused_before_anything_is_printed(capsys: Capsys) -> None:
    assert main(["--lang", "en", "play", "--players", "human,nobody"]) == 2
    printed = capsys.readouterr()
    assert printed.out == "" and "human, random, simple" in printed.err


# Hidden cards


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "2", "5"])
def test_the_other_hand_stays_hidden(monkeypatch: MP, capsys: Capsys, seed: str) -> None:
    typist = play(monkeypatch, capsys, usual, "--lang", "en", "--seed", seed)
    t = Translator("en")
    for number in range(1, typist.screen.count("End of deal") + 1):
        start = typist.screen.index(f" Deal {number} ")
        stop = typist.screen.index(f"End of deal {number} ")
        text = typist.screen[start:stop].partition("Your best answer")[0]
        if "knocks." in text or "goes gin." in text:
            text = text[: re.search(r"knocks\.|goes gin\.", text).start()]  # type: ignore[union-attr]
        opener = "you deal" not in text.partition("\n")[0]
        order = House(seed).shuffle(number).order()
        theirs = order[1:20:2] if opener else order[0:20:2]
        for card in map(t.card, theirs):
            first = next((line for line in text.splitlines() if re.search(rf"(?<!\d){card}", line)), None)
            assert first is None or re.search(rf"^Simple .*discards {card}\.", first), first


@pytest.mark.slow
def test_two_people_at_one_terminal(monkeypatch: MP, capsys: Capsys) -> None:
    typist = play(
        monkeypatch,
        capsys,
        usual,
        *EN,
        "--players",
        "human,human",
        "--names",
        "Anne,Bob",
        "--set",
        "columns=1",
    )
    parts = re.split(
        r"^(Anne|Bob), it is your turn\. .*Enter = show my cards > $", typist.screen, flags=re.MULTILINE
    )
    assert len(parts) > 20
    for name, text in zip(parts[1::2], parts[2::2], strict=True):
        other = "Bob" if name == "Anne" else "Anne"
        hidden = text.partition("End of deal")[0]
        assert re.search(rf"^{name}  .*[♠♥♦♣]", hidden, re.MULTILINE)
        if "deadwood" in hidden and "Your best answer" not in hidden:
            assert re.search(rf"^{other} +10 cards$", hidden, re.MULTILINE)
    assert re.search("(Anne|Bob) wins the match", ending(typist))


def test_two_people_without_names(monkeypatch: MP, capsys: Capsys) -> None:
    typist = play(monkeypatch, capsys, script([""], lambda _: None), *FR, "--players", "human,human")
    assert "Joueur 1" in typist.screen and "Joueur 2" in typist.screen


# Other terminals


@pytest.mark.slow
@pytest.mark.parametrize("lang", ["en", "fr"])
def test_sixty_columns_are_enough(monkeypatch: MP, capsys: Capsys, lang: str) -> None:
    typist = play(monkeypatch, capsys, usual, "--lang", lang, *SEED, width=60)
    shown = [line for line in typist.screen.splitlines() if " > " not in line]
    assert max(map(len, shown)) <= 60


def command() -> list[str]:
    return [sys.executable, "-m", "hollygin", "--lang", "en", "play", *SEED]


def test_a_pipe_has_no_colours() -> None:
    done = subprocess.run(
        command(), input=b"p\n\xff\xfe\nd\nq\ny\n", capture_output=True, timeout=60, check=False
    )
    screen = done.stdout.decode()
    assert (done.returncode, done.stderr) == (0, b"")
    assert "\x1b" not in screen and screen.endswith("The match was left unfinished.\n")
    assert "(? = help) > p\n" in screen


def test_a_terminal_has_four_colours(tmp_path: Path) -> None:
    ours, theirs = pty.openpty()
    env = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "100", "HOME": str(tmp_path)}
    env.pop("NO_COLOR", None)
    with subprocess.Popen(command(), stdin=theirs, stdout=theirs, stderr=theirs, env=env) as process:
        os.close(theirs)
        os.write(ours, b"p\nq\ny\n")
        shown = b""
        try:
            while part := os.read(ours, 4096):
                shown += part
        except OSError:
            pass  # the other end is closed
    os.close(ours)
    screen = shown.decode()
    assert process.returncode == 0
    assert {"\x1b[31m", "\x1b[94m", "\x1b[32m"} <= set(re.findall(r"\x1b\[\d+m", screen))
    assert "\x1b[2J" in screen and "♠" in screen
    assert "The match was left unfinished." in screen
