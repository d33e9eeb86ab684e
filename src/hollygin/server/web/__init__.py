"""What every request and socket shares, whatever it is about."""
