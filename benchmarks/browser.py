"""How long a move takes from the press on one screen to the frame that shows it on the other.

    python -m benchmarks.browser [--moves 200]

Two pages of one Chromium play against each other on the real server, by the hands of the browser tests; time is
taken inside the pages, from the event of the click to the animation frame after the words of the table have changed.
"""

from __future__ import annotations

import argparse
import itertools
import os
import tempfile
from statistics import quantiles

from playwright.sync_api import TimeoutError as NotShown
from playwright.sync_api import sync_playwright
from tests.browser.conftest import FLAGS, chromium_path
from tests.browser.people import Person, host, invitation
from tests.server.launch import Site

_WATCH = """
const now = () => performance.timeOrigin + performance.now();
window.clicked = window.shown = 0;
addEventListener("click", () => { window.clicked = now(); }, true);
let last = "";
new MutationObserver(() => {
  const text = document.querySelector("[data-testid=status]")?.textContent ?? "";
  if (text === last) return;
  last = text;
  requestAnimationFrame(() => { window.shown = now(); });
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


def measure(moves: int) -> list[float]:
    """Milliseconds of each move that changes what the other page says."""
    times: list[float] = []
    with (
        tempfile.TemporaryDirectory() as home,
        Site(database=f"{home}/tables.db") as site,
        sync_playwright() as playwright,
        playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS) as browser,
    ):
        both = [Person(browser, site.url, motion=True), Person(browser, site.url, motion=True)]
        for one in both:
            one.page.add_init_script(_WATCH)
        host(both[0], "Anne")
        both[1].sit(invitation(both[0]), "Bob")
        for actor, other in itertools.cycle([both, both[::-1]]):
            before = other.page.evaluate("window.shown")
            if not actor.step():
                if actor.seen()["over"] or len(times) >= moves:
                    break
                continue
            try:
                other.page.wait_for_function("before => window.shown > before", arg=before, timeout=300)
            except NotShown:
                continue  # a press that plays nothing: a preview, a word between deals
            times.append(other.page.evaluate("window.shown") - actor.page.evaluate("window.clicked"))
        for one in both:
            one.leave()
    return times


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--moves", type=int, default=200)
    times = measure(parser.parse_args().moves)
    cuts = quantiles(times, n=100)
    load = os.getloadavg()[0]
    print(
        f"{len(times)} moves: p50 {cuts[49]:.0f} ms, p95 {cuts[94]:.0f} ms, most {max(times):.0f} ms (load {load:.1f})"
    )


if __name__ == "__main__":
    main()
