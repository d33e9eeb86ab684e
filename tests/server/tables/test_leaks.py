"""Nobody learns a card that they may not know: everything that leaves the server is searched, over many matches."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from hollygin import Phase
from hollygin.actions import BigGin, Discard, Draw, Gin, Knock, Reshuffle, Take, parse_action
from hollygin.cards import Card, text
from hollygin.due import Seat
from hollygin.errors import HollyginError
from hollygin.melds import union
from hollygin.record import Format, write
from hollygin.rules import make_rules, options_of
from hollygin.server.tables.events import Acted, AnyEvent, Created, Ready, Sat, Step
from hollygin.server.tables.http import record_of_table
from hollygin.server.tables.table import Table, digest
from hollygin.server.tables.views import READERS, Chronicle, state_view
from hollygin.shuffle import Shuffle
from hollygin.wire import StepMessage, encode
from tests.server.client import play, play_on
from tests.server.conftest import Pair
from tests.server.launch import Site
from tests.table import choose, near_misses
from tests.test_noninterference import other_world

NEW_STOCK = re.compile(rb"reshuffle \w")
CARD = re.compile(r"\b([A2-9TJQK][shdc])\b")

HOUSES: tuple[tuple[str, dict[str, Any]], ...] = (
    ("single-deal", {}),
    ("single-deal", {"big_gin_bonus": 31}),
    ("eaai", {"target": 1}),
    ("friendly", {"columns": 1, "target": 1, "oklahoma": True}),
    ("friendly", {"columns": 1, "target": 1, "last_discard": "end"}),
    ("friendly", {"columns": 1, "target": 1, "tie": "nobody", "late_entry": "carry"}),
)
LONGER: tuple[tuple[str, dict[str, Any]], ...] = (
    ("single-deal", {"straight": True}),  # whose stock is shuffled anew
    ("club", {"target": 30, "columns": 2}),
)


def house(number: int) -> tuple[str, dict[str, Any]]:
    """Mostly short matches, now and then a long one."""
    return LONGER[number // 25 % 2] if number % 25 == 0 else HOUSES[number % len(HOUSES)]


class Knowledge:
    """Who may know which card of the deal under way, from the actions alone."""

    def __init__(self, dealer: Seat, order: tuple[Card, ...]) -> None:
        names = [str(card) for card in order]
        self.hands = [set(names[int(seat == dealer) : 20 : 2]) for seat in (0, 1)]
        self.open: list[set[str]] = [set(), set()]
        """What each seat has openly taken and still holds, or has spread."""
        self.upcard, self.pile, self.stock = names[20], [names[20]], names[21:]
        self.own: list[set[str]] = [set(hand) for hand in self.hands]
        """What each seat has ever held."""
        self.before = {self.upcard}
        """What has ever lain open."""

    def act(self, seat: Seat | None, action: object) -> None:
        if isinstance(action, Reshuffle):
            self.stock = [str(card) for card in action.cards]
            self.pile = self.pile[-1:]
            return
        assert seat is not None
        match action:
            case Draw():
                self.hands[seat].add(self.stock.pop(0))
            case Take():
                card = self.pile.pop()
                self.hands[seat].add(card)
                self.open[seat].add(card)
            case Discard(card):
                self.hands[seat].discard(str(card))
                self.open[seat].discard(str(card))
                self.pile.append(str(card))
            case Knock(card, _) | Gin(card, _):
                self.hands[seat].discard(str(card))
                self.open[seat] = set(self.hands[seat])
            case BigGin():
                self.open[seat] = set(self.hands[seat])
        self.own[seat] |= self.hands[seat]
        self.before |= {*self.pile, *self.open[0], *self.open[1]}

    def now(self, reader: Seat | None) -> set[str]:
        """What a reader may know of the cards as they lie."""
        own = set() if reader is None else self.own[reader]
        return own | {*self.pile, self.upcard, *self.open[0], *self.open[1]}

    def ever(self, reader: Seat | None) -> set[str]:
        """The same with all that has happened."""
        return self.now(reader) | self.before


def cards_in(data: bytes) -> set[str]:
    return set(CARD.findall(data.decode()))


class Game:
    """A table without a server: its steps, and what each reader is told."""

    def __init__(self, random: Random, profile: str, options: dict[str, Any]) -> None:
        self.random = random
        rules = make_rules(profile, **options)
        values = {name: value for name, value in options_of(rules).items() if isinstance(value, int | str)}
        created = Created(values, profile, 1, None, None, None, "invite-key", "watch-key")
        self.table = Table.create("0" * 16, Step(1, 0.0, [created, Sat(0, "Anne", "a-key")]))
        self.chronicle = Chronicle(self.table)
        self.knowledge: Knowledge | None = None
        self.secret = b""

    def new_secret(self) -> bytes:
        self.secret = self.random.randbytes(32)
        return self.secret

    def steps_of_a_match(self) -> Iterator[list[AnyEvent]]:
        yield self.table.sit("Bob", "cookie", self.new_secret)
        while not self.table.over:
            if self.table.waits_for_ready:
                for seat in self.random.sample((0, 1), 2):
                    yield self.table.say_ready(seat, self.table.deal_number, self.random.randbytes(8).hex())
            assert self.table.match is not None and self.table.match.deal is not None
            deal = self.table.match.deal
            seat = deal.turn
            if self.random.random() < 0.001:
                yield self.table.act(self.random.randrange(2), "resign", self.new_secret)
            else:
                ends = [a for a in deal.legal_actions(seat) if isinstance(a, Knock | Gin | BigGin)]
                soon = ends and self.random.random() < 0.8
                action = self.random.choice(ends) if soon else choose(deal, self.random)
                yield self.table.act(seat, str(action), self.new_secret)

    def apply(self, events: list[AnyEvent]) -> dict[Seat | None, bytes]:
        step = Step(self.table.seq + 1, 1.0, events)
        news = self.chronicle.apply(step)
        self.follow(events)
        return {
            reader: encode(StepMessage(step.seq, 1.0, news[reader], state_view(self.table, reader)))
            for reader in READERS
        }

    @property
    def running(self) -> bool:
        """Whether a deal is under way, whose cards are hidden."""
        match = self.table.match
        return match is not None and match.deal is not None and not self.table.over

    def follow(self, events: list[AnyEvent]) -> None:
        match = self.table.match
        for event in events:
            if isinstance(event, Acted) and self.knowledge is not None and event.action != "resign":
                self.knowledge.act(event.seat, parse_action(event.action))
            if isinstance(event, Ready) and match is not None and match.deal is not None:
                shuffle = self.table.shuffle(match.number)
                assert shuffle is not None
                self.knowledge = Knowledge(match.dealer, shuffle.order())


def check(reader: Seat | None, message: bytes, knowledge: Knowledge) -> None:
    """No card in a message of a running deal that its reader may not know."""
    assert not NEW_STOCK.search(message)
    happened, _, state = message.partition(b'"state":')
    assert cards_in(state) <= knowledge.now(reader), (reader, message)
    assert cards_in(happened) <= knowledge.ever(reader), (reader, message)


@pytest.mark.parametrize("part", range(4))
def test_no_message_of_500_matches_holds_a_card_that_its_reader_may_not_know(part: int) -> None:
    seen = 0
    for number in range(part, 500, 4):
        random = Random(number)
        game = Game(random, *house(number))
        for events in game.steps_of_a_match():
            messages = game.apply(events)
            table = game.table
            hidden = {secret.hex() for deal, secret in table.secrets.items() if deal >= table.deal_number}
            hidden |= {nonce.hex() for nonce in table.nonces.get(table.deal_number, ())}
            hidden |= {"invite-key", "watch-key", "a-key", "cookie", digest("cookie")}
            for reader, message in messages.items():
                seen += 1
                assert not any(secret.encode() in message for secret in hidden)
                if game.knowledge is not None and game.running:
                    check(reader, message, game.knowledge)
            if game.knowledge is not None and game.running and random.random() < 0.02:
                for reader in READERS:
                    missed = game.chronicle.missed(reader, random.randrange(table.seq))
                    check(
                        reader, encode(StepMessage(1, 1.0, missed, state_view(table, reader))), game.knowledge
                    )
                    record = json.loads(write(record_of_table(table, reader), Format.JSON))
                    assert cards_in(json.dumps(record["deals"][-1]).encode()) <= game.knowledge.ever(reader)
    assert seen > 15_000


def test_a_message_that_did_hold_one_is_found() -> None:
    """The search itself: a card of the other's hand, put anywhere, is found."""
    game = Game(Random(1), *HOUSES[0])
    steps = game.steps_of_a_match()
    for _ in range(4):
        message = game.apply(next(steps))[0]
    knowledge = game.knowledge
    assert knowledge is not None
    check(0, message, knowledge)
    [card, *_] = sorted(knowledge.hands[1] - knowledge.now(0))
    for place in (b'"drawn":', b'"pile":', b'"happened":[', b'"defense":['):
        with pytest.raises(AssertionError):
            check(0, message.replace(place, place + f'"2c {card}",'.encode()), knowledge)


