"""Section O: options, values, profiles, contradictions."""

import pytest

from hollygin import PROFILES, Rules, make_rules
from hollygin.options import OPTIONS
from hollygin.rules import CONTRADICTIONS, options_of, parse_options
from tests.table import codes, faults_of

TABLE = """
option             friendly  totals    club      traditional single-game single-deal eaai
columns            3         3         3         1           1           0           1
target             100       100       100       100         100         0           100
gin_bonus          25        25        25        20          25          25          25
undercut_bonus     25        25        25        10          25          25          25
game_bonus         0         100       100       100         100         0           0
shutout            none      flat      flat      flat        flat        none        none
shutout_bonus      0         200       200       200         200         0           0
box_bonus          0         20        25        20          25          0           0
gin_boxes          1         1         1         1           1           1           1
undercut_boxes     1         1         1         1           1           1           1
match_winner       majority  total     majority  total       majority    deal        majority
next_dealer        alternate winner    winner    winner      winner      winner      alternate
dealer_after_void  alternate same      same      same        same        same        same
stock_end          void      void      void      void        void        reshuffle   void
big_gin_bonus      0         0         0         0           0           0           0
knock_limit        10        10        10        10          10          10          10
oklahoma           off       off       off       off         off         off         off
oklahoma_ace       one       one       one       one         one         one         one
spades_double      on        on        on        on          on          on          on
straight           off       off       off       off         off         off         off
tie                undercut  undercut  undercut  undercut    undercut    undercut    undercut
last_discard       none      none      none      none        none        none        none
late_entry         lost      lost      lost      lost        lost        lost        lost
clinch_stop        off       off       off       off         off         off         off
"""
ROWS = [row.split() for row in TABLE.strip().splitlines()]


def read(text: str) -> object:
    return {"on": True, "off": False}.get(text, int(text) if text.isdigit() else text)


@pytest.mark.parametrize("profile", ROWS[0][1:])
def test_O_each_profile_has_its_values(profile: str) -> None:
    column = ROWS[0].index(profile)
    wanted = {row[0]: read(row[column]) for row in ROWS[1:]}
    assert options_of(make_rules(profile)) == wanted
    assert options_of(PROFILES[profile].rules) == wanted
    assert PROFILES[profile].id == profile and PROFILES[profile].version >= 1


def test_O_there_are_seven_profiles_and_the_friendly_one_is_the_default() -> None:
    assert list(PROFILES) == ROWS[0][1:]
    assert make_rules() == make_rules("friendly")
    assert set(OPTIONS) == {row[0] for row in ROWS[1:]}
    assert codes(make_rules, "pub") == ["unknown-profile"]
    span = OPTIONS["target"].span
    assert span is not None and span.offered == (100, 125, 150, 200, 250)


@pytest.mark.parametrize("profile", PROFILES)
@pytest.mark.parametrize("option", OPTIONS)
def test_O_every_option_can_be_changed_on_top_of_every_profile(profile: str, option: str) -> None:
    before = options_of(make_rules(profile))
    changed: dict[str, object] = {option: next(value for value in CHANGES[option] if value != before[option])}
    changed |= NEEDED.get(option, {})
    if profile == "single-deal":
        changed = {**SHEET, **changed} if option in NEEDS_SHEET else changed
    if option == "match_winner" and before["match_winner"] == "deal":
        changed |= {"columns": 3, "target": 100}
    if option == "last_discard":
        changed["stock_end"] = "void"
    assert options_of(make_rules(profile, **changed)) == {**before, **changed}


SHEET: dict[str, object] = {"columns": 3, "target": 100, "match_winner": "majority"}
NEEDS_SHEET = ("columns", "target", "game_bonus", "shutout", "box_bonus", "clinch_stop")
NEEDED: dict[str, dict[str, object]] = {
    "clinch_stop": {"match_winner": "majority"},
    "shutout": {"game_bonus": 0},
    "game_bonus": {"shutout_bonus": 300},
}


