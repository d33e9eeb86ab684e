"""The sheet in words: why a deal went where it did, what the next win would do, who has won, by which rules."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hollygin.due import Seat
from hollygin.locale import Translator
from hollygin.paper.endings import outcome_text, sum_text
from hollygin.rules import DEFAULT_PROFILE, PROFILES, Rules, options_of
from hollygin.score import DealLine, Score, TableLine
from hollygin.sheet import Entry, Sheet

ROMAN: Final = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
"""The names of the columns of a sheet."""

_ORDINALS: Final = 10


def entry_reason(
    entry: Entry, sheet: Sheet, names: tuple[str, str], t: Translator, viewer: Seat | None = None
) -> str:
    """In words why a win went where it did (R8.2 to R8.4).

    ``sheet`` is any sheet that holds the entry, since the score of a closed column never changes. The text
    addresses the player at seat ``viewer`` as "you".
    """
    own = entry.winner == viewer
    name = names[entry.winner]
    if entry.number <= _ORDINALS:
        ordinal = t(f"sheet.ordinal.{entry.number}")
        win = t("sheet.your_win" if own else "sheet.win", name=name, ordinal=ordinal)
    else:
        win = t("sheet.your_win_number" if own else "sheet.win_number", name=name, number=entry.number)
    if not sheet.columns:
        return t("sheet.reason", win=win, where=t("sheet.decides"))
    if len(sheet.columns) == 1:
        return t("sheet.reason", win=win, where=_game(entry, sheet, t))
    at = [t("sheet.at", column=ROMAN[i], score=sheet.columns[i].score[entry.winner]) for i in entry.closes]
    return t("sheet.reason", win=win, where=_where(entry, at, t))


def _game(entry: Entry, sheet: Sheet, t: Translator) -> str:
    """What a win counts in a game of one column."""
    if not entry.written:
        return t("sheet.nowhere")
    counts = t("sheet.game_points", n=entry.points)
    if not entry.closes:
        return counts
    then = t("sheet.game_won", score=sheet.columns[0].score[entry.winner])
    return t("sheet.and_then", first=counts, then=then)


def _where(entry: Entry, closes: Sequence[str], t: Translator) -> str:
    """Where a win goes, what it opens and what it closes."""
    parts = []
    if entry.passed is not None:
        parts.append(t("sheet.closed_already", column=ROMAN[entry.passed]))
    if entry.written:
        columns = listed([ROMAN[i] for i in entry.written], t)
        parts.append(t("sheet.written", n=len(entry.written), columns=columns))
    else:
        parts.append(t("sheet.nowhere"))
    where = t("sheet.comma").join(parts)
    if entry.opens is not None and entry.opens != entry.number - 1:
        where = t("sheet.and_then", first=where, then=t("sheet.opens", column=ROMAN[entry.opens]))
    if closes:
        where = t("sheet.and_then", first=where, then=t("sheet.closes", columns=listed(closes, t)))
    return where


def next_win_text(
    sheet: Sheet, seat: Seat, names: tuple[str, str], t: Translator, viewer: Seat | None = None
) -> str:
    """What the next win of a player would do, and how many points would close each column.

    The text addresses the player at seat ``viewer`` as "you". The sheet has columns and is not done.
    """
    entry = sheet.next_win(seat)
    if len(sheet.columns) == 1:
        who = "you" if seat == viewer else "other"
        return t(f"sheet.needs.{who}", name=names[seat], n=sheet.to_close(seat, 0))
    needed = [t("sheet.with", column=ROMAN[i], points=sheet.to_close(seat, i)) for i in entry.written]
    key = "sheet.next.you" if seat == viewer else "sheet.next.other"
    return t(key, name=names[seat], where=_where(entry, needed, t))


def result_text(sheet: Sheet, names: tuple[str, str], t: Translator, viewer: Seat | None = None) -> str:
    """Who has won the match, or that it goes on, with columns and grand total if they count (R8.7).

    The text addresses the player at seat ``viewer`` as "you".
    """
    if sheet.result is None:
        outcome = t("sheet.goes_on")
    elif sheet.result == "tie":
        outcome = t("sheet.tied")
    else:
        outcome = t("sheet.you_win" if sheet.result == viewer else "sheet.wins", name=names[sheet.result])
    return " ".join([outcome, *sums(sheet, names, t)])


def sums(sheet: Sheet, names: tuple[str, str], t: Translator) -> list[str]:
    """The columns won, once there are some, and the grand totals if they count (R8.7), a sentence each.

    A game of one column speaks of its points.
    """
    told = []
    if len(sheet.columns) == 1:
        told.append(t("sheet.points", one=names[0], two=names[1], **_pair(sheet.columns[0].score)))
    elif any(sheet.columns_won):
        told.append(t("sheet.columns_won", one=names[0], two=names[1], **_pair(sheet.columns_won)))
    if sheet.columns and sheet.shows_total:
        told.append(t("sheet.grand_total", one=names[0], two=names[1], **_pair(sheet.total)))
    return told


def listed(parts: Sequence[str], t: Translator) -> str:
    """Parts as a list in words: ``I, II and III``."""
    if len(parts) == 1:
        return parts[0]
    return t("sheet.list", first=", ".join(parts[:-1]), last=parts[-1])


def _pair(values: tuple[int, int]) -> dict[str, int]:
    return {"first": values[0], "second": values[1]}


# A kept score


def line_reason(line: DealLine, score: Score, t: Translator) -> str:
    """In sentences how a deal ended, what it was worth, and in which columns it counts."""
    if line.fault is not None:
        return t("score.fault", reason=t.fault(line.fault))
    told = []
    for table in line.tables:
        what = _table_text(table, t)
        one, two = table.players
        told.append(what if score.teams is None else t("score.table", one=one, two=two, what=what))
    if score.teams is not None and not line.entries:
        told.append(t("score.level"))
    elif score.teams is not None and score.teams.points == "net":
        told.append(t("score.net", name=score.players[line.entries[0].winner], n=line.entries[0].points))
    reasons = [f"{entry_reason(entry, score.sheet, score.players, t)}." for entry in line.entries]
    return " ".join([*told, *reasons])


def head_lines(score: Score, t: Translator) -> list[str]:
    """The head of the sheet: the rules, and who plays for which team."""
    lines = [rules_text(score.rules, score.profile, t)]
    if score.teams is not None:
        for name, (one, two) in zip(score.players, score.teams.players, strict=True):
            lines.append(t("score.team", name=name, one=one, two=two))
        lines.append(t(f"score.{score.teams.points}_points"))
    return lines


def standing_text(score: Score, t: Translator) -> str:
    """The state of the match, or who has won it, by its sheet or because the opponent resigned (R13.1)."""
    if score.resigned is None:
        return result_text(score.sheet, score.players, t)
    name, other = score.players[score.resigned], score.players[1 - score.resigned]
    return t("score.resigned", name=name, other=other)


def next_text(score: Score, t: Translator) -> list[str]:
    """Who sits with whom and who deals next, as far as known; nothing once the match is over."""
    if score.over:
        return []
    if score.teams is None:
        (dealer,) = score.dealers
        return [] if dealer is None else [t("play.deals_next.other", name=score.players[dealer])]
    told = []
    for k, ((one, two), dealer) in enumerate(zip(score.seating, score.dealers, strict=True), 1):
        seats = t("score.seating", table=k, one=one, two=two)
        deals = [] if dealer is None else [t("play.deals_next.other", name=(one, two)[dealer])]
        told.append(" ".join([seats, *deals]))
    return told


def rules_text(rules: Rules, profile: str | None, t: Translator) -> str:
    """The profile by its name, and every option that differs from it."""
    known = PROFILES.get(profile or "", PROFILES[DEFAULT_PROFILE])
    changed = [
        t("replay.option", option=t(f"option.{name}"), value=value_text(name, value, t))
        for name, value in changed_options(rules, profile).items()
    ]
    return "; ".join([t(f"profile.{known.id}"), *changed])


def changed_options(rules: Rules, profile: str | None) -> dict[str, object]:
    """Every option that differs from the profile, by name."""
    base = options_of(PROFILES.get(profile or "", PROFILES[DEFAULT_PROFILE]).rules)
    return {name: value for name, value in options_of(rules).items() if value != base[name]}


def value_text(option: str, value: object, t: Translator) -> str:
    """The value of an option in words: ``on``, ``25``, ``most columns``."""
    if isinstance(value, bool):
        return t("rules.on") if value else t("rules.off")
    key = f"option.{option}.{value}"
    return t(key) if t.has(key) else str(value)


def _table_text(table: TableLine, t: Translator) -> str:
    worth = table.worth
    assert worth is not None  # as it has no fault
    told = [outcome_text(worth, table.players, t)]
    if worth.settlement is not None and (figures := sum_text(worth.settlement, worth.showdown, t)):
        told.append(f"{figures}.")
    return " ".join(told)
