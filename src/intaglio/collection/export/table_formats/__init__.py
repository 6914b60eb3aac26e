"""Tables as files: CSV, Parquet, SQLite, and the folder `tables/`."""
