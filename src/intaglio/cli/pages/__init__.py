"""Commands for single pages."""
