"""Which blocks are the body of a page."""
