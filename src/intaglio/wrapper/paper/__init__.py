"""The report's own procedure: tree matching, matrix alignment, compression, mining."""
