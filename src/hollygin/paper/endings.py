"""The end of a deal in words: who has won it and how, and the sum behind the points."""

from __future__ import annotations

from hollygin.due import Seat
from hollygin.locale import Translator
from hollygin.score import Worth
from hollygin.settlement import Settlement, Showdown


def outcome_text(
    worth: Worth | Settlement, names: tuple[str, str], t: Translator, viewer: Seat | None = None
) -> str:
    """How a deal ended, and for how many points.

    For example ``Gin! Anne scores 43 points.`` The player at seat ``viewer`` is spoken to.
    """
    if worth.outcome == "void":
        return t("score.void")
    if worth.winner is None:
        return t("play.nobody")
    name = names[worth.winner]
    if worth.outcome is None:
        return t("score.won", n=worth.points, name=name)
    who = "you" if worth.winner == viewer else "other"
    return t(f"play.outcome.{worth.outcome}.{who}", n=worth.points, name=name)


def sum_text(deal: Settlement, showdown: Showdown | None, t: Translator) -> str:
    """How the points of a won deal add up: ``34 − 7 = 27, + 25 (gin bonus) = 52``.

    ``showdown`` None is a deal of which only the difference is known. Empty if there is nothing to add up.
    """
    if deal.winner is None or (showdown is None and not deal.bonus and not deal.doubled):
        return ""
    text = str(deal.difference)
    if showdown is not None:
        less, more = sorted((showdown.knocker_deadwood, showdown.defender_deadwood))
        text = f"{more} − {less} = {deal.difference},"
    if deal.bonus:
        bonus = t(f"play.bonus.{deal.outcome}")
        text = (
            t("play.plus", first=text, points=deal.bonus, what=bonus, sum=deal.difference + deal.bonus) + ","
        )
    if deal.doubled:
        text = t("play.doubled", first=text, sum=deal.points)
    return text.rstrip(",")
