"""``hollygin verify`` and ``convert``: files of records."""
