"""Time that templates save."""
