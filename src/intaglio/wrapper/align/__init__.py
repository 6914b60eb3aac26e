"""Aligning children of alike nodes: evidence, scores, sequence alignment."""
