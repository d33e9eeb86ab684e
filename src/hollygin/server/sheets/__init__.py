"""The score sheets for real cards: their log, their live state, and the sockets and requests that reach them."""
