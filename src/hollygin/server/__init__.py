"""Tables on the web: a match between two people, or against the computer, by a link."""
