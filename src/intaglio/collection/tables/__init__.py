"""Kinds and tables of a collection: found at the end of a run, kept in the store, shown as people decided."""
