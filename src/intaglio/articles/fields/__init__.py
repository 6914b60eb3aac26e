"""Title, author, date and what else goes with a body."""
