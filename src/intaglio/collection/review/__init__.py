"""What people have said of a collection, put to use: cases to be checked, lines to be carried, files to be written."""
