"""Columns of tables: which, in which order, under which names."""
