"""Tables people want: kinds of pages, and the columns a person would choose of their records.

    evidence = [TemplateEvidence(key, pages, traits, urls, types, titles, field_facts(wrapper)), …]
    for kind in find_kinds(evidence, choices):
        table = find_table(kind, lines_of(kind), {key: field_facts(wrapper) for key, wrapper in …}, choices)
        rows = (table.row(line) for line in lines_of(kind)())

Pure methods: no store, no files. `choices` is the present state of all that people decided.
"""

from __future__ import annotations

from intaglio.tables.choices import Choices, ColumnChoices, Merge
from intaglio.tables.columns.examples import want, wish
from intaglio.tables.columns.find_table import find_table
from intaglio.tables.field_facts import FieldFacts, field_facts
from intaglio.tables.kind import Kind, TemplateKey
from intaglio.tables.kinds.find_kinds import find_kinds
from intaglio.tables.kinds.kind_options import KindOptions
from intaglio.tables.kinds.template_evidence import TemplateEvidence
from intaglio.tables.table import Column, Table
from intaglio.tables.table_options import TableOptions

__all__ = [
    "Choices", "Column", "ColumnChoices", "FieldFacts", "Kind", "KindOptions", "Merge", "Table", "TableOptions",
    "TemplateEvidence", "TemplateKey", "field_facts", "find_kinds", "find_table", "want", "wish",
]  # fmt: skip
