"""Where steps are kept: the store, what a process holds of it in memory, and the link between workers."""
