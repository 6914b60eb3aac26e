"""Puts the Typer application together and runs it: lazily loaded commands, -v/-q anywhere, errors as one line."""

import functools
import logging
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from pathlib import Path
from typing import Annotated

import typer

from intaglio.blobs import ANEW
from intaglio.cli.clean_output import FORBIDDEN, SHOWN, CleanOutput
from intaglio.cli.ending import report_end
from intaglio.cli.help_pages import PlainCommand, PlainGroup, help_text
from intaglio.cli.registry import COMMANDS, EVALUATIONS, Entry
from intaglio.collection.trust import SETTING
from intaglio.errors import IntaglioError

FAILED, DEFECT = 1, 70
EVALUATE = "evaluate"
FLAGS = {"-v", "-vv", "-q", "--verbose", "--quiet", "--trust"}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command that the arguments (default: the process's own) name; give its exit status."""
    words = hoist_flags(list(sys.argv[1:] if arguments is None else arguments))
    try:
        build(words)(args=words, prog_name="intaglio")
    except SystemExit as end:
        return end.code if isinstance(end.code, int) else int(end.code is not None)
    return 0


def hoist_flags(words: list[str]) -> list[str]:
    """Move -v and -q to the front, so that they may stand before or after the command."""
    end = words.index("--") if "--" in words else len(words)
    flags = [word for word in words[:end] if word in FLAGS]
    return flags + [word for word in words[:end] if word not in FLAGS] + words[end:]


def build(words: Sequence[str]) -> typer.Typer:
    """Make the application; of its commands only the one that the words call is loaded."""
    app = typer.Typer(
        cls=PlainGroup, callback=set_verbosity, no_args_is_help=True, add_completion=False, rich_markup_mode="rich",
        pretty_exceptions_enable=False,
    )  # fmt: skip
    called = next((word for word in words if word in COMMANDS or word == EVALUATE), "")
    add_commands(app, COMMANDS, [called])
    if EVALUATIONS:
        evaluate = typer.Typer(cls=PlainGroup, no_args_is_help=True, help="Score a part of Intaglio on the corpora.")
        add_commands(evaluate, EVALUATIONS, words if called == EVALUATE else ())
        app.add_typer(evaluate, name=EVALUATE)
    return app


def _say_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        print(f"intaglio {version('intaglio')}")
        raise typer.Exit


def set_verbosity(
    verbose: Annotated[int, typer.Option("--verbose", "-v", count=True, help="Say more; twice for all.")] = 0,
    quiet: Annotated[bool, typer.Option("--quiet", "-q", help="Say nothing but results and errors.")] = False,
    trust: Annotated[
        bool,
        typer.Option(
            "--trust", help="Let a collection read the folders and open the database that it names elsewhere."
        ),
    ] = False,
    _version: Annotated[
        bool, typer.Option("--version", callback=_say_version, is_eager=True, help="Print the version and stop.")
    ] = False,
) -> None:
    """Segment one page of each template of a web site and read all the others at parsing speed."""
    if trust:
        os.environ[SETTING] = "1"
    level = logging.ERROR if quiet else {0: logging.WARNING, 1: logging.INFO}.get(verbose, logging.DEBUG)
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(PlainFormatter("%(levelname)s: %(message)s"))
    logging.basicConfig(handlers=[handler], force=True)
    logging.getLogger("intaglio").setLevel(level)


class PlainFormatter(logging.Formatter):
    """Takes control characters out of messages and tracebacks: they may quote a page."""

    def format(self, record: logging.LogRecord) -> str:
        """Write a record."""
        return FORBIDDEN.sub(SHOWN, super().format(record))


def add_commands(app: typer.Typer, entries: Mapping[str, Entry], words: Sequence[str]) -> None:
    """Register every entry; one that is not called for stands there with its name and one line of help only."""
    for name, entry in entries.items():
        if name in words:
            module = import_module(entry.module)
            settings = getattr(module, "CONTEXT", None)
            shown = help_text(module.command, module.EXAMPLE)
            app.command(name, cls=PlainCommand, help=shown, context_settings=settings)(reporting(module.command))
        else:
            app.command(name, help=entry.help)(lambda: None)


def reporting(command: Callable[..., None]) -> Callable[..., None]:
    """Turn errors into one line on stderr and an exit status: what a user can mend, and defects as such."""

    @functools.wraps(command)
    def run(*args: object, **options: object) -> None:
        with CleanOutput.on_terminals():
            reported(*args, **options)

    def reported(*args: object, **options: object) -> None:
        try:
            command(*args, **options)
            sys.stdout.flush()
        except BrokenPipeError:
            # The reader of our output has gone; nothing may be written at exit either.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise SystemExit(FAILED) from None
        except (IntaglioError, OSError) as error:
            logging.getLogger("intaglio").debug("where it happened", exc_info=True)
            print(f"intaglio: {one_line(error)}", file=sys.stderr)
            raise SystemExit(FAILED) from None
        except KeyboardInterrupt as interrupt:
            raise SystemExit(report_end(interrupt)) from None
        except typer.BadParameter as error:
            error.message = FORBIDDEN.sub(SHOWN, error.message)  # it may quote what is stored
            raise
        except (typer.Exit, typer.Abort):
            raise
        except Exception as error:
            logging.getLogger("intaglio").debug("where it happened", exc_info=True)
            print(f"intaglio: {unexpected(error)}", file=sys.stderr)
            raise SystemExit(DEFECT) from None

    return run


def unexpected(error: Exception) -> str:
    """Say in one line that something happened that no code was prepared for, and where."""
    said = FORBIDDEN.sub(SHOWN, f"{type(error).__name__}: {' '.join(str(error).split())}"[:300])
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = f" in {Path(trace.tb_frame.f_code.co_filename).name}, line {trace.tb_lineno}" if trace is not None else ""
    return (
        f"unexpected {said}{where}: either the collection is damaged or was changed by hand, then {ANEW}; "
        "or it is a defect of Intaglio: -vv shows the traceback, please report it"
    )


def one_line(error: Exception) -> str:
    """Say what went wrong in one line."""
    if isinstance(error, OSError) and error.strerror:
        said = ": ".join([*([str(error.filename)] if error.filename else []), error.strerror])
    else:
        said = " ".join(str(error).split())
    return FORBIDDEN.sub(SHOWN, said) or type(error).__name__
