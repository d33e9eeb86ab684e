"""The forms of the database, in order; run at the start of a server."""
