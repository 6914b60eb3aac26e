"""Scores of kinds and of tables."""
