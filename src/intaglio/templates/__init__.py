"""Templates: what a template is, how pages are put to it, and how it is kept."""
