"""What a run does when all pages are read: passes over stored pages."""
