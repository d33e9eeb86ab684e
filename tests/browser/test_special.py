"""What is rare in a match: chains of layoffs, melds broken for them, an undercut that closes a column, Oklahoma."""

from collections.abc import Callable

from playwright.sync_api import expect

from hollygin import kernel
from hollygin.actions import BigGin
from hollygin.due import Phase
from hollygin.match import Match
from hollygin.melds import best_defense, fits, union
from tests.browser.people import PHONE, Person
from tests.browser.tables import KEYS, prepare
from tests.server.launch import Site

People = Callable[..., Person]

_HEADINGS = """
window.headings = new Set();
new MutationObserver(() => {
  for (const one of document.querySelectorAll(".board h2")) window.headings.add(one.textContent);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""
"""Every heading that a page shows, for however short a time."""


def defended(match: Match) -> bool:
    """Whether a knock waits for the defender's answer."""
    deal = match.deal
    return deal is not None and deal.phase is Phase.DEFENSE and not deal.due.gin


def chain(match: Match) -> bool:
    """The best answer lays a card off on another one that was laid off."""
    deal = match.deal
    if deal is None or not defended(match):
        return False
    best = best_defense(deal.hands[deal.turn], deal.spread)
    return any(not fits(layoff.meld) & layoff.card.bit for layoff in best.layoffs)


def breaking(match: Match) -> bool:
    """The best answer breaks melds of a defender, who could lay down more."""
    deal = match.deal
    if deal is None or not defended(match):
        return False
    hand = deal.hands[deal.turn]
    own = union(best_defense(hand, deal.spread).melds)
    return kernel.points(hand & ~own) > kernel.deadwood(hand)


def closing_undercut(match: Match) -> bool:
    """The defender, who is not on turn, undercuts, and that closes one of the columns."""
    deal = match.deal
    if deal is None or not defended(match):
        return False
    best = best_defense(deal.hands[deal.turn], deal.spread)
    kept = kernel.points(deal.hands[1 - deal.turn])
    if best.deadwood > kept:
        return False
    sheet = match.sheet.add(deal.turn, kept - best.deadwood + match.rules.undercut_bonus)
    return sheet.columns_won[deal.turn] > match.sheet.columns_won[deal.turn] and not sheet.done


def test_a_chain_is_laid_off_and_a_meld_broken(person: People, site: Site) -> None:
    """The defender lays off card by card what the page offers, a chain, from a meld of their own; then they are done."""
    table = prepare(lambda match: chain(match) and breaking(match)).store(site)
    assert table.match.deal is not None
    seat = table.match.deal.turn
    best = best_defense(table.match.deal.hands[seat], table.match.deal.spread)
    defender = person("en", PHONE, "touch", cookie=KEYS[seat])
    knocker = person("fr", cookie=KEYS[1 - seat])
    for one in (defender, knocker):
        one.page.goto(table.path)
    expect(defender.page.locator(".board section.panel ul.layoffs li")).to_have_count(len(best.layoffs))
    defender.press(defender.button("web.defense.change"))
    defender.press(defender.button("web.defense.all"))
    for number, layoff in enumerate(best.layoffs, 1):
        sign = defender.t.card(layoff.card)
        defender.press(defender.page.get_by_role("button", name=f"{sign} on").first)
        if number < len(best.layoffs):
            expect(defender.card(str(layoff.card))).to_have_count(0)
            assert str(layoff.card) not in knocker.page.locator(".board").inner_html()
    for one in (defender, knocker):
        expect(one.page.locator("main ul.layoffs li")).to_have_count(len(best.layoffs))
        left = (
            one.t("web.end.deadwood_points", n=best.deadwood) if best.deadwood else one.t("web.end.deadwood")
        )
        expect(one.page.get_by_role("heading", name=left).last).to_be_visible()
        line = site.hub.tables[table.table].table.match.lines[-1]  # type: ignore[union-attr]
        assert line.entry is not None
        assert str(line.entry.points) in one.page.locator("main .sum").inner_text()


def test_no_layoffs_are_asked_for_where_nothing_fits(person: People, site: Site) -> None:
    """Neither after the best answer nor after a choice of one's own does the page come to a step with nothing to do."""

    def fits_nothing(match: Match) -> bool:
        deal = match.deal
        return (
            deal is not None
            and defended(match)
            and not any(fits(meld) & deal.hands[deal.turn] for meld in deal.spread)
        )

    table = prepare(fits_nothing)
    assert table.match.deal is not None
    one = person(cookie=KEYS[table.match.deal.turn])
    one.page.add_init_script(_HEADINGS)
    for keys in (("web.defense.all",), ("web.defense.change", "web.defense.all")):
        table = prepare(fits_nothing).store(site)
        one.page.goto(table.path)
        for key in keys:
            one.press(one.button(key))
        one.page.locator("main .outcome").wait_for()
        seen = one.page.evaluate("[...window.headings]")
        assert one.t("web.defense.best") in seen
        assert one.t("web.defense.off") not in seen


