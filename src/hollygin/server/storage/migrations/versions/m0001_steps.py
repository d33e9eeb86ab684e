"""The steps of the tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table of steps."""
    op.create_table(
        "steps",
        sa.Column("table_id", sa.String(16), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
    op.create_index("ix_steps_at", "steps", ["at"])


def downgrade() -> None:
    """Drop it."""
    op.drop_index("ix_steps_at", "steps")
    op.drop_table("steps")
