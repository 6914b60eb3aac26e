"""What people said of kinds and columns, as the tables are to be."""
