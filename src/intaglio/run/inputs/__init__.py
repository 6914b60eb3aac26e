"""What a run reads: arguments, feeds, the crawl beside it."""
