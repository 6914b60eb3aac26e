"""The store: templates, captures, results and the frontier of a collection in one SQL database.

`with open_store("sqlite:///out/intaglio.db") as store, store.writing() as tx: tx.templates.save(…)`: all that one
`writing()` block does is done together or not at all.
"""

from intaglio.store.protocol import Store, Transaction
from intaglio.store.rows import (
    CaptureRow,
    CorrectionRow,
    ErrorRow,
    PageRow,
    RecordRow,
    RunRow,
    SiteTemplates,
    Tally,
    TemplateRow,
    WrapperRow,
)
from intaglio.store.sql import SqlStore, open_store, sqlite_url, without_password

__all__ = [
    "CaptureRow",
    "CorrectionRow",
    "ErrorRow",
    "PageRow",
    "RecordRow",
    "RunRow",
    "SiteTemplates",
    "SqlStore",
    "Store",
    "Tally",
    "TemplateRow",
    "Transaction",
    "WrapperRow",
    "open_store",
    "sqlite_url",
    "without_password",
]
