"""Fits the models that ship with the package."""
