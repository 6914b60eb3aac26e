"""Scores of templates: clusters, mapping, similarity."""
