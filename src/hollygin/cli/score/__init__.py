"""Questions about one hand, deal, sheet or set of rules."""
