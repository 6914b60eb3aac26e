"""What is remembered of the articles of a template."""
