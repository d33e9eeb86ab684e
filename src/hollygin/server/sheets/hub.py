"""The score sheets in memory of this process: commands come in, and every reader gets the new state."""

from __future__ import annotations

import re
import secrets
import string
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from hollygin.errors import Fault, NotFound
from hollygin.server.sheets.log import AnyScoreEvent, Opened, ScoreLog, ScoreStep
from hollygin.server.sheets.views import score_view
from hollygin.server.storage.shelf import Followed, Reader, Shelf
from hollygin.wire import WIRE_VERSION, ScoreMessage, encode

_SIGNS: Final = string.ascii_letters + string.digits
_NAME: Final = re.compile(r"s-[A-Za-z0-9]{14}")
"""The form of the name of a sheet, which is the secret of its link. No table has such a name."""


@dataclass(eq=False)
class LiveScore(Followed[Reader]):
    """A score sheet in memory, and its readers."""

    log: ScoreLog

    @property
    def name(self) -> str:
        """The name of the sheet."""
        return self.log.id

    @property
    def seq(self) -> int:
        """The number of its last step."""
        return self.log.seq

    def message(self) -> bytes:
        """The state of the sheet, the same for every reader."""
        return encode(
            ScoreMessage(WIRE_VERSION, self.log.id, self.log.seq, time.time(), score_view(self.log))
        )


class ScoreHub(Shelf[LiveScore, ScoreStep]):
    """All live score sheets of this process."""

    gone = "no-such-score"

    async def create(self, opened: Opened) -> LiveScore:
        """A new sheet."""
        name = "s-" + "".join(secrets.choice(_SIGNS) for _ in range(14))
        if not await self.store.append(name, ScoreStep(1, time.time(), opened)):
            raise RuntimeError("a sheet of that name exists")
        return await self.find(name)

    async def _load(self, name: str) -> LiveScore:
        found = await self.store.load(name, ScoreStep) if _NAME.fullmatch(name) else []
        if not found or found[0].seq != 1:
            raise NotFound(Fault("no-such-score"))
        log = ScoreLog.open(name, found[0])
        for step in found[1:]:
            log.apply(step)
        return LiveScore(log)

    async def _steps(self, live: LiveScore) -> Sequence[ScoreStep]:
        return await self.store.load(live.name, ScoreStep, live.seq)

    def _apply(self, live: LiveScore, step: ScoreStep) -> None:
        live.log.apply(step)
        if live.readers:
            message = live.message()
            for reader in list(live.readers):
                reader.send(message)

    async def command(
        self, live: LiveScore, decide: Callable[[ScoreLog], AnyScoreEvent], command: str
    ) -> int:
        """Commit the event that ``decide`` returns, and tell every reader. Returns the number of the step.

        A retry, with a known command id, returns its step and changes nothing. Raises what ``decide`` raises.
        """
        log = live.log

        def step() -> ScoreStep | int:
            if command in log.commands:
                return log.commands[command]
            return ScoreStep(log.seq + 1, time.time(), decide(log), command)

        return await self.commit(live, step)

    def follow(self, live: LiveScore, reader: Reader) -> None:
        """Let a connection follow a sheet: it gets the state now and after every change."""
        live.readers.add(reader)
        reader.send(live.message())
