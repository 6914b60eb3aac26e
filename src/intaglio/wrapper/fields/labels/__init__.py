"""What names a value from where it stands: header cells above it, labels behind it."""
