"""What a seat may not know, watched over a match: no page, storage or frame of it may hold such a card."""

import json
import re
from collections.abc import Sequence
from urllib.parse import urlsplit

from hollygin.actions import Discard
from hollygin.cards import CARDS
from hollygin.deal import Deal
from tests.browser.people import Person
from tests.server.launch import Site

_CARD = re.compile(r"\b[A2-9TJQK][shdc]\b")
_KEPT = """async () => document.querySelector(".board") === null ? "" : JSON.stringify([
  document.documentElement.outerHTML.replace(/<path[^>]*>/g, ""),
  {...localStorage}, {...sessionStorage}, await indexedDB.databases(),
  await Promise.all((await caches.keys()).map(async name => {
    const requests = await (await caches.open(name)).keys();
    return requests.map(({ url }) => url);
  })),
])"""
_BUILT = re.compile(r"https?://[^/]+(?:/|/assets/[^/]+)")


def _cards(mask: int) -> set[str]:
    return {str(card) for card in CARDS if mask & card.bit}


class Hidden:
    """Looks at the pages of the two seats, by what the server knows."""

    def __init__(self, site: Site, people: Sequence[Person]) -> None:
        self.table = urlsplit(people[0].page.url).path.rpartition("/")[2]
        self.site, self.people = site, people
        self.read = [0, 0]
        self.frames = 0
        self.pages = 0

    def look(self, *, page: bool) -> None:
        """Search the frames since the last time, and what the pages show and keep."""
        held = [one.page.evaluate(_KEPT) if page else "" for one in self.people]
        heard = [one.heard[start:] for one, start in zip(self.people, self.read, strict=True)]
        match = self.site.hub.tables[
            self.table
        ].table.match  # after the frames: what is hidden now was so then
        self.read = [start + len(frames) for start, frames in zip(self.read, heard, strict=True)]
        if match is None or match.deal is None:
            return
        deal, number = match.deal, match.number
        thrown = (played.action.card for played in deal.history if isinstance(played.action, Discard))
        public = {str(deal.upcard), *map(str, thrown)}
        for seat in (0, 1):
            secret = self._secret(deal, seat) - public
            assert secret
            for text in (*filter(None, (self._of_deal(frame, number) for frame in heard[seat])), held[seat]):
                leaked = secret & set(_CARD.findall(text))
                assert not leaked, (seat, leaked, text)
                self.frames += text is not held[seat]
            if held[seat]:
                self.pages += 1
                kept = json.loads(held[seat])
                assert kept[3] == []  # no database
                assert all(_BUILT.fullmatch(url) for urls in kept[4] for url in urls), kept[4]

    @staticmethod
    def _secret(deal: Deal, seat: int) -> set[str]:
        """The stock, the part of the opponent's hand that is not shown, the card that the opponent put face down."""
        other = 1 - seat
        stock = {str(card) for card in deal.stock}
        if deal.knocker == other:
            return stock | ({str(deal.face_down)} if deal.face_down is not None else set())
        own = sum(deal.defense) + sum(layoff.card.bit for layoff in deal.layoffs)
        return stock | _cards(deal.hands[other] | own)

    @staticmethod
    def _of_deal(frame: str, number: int) -> str:
        """What a frame tells of the deal under way; finished deals lie open."""
        message = json.loads(frame)
        state = message.get("state")
        if state is None or state["deal"] is None or state["number"] != number:
            return ""
        return json.dumps({key: value for key, value in message.items() if key != "lines"})
