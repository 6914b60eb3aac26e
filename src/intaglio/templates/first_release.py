"""Templates of the first release have paths of ids rather than classes; their traits by today's paths."""

from __future__ import annotations

from intaglio.page import Page
from intaglio.templates.page_structure import PageStructure, PathTable, StructureOptions
from intaglio.templates.statistics import PathTrait, Traits


def renamed_traits(dom: Page, traits: Traits) -> Traits:
    """The traits of a template of the first release, by its founding page; what only other pages had stays as it is."""
    old, new = PathTable(StructureOptions(id_first=True)).read(dom), PathTable().read(dom)
    paths = {before.hash: after.hash for before, after in zip(old.nodes, new.nodes, strict=True)}
    keys = dict(zip(_keys(dom, old), _keys(dom, new), strict=True))
    if all(before == after for before, after in keys.items()):
        return traits
    made = Traits(traits.pages, child={keys.get(key, key): paths.get(to, to) for key, to in traits.child.items()})
    for path, trait in traits.paths.items():
        known = made.paths.setdefault(paths.get(path, path), PathTrait(trait.share))
        known.share = max(known.share, trait.share)
        known.seen, known.distinct = max(known.seen, trait.seen), max(known.distinct, trait.distinct)
        for key, times in trait.keys.items():
            name = keys.get(key, key)
            known.keys[name] = max(known.keys.get(name, 0), times)
    return made


def _keys(page: Page, structure: PageStructure) -> list[int]:
    """The key of each element but the root."""
    nodes, names = structure.nodes, structure.names
    return [nodes[up][name][0] for up, name in zip(page.parent[1:].tolist(), names[1:], strict=True)]
