"""What has no UTF-8 is looked up, and not found, as any other address that no page has."""

from intaglio.store import open_store


def test_a_lone_surrogate_is_no_page() -> None:
    with open_store("sqlite://") as store, store.reading() as tx:
        assert tx.lookups.page_at("http://x.example/\ud800") is None
