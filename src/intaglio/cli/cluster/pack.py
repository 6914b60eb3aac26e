"""`intaglio pack`: what is known of sites as one file."""

from pathlib import Path
from typing import Annotated

import typer

from intaglio.collection.packs.write_pack import write_pack
from intaglio.counted import counted

EXAMPLE = """
intaglio pack out -o sites.intaglio
intaglio pack news shops old.intaglio -o sites.intaglio
intaglio pack postgresql://user@host/database -o sites.intaglio
"""


def command(
    sources: Annotated[list[str], typer.Argument(metavar="OUT", help="Collections, packs, or URLs of stores.")],
    target: Annotated[Path, typer.Option("--out", "-o", metavar="FILE", help="The pack to write.")],
) -> None:
    """Write templates, kinds, wrappers, article memory and corrections of sites to one read-only file.

    A pack reads pages as its collections do, anywhere: `intaglio extract`, `intaglio.open`. It holds no page; what of
    pages is in it, `docs/cluster.md` tells. A site that several OUT have is as the last one knows it.
    """
    figures = write_pack(sources, target)
    print(
        f"{counted(figures.sites, 'site')}, {counted(figures.templates, 'template')}, "
        f"{counted(figures.wrappers, 'wrapper')} in {target}: "
        f"{figures.size:,} bytes, sha256 {figures.digest}"
    )
    if figures.replaced:
        print(f"in several of them, taken from the last: {', '.join(figures.replaced)}")
