"""What screens share: addresses, views of pages, frames, files."""
