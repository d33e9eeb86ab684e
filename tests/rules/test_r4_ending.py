"""R4: knock, gin, spread and layoff."""

import pytest

from hollygin import Deal, Phase, parse_card, parse_cards, view_deal
from hollygin.actions import Defend, Knock
from hollygin.cards import SUITS
from hollygin.melds import best_defense, least_after_layoff
from hollygin.settlement import Showdown
from tests.table import GIN_HAND, HIGH_HAND, LOW_HAND, deal_of, fault, lines, play, to_draw

SPREAD = "4h 5h 6h / 9c 9d 9s / Jc Qc Kc"


def ending(deal: Deal) -> Showdown:
    assert isinstance(deal.facts, Showdown)
    return deal.facts


def test_R4_1_a_knock_discards_face_down_and_spreads_the_other_ten() -> None:
    deal = to_draw(deal_of(stock="2s"))
    knocked = play(deal, f"knock 2s: {SPREAD}")
    assert (knocked.phase, knocked.due.seat) == (Phase.DEFENSE, 1)
    assert knocked.face_down == parse_card("2s") and knocked.pile == deal.pile
    assert knocked.hands[0] == parse_cards("3s")
    for seat, thrown in ((0, "2s"), (1, "??"), (None, "??")):
        history = view_deal(knocked, seat).history
        assert str(history[-1].action).startswith(f"knock {thrown}:")
    assert fault(knocked, "draw") == ("R4.4", "not-due")
    assert fault(deal, f"knock 2d: {SPREAD}") == ("R3.1", "card-not-held")


@pytest.mark.parametrize("limit", range(1, 10))
def test_R4_1_deadwood_is_at_most_the_limit(limit: int) -> None:
    for points in (limit, limit + 1):
        first = f"Js Qs Ks Jc Qc Kc Jh Qh Kh {'A23456789T'[points - 1]}d"
        deal = deal_of(first, "As 3s 5s 7s 9s 2h 4h 6h 8h Kd", "Jd", "Qd", knock_limit=limit)
        line = "knock Qd: Js Qs Ks / Jc Qc Kc / Jh Qh Kh"
        assert fault(to_draw(deal), line) == (None if points == limit else ("R4.1", "over-limit"))


@pytest.mark.parametrize(("loose", "wrong"), [("4c", None), ("5c", ("R4.1", "over-limit"))])
def test_R4_1_the_limit_is_ten_unless_options_say_otherwise(
    loose: str, wrong: tuple[str, str] | None
) -> None:
    first = f"Js Qs Ks Jc Qc Kc Ah 2d 3d {loose}"
    deal = to_draw(deal_of(first, "As 3s 5s 7s 9s 2h 4h 6h 8h Kd", "Jd", "Qd"))
    assert deal.limit == 10
    assert fault(deal, "knock Qd: Js Qs Ks / Jc Qc Kc") == wrong


def test_R4_1_limit_zero_is_gin_only() -> None:
    deal = to_draw(deal_of(stock="2s", knock_limit=0))
    assert fault(deal, f"knock 2s: {SPREAD}") == ("R4.1", "gin-only")


def test_R4_1_knocking_is_optional_gin_included() -> None:
    low = to_draw(deal_of(stock="2s"))
    assert fault(low, "discard 2s") is None and fault(low, f"knock 2s: {SPREAD}") is None
    gin = to_draw(deal_of(GIN_HAND, "Ah 2h 8d 8c Td Js Qs Kd 6c 7d", stock="2s"))
    assert fault(gin, "discard 2s") is None
    assert fault(gin, "gin 2s: 4h 5h 6h 7h / 9c 9d 9s / Ac 2c 3c") is None


def test_R4_1_nothing_happens_after_the_end() -> None:
    deal = play(to_draw(deal_of(stock="2s")), f"knock 2s: {SPREAD}", "defense", "done")
    assert deal.phase is Phase.OVER and deal.due.seat is None
    assert fault(deal, "draw") == ("R4.1", "deal-over")
    assert deal.legal_actions(0) == deal.legal_actions(1) == ()


