"""``hollygin join``: a seat at a table on a server."""
