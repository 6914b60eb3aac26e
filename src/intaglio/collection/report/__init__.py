"""`report.html` and pictures of templates."""