def test_R4_2_gin_is_ten_cards_without_deadwood() -> None:
    deal = to_draw(deal_of(GIN_HAND, HIGH_HAND, stock="2s"))
    melds = "4h 5h 6h 7h / 9c 9d 9s / Ac 2c 3c"
    assert play(deal, f"gin 2s: {melds}").ending == "gin"
    assert fault(deal, f"knock 2s: {melds}") == ("R4.2", "is-gin")
    assert fault(deal, "gin 2s: 4h 5h 6h 7h / 9c 9d 9s") == ("R4.2", "not-gin")
    assert fault(deal, "gin 7h: 4h 5h 6h / 9c 9d 9s / Ac 2c 3c") == ("R4.2", "not-gin")


def test_R4_2_big_gin_only_where_it_is_on() -> None:
    first = "4h 5h 6h 7h 9c 9d 9s Ac 2c 3c"
    melds = "4h 5h 6h 7h / 9c 9d 9s / Ac 2c 3c 4c"
    on = to_draw(deal_of(first, stock="4c", big_gin_bonus=31))
    off = to_draw(deal_of(first, stock="4c"))
    assert fault(off, f"big gin: {melds}") == ("R4.2", "big-gin-off")
    assert not [line for line in lines(off) if line.startswith("big")]
    assert [line for line in lines(on) if line.startswith("big")] == [
        "big gin: 4h 5h 6h 7h / Ac 2c 3c 4c / 9s 9d 9c"
    ]
    ended = play(on, f"big gin: {melds}")
    assert ended.ending == "big_gin" and ended.face_down is None and ended.hands[0] == 0
    assert fault(on, "big gin: 4h 5h 6h 7h / 9c 9d 9s / Ac 2c 3c") == ("R4.2", "not-gin")
    assert fault(on, "big gin: 4h 5h 6h 7h / 9c 9d 9s / Ac 2c 3c 5c") == ("R4.3", "not-a-meld")


def test_R4_2_where_big_gin_is_off_any_card_that_leaves_gin_may_go() -> None:
    deal = to_draw(deal_of(GIN_HAND, stock="4c"))
    thrown = {line.split()[1] for line in lines(deal) if line.startswith("gin")}
    assert thrown == {"4h:", "7h:", "Ac:", "4c:"}


def test_R4_3_any_partition_within_the_limit_is_legal() -> None:
    first = "4h 5h 6h 7h 8h 9h 2c 2d 2s 3s"
    deal = to_draw(deal_of(first, "Ah 2h 8d 8c Td Js Qs Kd 6c 7d", stock="Kc"))
    ways = {line.partition(": ")[2] for line in lines(deal) if line.startswith("knock Kc")}
    assert ways == {
        "4h 5h 6h 7h 8h 9h / 2s 2d 2c",
        "4h 5h 6h / 7h 8h 9h / 2s 2d 2c",
        "5h 6h 7h 8h 9h / 2s 2d 2c",
        "4h 5h 6h 7h 8h 9h",
        "4h 5h 6h / 7h 8h 9h",
    }
    over = play(deal, "knock Kc: 4h 5h 6h / 7h 8h 9h", "defense", "done")
    assert ending(over).knocker_deadwood == 2 + 2 + 2 + 3
    assert fault(deal, "knock Kc: 2c 2d 2s / 4h 5h 6h 7h 8h") == ("R4.1", "over-limit")


@pytest.mark.parametrize(
    ("melds", "wrong"),
    [
        ("4h 5h 6h / 9c 9d", ("R4.3", "not-a-meld")),
        ("4h 5h 6h / 9c 9d 3s", ("R4.3", "not-a-meld")),
        ("4h 5h 6h / 9c 9d 9h", ("R4.3", "card-not-held")),
    ],
)
def test_R4_3_a_spread_is_of_melds_that_are_held(melds: str, wrong: tuple[str, str]) -> None:
    deal = to_draw(deal_of(stock="2s"))
    assert fault(deal, f"knock 2s: {melds}") == wrong
    assert fault(deal, "knock 4h: 4h 5h 6h / 9c 9d 9s / Jc Qc Kc") == ("R4.3", "card-not-held")


def knocked(second: str, first: str = LOW_HAND, upcard: str = "Ks") -> Deal:
    return play(to_draw(deal_of(first, second, upcard, "2s")), f"knock 2s: {SPREAD}")


