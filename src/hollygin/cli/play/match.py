"""``hollygin play``: a whole match in the terminal, for one person, two, or none."""

from __future__ import annotations

import io
import secrets
import shlex
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from hollygin import __version__
from hollygin.actions import Action, BigGin, Discard, Gin, Knock, Pass, Reshuffle
from hollygin.cli.extras import make_ready
from hollygin.cli.faults import shown
from hollygin.cli.files import cannot_write
from hollygin.cli.play.human import HumanPlayer
from hollygin.cli.play.kept import (
    AT,
    Companion,
    Recorder,
    Unfinished,
    begun,
    free_name,
    latest_unfinished,
    matches_folder,
    resumed,
)
from hollygin.cli.play.screen import GLUE, MatchLeft, Screen
from hollygin.cli.play.story import match_end, report, turns
from hollygin.due import Seat
from hollygin.engine import needs_warming
from hollygin.errors import HollyginError
from hollygin.locale import Translator
from hollygin.match import Match
from hollygin.paper import rules_text, sheet_table
from hollygin.players import Player, PlayerNameError, make_player, play_match, wants_kernel
from hollygin.record import Perspective, Record
from hollygin.rules import PROFILES, Rules
from hollygin.shuffle import House

with suppress(ImportError):
    import readline  # noqa: F401  # lets input() edit its line

HUMAN: Final = "human"
"""The name of a person in ``players``."""

_COMMITMENT_DIGITS: Final = 16
_TOLD: Final = (Pass, Discard, Knock, Gin, BigGin, Reshuffle)


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """The settings of a match in the terminal.

    ``players`` are by seat ``human`` or a name for :func:`make_player`; ``seed`` makes the match repeatable.
    A match that is ``kept`` has a record on disk: at ``record``, if there is no file yet, or among the user's data.
    """

    t: Translator
    rules: Rules
    profile: str
    players: tuple[str, str]
    names: tuple[str, str] | None
    seed: str | None
    record: Path | None = None
    kept: bool = False


def settings_of(unfinished: Unfinished, t: Translator) -> PlaySettings:
    """What is needed to resume a match."""
    head, companion = unfinished.head, unfinished.companion
    assert head.profile is not None
    return PlaySettings(
        t,
        head.rules,
        head.profile,
        companion.players,
        companion.names,
        companion.seed,
        unfinished.path,
        kept=True,
    )


