"""``hollygin simulate`` and ``arena``: many matches."""
