"""The migrations of the database, in order; a server runs them when it starts."""
