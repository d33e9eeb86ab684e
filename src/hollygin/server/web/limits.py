"""Rate limits, for a connection or an address."""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass, field
from typing import Final

_MOST_ADDRESSES: Final = 50_000


@dataclass(slots=True)
class Bucket:
    """A token bucket: ``rate`` tokens per second, at most ``burst`` at once."""

    rate: float
    burst: float
    tokens: float = field(init=False)
    at: float = field(default_factory=time.monotonic)

    def __post_init__(self) -> None:
        self.tokens = self.burst

    def take(self) -> bool:
        """Take a token; False if there is none."""
        now = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (now - self.at) * self.rate)
        self.at = now
        if self.tokens < 1:
            return False
        self.tokens -= 1
        return True


class PerAddress:
    """One bucket per address; the least recently used are dropped first."""

    def __init__(self, per_hour: int) -> None:
        self.per_hour = per_hour
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, address: str) -> bool:
        """Count one more from an address; False if its share is used up."""
        bucket = self._buckets.setdefault(address, Bucket(self.per_hour / 3600, self.per_hour))
        self._buckets.move_to_end(address)
        while len(self._buckets) > _MOST_ADDRESSES:
            self._buckets.popitem(last=False)
        return bucket.take()