def told(table: Table, reader: Seat | None, acted: Acted) -> bytes | None:
    """The message that an action would cause for a reader; None where it ends the deal."""
    chronicle = Chronicle(table)
    news = chronicle.apply(Step(table.seq + 1, 1.0, [acted]))
    if table.match is None or table.match.deal is None:
        return None
    return encode(StepMessage(chronicle.seen[reader], 1.0, news[reader], state_view(table, reader)))


def refusal(table: Table, seat: Seat, action: str) -> str:
    try:
        table.act(seat, action, lambda: b"\0" * 32)
    except HollyginError as error:
        return str(error)
    return "fine"


@pytest.mark.parametrize("reader", READERS)
def test_traffic_is_equal_where_only_hidden_cards_differ(reader: Seat | None) -> None:
    """The same table with other cards wherever a reader cannot look: the reader is told the same, byte for byte."""
    compared = dict.fromkeys(("view", "step", "refusal"), 0)
    for number in range(1, 50):
        random = Random(1000 + number)
        game = Game(random, *house(number))
        for events in game.steps_of_a_match():
            before, match = replace(game.table), game.table.match
            acted = events[0]
            if (
                match is not None
                and match.deal is not None
                and isinstance(acted, Acted)
                and acted.action != "resign"
            ):
                deal = match.deal
                laying = deal.phase is Phase.LAYOFF and reader != deal.turn
                if not laying and random.random() < 0.4:
                    there = replace(before, match=match._replace(deal=other_world(deal, reader, random)))
                    assert encode(StepMessage(1, 1.0, [], state_view(before, reader))) == encode(
                        StepMessage(1, 1.0, [], state_view(there, reader))
                    )
                    compared["view"] += 1
                    if reader is not None and deal.ending is None and random.random() < 0.05:
                        for action in map(str, near_misses(deal, random)):
                            assert refusal(before, reader, action) == refusal(there, reader, action)
                            compared["refusal"] += 1
                    own_draw = acted.action == "draw" and acted.seat == reader
                    if not own_draw and refusal(there, deal.turn, acted.action) == "fine":
                        here = told(replace(before), reader, acted)
                        if here is not None:
                            assert here == told(there, reader, acted)
                            compared["step"] += 1
            game.apply(events)
    assert compared["view"] > 400 and compared["step"] > 150
    assert reader is None or compared["refusal"] > 1000


