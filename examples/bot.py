"""A bot for a table on a server: python examples/bot.py LINK [NAME]."""

import sys

import hollygin as hg
from hollygin.actions import Discard, Knock
from hollygin.client import play
from hollygin.players import SimplePlayer


class CautiousBot:
    """As the plain player, but early in a deal it waits for a low knock, and rather throws ranks that were thrown."""

    name = "cautious"

    def __init__(self) -> None:
        self._plain = SimplePlayer()

    def act(self, view: hg.View, due: hg.Due) -> hg.Action:
        """The plain action, unless it is a high knock, or another discard is nearly as good and safer."""
        action = self._plain.act(view, due)
        if view.deal is None:
            return action
        if isinstance(action, Knock) and action.card is not None and view.deal.stock > 20:
            left = hg.deadwood(due.hand & ~action.card.bit)
            return action if left <= 5 else Discard(action.card)
        if isinstance(action, Discard):
            thrown = {card.rank for card in view.deal.pile}
            kept = 0 if due.taken is None else due.taken.bit
            best, *others = hg.discards(due.hand, kept)[:3]
            near = [card for card, left in others if left <= best[1] + 2 and card.rank in thrown]
            return Discard(near[0]) if near and best[0].rank not in thrown else action
        return action


if __name__ == "__main__":
    if len(sys.argv) < 2:
        print(__doc__)
    else:
        match = play(sys.argv[1], CautiousBot(), sys.argv[2] if len(sys.argv) > 2 else "Cautious bot")
        print("result:", match.result, "columns:", [column.score for column in match.sheet.columns])
