"""The store: templates, captures, results and the frontier of a collection in one SQL database.

`with open_store("sqlite:///out/intaglio.db") as store, store.writing() as tx: tx.templates.save(…)`: all that one
`writing()` block does is done together or not at all.
"""

from typing import TYPE_CHECKING

from intaglio.store.protocol import Store, Transaction
from intaglio.store.rows import (
    CaptureRow,
    CorrectionRow,
    ErrorRow,
    PackedRecord,
    PageRow,
    RecordRow,
    RunRow,
    SiteTemplates,
    Tally,
    TemplateRow,
    WrapperRow,
)

if TYPE_CHECKING:
    from intaglio.store.sql import SqlStore, open_store, sqlite_url, without_password

__all__ = [
    "CaptureRow",
    "CorrectionRow",
    "ErrorRow",
    "PackedRecord",
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


def __getattr__(name: str) -> object:
    """Load what knows SQL when it is first used: workers take rows alone."""
    if name not in __all__:
        raise AttributeError(f"module 'intaglio.store' has no attribute {name!r}")
    from intaglio.store import sql

    value = globals()[name] = getattr(sql, name)
    return value
