"""A sample site of our own: the town paper of an invented town, with a shop; for demos, tutorials and tests.

`write_sample(folder)` writes its pages, pictures and truth; `serve(folder)` offers them on loopback.
"""

from intaglio.sample.server import serve
from intaglio.sample.write_site import SampleOptions, write_sample

__all__ = ["SampleOptions", "serve", "write_sample"]
