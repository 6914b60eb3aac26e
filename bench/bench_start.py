"""How long it takes to begin, in processor time of whole processes, against `import numpy` in the same run.

A collection of some pages is searched by a command; an article is taken from one of them. The least of several tries
counts: whatever else the machine does only adds, and adds to all, as they take turns. Bytecode is kept between tries,
as it is where packages are installed.
"""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

TRIES = 7
PAGE = "<title>Tide {0}</title><h1>Tide {0}</h1><p>High water at {0} in the morning, low water in the evening.</p>"
LIMITS = {  # what: against what, times so much at most
    "import intaglio": ("import numpy", 2.0),
    "intaglio article FILE": ("import intaglio", 3.0),
    "intaglio search OUT": ("import intaglio", 2.0),
}


def spent(words: list[str], bytecode: Path) -> float:
    """Seconds of processor time that a process takes."""
    settings = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    settings["PYTHONPYCACHEPREFIX"] = str(bytecode)
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, *words], check=True, stdout=subprocess.DEVNULL, env=settings)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def main() -> int:
    """Print the figures; 1 if one is beyond its limit."""
    with tempfile.TemporaryDirectory() as folder:
        site, out, bytecode = Path(folder) / "site", Path(folder) / "out", Path(folder) / "bytecode"
        site.mkdir()
        for number in range(8):
            (site / f"{number}.html").write_text(PAGE.format(number))
        spent(["-m", "intaglio", "-q", "run", str(site), "-o", str(out), "--no-browser"], bytecode)
        commands = {
            "import numpy": ["-c", "import numpy"],
            "import intaglio": ["-c", "import intaglio"],
            "intaglio article FILE": ["-m", "intaglio", "article", str(site / "1.html")],
            "intaglio search OUT": ["-m", "intaglio", "search", str(out), "tide"],
        }
        rounds = [[spent(words, bytecode) for words in commands.values()] for _ in range(TRIES)]
        least = dict(zip(commands, map(min, zip(*rounds, strict=True)), strict=True))
    worst = 0.0
    for name, seconds in least.items():
        against, limit = LIMITS.get(name, (name, 1.0))
        ratio = seconds / least[against]
        print(f"{name:24} {1000 * seconds:6.0f} ms  {ratio:4.2f} x {against}, at most {limit:g}")
        worst = max(worst, ratio / limit)
    return int(worst > 1)


if __name__ == "__main__":
    sys.exit(main())