CHANGES: dict[str, tuple[object, ...]] = {
    "columns": (5,),
    "target": (250,),
    "gin_bonus": (37,),
    "undercut_bonus": (31,),
    "big_gin_bonus": (50,),
    "knock_limit": (4,),
    "oklahoma": (True,),
    "oklahoma_ace": ("gin",),
    "spades_double": (False,),
    "straight": (True,),
    "tie": ("nobody",),
    "last_discard": ("end",),
    "stock_end": ("reshuffle", "void"),
    "next_dealer": ("loser",),
    "dealer_after_void": ("alternate", "same"),
    "late_entry": ("carry",),
    "game_bonus": (150,),
    "shutout": ("double_total",),
    "shutout_bonus": (400,),
    "box_bonus": (10,),
    "gin_boxes": (2,),
    "undercut_boxes": (3,),
    "match_winner": ("total", "majority"),
    "clinch_stop": (True,),
}

ACCEPTED: dict[str, list[object]] = {
    "columns": [*range(1, 10)],
    "target": [1, 2, 99, 100, 125, 150, 200, 250, 10_000],
    "gin_bonus": [0, 1, 20, 25, 1000],
    "undercut_bonus": [0, 1, 10, 25, 1000],
    "big_gin_bonus": [0, 1, 31, 50, 1000],
    "knock_limit": [*range(11)],
    "oklahoma": [True, False],
    "oklahoma_ace": ["one", "gin"],
    "spades_double": [True, False],
    "straight": [True, False],
    "tie": ["undercut", "nobody", "knocker"],
    "last_discard": ["none", "end"],
    "stock_end": ["void", "reshuffle"],
    "next_dealer": ["alternate", "winner", "loser"],
    "dealer_after_void": ["same", "alternate"],
    "late_entry": ["lost", "carry"],
    "game_bonus": [0, 1, 100, 1000],
    "shutout": ["none", "flat", "double_points", "double_total", "double_instead"],
    "shutout_bonus": [0, 1, 200, 1000],
    "box_bonus": [0, 1, 20, 25, 100],
    "gin_boxes": [*range(10)],
    "undercut_boxes": [*range(10)],
    "match_winner": ["majority", "total"],
    "clinch_stop": [True, False],
}


@pytest.mark.parametrize(
    ("option", "value"), [(name, value) for name in ACCEPTED for value in ACCEPTED[name]]
)
def test_O_values_accepted(option: str, value: object) -> None:
    extra = {"shutout_bonus": 1000} if option in ("game_bonus", "shutout") else {}
    assert getattr(make_rules("friendly", **{option: value}, **extra), option) == value


@pytest.mark.parametrize("option", OPTIONS)
def test_O_values_refused(option: str) -> None:
    number, switch = isinstance(ACCEPTED[option][0], int), isinstance(ACCEPTED[option][0], bool)
    wrong: list[object] = [None, 1.5, [], "", "maybe", b"one"]
    if switch:
        wrong += [0, 1, "on", "true"]
    elif number:
        wrong += ["1", True, False]
    else:
        wrong += [1, True, str(ACCEPTED[option][0]).upper()]
    for value in wrong:
        faults = faults_of(make_rules, "friendly", **{option: value})
        assert [one.code for one in faults] == ["bad-value"], value
        assert faults[0].params["option"] == option and faults[0].clause == "O"
        assert faults[0].params["allowed"] == OPTIONS[option].allowed


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("columns", 10),
        ("columns", -1),
        ("target", -1),
        ("gin_bonus", -1),
        ("undercut_bonus", -1),
        ("big_gin_bonus", -1),
        ("knock_limit", -1),
        ("knock_limit", 11),
        ("game_bonus", -1),
        ("shutout_bonus", -1),
        ("box_bonus", -1),
        ("box_bonus", 101),
        ("gin_boxes", -1),
        ("gin_boxes", 10),
        ("undercut_boxes", 10),
        ("target", 10**9),
        ("gin_bonus", 10**40),
    ],
)
def test_O_values_out_of_range(option: str, value: int) -> None:
    assert "out-of-range" in codes(make_rules, "friendly", **{option: value})


CONTRARY: dict[str, tuple[str, dict[str, object]]] = {
    "shutout-below-game": ("club", {"shutout_bonus": 99}),
    "clinch-not-majority": ("totals", {"clinch_stop": True}),
    "last-discard-reshuffled": ("friendly", {"last_discard": "end", "stock_end": "reshuffle"}),
    "deal-with-sheet": ("friendly", {"match_winner": "deal"}),
    "sheet-missing": ("friendly", {"columns": 0, "target": 0}),
    "target-missing": ("friendly", {"target": 0}),
    "target-without-sheet": ("single-deal", {"target": 100}),
    "bonus-without-sheet": ("single-deal", {"box_bonus": 20}),
    "limit-with-oklahoma": ("friendly", {"oklahoma": True, "knock_limit": 9}),
}


