"""Queries for those who look at single rows."""
