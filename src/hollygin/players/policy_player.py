"""Policies: players that a few numbers describe, for matches in bulk and as players like all others."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, NamedTuple

from hollygin.actions import DRAW, PASS, TAKE, Action, BigGin, Discard, Gin, Knock
from hollygin.cards import CARDS, card_set
from hollygin.due import Due
from hollygin.engine import ALWAYS, FLOOR, NEVER, Bulk, Policy, layout, load, position_of
from hollygin.melds import best_spread
from hollygin.players.simple import SimplePlayer
from hollygin.rules import Rules
from hollygin.view import View


class PolicyPlayer:
    """Plays by a policy: exactly what :class:`Bulk` plays with the same numbers."""

    def __init__(self, policy: Policy, name: str) -> None:
        self.name = name
        self.policy = policy
        self._reply = SimplePlayer()
        self._bulk: tuple[Rules, Bulk] | None = None

    def act(self, view: View, due: Due) -> Action:
        """The action of the policy. After an ending it plays best."""
        deal = view.deal
        assert deal is not None
        if deal.knocker is not None:
            return self._reply.act(view, due)
        number = self._of(view.rules).choose(position_of(deal))
        kind, index = number & ~63, number & 63
        match kind:
            case layout.PASS_ACTION:
                return PASS
            case layout.DRAW_ACTION:
                return DRAW
            case layout.TAKE_ACTION:
                return TAKE
            case layout.DISCARD_ACTION:
                return Discard(CARDS[index])
            case layout.BIG_GIN_ACTION:
                return BigGin(best_spread(due.hand).melds)
        card = CARDS[index]
        spread = best_spread(due.hand & ~card.bit, card_set(deal.pile) | card.bit)
        return Knock(card, spread.melds) if spread.points else Gin(card, spread.melds)

    def _of(self, rules: Rules) -> Bulk:
        """The rules and the policy as numbers; the kernel in plain Python is at hand at once."""
        if self._bulk is None or self._bulk[0] != rules:
            self._bulk = rules, Bulk(rules, (self.policy, self.policy), load(compiled=False))
        return self._bulk[1]


class PolicyKind(NamedTuple):
    """A policy by name: what makes it, and how the text of each of its parameters is read."""

    make: Callable[..., Policy]
    parameters: Mapping[str, Callable[[str], Any]]


def _knock(limit: int = 10) -> Policy:
    return Policy(knock_early=limit, knock_late=limit)


def _gin() -> Policy:
    return _knock(0)


def _early(turns: int = 3, limit: int = 10) -> Policy:
    return Policy(knock_turns=turns, knock_early=limit, knock_late=0)


def _greedy(limit: int = 10) -> Policy:
    return Policy(take="lower", take_within=True, knock_early=limit, knock_late=limit)


def _patient() -> Policy:
    return FLOOR


def _whole(least: int, most: int) -> Callable[[str], int]:
    """Reads a whole number between two others."""

    def read(text: str) -> int:
        number = int(text)
        if not least <= number <= most:
            raise ValueError(text)
        return number

    return read


def _take(text: str) -> str:
    if text not in ("no", "meld", "lower"):
        raise ValueError(text)
    return text


_LIMIT: Final = _whole(0, 10)
_COUNT: Final = _whole(0, 100)

POLICIES: Final[Mapping[str, PolicyKind]] = {
    "simple": PolicyKind(Policy, {}),
    "knock": PolicyKind(_knock, {"limit": _LIMIT}),
    "gin": PolicyKind(_gin, {}),
    "early": PolicyKind(_early, {"turns": _COUNT, "limit": _LIMIT}),
    "greedy": PolicyKind(_greedy, {"limit": _LIMIT}),
    "patient": PolicyKind(_patient, {}),
    "policy": PolicyKind(
        Policy,
        {
            "take": _take,
            "take_drop": _whole(ALWAYS, NEVER),
            "take_within": _whole(0, 1),
            "knock_turns": _COUNT,
            "knock_early": _LIMIT,
            "knock_late": _LIMIT,
            "big_gin_turns": _COUNT,
            "slack": _COUNT,
            "deadwood": _COUNT,
            "potential": _COUNT,
            "danger": _COUNT,
        },
    ),
}
"""The policies by name; docs/players.md says how each plays."""
