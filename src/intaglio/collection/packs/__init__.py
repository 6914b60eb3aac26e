"""Packs: what is known of sites as one read-only file, to read pages with anywhere."""
