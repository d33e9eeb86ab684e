"""A whole match of the club profile, whose sheet has every bonus."""

from collections.abc import Callable

from tests.browser.people import DESKTOP, PHONE, Person, host, invitation, play_until
from tests.browser.test_match import ends_right


def test_two_people_play_a_club_match(person: Callable[..., Person]) -> None:
    """The guest on an English phone, the host on a French desktop; bonuses included, the record agrees."""
    anne = person("fr", DESKTOP, "mouse")
    bob = person("en", PHONE, "touch")
    host(anne, "Anne", profile="club")
    bob.sit(invitation(anne), "Bob")
    play_until([anne, bob], lambda: all(one.seen()["over"] for one in (anne, bob)))
    ends_right(anne, 0)
    ends_right(bob, 1)