def test_O_every_contradiction_is_listed_here() -> None:
    assert set(CONTRARY) == set(CONTRADICTIONS)


@pytest.mark.parametrize("code", CONTRARY)
def test_O_contradictions(code: str) -> None:
    profile, options = CONTRARY[code]
    faults = faults_of(make_rules, profile, **options)
    assert [one.code for one in faults] == [code]
    assert faults[0].clause == "O"
    named = faults[0].params["options"]
    assert named == CONTRADICTIONS[code] and set(options) & set(CONTRADICTIONS[code])


@pytest.mark.parametrize(
    ("profile", "options"),
    [
        ("club", {"shutout_bonus": 100}),
        ("club", {"shutout": "none", "shutout_bonus": 0}),
        ("club", {"shutout": "double_total", "shutout_bonus": 0}),
        ("friendly", {"clinch_stop": True}),
        ("friendly", {"last_discard": "end"}),
        ("friendly", {"oklahoma": True, "knock_limit": 10}),
        ("friendly", {"oklahoma": True, "straight": True, "knock_limit": 3}),
        ("friendly", {"columns": 2}),
        ("single-deal", {"columns": 3, "target": 100, "match_winner": "total"}),
        ("friendly", {"columns": 0, "target": 0, "match_winner": "deal"}),
    ],
)
def test_O_no_contradiction(profile: str, options: dict[str, object]) -> None:
    assert isinstance(make_rules(profile, **options), Rules)


@pytest.mark.parametrize("code", CONTRARY)
def test_O_a_bad_value_brings_no_contradiction_with_it(code: str) -> None:
    """An option whose value cannot be read contradicts nothing: it is the one fault."""
    profile, options = CONTRARY[code]
    for name in CONTRADICTIONS[code]:
        assert codes(make_rules, profile, **{**options, name: "?"}) == ["bad-value"], name


def test_O_all_faults_are_reported_together() -> None:
    found = codes(
        make_rules,
        "club",
        shutout_bonus=50,
        clinch_stop=True,
        match_winner="deal",
        last_discard="end",
        stock_end="reshuffle",
        oklahoma=True,
        knock_limit=7,
        box_bonus=101,
        jokers=2,
        tie=3,
    )
    assert sorted(found) == sorted(
        [
            "out-of-range",
            "unknown-option",
            "bad-value",
            "shutout-below-game",
            "clinch-not-majority",
            "last-discard-reshuffled",
            "deal-with-sheet",
            "limit-with-oklahoma",
        ]
    )
    assert sorted(codes(make_rules, "pub", jokers=2)) == ["unknown-option", "unknown-profile"]


def test_O_settings_as_text() -> None:
    read_back = parse_options(
        ["target=250", "oklahoma=on", "straight=false", "late-entry = carry", "tie=NOBODY"]
    )
    assert read_back == {
        "target": 250,
        "oklahoma": True,
        "straight": False,
        "late_entry": "carry",
        "tie": "nobody",
    }
    assert make_rules("friendly", **read_back).late_entry == "carry"
    assert codes(parse_options, ["target", "=5", "tie=nobody", "tie=knocker"]) == [
        "bad-setting",
        "bad-setting",
        "option-twice",
    ]
    for text in ("target=-5", "target=1_000", "target=1e3", "target=", "target=٣"):
        assert codes(make_rules, "friendly", **parse_options([text])) == ["bad-value"]
    for digits in (10, 50, 5000):
        assert codes(make_rules, "friendly", **parse_options(["target=" + "9" * digits])) == ["out-of-range"]
    assert codes(make_rules, "friendly", **parse_options(["oklahoma=maybe"])) == ["bad-value"]


@pytest.mark.parametrize("profile", PROFILES)
def test_O_options_as_text_come_back(profile: str) -> None:
    rules = make_rules(profile)
    words = {True: "on", False: "off"}
    settings = [
        f"{name}={words[value] if isinstance(value, bool) else value}"
        for name, value in options_of(rules).items()
    ]
    assert make_rules("friendly", **parse_options(settings)) == rules
    assert (OPTIONS["columns"].allowed, OPTIONS["tie"].allowed) == ("0–9", "undercut, nobody, knocker")
    assert OPTIONS["straight"].allowed == "on, off"
