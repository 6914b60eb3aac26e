"""Fields of a pattern tree: what varies, under which names, and filling a record."""
