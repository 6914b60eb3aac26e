"""Scores of wrappers, names and search."""
