"""What people said about a collection: rows that are only added; the present state is a fold over them."""
