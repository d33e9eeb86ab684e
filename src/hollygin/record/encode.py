"""The document of a record, with its fields in the canonical order. Fields without a value are left out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from hollygin.actions import Defend
from hollygin.cards import UNKNOWN_TEXT, Card, card_text
from hollygin.deal import HAND_SIZE, Played
from hollygin.options import OPTIONS
from hollygin.record.encode_entry import entry_fields, stated_fields
from hollygin.record.model import (
    OLD_WORDS,
    VERSIONS,
    Cards,
    DealRecord,
    EntryRecord,
    Record,
    ShuffleRecord,
    action_line,
)
from hollygin.rules import Rules


def to_document(record: Record) -> dict[str, Any]:
    """The tables, lists and plain values of a record; the inverse of ``from_document``."""
    document: dict[str, Any] = {
        "hollygin": record.version,
        "players": list(record.players),
        "first_dealer": record.first_dealer,
        "event": record.event,
        "site": record.site,
        "date": record.date,
        "annotator": record.annotator,
        "generator": record.generator,
        "comment": record.comment,
        "perspective": record.perspective,
        "sheet_only": record.sheet_only or None,
        "teams": None if record.teams is None else [list(side) for side in record.teams.players],
        "team_points": None if record.teams is None else record.teams.points,
        "resigned": record.resigned,
        "result": record.result,
        "scores": None if record.scores is None else [list(pair) for pair in record.scores],
        "total": None if record.total is None else list(record.total),
        **_sorted(record.extra),
        "rules": _present(
            {"profile": record.profile, "version": record.profile_version, **_options(record.rules)}
        ),
        "deals": [
            *(_deal(deal, number, record.version) for number, deal in enumerate(record.deals, 1)),
            *(_entry(deal, number, record.version) for number, deal in enumerate(record.entries, 1)),
        ],
    }
    return _present(document)


def _options(rules: Rules) -> dict[str, Any]:
    """The options by name. Those of later versions are left out if they have their defaults."""
    values = {name: getattr(rules, name) for name in OPTIONS}
    return {
        name: value
        for name, value in values.items()
        if OPTIONS[name].since == VERSIONS[0] or value != OPTIONS[name].default
    }


def _deal(deal: DealRecord, number: int, version: int) -> dict[str, Any]:
    comments = [{"at": comment.at, "text": comment.text} for comment in deal.comments]
    return _present(
        {
            "number": number,
            "dealer": deal.dealer,
            **_cards(deal.cards, deal.dealer),
            "shuffle": None if deal.shuffle is None else _shuffle(deal.shuffle),
            "actions": [_action(played, version) for played in deal.actions],
            "times": [_plain_time(time) for time in deal.times] or None,
            "comments": comments or None,
            **stated_fields(deal.stated, version),
            **_sorted(deal.extra),
        }
    )


def _action(played: Played, version: int) -> str:
    """An action in the words of a version."""
    line = action_line(*played)
    if isinstance(played.action, Defend) and version in OLD_WORDS:
        return line.replace(Defend.kind, "spread", 1)
    return line


def _plain_time(time: float) -> float:
    """Seconds; whole ones without a decimal point."""
    return int(time) if time % 1 == 0 else time


def _entry(deal: EntryRecord, number: int, version: int) -> dict[str, Any]:
    return _present({"number": number, **entry_fields(deal, version), **_sorted(deal.extra)})


def _cards(cards: Cards, dealer: int) -> dict[str, Any]:
    order = cards.order
    if not cards.by_hands:
        return {"order": _text(order)}
    hands = [_text(order[int(seat == dealer) : 2 * HAND_SIZE : 2]) for seat in (0, 1)]
    stock = order[2 * HAND_SIZE + 1 :]
    upcard = order[2 * HAND_SIZE : 2 * HAND_SIZE + 1]
    known = any(card is not None for card in stock)
    return {"hands": hands, "upcard": _text(upcard), "stock": _text(stock) if known else None}


def _text(cards: Iterable[Card | None]) -> str:
    words = [card_text(card) for card in cards]
    return UNKNOWN_TEXT if set(words) == {UNKNOWN_TEXT} else " ".join(words)


def _shuffle(shuffle: ShuffleRecord) -> dict[str, Any]:
    nonces = [nonce.hex() for nonce in shuffle.nonces] if any(shuffle.nonces) else None
    secret = None if shuffle.secret is None else shuffle.secret.hex()
    return _present({"commitment": shuffle.commitment, "secret": secret, "nonces": nonces})


def _sorted(value: Any) -> Any:
    """A user field with the names of its tables sorted, so that equal values give equal text."""
    match value:
        case list():
            return [_sorted(item) for item in value]
        case dict():
            return {name: _sorted(value[name]) for name in sorted(value)}
    return value


def _present(table: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in table.items() if value is not None}
