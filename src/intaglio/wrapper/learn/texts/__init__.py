"""Which parts of pages are one text, and which lines of a text are a list."""
