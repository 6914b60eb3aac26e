"""What a run makes of the records at its end, by its workers: the files of tables, the search index."""
