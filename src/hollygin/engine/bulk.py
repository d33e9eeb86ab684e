"""Deals, matches and roll-outs by the thousand, and the compiling before them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hollygin.cards import DECK
from hollygin.deal import Deal
from hollygin.due import Seat
from hollygin.engine.compiling import Kernel, keep_warm, load
from hollygin.engine.encode import SIMPLE, Policy, rules_numbers
from hollygin.engine.numbers import layout
from hollygin.engine.translate import position_of, replay
from hollygin.rules import Rules, make_rules
from hollygin.view import view_deal

MOST_DEALS: Final = 100_000
"""A match in bulk that is not over after so many deals is left there."""


class Bulk:
    """Many deals or matches under the same rules between two policies, by seat.

    ``seed`` is 0 to 2**62 - 1 and stands for a whole run; its matches are numbered from 0, below 2**32, and the deals of each from 1. The cards of a
    deal follow from these three numbers alone. With ``swapped`` the other seat deals first, and the seats change
    cards: a match and its mirror. Results are flat arrays of rows as ``layout`` says; not for use by two threads at once.
    """

    def __init__(
        self, rules: Rules, policies: tuple[Policy, Policy] = (SIMPLE, SIMPLE), kernel: Kernel | None = None
    ) -> None:
        self.kernel = load() if kernel is None else kernel
        self.rules = rules
        ints = self.kernel.ints
        self._rules = ints(rules_numbers(rules))
        self._policies = ints([*policies[0].numbers(), *policies[1].numbers()])
        self._position = ints(layout.POSITION_WIDTH)
        self._order = ints(104)
        self._no_trace = ints(0)
        self._trace = ints(layout.TRACE_LENGTH)
        self._result = ints(layout.RESULT_WIDTH)
        self._sheet = ints(layout.SHEET_WIDTH)

    def deals(self, seed: int, count: int, *, first: int = 0, swapped: bool = False) -> Any:
        """The first deals of matches ``first``, ``first`` + 1, …: ``count`` rows of RESULT_WIDTH numbers.

        Seat 1 deals in the odd ones.
        """
        results = self.kernel.ints(count * layout.RESULT_WIDTH)
        self._play_deals(seed, first, 1, first + swapped & 1, self._no_trace, results)
        return results

    def matches(self, seed: int, count: int, *, first: int = 0, swapped: bool = False) -> Any:
        """Matches ``first``, ``first`` + 1, …: ``count`` rows of ROW_WIDTH numbers."""
        rows = self.kernel.ints(count * layout.ROW_WIDTH)
        self.kernel.matches.play_matches(
            self._rules,
            self._policies,
            seed,
            first,
            int(swapped),
            MOST_DEALS,
            self._position,
            self._order,
            self._no_trace,
            self._result,
            self._sheet,
            rows,
        )
        return rows

    def tally(self, rows: Any, pairs: Sequence[int]) -> tuple[list[int], list[int]]:
        """What rows of matches add up to, as ``hollygin.engine.numbers.tally`` says.

        The sum of each number of their lines, and of three products for each two places in ``pairs``.
        """
        ints, tally = self.kernel.ints, self.kernel.tally
        sums, products = ints(tally.LINE_WIDTH), ints(len(pairs) // 2 * 3)
        tally.tally(rows, ints(pairs), ints(tally.LINE_WIDTH), sums, products)
        return [*map(int, sums)], [*map(int, products)]

    def one_deal(self, seed: int, match: int, number: int, dealer: Seat) -> tuple[Deal, list[int]]:
        """A deal of a match again, whole and checked, with its row of results."""
        used = self._play_deals(seed, match, number, dealer, self._trace, self._result)
        start = Deal.start(self.rules, dealer, [int(card) for card in self._order[:52]])
        return replay(start, [int(one) for one in self._trace[:used]]), [int(one) for one in self._result]

    def _play_deals(self, seed: int, first: int, number: int, dealer: Seat, trace: Any, results: Any) -> int:
        used: int = self.kernel.deals.play_deals(
            self._rules,
            self._policies,
            seed,
            first,
            number,
            dealer,
            self._position,
            self._order,
            trace,
            results,
        )
        return used

    def choose(self, position: Sequence[int]) -> int:
        """The number of the action that the policy of the seat on turn chooses in a position."""
        line = self.kernel.ints(position)
        return int(self.kernel.positions.choose(line, 0, self._rules, self._policies))

    def sample_hands(self, position: Sequence[int], count: int, seed: int) -> Any:
        """``count`` hands that the other seat may hold in a position, each as likely as the next."""
        turn = position[layout.TURN]
        known = position[layout.HAND + 1 - turn]
        unseen = DECK & ~(position[layout.HAND + turn] | position[layout.PILE] | known)
        hands = self.kernel.ints(count)
        missing = 10 - known.bit_count()
        self.kernel.deals.sample_hands(unseen, known, missing, seed, self._order, hands)
        return hands

    def roll_out(self, position: Sequence[int], actions: Sequence[int], hands: Any, seed: int) -> Any:
        """What each of some actions of the seat on turn brings against each of some hands of the other.

        Line by line: ``scores[a * len(hands) + i]`` is for action ``actions[a]`` against ``hands[i]``, one more than the points that the
        seat on turn won, the same below 0 where the other did, 0 where nobody has won the deal. Each hand comes with one order of the
        stock, the same for all actions.
        """
        ints = self.kernel.ints
        scores = ints(len(actions) * len(hands))
        self.kernel.deals.roll_out(
            ints(position),
            ints(actions),
            hands,
            self._rules,
            self._policies,
            seed,
            ints(len(actions) * layout.POSITION_WIDTH),
            self._order,
            self._no_trace,
            self._result,
            scores,
        )
        return scores


def warm() -> None:
    """Compile all that :class:`Bulk` calls, and keep it. Half a minute where :func:`needs_warming`, else a moment."""
    bulk = Bulk(make_rules("eaai"))
    bulk.deals(0, 1)
    bulk.tally(bulk.matches(0, 1), (0, 1))
    deal, _ = bulk.one_deal(0, 0, 1, 0)
    start = Deal.start(bulk.rules, 0, deal.order)
    view = view_deal(start, 1)
    position = position_of(view)
    bulk.roll_out(position, [bulk.choose(position)], bulk.sample_hands(position, 1, 0), 0)
    _warm_search(bulk.kernel, bulk.rules, position)
    if bulk.kernel.compiled:
        keep_warm()


def _warm_search(kernel: Kernel, rules: Rules, position: Sequence[int]) -> None:
    """Call what the players who search call."""
    ints, order, line = kernel.ints, kernel.ints(104), kernel.ints(rules_numbers(rules))
    one, hands, kinds = ints(1), ints(1), ints(1)
    unseen = DECK & ~(position[layout.HAND + position[layout.TURN]] | position[layout.PILE])
    weights = ints(3 * kernel.belief.SIGNS)
    signs = ints(kernel.belief.SIGNS)
    kernel.belief.draw_hands(
        unseen,
        0,
        position[layout.PILE],
        one,
        one,
        0,
        weights,
        ints([1024]),
        ints([-1]),
        0,
        1,
        1,
        1,
        order,
        signs,
        hands,
        kinds,
    )
    room = (
        ints(layout.POSITION_WIDTH),
        order,
        ints(2 * layout.POLICY_WIDTH),
        ints(0),
        ints(layout.RESULT_WIDTH),
        ints(1),
        ints(1),
    )
    kernel.rollouts.estimate(
        ints(position),
        ints([layout.PASS_ACTION]),
        ints(1),
        hands,
        kinds,
        0,
        1,
        line,
        ints(SIMPLE.numbers()),
        ints(2),
        0,
        *room,
    )
    sheet, row = ints(layout.SHEET_WIDTH), ints(layout.ROW_WIDTH)
    kernel.matches.clear_sheet(sheet)
    more = ints(layout.SHEET_WIDTH), ints(layout.ROW_WIDTH), ints(1)
    kernel.rollouts.chances(
        line, sheet, row, one, ints([rules.target]), one, ints([rules.target]), 1, 0, *more
    )
    kernel.rollouts.choices(ints(position), line, ints(SIMPLE.numbers()), ints(2 * layout.POLICY_WIDTH), one)
    kernel.positions.deal_out(ints(52), 0, ints(position), 0)
    kernel.positions.apply(ints(position), 0, line, layout.PASS_ACTION, -1)
