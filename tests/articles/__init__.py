"""Tests of finding articles."""
