"""Where steps are kept: the store, and the cache of it in memory."""
