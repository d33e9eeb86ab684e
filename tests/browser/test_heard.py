"""What a screen reader is told: whose turn it is, what was drawn and thrown, the score after a deal."""

from collections.abc import Callable, Iterator
from functools import partial

from hollygin.actions import Discard, Draw
from hollygin.cards import Card
from hollygin.deal import Deal
from hollygin.due import Phase
from hollygin.locale import Translator
from tests.browser.people import PHONE, Person, play_until
from tests.browser.tables import KEYS, prepare
from tests.browser.test_coming_back import due
from tests.server.launch import Site

_LISTEN = """
window.heard = [];
const before = new WeakMap();
new MutationObserver(() => {
  for (const one of document.querySelectorAll("[aria-live], [role=status], [role=alert]")) {
    const text = one.textContent.replace(/\\s+/g, " ").trim();
    // What comes with its text is not read out; what changes is.
    if (before.has(one) && before.get(one) !== text && text !== "") window.heard.push(text);
    before.set(one, text);
  }
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
_FOCUSED = """() => {
  const { activeElement: one } = document;
  const ids = [one.getAttribute("aria-labelledby"), one.getAttribute("aria-describedby")];
  return ids.filter(Boolean).map(id => document.getElementById(id).textContent).join(" ");
}"""


def even(text: str) -> str:
    """With plain blanks only, as the texts are collected."""
    return " ".join(text.split())


def spoken(t: Translator, card: Card) -> str:
    rank, suit = tuple(str(card))
    return t("web.card.name", rank=t(f"web.card.rank.{rank}"), suit=t(f"web.card.suit.{suit}"))


def told(t: Translator, deal: Deal, seat: int, begun: int) -> Iterator[str]:
    """What a seat must hear of each draw and discard since a moment."""
    stock = iter(deal.order[21:])
    for number, (actor, action) in enumerate(deal.history):
        drawn = next(stock) if isinstance(action, Draw) else None
        if number < begun:
            continue
        if isinstance(action, Discard):
            yield t(f"play.did.discard.{'you' if actor == seat else 'other'}", card=spoken(t, action.card))
        elif drawn is not None and actor == seat:
            yield t("play.did.draw_card.you", card=spoken(t, drawn))
        elif drawn is not None:
            yield t("play.did.draw.other")


def test_a_deal_is_told_to_the_ear(person: Callable[..., Person], site: Site) -> None:
    """By one region that is there from the first to the last, for both players and in both languages."""
    table = prepare(partial(due, phase=Phase.UPCARD_OPENER)).store(site)
    both = [person("fr", PHONE, cookie=KEYS[0]), person("en", cookie=KEYS[1])]
    for one in both:
        one.page.add_init_script(_LISTEN)
        one.page.goto(table.path)
        one.page.locator(".board").wait_for()
    regions = [one.page.get_by_test_id("status").element_handle() for one in both]
    assert table.match.deal is not None
    begun = len(table.match.deal.history)
    last = table.match.deal

    def keep() -> None:
        nonlocal last
        match = site.hub.tables[table.table].table.match
        if match is not None and match.deal is not None:
            last = match.deal

    play_until(both, lambda: len(last.history) > begun + 8, keep, end=False)
    play_until(both, lambda: all(one.seen()["next"] for one in both), keep)
    match = site.hub.tables[table.table].table.match
    assert match is not None
    for seat, (one, region) in enumerate(zip(both, regions, strict=True)):
        heard = one.page.evaluate("window.heard")
        everything = "\n".join(heard)
        for text in told(one.t, last, seat, begun):
            assert text in everything, (seat, text, heard)
        for text in (
            one.t("web.due.you.draw", card="|").partition("|")[0],
            one.t("web.due.other.draw", name=("Anne", "Bob")[1 - seat]),
            one.t("web.hand.deadwood", points="").strip(),
        ):
            assert even(text) in everything, (seat, text, heard)
        assert not set("♠♥♦♣") & set(everything)
        for column, scores in zip(("I", "II", "III"), match.sheet.columns, strict=True):
            first, second = (
                points if opened else one.t("web.sheet.not_opened")
                for points, opened in zip(scores.score, scores.opened, strict=True)
            )
            text = one.t("web.sheet.scores", column=column, one="Anne", two="Bob", first=first, second=second)
            assert even(text) in heard[-1], (text, heard[-1])
        assert one.page.locator("main .outcome").inner_text() in one.page.evaluate(_FOCUSED)
        assert region.evaluate("one => one.isConnected && one.ariaLive === 'polite'")
