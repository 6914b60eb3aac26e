"""Scores of segmenters."""