def test_what_a_defender_does_is_not_even_counted(site: Site, pair: Callable[..., Pair]) -> None:
    """Until the defender is done, no number tells the knocker or a spectator how much the defender has laid off."""
    at = pair(site, profile="club", first_dealer=1)

    async def story() -> None:
        one, two = [await who.join(at.table) for who in at.both]
        watcher = await at.anyone.join(at.table, link=at.made["watch"])
        for _ in range(200):
            await asyncio.gather(
                *(
                    play_on(
                        client,
                        lambda client: (
                            bool(client.state["deal"] and client.state["deal"]["phase"] == "defense")
                            or client.state["over"]
                        ),
                    )
                    for client in (one, two)
                )
            )
            for client in (one, two, watcher):
                await client.settle()
            knocker = one if one.state["deal"]["knocker"] == 0 else two
            defender = two if knocker is one else one
            if knocker.state["deal"]["ending"] == "knock":
                break
            assert defender.due
            await defender.act(f"defense {' / '.join(defender.due['defense'])}")
            for client in (one, two):
                await client.settle()
        assert defender.due and knocker.state["deal"]["ending"] == "knock"
        seen = knocker.seq
        await defender.act(f"defense {' / '.join(defender.due['defense'])}")
        await defender.settle()
        while len(defender.due["legal"]) > 1:
            assert (await defender.act(defender.due["legal"][0]))["type"] == "ack"
            await defender.settle()
        assert defender.seq > seen
        for client in (knocker, watcher):
            await client.settle()
            assert client.seq == seen
        who = at.both[knocker.seat or 0]
        for again in (
            await who.join(at.table, seen=seen),
            await at.anyone.join(at.table, link=at.made["watch"], seen=seen),
        ):
            assert (
                again.seq == seen
                and again.state == knocker.state | again.state
                and not again.welcome["missed"]
            )
            assert (await again.act("draw", seen=seen))["seq"] == seen
        assert (await defender.act("done"))["type"] == "ack"
        await knocker.settle()
        kinds = [
            news["action"] for news in knocker.happened if news["seq"] > seen and news["kind"] == "action"
        ]
        assert kinds[0].startswith("defense") and kinds[-1] == "done"

    play(story())


