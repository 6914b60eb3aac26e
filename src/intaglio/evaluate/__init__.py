"""Scores on real pages with truth: corpora readers, figures with intervals, charts."""
