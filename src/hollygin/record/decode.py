"""The record of a document: the tables, lists and plain values that TOML and JSON share."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Final

from hollygin.actions import Action, Resign, parse_action
from hollygin.cards import UNKNOWN_TEXT, Card, parse_card
from hollygin.deal import HAND_SIZE, Played
from hollygin.errors import RecordFault, RulesError, TextError
from hollygin.options import OPTIONS
from hollygin.record.decode_entry import SEATS, an_outcome, deal_entry, teams_of
from hollygin.record.fields import (
    Faults,
    Fields,
    a_count,
    a_date,
    a_list,
    a_name,
    a_pair,
    a_scalar,
    a_seat,
    a_switch,
    a_table,
    a_team_name,
    a_text,
    a_time,
    every,
    is_text,
    located,
    some_bytes,
)
from hollygin.record.model import (
    SHEET_VERSION,
    VERSIONS,
    Cards,
    Comment,
    DealRecord,
    EntryRecord,
    Perspective,
    Record,
    ShuffleRecord,
    Stated,
)
from hollygin.rules import PROFILES, Rules, make_rules
from hollygin.sheet import Result
from hollygin.shuffle import SECRET_BYTES

Document = Mapping[str, object]

_ALL_VERSIONS: Final = ", ".join(map(str, VERSIONS))
_STOCK: Final = 52 - 2 * HAND_SIZE - 1


def from_document(document: Document) -> tuple[Record | None, Faults]:
    """The record of a document, and the faults of its form, those of the head first.

    The deals end before the first one that cannot be read, or with the actions before the first that cannot be read. In both cases
    nobody has resigned. The record is None if its head cannot be read. This does not check whether the actions are legal.
    """
    faults = Faults()
    head = Fields(document, (), faults)
    version = head.take("hollygin", a_count, _ALL_VERSIONS)
    if version is None:
        return None, Faults([RecordFault("not-a-record", params={"version": VERSIONS[0]})])
    if version not in VERSIONS:
        params = {"version": version, "allowed": _ALL_VERSIONS}
        return None, Faults([RecordFault("unknown-version", params=params, path=("hollygin",))])
    sheet_only = version >= SHEET_VERSION and head.take("sheet_only", a_switch, "on_off") is True
    name, names = (
        (a_team_name, "two-team-names") if sheet_only and "teams" in document else (a_name, "two-names")
    )
    players = head.take("players", a_pair(name), names, required=True)
    first = head.take("first_dealer", a_seat, SEATS, required=not sheet_only)
    texts = {
        name: head.take(name, a_text, "text")
        for name in ("event", "site", "annotator", "generator", "comment")
    }
    date = head.take("date", a_date, "date")
    perspective = None if sheet_only else head.take("perspective", _perspective, "0, 1, spectator")
    teams = teams_of(head) if sheet_only else None
    resigned = head.take("resigned", a_seat, SEATS)
    result = head.take("result", _result, "0, 1, tie")
    scores = head.take("scores", every(a_pair(a_count)), "pairs-of-points")
    total = head.take("total", a_pair(a_count), "two-points")
    table = head.take("rules", a_table, "table", required=True)
    profile, profile_version, rules = (
        _rules(table, version, faults) if table is not None else (None, None, None)
    )
    deals: tuple[DealRecord, ...] = ()
    entries: tuple[EntryRecord, ...] = ()
    if sheet_only:
        entries, whole = _entries(head, version, faults)
    else:
        deals, whole = _deals(head, version, faults)
    extra = head.extra()
    if (
        players is None
        or rules is None
        or (first is None and not (sheet_only and "first_dealer" not in document))
    ):
        return None, faults
    if sheet_only and teams is None and "teams" in document:
        return None, faults
    record = Record(
        players=players,
        rules=rules,
        first_dealer=first,
        deals=deals,
        profile=profile,
        profile_version=profile_version,
        date=date,
        perspective=perspective,
        sheet_only=sheet_only,
        teams=teams,
        entries=entries,
        resigned=resigned if whole else None,
        result=result,
        scores=scores,
        total=total,
        extra=extra,
        event=texts["event"],
        site=texts["site"],
        annotator=texts["annotator"],
        generator=texts["generator"],
        comment=texts["comment"],
        version=version,
    )
    return record, faults


def _rules(
    table: Mapping[str, object], format_version: int, faults: Faults
) -> tuple[str | None, int | None, Rules | None]:
    """Profile, its version, and the rules. An option that came after version 1 has its default if it is missing."""
    fields = Fields(table, ("rules",), faults)
    profile = fields.take("profile", a_text, ", ".join(PROFILES))
    version = fields.take("version", a_count, "number")
    known = [option for option in OPTIONS.values() if option.since <= format_version]
    found = {
        option.name: fields.take(option.name, a_scalar, option.allowed, required=option.since == VERSIONS[0])
        for option in known
    }
    options = {name: value for name, value in found.items() if value is not None}
    for name in table.keys() - fields.taken:
        if not name.startswith("_"):
            fields.taken.add(name)
            fields.fault(
                "unknown-option", name, option=name, allowed=", ".join(option.name for option in known)
            )
    fields.close()
    for name, value in list(options.items()):
        if OPTIONS[name].version(value) > format_version:
            words = (word for word in OPTIONS[name].choices if OPTIONS[name].version(word) <= format_version)
            fields.fault("bad-value", name, option=name, value=options.pop(name), allowed=", ".join(words))
    if any(
        option.name not in options for option in known if option.since == VERSIONS[0] or option.name in table
    ):
        return profile, version, None
    try:
        return profile, version, make_rules(**options)
    except RulesError as error:
        for fault in error.faults:
            option = fault.params.get("option")
            faults.append(located(fault, ("rules", option) if isinstance(option, str) else ("rules",)))
        return profile, version, None


def _perspective(value: object) -> Perspective:
    return "spectator" if value == "spectator" else a_seat(value)


def _result(value: object) -> Result:
    return "tie" if value == "tie" else a_seat(value)


def _deals(head: Fields, version: int, faults: Faults) -> tuple[tuple[DealRecord, ...], bool]:
    """The deals before the first that cannot be read, and whether those are all."""
    deals: list[DealRecord] = []
    readable = True
    for i, table in _deal_tables(head, faults):
        deal, whole = (None, False) if table is None else _deal(table, i, version)
        if readable and deal is not None:
            deals.append(deal)
        readable = readable and whole
    return tuple(deals), readable and isinstance(head.table.get("deals", []), list)


def _entries(head: Fields, version: int, faults: Faults) -> tuple[tuple[EntryRecord, ...], bool]:
    """The deals of a sheet before the first that cannot be read, and whether those are all."""
    entries: list[EntryRecord] = []
    readable = True
    for i, table in _deal_tables(head, faults):
        entry = None if table is None else deal_entry(table, i, version, teams="teams" in head.table)
        readable = readable and entry is not None
        if readable and entry is not None:
            entries.append(entry)
    return tuple(entries), readable and isinstance(head.table.get("deals", []), list)


def _deal_tables(head: Fields, faults: Faults) -> Iterator[tuple[int, Fields | None]]:
    """The tables of the deals by position. A value that is no table is None, and a fault."""
    for i, table in enumerate(head.take("deals", a_list, "deals") or ()):
        if isinstance(table, dict):
            yield i, Fields(table, ("deals", i), faults)
        else:
            params = {"field": "deals", "allowed": "a table"}
            faults.append(RecordFault("bad-field", params=params, path=("deals", i)))
            yield i, None


def _deal(fields: Fields, i: int, version: int) -> tuple[DealRecord | None, bool]:
    """A deal up to its first action that cannot be read, and whether that is all of it."""
    number = fields.take("number", a_count, str(i + 1), required=True)
    if number is not None and number != i + 1:
        fields.fault("wrong-number", "number", number=number, allowed=i + 1)
    dealer = fields.take("dealer", a_seat, SEATS, required=True)
    cards = _cards(fields, dealer)
    shuffle = _shuffle(fields)
    actions, written = _actions(fields)
    stated = Stated(
        an_outcome(fields, version),
        fields.take("winner", a_seat, SEATS),
        fields.take("points", a_count, "points"),
    )
    times = fields.take("times", every(a_time), "seconds") or ()
    if times and (len(times) != written or list(times) != sorted(times)):
        fields.fault("bad-times", "times", count=written)
        times = ()
    comments = fields.take("comments", every(_a_comment), "comments") or ()
    if any(comment.at > written for comment in comments):
        fields.fault("bad-comment", "comments", count=written)
    extra = fields.extra()
    if dealer is None or cards is None:
        return None, False
    kept = len(actions)
    comments = tuple(comment for comment in comments if comment.at <= kept)
    deal = DealRecord(dealer, cards, actions, shuffle, times[:kept], comments, stated, extra)
    return deal, kept == written and isinstance(fields.table.get("actions"), list)


def _cards(fields: Fields, dealer: int | None) -> Cards | None:
    """The order of the cards, or hands, upcard and stock: one of the two."""
    if "order" in fields.table:
        order = fields.take("order", _some_cards(52), "order")
        for name in ("hands", "upcard", "stock"):
            if name in fields.table:
                fields.taken.add(name)
                fields.fault("order-and-hands", name)
        return None if order is None else Cards(order)
    hands = fields.take("hands", a_pair(_some_cards(HAND_SIZE)), "hands", required=True)
    upcard = fields.take("upcard", _some_cards(1), "card", required=True)
    unknown: tuple[Card | None, ...] = (None,) * _STOCK
    stock = fields.take("stock", _some_cards(_STOCK), "stock")
    if hands is None or upcard is None or dealer is None or (stock is None and "stock" in fields.table):
        return None
    dealt = zip(hands[1 - dealer], hands[dealer], strict=True)
    order = (*(card for pair in dealt for card in pair), *upcard, *(stock or unknown))
    return Cards(order, by_hands=True)


def _some_cards(count: int) -> Callable[[object], tuple[Card | None, ...]]:
    """A text of ``count`` cards. Unknown ones are ``??``; if all are unknown, a single ``"??"`` is enough."""

    def read(value: object) -> tuple[Card | None, ...]:
        words = a_text(value).replace(",", " ").split()
        if words == [UNKNOWN_TEXT]:
            words *= count
        if len(words) != count:
            raise ValueError
        try:
            return tuple(None if word == UNKNOWN_TEXT else parse_card(word) for word in words)
        except TextError as error:
            raise ValueError from error

    return read


def _shuffle(fields: Fields) -> ShuffleRecord | None:
    table = fields.take("shuffle", a_table, "table")
    if table is None:
        return None
    inner = Fields(table, (*fields.path, "shuffle"), fields.faults)
    promise = inner.take("commitment", some_bytes(32), "hex-64", required=True)
    secret = inner.take("secret", some_bytes(SECRET_BYTES), "hex-64")
    nonces = inner.take("nonces", a_pair(some_bytes()), "nonces")
    inner.close()
    return None if promise is None else ShuffleRecord(promise.hex(), secret, nonces or (b"", b""))


def _actions(fields: Fields) -> tuple[tuple[Played, ...], int]:
    """The actions before the first that cannot be read, and the number of all."""
    lines = fields.take("actions", a_list, "actions", required=True) or ()
    actions: list[Played] = []
    inner = Fields({}, (*fields.path, "actions"), fields.faults)
    readable = True
    for i, line in enumerate(lines):
        played = _played(line, inner, i)
        readable = readable and played is not None
        if readable and played is not None:
            actions.append(played)
    return tuple(actions), len(lines)


def _played(line: object, fields: Fields, i: int) -> Played | None:
    if not isinstance(line, str) or not is_text(line):
        fields.fault("bad-field", i, field="actions", allowed="text")
        return None
    who, _, rest = line.strip().partition(" ")
    if who not in ("0", "1", "house"):
        fields.fault("bad-seat", i, text=line, allowed="0, 1, house")
        return None
    try:
        action = _action(rest)
    except TextError as error:
        fields.faults.append(located(error.fault, (*fields.path, i)))
        return None
    if isinstance(action, Resign):
        fields.fault("resign-in-deal", i)
        return None
    return Played(None if who == "house" else int(who), action)


@lru_cache(maxsize=4096)
def _action(text: str) -> Action:
    """An action by its text; the same few hundred make up most records."""
    return parse_action(text)


def _a_comment(value: object) -> Comment:
    table = a_table(value)
    if set(table) != {"at", "text"}:
        raise ValueError
    return Comment(a_count(table["at"]), a_text(table["text"]))
