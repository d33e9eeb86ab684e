"""Write your own player: this one waits for two points or less before it knocks."""

import hollygin as hg
from hollygin.actions import Discard, Knock
from hollygin.players import SimplePlayer, play_match


class PatientPlayer:
    """As the plain player, but it plays on with three points or more, as long as there is time.

    ``enough`` is the most deadwood, in points, that it knocks with; ``hurry`` the number of cards left in the
    stock at which it takes what it can get.
    """

    name = "patient"

    def __init__(self, enough: int = 2, hurry: int = 12) -> None:
        self.enough = enough
        self.hurry = hurry
        self._plain = SimplePlayer()

    def act(self, view: hg.View, due: hg.Due) -> hg.Action:
        """What the plain player would do, unless that is to knock too soon."""
        action = self._plain.act(view, due)
        if isinstance(action, Knock) and action.card is not None and view.deal is not None:
            left = hg.deadwood(due.hand & ~action.card.bit)
            if left > self.enough and view.deal.stock > self.hurry:
                return Discard(action.card)
        return action


if __name__ == "__main__":
    rules = hg.make_rules("eaai")
    matches = 100
    won = 0
    for seed in range(matches):
        players = (PatientPlayer(), SimplePlayer())
        match = play_match(rules, players, hg.House(seed), first_dealer=seed % 2)
        won += match.result == 0
    print(f"patient won {won} of {matches} matches against simple")
