"""The one door to the numbers: named and typed calls, which own the arrays that the numbers write to.

The numbers are functions over flat arrays and hold no state. Whoever calls them needs scratch: room for a position, an order of
cards, a trace, a result, a sheet, two policies. An object of this file makes its scratch once and keeps it.

**Threads.** The compiled functions let go of the interpreter lock while they run, so two threads in one scratch would spoil each
other's cards. An object of this file is for one thread at a time. Objects share nothing but the kernel and its constants: give
each thread its own. Making one costs some microseconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple

from hollygin.deal import Deal
from hollygin.due import Seat
from hollygin.engine.compiling import Ints, Kernel, load
from hollygin.engine.encode import SIMPLE, Policy, rules_numbers, sheet_numbers
from hollygin.engine.numbers import belief, layout, rollouts, tally
from hollygin.engine.position import Position
from hollygin.engine.translate import replay
from hollygin.rules import Rules
from hollygin.sheet import Sheet

MOST_DEALS: Final = 100_000
"""The most deals of a match in bulk; an unfinished match is left there."""
_ORDER: Final = 104
"""Room for an order of cards and, behind it, that of a reshuffled stock."""
_MOST_CARDS: Final = 64
"""Room for the discards of a player, or the cards that they let lie."""


def brought(worth: list[int], winner: int, points: int, seat: Seat) -> int:
    """What an ending is worth to a seat; ``winner`` is -1 if nobody won.

    The first half of ``worth`` is by the points that the seat wins, the second by those that it loses.
    """
    return rollouts.brought(worth, len(worth) // 2, winner, points, seat)


class Calls:
    """Calls that need the rules alone. Its subclasses add policies.

    Actions are numbers of ``layout`` (see ``action_number``), seeds 0 to 2**62 - 1. For one thread at a time.
    """

    def __init__(self, rules: Rules, kernel: Kernel | None = None) -> None:
        self.kernel = load() if kernel is None else kernel
        self.rules = rules
        ints = self.kernel.ints
        self._numbers: Any = self.kernel.numbers
        self._rules = ints(rules_numbers(rules))
        self._position = ints(layout.POSITION_WIDTH)
        self._order = ints(_ORDER)
        self._no_trace = ints(0)
        self._result = ints(layout.RESULT_WIDTH)
        self._sheet = ints(layout.SHEET_WIDTH)
        self._row = ints(layout.ROW_WIDTH)
        self._two = ints(2 * layout.POLICY_WIDTH)

    def deal_out(self, order: Sequence[int], dealer: Seat) -> Position:
        """The position after the deal (R1.3) of an order of cards, of which the first 21 count."""
        self._numbers.positions.deal_out(self.kernel.ints(order), dealer, self._position, 0)
        return Position.of(self._position)

    def apply(self, position: Position, action: int, card: int = -1) -> Position:
        """The position after an action of the seat on turn, which is not checked; ``card`` is the one drawn.

        A draw of no named card leaves it to be drawn.
        """
        line = self._line(position)
        self._numbers.positions.apply(line, 0, self._rules, action, card)
        return Position.of(line)

    def choices(self, positions: Sequence[Position], policies: Sequence[Policy]) -> list[list[int]]:
        """The action that each policy chooses in each of some positions: a list for each policy."""
        count = len(positions)
        chosen = self.kernel.ints(count * len(policies))
        line = [number for position in positions for number in position.numbers()]
        self._numbers.rollouts.choices(
            self.kernel.ints(line), self._rules, self._table(policies), self._two, chosen
        )
        found = [int(number) for number in chosen]
        return [found[row : row + count] for row in range(0, len(found), count)]

    def sample_hands(self, position: Position, count: int, seed: int) -> Ints:
        """``count`` hands that the other seat may hold, each as likely as the next."""
        known = position.known_of_other
        hands: Ints = self.kernel.ints(count)
        self._numbers.deals.sample_hands(
            position.unseen, known, 10 - known.bit_count(), seed, self._order, hands
        )
        return hands

    def match_equity(
        self,
        sheet: Sheet,
        endings: Sequence[tuple[int, int]],
        deals: Sequence[tuple[int, int, int]],
        playouts: int,
        seed: int,
    ) -> list[float]:
        """The share of matches that seat 0 wins from a sheet after each of some endings of the deal; a tie is half a win.

        An ending is its winner (-1: nobody) and the points; it marks one box. A deal of ``deals`` is the same and the boxes that it marks (R8.9). The rest of the match is played out ``playouts``
        times with deals drawn from ``deals``, each as likely as the next and the same for all endings. Every second playout is the
        one before with the winners exchanged: antithetic pairs.
        """
        ints = self.kernel.ints
        columns, row = sheet_numbers(sheet)
        won = ints(len(endings))
        self._numbers.rollouts.match_equity(
            self._rules,
            ints(columns),
            ints(row),
            ints([winner for winner, _ in endings]),
            ints([points for _, points in endings]),
            ints([winner for winner, _, _ in deals]),
            ints([points for _, points, _ in deals]),
            ints([boxes for _, _, boxes in deals]),
            playouts,
            seed,
            self._sheet,
            self._row,
            won,
        )
        return [int(one) / (2 * playouts) for one in won]

    def tally(self, rows: Ints, pairs: Sequence[int]) -> tuple[list[int], list[int]]:
        """What rows of matches add up to, as ``hollygin.engine.numbers.tally`` says.

        The sum of each number of their lines, and of three products for each two places in ``pairs``.
        """
        ints = self.kernel.ints
        sums, products = ints(tally.LINE_WIDTH), ints(len(pairs) // 2 * 3)
        self._numbers.tally.tally(rows, ints(pairs), ints(tally.LINE_WIDTH), sums, products)
        return [*map(int, sums)], [*map(int, products)]

    def _line(self, position: Position) -> Any:
        return self.kernel.ints(position.numbers())

    def _table(self, policies: Iterable[Policy]) -> Any:
        """Policies row by row."""
        return self.kernel.ints([number for policy in policies for number in policy.numbers()])


class Bulk(Calls):
    """Many deals or matches under the same rules between two policies, by seat.

    ``seed`` is 0 to 2**62 - 1 and stands for a whole run; its matches are numbered from 0, below 2**32, and the deals of each from 1.
    The cards of a deal follow from these three numbers alone. With ``swapped`` the other seat deals first, and the seats change
    cards: a match and its mirror. Results are flat arrays of rows as ``layout`` says. For one thread at a time.
    """

    def __init__(
        self, rules: Rules, policies: tuple[Policy, Policy] = (SIMPLE, SIMPLE), kernel: Kernel | None = None
    ) -> None:
        super().__init__(rules, kernel)
        self._policies = self._table(policies)
        self._trace = self.kernel.ints(layout.TRACE_LENGTH)

    def deals(self, seed: int, count: int, *, first: int = 0, swapped: bool = False) -> Ints:
        """The first deals of matches ``first``, ``first`` + 1, …: ``count`` rows of RESULT_WIDTH numbers.

        Seat 1 deals in the odd ones.
        """
        results: Ints = self.kernel.ints(count * layout.RESULT_WIDTH)
        self._play_deals(seed, first, 1, first + swapped & 1, self._no_trace, results)
        return results

    def matches(self, seed: int, count: int, *, first: int = 0, swapped: bool = False) -> Ints:
        """Matches ``first``, ``first`` + 1, …: ``count`` rows of ROW_WIDTH numbers."""
        rows: Ints = self.kernel.ints(count * layout.ROW_WIDTH)
        self._numbers.matches.play_matches(
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

    def one_deal(self, seed: int, match: int, number: int, dealer: Seat) -> tuple[Deal, list[int]]:
        """A deal of a match again, whole and checked, with its row of results."""
        used = self._play_deals(seed, match, number, dealer, self._trace, self._result)
        start = Deal.start(self.rules, dealer, [int(card) for card in self._order[:52]])
        return replay(start, [int(one) for one in self._trace[:used]]), [int(one) for one in self._result]

    def _play_deals(self, seed: int, first: int, number: int, dealer: Seat, trace: Any, results: Any) -> int:
        used: int = self._numbers.deals.play_deals(
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

    def choose(self, position: Position) -> int:
        """The action that the policy of the seat on turn chooses in a position."""
        return int(self._numbers.positions.choose(self._line(position), 0, self._rules, self._policies))

    def roll_out(
        self, position: Position, actions: Sequence[int], hands: Sequence[int] | Ints, seed: int
    ) -> Ints:
        """What each of some actions of the seat on turn brings against each of some hands of the other.

        Line by line: ``scores[a * len(hands) + i]`` is for action ``actions[a]`` against ``hands[i]``, one more than the points that the
        seat on turn won, the same below 0 if the other did, 0 if nobody has won the deal. Each hand comes with one order of the
        stock, the same for all actions.
        """
        ints = self.kernel.ints
        scores: Ints = ints(len(actions) * len(hands))
        self._numbers.deals.roll_out(
            self._line(position),
            ints(actions),
            ints(hands),
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


class Walk(NamedTuple):
    """A random walk through hands: how many hands a chain gives, its burn-in, and the steps between two of its hands."""

    chain: int
    burn_in: int
    between: int


class Sample(NamedTuple):
    """Hands that the opponent may hold, and which kind of player holds each."""

    hands: Ints
    kinds: Ints


class RollOuts(Calls):
    """Roll-outs of one deal, by some plans of the player against some kinds of opponent.

    ``worth`` says what an ending is worth, see :func:`brought`; ``weights`` are those of the belief, KIND_WIDTH for each kind. For one
    thread at a time.
    """

    def __init__(
        self,
        rules: Rules,
        plans: Sequence[Policy],
        kinds: Sequence[Policy],
        worth: Sequence[int],
        weights: Sequence[int],
        kernel: Kernel | None = None,
    ) -> None:
        super().__init__(rules, kernel)
        ints = self.kernel.ints
        self.plans = len(plans)
        self._kinds = [kind.numbers() for kind in kinds]
        self._policies = self._table((*plans, *kinds))
        self._worth = ints(worth)
        self._weights = ints(weights)
        self._features = ints(belief.FEATURES)

    def draw_hands(
        self,
        position: Position,
        thrown: Sequence[int],
        passed: Sequence[int],
        shares: Sequence[int],
        walk: Walk,
        count: int,
        seed: int,
    ) -> Sample:
        """``count`` hands that the other seat may hold, by the belief.

        ``thrown`` are that seat's discards and ``passed`` the cards that it let lie, oldest first; ``shares`` says how likely each kind is,
        out of 1024.
        """
        ints = self.kernel.ints
        limits = [belief.last_limit(kind, 0, len(thrown)) for kind in self._kinds]
        hands, kinds = ints(count), ints(count)
        self._numbers.belief.draw_hands(
            position.unseen,
            position.known_of_other,
            position.pile,
            ints([*thrown, 0]),
            ints([*passed, 0]),
            len(thrown) | len(passed) << 6,
            self._weights,
            ints(shares),
            ints(limits),
            seed,
            *walk,
            self._order,
            self._features,
            hands,
            kinds,
        )
        for i in range(count):
            kinds[i] += self.plans  # they stand behind the plans in one table
        return Sample(hands, kinds)

    def estimate(
        self,
        position: Position,
        actions: Sequence[int],
        plans: Sequence[int],
        sample: Sample,
        first: int,
        end: int,
        seed: int,
    ) -> tuple[list[int], list[int]]:
        """Roll out each action, continued by its plan, against hands ``first`` to ``end`` of a sample (round and round).

        Returns the sum of what each action brought, and the sum of the squares of what that is more than the first action's.
        """
        ints = self.kernel.ints
        arms = len(actions)
        sums, squares = ints(arms), ints(arms)
        self._numbers.rollouts.estimate(
            self._line(position),
            ints(actions),
            ints(plans),
            sample.hands,
            sample.kinds,
            first,
            end,
            self._rules,
            self._policies,
            self._worth,
            seed,
            ints(arms * layout.POSITION_WIDTH),
            self._order,
            self._two,
            self._no_trace,
            self._result,
            sums,
            squares,
        )
        return [*map(int, sums)], [*map(int, squares)]


class DiscardLessons(NamedTuple):
    """Tried discards: STAGE_WIDTH features of each, the points that it gained, its turn, and its stage."""

    features: Ints
    gains: Ints
    groups: Ints
    stages: Ints


class BeliefLessons(NamedTuple):
    """FEATURES features of true and sampled hands, in turn, and how many cards their player had thrown."""

    features: Ints
    threw: Ints


class Lessons(Calls):
    """Training data for the weights: deals in which choices are tried on the true cards. For one thread at a time."""

    def teach_discards(
        self,
        learners: Sequence[Policy],
        others: Sequence[Policy],
        seed: int,
        *,
        room: int,
        rolls: int,
        stray: int,
    ) -> DiscardLessons:
        """At most ``room`` discards of the learners against all of them and the ``others``, each rolled out ``rolls`` times.

        One discard of ``stray`` is any loose card. Rules with a reshuffled stock are not for this.
        """
        ints = self.kernel.ints
        features, gains, groups, stages = (ints(room * width) for width in (layout.STAGE_WIDTH, 1, 1, 1))
        rows = self._numbers.training.teach_discards(
            self._rules,
            self._table((*learners, *others)),
            len(learners),
            len(learners) + len(others),
            seed,
            rolls,
            stray,
            ints(2 * layout.POSITION_WIDTH),
            self._order,
            ints(_ORDER),
            self._two,
            self._no_trace,
            self._result,
            features,
            gains,
            groups,
            stages,
        )
        return DiscardLessons(
            features[: rows * layout.STAGE_WIDTH], gains[:rows], groups[:rows], stages[:rows]
        )

    def teach_belief(
        self,
        kind: Policy,
        others: Sequence[Policy],
        weights: Sequence[int],
        seed: int,
        *,
        room: int,
        burn_in: int,
        stray: int,
    ) -> BeliefLessons:
        """At most ``room`` hands of a kind of player against any of these policies: true ones, and as many drawn by some weights.

        One discard of ``stray`` is any loose card.
        """
        ints = self.kernel.ints
        features, threw = ints(room * belief.FEATURES), ints(room)
        rows = self._numbers.training.teach_belief(
            self._rules,
            self._table((kind, *others)),
            1 + len(others),
            ints(weights),
            seed,
            burn_in,
            stray,
            self._position,
            self._order,
            ints(_ORDER),
            self._two,
            ints(_MOST_CARDS),
            ints(_MOST_CARDS),
            ints(belief.FEATURES),
            ints(1),
            ints(1),
            ints(1),
            ints(1),
            features,
            threw,
        )
        return BeliefLessons(features[: rows * belief.FEATURES], threw[:rows])
