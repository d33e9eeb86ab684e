"""A person who defends: the best melds and layoffs are filled in, and can be changed."""

from __future__ import annotations

from hollygin import kernel
from hollygin.actions import DONE, Action, Defend, LayOff, parse_melds
from hollygin.cards import CARDS, Card
from hollygin.cli.play.screen import Screen
from hollygin.cli.play.words import key
from hollygin.due import Due, Phase
from hollygin.errors import TextError
from hollygin.melds import Defense, Layoff, Melds, best_defense, lay_off_all, layoff_targets, union


class Defender:
    """Keeps the filled-in answer while the defender decides, and the part of it that is still to do."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen
        self._chosen = Defense((), (), 0)
        self._best = True
        self._planned: list[Action] = []

    def next_planned(self) -> Action | None:
        """The next action of an answer that the person has accepted as a whole."""
        return self._planned.pop(0) if self._planned else None

    def begin(self, due: Due) -> None:
        """Fill in the best melds and layoffs."""
        if due.phase is Phase.DEFENSE:
            self._chosen = best_defense(due.hand, () if due.gin else due.spread)
            self._best = True

    def show(self, due: Due) -> None:
        """Print the filled-in answer, or what can be laid off next."""
        if due.phase is Phase.DEFENSE:
            self._show_chosen(due)
        elif due.phase is Phase.LAYOFF:
            laid = self._screen.laid_off(_layoffs(due))
            text = self._screen.t("play.fits", layoffs=laid) if laid else self._screen.t("play.nothing_fits")
            self._screen.say(text)

    def _show_chosen(self, due: Due) -> None:
        screen, t, chosen = self._screen, self._screen.t, self._chosen
        screen.say(t("play.best_defense" if self._best else "play.your_defense"))
        left = due.hand & ~union(chosen.melds)
        for layoff in chosen.layoffs:
            left &= ~layoff.card.bit
        rows = [(t("play.row.melds"), screen.melds(chosen.melds) or t("play.none"))]
        if due.gin:
            rows.append((t("play.row.layoffs"), t("play.none_on_gin")))
        else:
            rows.append((t("play.row.layoffs"), screen.laid_off(chosen.layoffs) or t("play.none")))
        loose = f"{screen.loose(left)} = {chosen.deadwood}" if left else "0"
        rows.append((t("play.row.deadwood"), loose))
        width = 2 + max(len(label) for label, _ in rows)
        for label, text in rows:
            screen.labelled(f"  {label}", text, width)
        screen.say()

    def prompt(self, due: Due) -> str:
        """What can be typed."""
        screen, t = self._screen, self._screen.t
        if due.phase is Phase.DEFENSE:
            return t("play.ask.defense_gin") if due.gin else t("play.ask.defense", layoff=key(t, "layoff"))
        if laid := _layoffs(due):
            return t("play.ask.layoff", typed=screen.typed(laid[0].card), done=key(t, "done"))
        return t("play.ask.done")

    # What was typed

    def accept(self, due: Due) -> Action:
        """The filled-in answer, from its first action on."""
        if due.phase is Phase.DEFENSE:
            if not due.gin:
                self._planned = [*map(_lay_off, self._chosen.layoffs), DONE]
            return Defend(self._chosen.melds)
        first, *self._planned = [*map(_lay_off, _layoffs(due)), DONE]
        return first

    def one_by_one(self, due: Due) -> Action:
        """The melds alone, so that the layoffs are asked for next. If none are due, a layoff to be refused."""
        if due.phase is Phase.DEFENSE and not due.gin:
            return Defend(self._chosen.melds)
        return LayOff(CARDS[0], 0)

    def typed_melds(self, line: str) -> Melds | None:
        """The melds of a line, ``-`` for none; None if it is something else."""
        if line == "-":
            return ()
        try:
            return parse_melds(line, french=self._screen.t.language == "fr")
        except TextError:
            return None

    def choose(self, action: Action, due: Due) -> Action | None:
        """Fill in other melds with the layoffs that go with them; an illegal choice is handed back."""
        assert isinstance(action, Defend)
        if due.check(action) is not None:
            return action
        rest = due.hand & ~union(action.defense)
        laid = () if due.gin else lay_off_all(rest, due.spread)
        left = kernel.points(rest) - sum(layoff.card.points for layoff in laid)
        self._chosen, self._best = Defense(action.defense, laid, left), False
        self._show_chosen(due)
        return None

    def lay_off(self, card: Card, due: Due) -> Action | None:
        """The layoff of a card; asks for the meld if it fits more than one."""
        screen, t = self._screen, self._screen.t
        targets = layoff_targets(due.extended, card)
        if not due.hand & card.bit or (not targets and len(due.extended) == 1):
            return LayOff(card, due.spread[0])
        if not targets:
            screen.say(t("play.fits_none", card=t.card(card)))
            return None
        if len(targets) == 1:
            return LayOff(card, due.spread[targets[0]])
        for number, i in enumerate(targets, 1):
            screen.say(f"{number}  {screen.meld(due.extended[i])}", indent=2)
        while True:
            line = screen.ask(t("play.ask.which_meld", card=t.card(card), most=len(targets)))
            if not line:
                return None
            if line in map(str, range(1, len(targets) + 1)):
                return LayOff(card, due.spread[targets[int(line) - 1]])

    @staticmethod
    def named(action: LayOff, due: Due) -> LayOff:
        """A layoff whose meld may be named as it lies now instead of as it was spread."""
        if action.meld in due.extended:
            return LayOff(action.card, due.spread[due.extended.index(action.meld)])
        return action


def _layoffs(due: Due) -> tuple[Layoff, ...]:
    """All that can still be laid off, on the melds as they were spread."""
    original = dict(zip(due.extended, due.spread, strict=True))
    return tuple(Layoff(card, original[meld]) for card, meld in lay_off_all(due.hand, due.extended))


def _lay_off(layoff: Layoff) -> Action:
    return LayOff(layoff.card, layoff.meld)
