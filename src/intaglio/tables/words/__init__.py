"""What things are called, and what they look like: the vocabulary, forms of words, looks of values."""
