"""Records of a collection: lines, names, figures, search."""
