"""The two copies of the kernel, policies as Hypothesis draws them, and a slow reading of what they say."""

from hypothesis import strategies as st

from hollygin import CARDS, Card, Due, Phase, View, deadwood, discards
from hollygin.actions import DRAW, PASS, TAKE, Action, BigGin, Discard, Gin, Knock
from hollygin.cards import DECK, card_set, iter_cards
from hollygin.engine import ALWAYS, NEVER, Policy, known_cards
from hollygin.engine.compiling import load
from hollygin.melds import MELDS, best_spread
from hollygin.players import SimplePlayer
from hollygin.view import DealView

PLAIN = load(compiled=False)
COMPILED = load(compiled=True)


@st.composite
def policies(draw: st.DrawFn) -> Policy:
    pick = st.sampled_from
    weighs = draw(st.booleans())
    return Policy(
        take=draw(pick(["no", "meld", "lower"])),
        take_drop=draw(pick([NEVER, NEVER, NEVER, ALWAYS, 0, 1, 5, 8])),
        take_within=draw(st.booleans()),
        knock_turns=draw(pick([0, 0, 3, 6])),
        knock_early=draw(pick([10, 7, 0])),
        knock_late=draw(pick([10, 10, 5, 0, -1])),
        big_gin_turns=draw(pick([0, 4, 100])),
        slack=draw(pick([0, 3, 8])),
        deadwood=draw(pick([1, 2])),
        potential=draw(pick([1, 3])) if weighs else 0,
        danger=draw(pick([0, 2, 9])) if weighs else 0,
    )


class SlowPolicy(SimplePlayer):
    """Decides as a policy's description says, through melds and lists; replies as ``simple``."""

    name = "slow"

    def __init__(self, policy: Policy) -> None:
        self.policy = policy

    def act(self, view: View, due: Due) -> Action:
        assert view.deal is not None
        match due.phase:
            case Phase.UPCARD_OPENER | Phase.UPCARD_DEALER:
                return TAKE if self._takes(view.deal, due) else PASS
            case Phase.DRAW:
                return TAKE if self._takes(view.deal, due) else DRAW
            case Phase.LAST:
                assert due.top is not None
                best = discards(due.hand | due.top.bit, due.top.bit)[0][1]
                return TAKE if best <= self._limit(view.deal, due) else PASS
            case Phase.DISCARD | Phase.END:
                return self._ends(view.deal, due) or Discard(self._thrown(view.deal, due))
        return super().act(view, due)

    def _limit(self, deal: DealView, due: Due) -> int:
        policy = self.policy
        own_turn = deal.turns // 2 + 1
        return min(due.limit, policy.knock_early if own_turn <= policy.knock_turns else policy.knock_late)

    def _takes(self, deal: DealView, due: Due) -> bool:
        policy, top = self.policy, due.top
        assert top is not None
        hand, held = due.hand | top.bit, deadwood(due.hand)
        left = discards(hand, top.bit)[0][1]
        melds = deadwood(hand) < held + top.points
        return (
            (policy.take == "meld" and melds)
            or (policy.take == "lower" and melds and left < held)
            or left <= held - policy.take_drop
            or (policy.take_within and left <= self._limit(deal, due))
        )

    def _ends(self, deal: DealView, due: Due) -> Action | None:
        kept = 0 if due.taken is None else due.taken.bit
        card, left = discards(due.hand, kept)[0]
        forced = due.phase is Phase.END
        if left > (due.limit if forced else self._limit(deal, due)):
            return None
        if due.rules.big_gin_bonus and left == 0:
            if deadwood(due.hand) == 0:
                return BigGin(best_spread(due.hand).melds)
            if deal.turns // 2 + 1 <= self.policy.big_gin_turns and not forced:
                return None
        spread = best_spread(due.hand & ~card.bit, card_set(deal.pile) | card.bit).melds
        return Knock(card, spread) if left else Gin(card, spread)

    def _thrown(self, deal: DealView, due: Due) -> Card:
        policy = self.policy
        ways = discards(due.hand, 0 if due.taken is None else due.taken.bit)
        if not policy.potential and not policy.danger:
            return ways[0][0]
        assert deal.seat is not None
        known = known_cards(deal.history, deal.upcard)[1 - deal.seat]
        live = DECK & ~(due.hand | card_set(deal.pile) | known)
        prices = [
            (
                policy.deadwood * left
                - policy.potential * outs(due.hand & ~card.bit, live)
                + policy.danger * sum(near(card, other) for other in iter_cards(known)),
                -card.rank,
                card.suit,
                card,
            )
            for card, left in ways
            if left <= ways[0][1] + policy.slack
        ]
        return min(prices)[3]


def outs(hand: int, live: int) -> int:
    """The live cards that are in some meld of three with two cards of the hand."""
    threes = [meld for meld in MELDS if meld.bit_count() == 3]
    return sum(
        any(meld & card.bit and (meld & hand).bit_count() == 2 for meld in threes)
        for card in iter_cards(live)
    )


def near(card: int, other: int) -> bool:
    one, two = CARDS[card], CARDS[other]
    return one.rank == two.rank or (one.suit == two.suit and abs(one.rank - two.rank) <= 2)