def test_real_traffic_holds_no_hidden_card(site: Site, pair: Callable[..., Pair]) -> None:
    """As above, over sockets; what may be known follows from the steps that the server has stored."""
    for profile, options in HOUSES[2:5]:
        at = pair(site, profile=profile, options=options)

        async def story(at: Pair = at) -> list[Any]:
            clients = [await who.join(at.table) for who in at.both]
            clients.append(await at.anyone.join(at.table, link=at.made["watch"]))
            await asyncio.gather(*(play_on(client) for client in clients))
            return clients

        clients = play(story())
        steps = site.call(site.hub.store.load(at.table, Step))
        game = Game(Random(0), profile, options)
        game.table = Table.create(at.table, steps[0])
        heard = {
            client.seat: {
                message["seq"]: raw
                for message, raw in zip(client.messages, client.raw, strict=True)
                if message["type"] == "step"
            }
            for client in clients
        }
        checked = 0
        for step in steps[1:]:
            game.table.apply(step)
            game.follow(step.events)
            for reader, messages in heard.items():
                if step.seq in messages and game.running and game.knowledge is not None:
                    check(reader, messages[step.seq].encode(), game.knowledge)
                    checked += 1
        assert checked > 12


def test_the_shuffle_was_fixed_before_the_nonces(site: Site, pair: Callable[..., Pair]) -> None:
    """The commitment came before both nonces; secret and nonces, told at the end, give the cards that were dealt."""
    at = pair(site, profile="single-deal")

    async def story() -> None:
        one, two = [await who.join(at.table) for who in at.both]
        promised = one.state["commitment"]
        assert promised and one.state["waiting"] and one.state["ready"] == [False, False]
        await one.ready("aa")
        await two.ready("bb" * 64)
        await one.settle()
        assert one.state["commitment"] == promised
        hand = set(one.state["deal"]["hand"].split())
        dealer = one.state["dealer"]
        await asyncio.gather(play_on(one), play_on(two))
        [line] = one.lines
        assert line["commitment"] == promised and line["nonces"] == ["aa", "bb" * 64]
        shuffle = Shuffle(bytes.fromhex(line["secret"]), (b"\xaa", b"\xbb" * 64))
        assert shuffle.commitment == promised and dealer == shuffle.first_dealer()
        own = shuffle.order()[int(dealer == 0) : 20 : 2]
        assert {str(card) for card in own} == hand
        assert text(union([card.bit for card in own])) == " ".join(map(str, sorted(own)))

    play(story())
