"""``hollygin play``: a match in the terminal."""
