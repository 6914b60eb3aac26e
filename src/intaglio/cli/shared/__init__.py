"""Options and progress that commands share."""
