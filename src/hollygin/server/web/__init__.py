"""What every request and socket shares, for tables and score sheets alike."""
