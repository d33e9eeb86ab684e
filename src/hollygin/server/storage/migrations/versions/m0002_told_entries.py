"""The entries of the score sheets as they are told: a list of tables, each with the kind of what is told in ``by``."""

import json
from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None

_STEPS = sa.table(
    "steps",
    sa.column("table_id", sa.String),
    sa.column("seq", sa.Integer),
    sa.column("data", sa.LargeBinary),
)
_FIELDS = {
    "points": ("winner", "points", "outcome", "upcard"),
    "deadwood": ("ending", "knocker", "deadwood", "upcard"),
    "cards": ("knocker", "hands", "spread", "upcard"),
}


def upgrade() -> None:
    """Tell every stored entry in the new form."""
    _rewrite(_told)


def downgrade() -> None:
    """Tell it as a deal of a record, without ``by``."""
    _rewrite(_recorded)


def _rewrite(change: Any) -> None:
    """Change the entries of all sheets, whose names begin with ``s-``."""
    connection = op.get_bind()
    of_sheets = sa.select(_STEPS).where(_STEPS.c.table_id.like("s-%"))
    for row in connection.execute(of_sheets).all():
        step = json.loads(row.data)
        event = step["event"]
        if "entry" in event:
            event["entry"] = change(event["entry"])
            data = json.dumps(step, ensure_ascii=False, separators=(",", ":")).encode()
            here = sa.and_(_STEPS.c.table_id == row.table_id, _STEPS.c.seq == row.seq)
            connection.execute(sa.update(_STEPS).where(here).values(data=data))


def _told(entry: dict[str, Any]) -> dict[str, Any]:
    return {"tables": [_table(result) for result in entry.get("tables", [entry])]}


def _table(result: dict[str, Any]) -> dict[str, Any]:
    by = "cards" if "hands" in result else "deadwood" if "deadwood" in result else "points"
    told = {"by": by, **{name: result[name] for name in _FIELDS[by] if name in result}}
    if by == "points":
        told.setdefault("points", 0)
        if told.get("outcome") == "knock" and "winner" not in told:
            told["outcome"] = "tie"
    return told


def _recorded(entry: dict[str, Any]) -> dict[str, Any]:
    results = [
        {name: value for name, value in told.items() if name != "by" and value is not None}
        for told in entry["tables"]
    ]
    for result in results:
        if result.get("outcome") == "tie":
            result["outcome"] = "knock"
    return results[0] if len(results) == 1 else {"tables": results}
