"""A body as HTML and as plain text."""
