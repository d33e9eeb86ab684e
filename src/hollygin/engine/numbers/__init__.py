"""The game in flat arrays of whole numbers: one source that runs as plain Python, or compiled (``hollygin.engine.compiling``)."""
