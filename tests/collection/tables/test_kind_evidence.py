"""What is kept of templates for kinds: as the pages themselves say it."""

from pathlib import Path

from intaglio.collection.collection import fill_collection
from intaglio.collection.tables.kind_evidence import TOLD, facts_note, pages_told, template_evidence
from intaglio.page import page_codec
from intaglio.tables import TemplateEvidence, TemplateKey


def test_what_pages_say_is_kept_with_the_facts_and_read_of_them_where_it_is_not(out: Path) -> None:
    with fill_collection(out) as collection:
        with collection.store.reading() as tx:
            before = template_evidence(tx)
            for one in before:
                kept = map(page_codec.loads, tx.records.learned_from(*one.key))
                assert {"types": one.types, "titles": one.titles} == pages_told(kept)
            assert any(one.titles for one in before)
        with collection.store.writing() as tx:  # as an older release wrote it
            for one in before:
                note = tx.notes.get(facts_note(one.key))
                assert isinstance(note, dict)
                tx.notes.put(facts_note(one.key), {name: value for name, value in note.items() if name != TOLD})
        with collection.store.reading() as tx:
            assert list(map(_plain, template_evidence(tx))) == list(map(_plain, before))


def _plain(one: TemplateEvidence) -> tuple[TemplateKey, object]:
    return one.key, [list(one.types), list(one.titles), one.facts, list(one.urls)]
