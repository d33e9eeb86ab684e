"""R9 and R10: Oklahoma and straight gin, on any profile."""

import pytest

from hollygin import PROFILES, parse_card
from tests.table import GIN_HAND, HIGH_HAND, deal_of, fault, lines, play, rules_of, to_draw

COURT = "Jc Qc Kc Jh Qh Kh Jd Qd Kd"
OTHER = "2h 4h 6h 8h Th 3s 5s 7s 9s Qs"
MELDS = "Jc Qc Kc / Jh Qh Kh / Jd Qd Kd"


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize(
    ("upcard", "limit"),
    [
        ("Ad", 1),
        ("2d", 2),
        ("3d", 3),
        ("4d", 4),
        ("5d", 5),
        ("6d", 6),
        ("7d", 7),
        ("8d", 8),
        ("9d", 9),
        ("Td", 10),
        ("Jd", 10),
        ("Qd", 10),
        ("Kd", 10),
    ],
)
def test_R9_1_the_upcard_is_the_limit(profile: str, upcard: str, limit: int) -> None:
    assert rules_of(profile, oklahoma=True).limit(parse_card(upcard)) == limit
    assert rules_of(profile).limit(parse_card(upcard)) == 10


def test_R9_1_in_a_deal_also_after_the_card_was_taken() -> None:
    deal = to_draw(deal_of(f"{COURT} 7c", OTHER, "6d", "Ks", oklahoma=True))
    assert deal.limit == deal.due.limit == 6
    assert fault(deal, f"knock Ks: {MELDS}") == ("R9.1", "over-limit")
    within = to_draw(deal_of(f"{COURT} 6c", OTHER, "6d", "Ks", oklahoma=True))
    assert fault(within, f"knock Ks: {MELDS}") is None
    taken = play(deal_of(f"{COURT} 7c", OTHER, "6d", oklahoma=True), "take")
    assert taken.limit == 6 and taken.pile == ()
    assert fault(taken, f"knock 7c: {MELDS}") is None
    assert "take" in lines(deal_of(f"{COURT} 7c", OTHER, "7d", oklahoma=True))


def test_R9_1_an_ace_is_one_or_gin_only() -> None:
    one = to_draw(deal_of(f"{COURT} Ac", OTHER, "Ad", "Ks", oklahoma=True))
    assert one.limit == 1 and fault(one, f"knock Ks: {MELDS}") is None
    gin = to_draw(deal_of(f"{COURT} Ac", OTHER, "Ad", "Ks", oklahoma=True, oklahoma_ace="gin"))
    assert gin.limit == 0 and fault(gin, f"knock Ks: {MELDS}") == ("R9.1", "gin-only")
    assert rules_of(oklahoma=True, oklahoma_ace="gin").limit(parse_card("2d")) == 2


def test_R9_2_a_spade_upcard_doubles() -> None:
    rules = rules_of(oklahoma=True)
    assert [rules.doubles(parse_card(f"7{suit}")) for suit in "shdc"] == [True, False, False, False]
    assert not rules_of(oklahoma=True, spades_double=False).doubles(parse_card("7s"))
    assert not rules_of(spades_double=True).doubles(parse_card("7s"))


@pytest.mark.parametrize("profile", PROFILES)
def test_R10_1_only_gin_ends_a_straight_deal(profile: str) -> None:
    deal = to_draw(deal_of(f"{COURT} Ac", OTHER, "3d", "Ks", profile, straight=True))
    assert deal.limit == 0
    assert fault(deal, f"knock Ks: {MELDS}") == ("R10.1", "gin-only")
    assert not [line for line in lines(deal) if line.startswith("knock")]
    gin = to_draw(deal_of(GIN_HAND, HIGH_HAND, "3d", "Ks", profile, straight=True))
    over = play(gin, "gin Ks: 4h 5h 6h 7h / 9c 9d 9s / Ac 2c 3c", "defense")
    assert over.facts is not None


def test_R10_1_straight_overrides_the_limit_and_oklahoma_may_still_double() -> None:
    rules = rules_of(straight=True, oklahoma=True)
    assert rules.limit(parse_card("7s")) == 0 and rules.doubles(parse_card("7s"))
    assert rules_of(straight=True, knock_limit=5).limit(parse_card("7s")) == 0
