"""A table: its state, folded from its steps, and the events that each command would cause. Pure: no clock, no chance, no I/O."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from hollygin.actions import RESIGN, Reshuffle, parse_action
from hollygin.due import Phase, Seat
from hollygin.errors import refuse
from hollygin.match import Match
from hollygin.rules import Rules, make_rules
from hollygin.server.tables.events import (
    Acted,
    AnyEvent,
    Claimed,
    CodeMade,
    Committed,
    Created,
    Keyed,
    Ready,
    RematchMade,
    RematchOffered,
    Sat,
    Step,
)
from hollygin.shuffle import Shuffle

REMEMBERED_COMMANDS: Final = 64
"""Command ids that a table remembers per seat, so that a retry is answered and not played twice."""
MOST_KEYS: Final = 8
"""The most devices per seat; then the oldest loses it."""


Witness = Callable[[AnyEvent, Match | None], None]


def digest(secret: str) -> str:
    """The SHA-256 of a person's secret; the store has nothing else of it."""
    return hashlib.sha256(secret.encode()).hexdigest()


def before_deal(deal: int, secret: bytes, computers: Iterable[Seat] = ()) -> list[AnyEvent]:
    """The server's events before a deal: it fixes the secret, and the computers are ready, without nonces."""
    return [Committed(deal, secret.hex()), *(Ready(seat, deal) for seat in computers)]


@dataclass(slots=True)
class Chair:
    """One of the two seats."""

    name: str
    keys: list[str]
    computer: bool = False


