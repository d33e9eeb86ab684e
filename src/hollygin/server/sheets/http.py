"""The HTTP side of the score sheets: open one, try an entry, download it."""

from __future__ import annotations

import time

from starlette.requests import Request
from starlette.responses import Response

from hollygin import __version__
from hollygin.errors import HollyginError, refuse
from hollygin.names import name_key
from hollygin.paper import sheet_csv
from hollygin.record import Format, Record, record_of_score, write
from hollygin.rules import PROFILES, make_rules, options_of
from hollygin.server.sheets.hub import ScoreHub
from hollygin.server.sheets.log import Opened, ScoreLog
from hollygin.server.sheets.views import line_view
from hollygin.server.views import fault_view, sheet_view
from hollygin.server.web.answers import answer, guarded, read_body
from hollygin.server.web.visitors import Visitors, table_name
from hollygin.wire import CreateScore, ScoreMade, TriedEntry, TryEntry


class ScoreApi:
    """The HTTP endpoints of the score sheets."""

    def __init__(self, scores: ScoreHub, visitors: Visitors) -> None:
        self.scores = scores
        self.visitors = visitors

    @guarded
    async def create(self, request: Request) -> Response:
        """``POST /api/scores``: a new sheet."""
        wanted = await read_body(request, CreateScore)
        if (wanted.players is None) == (wanted.teams is None):
            raise refuse("players-or-teams")
        teams = None
        if wanted.teams is not None:
            (one, two), (three, four) = wanted.teams.players
            teams = (table_name(one), table_name(two)), (table_name(three), table_name(four))
            names = [*teams[0], *teams[1]]
            sides = " & ".join(teams[0]), " & ".join(teams[1])
        else:
            assert wanted.players is not None
            sides = table_name(wanted.players[0]), table_name(wanted.players[1])
            names = [*sides]
        rules = make_rules(wanted.profile, **wanted.options)
        if len(set(map(name_key, names))) < len(names):
            raise refuse("same-names")
        self.visitors.count_maker(request)
        live = await self.scores.create(
            Opened(
                players=sides,
                options={
                    key: value for key, value in options_of(rules).items() if isinstance(value, int | str)
                },
                profile=wanted.profile,
                version=PROFILES[wanted.profile].version,
                first_dealer=wanted.first_dealer,
                teams=teams,
                team_points="gross" if wanted.teams is None else wanted.teams.points,
            )
        )
        return answer(ScoreMade(live.name, f"/s/{live.name}"), 201)

    @guarded
    async def try_entry(self, request: Request) -> Response:
        """``POST /api/scores/{score}/try``: what an entry would do, without making it."""
        wanted = await read_body(request, TryEntry)
        live = await self.scores.find(request.path_params["score"])
        try:
            score, place = live.log.tried(wanted.entry, wanted.before, wanted.replaces)
        except HollyginError as error:
            return answer(TriedEntry(None, None, [fault_view(fault) for fault in error.faults]))
        line = line_view("", live.seq, score.entries[place], score.lines[place])
        return answer(TriedEntry(line, sheet_view(score.sheet), []))

    @guarded
    async def record(self, request: Request) -> Response:
        """``GET /api/scores/{score}/record?format=toml``: the sheet as a record, or as CSV."""
        live = await self.scores.find(request.path_params["score"])
        kind = request.query_params.get("format", "toml")
        if kind == "csv":
            text, media = sheet_csv(live.log.score), "text/csv"
        elif kind in (Format.TOML, Format.JSON):
            text = write(record_of_score(live.log.score, _head(live.log)), Format(kind))
            media = "application/json" if kind == Format.JSON else "application/toml"
        else:
            raise refuse("bad-format", allowed="toml, json, csv")
        name = f'attachment; filename="hollygin-{time.strftime("%Y-%m-%d", time.gmtime(live.log.started))}.{kind}"'
        return Response(text, media_type=media, headers={"Content-Disposition": name})


def _head(log: ScoreLog) -> Record:
    """The head of the record of a sheet."""
    return Record(
        players=log.opened.players,
        rules=log.rules,
        first_dealer=log.opened.first_dealer,
        profile=log.opened.profile,
        profile_version=log.opened.version,
        date=time.strftime("%Y-%m-%dT%H:%M:%S+00:00", time.gmtime(log.started)),
        generator=f"hollygin {__version__}",
    )