def test_an_undercut_closes_a_column(person: People, site: Site) -> None:
    """The column and the points go to the defender, who is not on turn."""
    table = prepare(closing_undercut).store(site)
    assert table.match.deal is not None
    seat = table.match.deal.turn
    before = table.match.sheet.columns_won
    defender = person("fr", PHONE, "touch", cookie=KEYS[seat])
    knocker = person("en", cookie=KEYS[1 - seat])
    for one in (defender, knocker):
        one.page.goto(table.path)
    defender.press(defender.page.locator(".board section.panel .button.primary"))
    won = list(before)
    won[seat] += 1
    expect(knocker.page.locator("aside th.column.closed")).to_have_count(sum(won))
    for one, side in ((defender, seat), (knocker, 1 - seat)):
        match = site.hub.tables[table.table].table.match
        assert match is not None and match.sheet.columns_won == tuple(won)
        entry = match.lines[-1].entry
        assert entry is not None and entry.winner == seat and entry.closes
        who = "you" if side == seat else "other"
        text = one.t(f"play.outcome.undercut.{who}", n=entry.points, name=("Anne", "Bob")[seat])
        expect(one.page.locator("main .outcome")).to_have_text(text)
    standing = knocker.t("sheet.columns_won", one="Anne", two="Bob", first=won[0], second=won[1])
    expect(knocker.page.locator("aside").get_by_text(standing)).to_be_visible()


def test_the_last_discard(person: People, site: Site) -> None:
    """R6.1: where the stock is at its end the last discard may be taken to end the deal, or passed; also after a reload."""

    def last(match: Match) -> bool:
        deal = match.deal
        return deal is not None and deal.phase is Phase.LAST and len(deal.due.legal_actions()) > 1

    table = prepare(last, last_discard="end").store(site)
    assert table.match.deal is not None
    seat, top = table.match.deal.turn, table.match.deal.pile[-1]
    one, other = person("fr", PHONE, "touch", cookie=KEYS[seat]), person(cookie=KEYS[1 - seat])
    for each in (one, other):
        each.page.goto(table.path)
        each.page.locator(".board").wait_for()
    one.page.reload()
    one.sees("web.due.you.last")
    other.sees("web.due.other.last")
    expect(one.button("web.act.pass")).to_be_enabled()
    expect(one.button("web.act.draw")).to_have_count(0)
    one.press(one.button("web.act.take"))
    expect(one.card(str(top))).to_be_visible()
    expect(one.page.locator(".actions .end").first).to_be_enabled()
    expect(one.button("web.act.choose")).to_have_count(0)
    assert one.step()
    assert one.step()
    other.page.locator(".board section.panel .button.primary").click()
    for each in (one, other):
        expect(each.page.locator("main .outcome")).to_be_visible()


def test_big_gin(person: People, site: Site) -> None:
    """R4.2: eleven cards without deadwood, nothing thrown; the points are those of its own bonus."""

    def eleven(match: Match) -> bool:
        deal = match.deal
        return (
            deal is not None
            and deal.phase is Phase.DISCARD
            and any(isinstance(one, BigGin) for one in deal.due.legal_actions())
        )

    table = prepare(eleven, big_gin_bonus=31, straight=True).store(site)
    assert table.match.deal is not None
    seat = table.match.deal.turn
    one, other = person("fr", PHONE, "touch", cookie=KEYS[seat]), person(cookie=KEYS[1 - seat])
    for each in (one, other):
        each.page.goto(table.path)
    one.press(one.button("web.act.gin"))
    none = one.page.locator("dialog .row button").filter(has_text=one.t("web.ending.none"))
    one.press(none)
    one.press(one.page.locator("dialog .button.primary", has_text=one.t("web.ending.go_big_gin")))
    other.page.locator(".board section.panel .button.primary").click()
    for each, who in ((one, "you"), (other, "other")):
        expect(each.page.locator("main .outcome")).to_be_visible()
        match = site.hub.tables[table.table].table.match
        assert match is not None and match.lines[-1].entry is not None
        entry = match.lines[-1].entry
        assert entry.winner == seat and entry.points > 31
        text = each.t(f"play.outcome.big_gin.{who}", n=entry.points, name=("Anne", "Bob")[seat])
        expect(each.page.locator("main .outcome")).to_have_text(text)
        assert f"31 ({each.t('play.bonus.big_gin')})" in each.page.locator("main .sum").inner_text()


def test_oklahoma_shows_its_upcard_limit_and_doubling(person: People, site: Site) -> None:
    """R9: the upcard's points are the limit also once the card is gone, and a spade doubles."""
    table = prepare(
        lambda match: match.deal is not None and str(match.deal.upcard) == "7s" and match.deal.turns > 1,
        oklahoma=True,
    ).store(site)
    for seat, language in enumerate(("fr", "en")):
        one = person(language, cookie=KEYS[seat])
        one.page.goto(table.path)
        terms = one.page.locator(".terms")
        expect(terms.get_by_text("7", exact=True).first).to_be_visible()
        expect(terms.get_by_text(one.t("web.table.doubled"))).to_be_visible()
        seven = one.t("web.card.name", rank=one.t("web.card.rank.7"), suit=one.t("web.card.suit.s"))
        expect(terms.get_by_role("img", name=seven)).to_be_visible()


def test_straight_gin_offers_no_knock(person: People, site: Site) -> None:
    """R10: with a hand that could knock elsewhere, only a discard is offered."""

    def could(match: Match) -> bool:
        deal = match.deal
        return (
            deal is not None
            and deal.phase is Phase.DISCARD
            and 0 < kernel.best_discard(deal.hands[deal.turn], 0)[0] <= 10
        )

    table = prepare(could, straight=True).store(site)
    assert table.match.deal is not None
    one = person(cookie=KEYS[table.match.deal.turn])
    one.page.goto(table.path)
    expect(one.button("web.act.choose")).to_be_visible()
    expect(one.page.locator(".terms").get_by_text(one.t("web.table.gin_only"))).to_be_visible()
    expect(one.page.locator(".actions .end")).to_have_count(0)
