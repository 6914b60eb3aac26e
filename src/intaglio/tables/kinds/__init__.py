"""Kinds of pages: which templates show one kind of thing."""