def test_R4_4_layoffs_on_a_set_and_at_both_ends_of_a_run_in_chains() -> None:
    deal = play(knocked("2h 3h 7h 8h 9h Tc As 4d 6d Kd"), "defense")
    assert {line for line in lines(deal) if line != "done"} == {
        "layoff 3h on 4h 5h 6h",
        "layoff 7h on 4h 5h 6h",
        "layoff 9h on 9s 9d 9c",
        "layoff Tc on Jc Qc Kc",
    }
    assert fault(deal, "layoff 8h on 4h 5h 6h") == ("R4.4", "does-not-fit")
    deal = play(deal, "layoff 7h on 4h 5h 6h")
    assert {line for line in lines(deal) if line.endswith("on 4h 5h 6h")} == {
        "layoff 3h on 4h 5h 6h",
        "layoff 8h on 4h 5h 6h",
    }
    deal = play(deal, "layoff 8h on 4h 5h 6h", "layoff 9h on 4h 5h 6h")
    assert "layoff 9h on 9s 9d 9c" not in lines(deal)
    deal = play(deal, "layoff 3h on 4h 5h 6h", "layoff 2h on 4h 5h 6h", "layoff Tc on Jc Qc Kc", "done")
    assert ending(deal).defender_deadwood == 1 + 4 + 6 + 10
    assert len(ending(deal).layoffs) == 6


@pytest.mark.parametrize(
    ("run", "second", "layoff"),
    [
        ("Ac 2c 3c", "Kc 4c 5d Td Ah 8h 6s 7s Js Kh", "layoff 4c on Ac 2c 3c"),
        ("Jd Qd Kd", "Ad Td 5d 6c Ah 8h 6s 7s Js Kh", "layoff Td on Jd Qd Kd"),
    ],
)
def test_R4_4_a_full_set_and_the_ends_of_a_suit_take_nothing(run: str, second: str, layoff: str) -> None:
    deal = to_draw(deal_of(f"{run} 9h 9c 9d 9s 4s 2s 2d", second, stock="Qh"))
    deal = play(deal, f"knock Qh: 9h 9c 9d 9s / {run}", "defense")
    assert lines(deal) == {layoff, "done"}
    assert fault(deal, f"layoff {second[:2]} on {run}") == (
        ("R4.4", "does-not-fit") if second[:2] not in layoff else None
    )


def test_R4_4_own_melds_of_the_defender() -> None:
    deal = knocked("7s 7d 7c 7h 8h Ts Js Qs Ah Ad")
    assert fault(deal, "defense 7s 7d 7c / 7h 8h 9h") == ("R4.3", "card-not-held")
    assert fault(deal, "layoff 7h on 4h 5h 6h") == ("R4.4", "not-due")
    deal = play(deal, "defense 7s 7d 7c / Ts Js Qs", "layoff 7h on 4h 5h 6h", "layoff 8h on 4h 5h 6h", "done")
    assert ending(deal).defender_deadwood == 2
    assert ending(deal).defense == tuple(sorted(map(parse_cards, ("7s 7d 7c", "Ts Js Qs"))))


def test_R4_4_never_on_the_deadwood_and_only_on_the_melds_as_spread() -> None:
    first = "4h 5h 6h 9c 9d 9s Jc Qc Ac 2c"
    deal = to_draw(deal_of(first, "3c 4c 7h 8h Ah Td Js Qs Kd 6c", stock="Kc"))
    deal = play(deal, "knock 2c: 4h 5h 6h / 9c 9d 9s / Jc Qc Kc", "defense")
    assert fault(deal, "layoff 3c on Ac 2c") == ("R4.4", "no-such-meld")
    assert fault(deal, "layoff 3c on 4h 5h 6h") == ("R4.4", "does-not-fit")
    assert fault(deal, "layoff 3s on 4h 5h 6h") == ("R4.4", "card-not-held")
    after = play(deal, "layoff 7h on 4h 5h 6h")
    assert fault(after, "layoff 8h on 4h 5h 6h 7h") == ("R4.4", "no-such-meld")
    assert fault(after, "layoff 8h on 4h 5h 6h") is None
    assert fault(after, "layoff 7h on 4h 5h 6h") == ("R4.4", "card-not-held")


def test_R4_4_the_knocker_lays_off_nothing_in_return() -> None:
    first = "4h 5h 6h 9c 9d 9s Jc Qc Kc Ts"
    deal = knocked("7s 8s 9h Ah 2h 7d Td Kd 6c 3c", first)
    deal = play(deal, "defense", "done")
    assert deal.phase is Phase.OVER
    assert ending(deal).knocker_deadwood == 10
    other = knocked("Js Qs Ks Ah 2h 7d 8d Kd 6c 3c", first, "3d")
    assert ending(play(other, "defense Js Qs Ks", "done")).knocker_deadwood == 10


