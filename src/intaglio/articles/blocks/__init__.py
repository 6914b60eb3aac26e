"""The text blocks of a page, with counts, ancestors and hints of class names."""
