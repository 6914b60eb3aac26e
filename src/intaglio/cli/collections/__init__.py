"""Commands that make or ask a collection."""
