"""The areas of a template on another page of it."""
