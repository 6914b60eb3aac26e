"""Commands that serve a collection to other programs."""
