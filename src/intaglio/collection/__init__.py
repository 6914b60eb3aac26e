"""What a collection is, and what can be asked of it."""