@dataclass(slots=True)
class Table:
    """The state of a table. Only :meth:`apply` changes it.

    ``ready`` has the nonces for the deal to come, by seat. ``secrets`` are those of the deals by number. The secret of a deal is
    there as soon as players can be ready for it, before it is dealt. ``commands`` has the step number of each recent command, by seat and id.
    ``foreseen`` is a cache: the match before the last tried action, the action, and the match after it.
    """

    id: str
    settings: Created
    rules: Rules
    seq: int = 0
    created: float = 0.0
    touched: float = 0.0
    chairs: list[Chair | None] = field(default_factory=lambda: [None, None])
    match: Match | None = None
    secrets: dict[int, bytes] = field(default_factory=dict)
    nonces: dict[int, tuple[bytes, bytes]] = field(default_factory=dict)
    ready: dict[Seat, bytes] = field(default_factory=dict)
    codes: dict[str, CodeMade] = field(default_factory=dict)
    commands: dict[tuple[Seat, str], int] = field(default_factory=dict)
    foreseen: tuple[Match, Acted, Match] | None = None
    claimed: Seat | None = None
    offers: set[Seat] = field(default_factory=set)
    next_table: str | None = None

    @classmethod
    def create(cls, table_id: str, first: Step) -> Table:
        """The table of a first step, whose first event is ``created``."""
        settings = first.events[0]
        assert isinstance(settings, Created)
        table = cls(table_id, settings, make_rules(**settings.options), created=first.at)
        table.apply(first)
        return table

    # What is known

    @property
    def deal_number(self) -> int:
        """The number of the deal under way or to come, from 1."""
        return 1 if self.match is None else self.match.number

    @property
    def seated(self) -> bool:
        """Whether both seats are taken."""
        return None not in self.chairs

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.claimed is not None or (self.match is not None and self.match.over)

    @property
    def waits_for_ready(self) -> bool:
        """Whether the next deal waits until both players are ready."""
        between = self.match is None or self.match.needs_deal
        return self.seated and between and not self.over

    @property
    def computers(self) -> list[Seat]:
        """The seats that computers have."""
        return [seat for seat, chair in enumerate(self.chairs) if chair is not None and chair.computer]

    @property
    def rematch_due(self) -> bool:
        """Whether every person has offered to play again and the next table is not made yet."""
        if not self.offers or self.next_table is not None:
            return False
        return len(self.offers) + len(self.computers) >= 2

    def seat_of(self, secret: str | None) -> Seat | None:
        """The seat that a secret proves, or None."""
        if secret:
            key = digest(secret)
            for seat, chair in enumerate(self.chairs):
                if chair is not None and any(hmac.compare_digest(key, own) for own in chair.keys):
                    return seat
        return None

    def shuffle(self, deal: int) -> Shuffle | None:
        """The shuffle of a deal, once its nonces are in."""
        secret, nonces = self.secrets.get(deal), self.nonces.get(deal)
        return None if secret is None or nonces is None else Shuffle(secret, nonces)

    # What commands would cause

    def sit(self, name: str, secret: str, new_secret: Callable[[], bytes]) -> list[AnyEvent]:
        """The guest takes seat 1, and the server fixes the secret of the first deal."""
        if self.chairs[1] is not None:
            raise refuse("seat-taken")
        return [Sat(1, name, digest(secret)), *before_deal(1, new_secret())]

    def make_code(self, seat: Seat, code: str, now: float, lasts: int) -> list[AnyEvent]:
        """A one-time code that moves a seat to another device."""
        return [CodeMade(seat, digest(code), int(now) + lasts)]

    def use_code(self, code: str, secret: str, now: float) -> list[AnyEvent]:
        """The device that knows the one-time code gets a secret of its own for the seat."""
        made = self.codes.get(digest(code))
        if made is None or made.expires < now:
            raise refuse("code-unknown")
        return [Keyed(made.seat, digest(secret))]

    def say_ready(self, seat: Seat, deal: int, nonce: str) -> list[AnyEvent]:
        """A seat is ready for the next deal. Refused before the secret is fixed: the server must not choose it with a nonce in view."""
        if self.over:
            raise refuse("match-over", "R8.7")
        here = self.waits_for_ready and deal == self.deal_number and deal in self.secrets
        if not here or seat in self.ready:
            raise refuse("not-waiting", deal=self.deal_number)
        return [Ready(seat, deal, nonce)]

    def act(self, seat: Seat, text: str, new_secret: Callable[[], bytes]) -> list[AnyEvent]:
        """An action of a seat.

        If it makes a reshuffle due, the reshuffle comes with it. If it ends a deal, the secret of the next deal comes with it: so that is
        fixed before anyone can add a nonce.
        """
        if self.claimed is not None:
            raise refuse("match-over", "R8.7")
        if self.match is None:
            raise refuse("no-deal", "R1.3")
        action = parse_action(text)
        after = self.match.step(seat, action)
        acted = Acted(seat, str(action))
        self.foreseen = (self.match, acted, after)
        events: list[AnyEvent] = [acted]
        if after.deal is not None and after.deal.phase is Phase.RESHUFFLE:
            shuffle = self.shuffle(after.number)
            assert shuffle is not None
            number = 1 + sum(isinstance(played.action, Reshuffle) for played in after.deal.history)
            stock = shuffle.reshuffle(number, after.deal.pile[:-1])
            events.append(Acted(None, str(Reshuffle(stock))))
        if after.needs_deal:
            events += before_deal(after.number, new_secret(), self.computers)
        return events

    def claim(self, seat: Seat, away: float | None) -> list[AnyEvent]:
        """A seat claims the match. ``away`` is the seconds for which the opponent has been away; None while they are here."""
        if self.over:
            raise refuse("match-over", "R8.7")
        after = self.settings.claim_after
        if after is None or not self.seated:
            raise refuse("no-claim")
        if away is None or away < after:
            raise refuse("not-away", seconds=after)
        return [Claimed(seat)]

    def offer_rematch(self, seat: Seat) -> list[AnyEvent]:
        """A seat offers to play again. The rematch is made once both have offered."""
        if not self.over:
            raise refuse("match-running")
        if self.next_table is not None or seat in self.offers:
            raise refuse("rematch-offered")
        return [RematchOffered(seat)]

    # What events change

    def apply(self, step: Step, witness: Witness | None = None) -> None:
        """Apply the next step; it must be the next by number.

        After each event, ``witness`` is called with the event and the match before it.
        """
        if step.seq != self.seq + 1:
            raise ValueError(f"step {step.seq} after {self.seq}")
        for event in step.events:
            before = self.match
            self._apply(event)
            if witness is not None:
                witness(event, before)
        self.seq, self.touched = step.seq, step.at
        if step.seat is not None and step.command:
            self.commands[step.seat, step.command] = step.seq
            while len(self.commands) > 2 * REMEMBERED_COMMANDS:
                del self.commands[next(iter(self.commands))]

    def _apply(self, event: AnyEvent) -> None:
        match event:
            case Sat(seat, name, key):
                self.chairs[seat] = Chair(name, [key] if key else [], computer=not key)
            case Keyed(seat, key):
                chair = self.chairs[seat]
                assert chair is not None
                chair.keys = [*chair.keys, key][-MOST_KEYS:]
                self.codes = {code: made for code, made in self.codes.items() if made.seat != seat}
            case CodeMade(seat, code):
                self.codes = {old: made for old, made in self.codes.items() if made.seat != seat}
                self.codes[code] = event
            case Committed(deal, secret):
                self.secrets[deal] = bytes.fromhex(secret)
            case Ready(seat, deal, nonce):
                self.ready[seat] = bytes.fromhex(nonce)
                self._deal(deal)
            case Acted(seat, text):
                assert self.match is not None
                before, foreseen, after = self.foreseen or (None, None, self.match)
                if before is self.match and foreseen == event:
                    self.match = after
                else:
                    self.match = self.match.step(seat, parse_action(text))
                self.foreseen = None
            case Claimed(seat):
                self.claimed = seat
                if self.match is not None:
                    self.match = self.match.step(1 - seat, RESIGN)
            case RematchOffered(seat):
                self.offers.add(seat)
            case RematchMade(table):
                self.next_table = table

    def _deal(self, deal: int) -> None:
        """Deal, if both are ready."""
        if len(self.ready) < 2:
            return
        self.nonces[deal] = (self.ready[0], self.ready[1])
        self.ready = {}
        shuffle = self.shuffle(deal)
        assert shuffle is not None
        if self.match is None:
            first = self.settings.first_dealer
            self.match = Match.start(self.rules, shuffle.first_dealer() if first is None else first)
        self.match = self.match.next_deal(shuffle.order())

    def computer_action(self) -> tuple[Seat, str] | None:
        """The seat and the name of the computer that is on turn; None if none is."""
        if self.settings.opponent is None or self.over or self.match is None or self.match.deal is None:
            return None
        seat = self.match.deal.due_from
        chair = None if seat is None else self.chairs[seat]
        if seat is None or chair is None or not chair.computer:
            return None
        return seat, self.settings.opponent
