"""A record from what a pattern tree holds of a page: texts, attributes, items of lists, and what fits nowhere."""

from intaglio.wrapper.fields.filling.record_filler import RecordFiller

__all__ = ["RecordFiller"]