def run_play(
    settings: PlaySettings, unfinished: Unfinished | None = None, first_dealer: Seat | None = None
) -> None:
    """Play a match to its end, or until the person leaves it, and then the next if it is wanted.

    ``unfinished`` is one to go on with, ``first_dealer`` who deals first in a rematch.

    Raises PlayerNameError, and BadInput if a record cannot be written, before anything is printed; and
    KeyboardInterrupt after a word of leave.
    """
    made = _computers(settings)
    humans = tuple(seat for seat in (0, 1) if made[seat] is None)
    names = settings.names or _names(settings, settings.t("play.name.you"))
    screen = Screen(settings.t, names, humans)
    one, two = (made[seat] or HumanPlayer(screen, seat) for seat in (0, 1))
    if isinstance(sys.stdin, io.TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")
    house = unfinished.house if unfinished else _new_house(settings.seed, first_dealer)
    with _recorder(settings, screen, house, unfinished) as recorder:
        try:
            match = _play(settings, screen, (one, two), house, recorder, unfinished)
            _tell_record(screen, recorder)
            again = bool(humans) and sys.stdin is not None and sys.stdin.isatty()
            if not (again and screen.confirm(settings.t("play.ask.rematch"))):
                return
        except MatchLeft:
            _tell_left(screen, recorder)
            return
        except KeyboardInterrupt:
            screen.say()
            _tell_left(screen, recorder)
            raise
    seed = None if settings.seed is None else f"{settings.seed} {match.first_dealer} +"
    run_play(replace(settings, seed=seed, record=None), first_dealer=1 - match.first_dealer)


def _new_house(seed: str | None, first_dealer: Seat | None = None) -> House:
    """A house of one seed, so that nothing else is needed to resume. By default nobody can guess the seed.

    Of houses that nobody can guess the first is taken whose shuffle gives the first dealer that is wanted.
    """
    while True:
        house = House(secrets.token_hex(32) if seed is None else seed)
        if seed is not None or first_dealer in (None, house.shuffle(1).first_dealer()):
            return house


def _is_human(text: str) -> bool:
    return text.strip().lower() == HUMAN


def _computers(settings: PlaySettings) -> list[Player | None]:
    """The computers by seat; those that want the compiled kernel find it ready."""

    def make() -> list[Player | None]:
        return [None if _is_human(text) else _computer(text) for text in settings.players]

    made = make()
    if needs_warming() and any(wants_kernel(text) for text in settings.players):
        make_ready(settings.t)
        made = make()
    return made


def _computer(text: str) -> Player:
    try:
        return make_player(text, programs=True)
    except PlayerNameError as error:
        params = dict(error.fault.params)
        if error.code == "unknown-player":
            params["allowed"] = f"{HUMAN}, {params['allowed']}"
        raise PlayerNameError(replace(error.fault, params=params)) from None


def _names(settings: PlaySettings, you: str) -> tuple[str, str]:
    """The names of players without a name; a single person is ``you``. Equal names are numbered."""
    t, kinds = settings.t, [text.partition(":")[0].strip().lower() for text in settings.players]
    if kinds.count(HUMAN) == 1:
        one, two = (you if kind == HUMAN else kind.capitalize() for kind in kinds)
        return one, two
    one, two = (t("play.name.player") if kind == HUMAN else kind.capitalize() for kind in kinds)
    return (f"{one} 1", f"{two} 2") if one == two else (one, two)


@contextmanager
def _recorder(
    settings: PlaySettings, screen: Screen, house: House, unfinished: Unfinished | None
) -> Iterator[Recorder | None]:
    """The keeper of the record; None if the match is not kept. Unless the person asked for that, they are told."""
    if not settings.kept:
        yield None
        return
    perspective: Perspective = screen.humans[0] if len(screen.humans) == 1 else "spectator"
    if unfinished is not None:
        screen.kept = True
        yield Recorder(unfinished.path, unfinished.head, house, perspective)
        return
    head = _head(settings, house)
    companion = Companion(str(house.seed), settings.players, settings.names)
    with ExitStack() as held:
        recorder = None
        try:
            path = settings.record or free_name(str(head.date), head.players)
            held.enter_context(begun(path, companion))
            recorder = Recorder(path, head, house, perspective)
        except OSError as error:
            if settings.record is not None:
                raise cannot_write(str(settings.record), error, "--record") from error
            screen.notices.append(screen.t("play.not_kept", reason=error.strerror or str(error)))
        screen.kept = recorder is not None
        yield recorder


def _head(settings: PlaySettings, house: House) -> Record:
    """The record of a match before its first deal."""
    return Record(
        players=settings.names or _names(settings, settings.t("play.name.player")),
        rules=settings.rules,
        first_dealer=house.shuffle(1).first_dealer(),
        profile=settings.profile,
        profile_version=PROFILES[settings.profile].version,
        date=datetime.now(UTC).astimezone().isoformat(timespec="seconds"),
        generator=f"hollygin {__version__}",
    )


def _play(
    settings: PlaySettings,
    screen: Screen,
    players: tuple[Player, Player],
    house: House,
    recorder: Recorder | None,
    unfinished: Unfinished | None,
) -> Match:
    """Play the match to its end. Raises MatchLeft."""
    t = settings.t

    def watch(before: Match, after: Match, _: Seat | None, action: Action | None) -> None:
        ended = len(after.lines) > len(before.lines)
        if recorder is not None and (screen.humans or action is None or ended or after.over):
            _keep(screen, recorder, after)
        if action is None:
            _tell_new_deal(screen, after, house)
        elif not screen.humans and isinstance(action, _TOLD):
            _tell_turn(screen, before, after)
        if ended or after.over:
            if len(screen.humans) == 2:
                screen.viewer = None
            screen.clear()
        if ended or after.over:
            screen.hint(t("play.secret", secret=house.shuffle(before.number).secret.hex()))
        if ended:
            report(screen, after)
        if after.over:
            match_end(screen, after)
        elif ended and screen.humans:
            _wait_for_next_deal(screen, after)

    screen.notices.append(t("play.start", rules=rules_text(settings.rules, settings.profile, t)))
    if unfinished is None:
        if recorder is not None and sys.stdin is not None and sys.stdin.isatty():
            _tell_unfinished(screen, settings.players)
        return play_match(settings.rules, players, house, watch=watch)
    screen.notices.append(t("play.resumed", date=_moment(unfinished.head)))
    if unfinished.match.deal is not None:
        _tell_new_deal(screen, unfinished.match, house)
    return play_match(settings.rules, players, house, watch=watch, match=unfinished.match)


# What is told of the record


def _keep(screen: Screen, recorder: Recorder, match: Match) -> None:
    """Write the record. If that fails, the match goes on and the person is told once."""
    before = recorder.trouble
    recorder.keep(match)
    if recorder.trouble not in ("", before):
        screen.notices.append(screen.t("play.not_kept", reason=recorder.trouble))


def _tell_record(screen: Screen, recorder: Recorder | None) -> None:
    screen.flush_notices()
    if recorder is not None and not recorder.trouble:
        screen.unbroken(screen.t("play.record", file=shown(str(recorder.path))))


def _tell_left(screen: Screen, recorder: Recorder | None) -> None:
    screen.say(screen.t("play.left"))
    if recorder is not None and not recorder.trouble:
        screen.unbroken(screen.t("play.go_on", command=_command(recorder.path)))


def _tell_unfinished(screen: Screen, players: tuple[str, str]) -> None:
    """Say that the last unfinished match can be resumed, if the same players played it."""
    with suppress(HollyginError, OSError):
        path = latest_unfinished()
        if path is None:
            return
        with resumed(path) as unfinished:
            if unfinished.companion.players == players:
                date = _moment(unfinished.head)
                screen.notices.append(screen.t("play.can_resume", date=date, command=_command(path)))


def _moment(head: Record) -> str:
    """When a match was begun, to the minute."""
    return str(head.date)[:16].replace("T", " ")


def _command(path: Path) -> str:
    """The command that resumes a match. It names the file if that is not in the user's data."""
    with suppress(OSError):
        if path.parent == matches_folder():
            return f"hollygin{GLUE}play{GLUE}{AT}"
    return f"hollygin play {AT} {shlex.quote(str(path))}"


def _tell_new_deal(screen: Screen, match: Match, house: House) -> None:
    """Show the commitment of the shuffle with the first table, or at once if nobody plays."""
    digits = house.shuffle(match.number).commitment[:_COMMITMENT_DIGITS]
    screen.notices.append(screen.t("play.commitment", digits=digits))
    if not screen.humans:
        screen.say()
        screen.heading(screen.who("screen.deal", match.dealer, number=match.number))
        screen.flush_notices()


def _tell_turn(screen: Screen, before: Match, after: Match) -> None:
    """The turn that has just ended, if nobody at the terminal plays."""
    assert before.deal is not None
    history = after.deal.history if after.deal is not None else after.lines[-1].history
    screen.say(turns(screen, before.deal.upcard, history)[-1].text)


def _wait_for_next_deal(screen: Screen, match: Match) -> None:
    t = screen.t
    sheet, leave = (t(f"play.words.{command}").split(", ") for command in ("sheet", "quit"))
    while line := screen.ask(t("play.ask.next_deal", sheet=sheet[0])).lower():
        if line in sheet:
            screen.console.print(sheet_table(match.sheet, screen.names, t))
        elif line in leave and screen.confirm_leaving():
            raise MatchLeft
