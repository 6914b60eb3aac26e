"""Scores of articles, ours and the peers'."""
