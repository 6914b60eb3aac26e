"""Intaglio inside other tools. Each module needs the package it is for, an extra of ours by the same name."""
