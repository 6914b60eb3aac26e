"""Running: a collection is filled from sources, page by page, and can be stopped anywhere. Knows no method."""
