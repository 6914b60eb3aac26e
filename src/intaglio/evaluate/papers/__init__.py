"""The papers' tables and figures, redone: saved scores → the figures of docs/papers.md."""
