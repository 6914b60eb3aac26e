"""Learning a pattern tree from pages: aligned children, repeats, prose."""
