"""The tables: their log, their live state, and the sockets and requests that reach them."""
