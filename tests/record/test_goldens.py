"""The transcripts cover every profile and every step from phase to phase; test_corpus.py compares their text."""

import re

from hollygin.due import TRANSITIONS, Phase
from hollygin.record import positions
from hollygin.rules import PROFILES
from tests.record.corpus import goldens
from tests.record.make import TESTS


def test_every_transition_is_in_some_transcript() -> None:
    expected = {
        (phase, kind, after)
        for phase, actions in TRANSITIONS.items()
        for kind, every in actions.items()
        for after in every
    }
    found = set()
    for _, record in goldens.games():
        before = None
        for number, action, match in positions(record):
            if action and number == 1:
                assert before is not None and before.deal is not None
                kind = type(record.deals[0].actions[action - 1].action)
                after = Phase.OVER if match.deal is None else match.deal.phase
                found.add((before.deal.phase, kind, after))
            before = match
    assert found == expected


def test_every_profile_has_a_transcript() -> None:
    assert {path.stem for path in (TESTS / "goldens").glob("profile-*")} == {
        f"profile-{name}" for name in PROFILES
    }


def test_no_transcript_shows_a_seat_what_the_other_drew() -> None:
    for path in (TESTS / "goldens").iterdir():
        for line in re.findall(r"^    [01]: .*; last .*$", path.read_text(), re.MULTILINE):
            assert not re.search(r"last [01] draw \S", line)
