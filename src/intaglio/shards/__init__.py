"""Whole crawls by packs: sources → shards, a shard → rows of pages; `EXECUTORS` has every engine by name."""