def test_R4_4_one_card_is_in_one_meld() -> None:
    deal = to_draw(deal_of("7s 7d 7c 7h 8h 9h 2s 2d 2c Ah", "3h 4d 8d 8c Td Js Qs Kd 6c Kh", stock="5s"))
    melds = tuple(map(parse_cards, ("7s 7d 7c 7h", "7h 8h 9h", "2s 2d 2c")))
    found = deal.check(0, Knock(parse_card("5s"), melds))
    assert found is not None and (found.clause, found.code) == ("R4.4", "card-in-two-melds")
    knocked_ = play(deal, "knock 5s: 7s 7d 7c / 7h 8h 9h / 2s 2d 2c")
    twice = knocked_.check(1, Defend((parse_cards("Js Qs Kh"),) * 2))
    assert twice is not None and twice.code == "not-a-meld"


@pytest.mark.parametrize("suit", SUITS)
def test_R4_5_a_set_is_broken_up_to_lay_off_more(suit: str) -> None:
    x, y = [other for other in SUITS if other != suit][:2]
    hand = parse_cards(f"Ts Th Td Tc J{suit} 2{x} 4{y} 6{x} A{suit} K{y}")
    best = best_defense(hand, (parse_cards(f"7{suit} 8{suit} 9{suit}"),))
    assert best.melds == (parse_cards("Ts Th Td Tc") & ~parse_cards(f"T{suit}"),)
    assert [str(layoff.card) for layoff in best.layoffs] == [f"T{suit}", f"J{suit}"]
    assert best.deadwood == least_after_layoff(hand, (parse_cards(f"7{suit} 8{suit} 9{suit}"),)) == 23


@pytest.mark.parametrize("suit", SUITS)
@pytest.mark.parametrize("turned", [False, True])
def test_R4_5_a_card_that_fits_twice_goes_where_another_may_follow(suit: str, turned: bool) -> None:
    spread = (parse_cards("7s 7h 7d 7c") & ~parse_cards(f"7{suit}"), parse_cards(f"4{suit} 5{suit} 6{suit}"))
    x, y = [other for other in SUITS if other != suit][:2]
    hand = parse_cards(f"7{suit} 8{suit} 2{x} 4{y} 6{x} A{y} K{x} T{y} Q{x} 9{y}")
    best = best_defense(hand, spread[::-1] if turned else spread)
    assert [str(layoff.card) for layoff in best.layoffs] == [f"7{suit}", f"8{suit}"]
    assert best.deadwood == least_after_layoff(hand, spread) == 2 + 4 + 6 + 1 + 10 + 10 + 10 + 9


def test_R4_5_the_choice_between_equal_melds_follows_the_layoff() -> None:
    hand, spread = parse_cards("8h 9h Th 9d 9c 2s 4d 6c Ah Kd"), (parse_cards("8s 8d 8c"),)
    best = best_defense(hand, spread)
    assert best.melds == (parse_cards("9h 9d 9c"),)
    assert best.deadwood == least_after_layoff(hand, spread) == 10 + 23


def test_R4_5_in_a_deal_the_defender_may_do_so() -> None:
    first = "7h 8h 9h 3c 3d 3s Jc Qc Kc 2d"
    deal = to_draw(deal_of(first, "Th Td Tc Ts Jh 2s 4d 6c Ah Kd", stock="2h"))
    deal = play(deal, "knock 2h: 7h 8h 9h / 3c 3d 3s / Jc Qc Kc", "defense Td Tc Ts")
    deal = play(deal, "layoff Th on 7h 8h 9h", "layoff Jh on 7h 8h 9h", "done")
    assert ending(deal).defender_deadwood == 23


def test_R4_6_the_defenders_hand_is_hidden_until_they_are_done() -> None:
    deal = knocked("2h 3h 7h 8h 9h Tc As 4d 6d Kd")
    for lines_ in ((), ("defense",), ("defense 7h 8h 9h", "layoff 3h on 4h 5h 6h")):
        state = play(deal, *lines_)
        for seat in (0, None):
            view = view_deal(state, seat)
            assert view.defense == () and view.extended == state.spread
            assert view.sizes == (1, 10)
            assert view.deadwood == parse_cards("3s")
            assert not [
                played for played in view.history if played.seat == 1 and "layoff" in str(played.action)
            ]
