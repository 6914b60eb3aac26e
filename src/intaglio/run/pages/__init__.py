"""Pages under way: parsed and read, in this process or in others."""
