"""Queries for single rows, as the inspector asks for them."""
