"""A pack of the sample site, and the site's pages in WARC files."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

import intaglio
from intaglio.collection.packs.write_pack import write_pack
from intaglio.sample import SampleOptions, write_sample
from intaglio.shards.shard import Job

from .archives import BASE, QUICK, response, write_cdxj, write_warc

FILES = 4


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of the sample site."""

    out: Path
    pack: Path
    digest: str
    warcs: list[Path]
    index: Path
    rows: list[dict[str, Any]]
    """Rows of the index."""

    def job(self, target: Path | str, **more: Any) -> Job:
        """A job that writes there."""
        return Job(**{"pack": str(self.pack), "digest": self.digest, "out": str(target), "limits": QUICK, **more})


@pytest.fixture(scope="session")
def known(tmp_path_factory: pytest.TempPathFactory) -> Known:
    """Give a collection of the sample site, its pack, and WARC files with the same pages."""
    folder = tmp_path_factory.mktemp("shards")
    site, out, pack = folder / "site", folder / "out", folder / "sites.intaglio"
    write_sample(site, SampleOptions(articles=16, products=12))
    learn = intaglio.LearnOptions(method="text-blocks")
    pages = sorted(site.rglob("*.html"))
    (folder / "warcs").mkdir()
    rows = []
    for number in range(FILES):
        some = [response(BASE + one.relative_to(site).as_posix(), one.read_bytes()) for one in pages[number::FILES]]
        some.insert(2, response(f"{BASE}{number}.css", b"p { }", "text/css"))
        some.append(response("http://elsewhere.example/", b"<title>Elsewhere</title><p>Another site"))
        rows += write_warc(folder / "warcs" / f"{number}.warc.gz", some)
    warcs = sorted((folder / "warcs").glob("*.warc.gz"))
    write_cdxj(folder / "warcs" / "index.cdxj", rows)
    saved = intaglio.SavedOptions(BASE)
    intaglio.collect(site, out, intaglio.RunOptions(learn, browser=False, saved=saved))
    figures = write_pack([out], pack)
    return Known(out, pack, figures.digest, warcs, folder / "warcs" / "index.cdxj", rows)
