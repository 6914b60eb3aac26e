"""Matching a page with a pattern tree."""
