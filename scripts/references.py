"""Writes the references that are made from the code: docs/cli.md, docs/options.md, docs/errors.md.

    python scripts/references.py            # write them (`make docs` does)
    python scripts/references.py --check    # say which are out of date, status 1

`tests/test_references.py` fails while they are out of date.
"""

from __future__ import annotations

import ast
import dataclasses
import inspect
import re
import sys
import textwrap
from collections.abc import Iterator, Mapping
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any, get_args, get_origin, get_type_hints

from intaglio import errors
from intaglio.browser import RenderOptions
from intaglio.cli.registry import COMMANDS, EVALUATIONS
from intaglio.collection.reading import ReadingOptions
from intaglio.fetch import FetchOptions
from intaglio.run.collect import RunOptions
from intaglio.segment import SEGMENTERS
from intaglio.similarity import LevelOptions, PathOptions
from intaglio.wrapper import WrapperOptions

DOCS = Path(__file__).parent.parent / "docs"
MADE = "<!-- Made by scripts/references.py from the code: do not edit, run `make docs`. -->"
ABOUT_COMMANDS = """
`intaglio COMMAND --help` prints the same. `-v` (`--verbose`, twice for all), `-q` (`--quiet`) and `--trust` (let a
collection reach the folders and the database that it names elsewhere) stand before or after the command.
Results go to standard output, progress and warnings to standard error.
""".strip()
ABOUT_OPTIONS = """
Options are frozen dataclasses; a default is written in one place only, the class. `RunOptions` holds those of the
parts of a run: `RunOptions(learn=LearnOptions(method="vips"))`. `intaglio segment --set OPTION=VALUE` sets those of a
segmenter.
""".strip()
ABOUT_ERRORS = """
Every error that Intaglio raises on purpose is an `IntaglioError` from `intaglio.errors`. Its text is one line that
says what happened and what to do; a command prints it and ends with [status 1](cli.md#exit-statuses). Pages that fail
within a run do not end it: they are lines of [`errors.jsonl`](files.md#errorsjsonl).
""".strip()
MODULES = {**COMMANDS, **{f"evaluate {name}": entry for name, entry in EVALUATIONS.items()}}


LOOK = (
    "done, but look: a redesign alarm (`run`), a confirmed value that is no longer right (`check`), a wanted value "
    "that is nowhere (`--want`, `--columns`), pages without template (`extract`, `areas`), pages that cost a worker "
    "(`apply`), pages that are not alike (`compare --exit-code`), something missing (`doctor`)"
)


def cli_reference() -> str:
    """Every command with its arguments and options."""
    parts = [
        "# Commands", MADE,
        ABOUT_COMMANDS,
        "## Exit statuses",
        table(("status", "meaning"), [
            ("0", "done"),
            ("1", "failed, or some pages could not be read: one line on standard error says why"),
            ("2", "wrong usage: an unknown command or option, or a value that is not allowed"),
            ("3", LOOK),
            ("70", "a defect of Intaglio: one line says where, `-vv` shows the traceback"),
            ("130, 143", "ended by Ctrl-C or SIGTERM; the same command goes on where it was"),
        ]),
        "## Overview",
        table(("command", "what it does"), [(f"[`{one}`](#{anchor(one)})", MODULES[one].help) for one in MODULES]),
        *("\n\n".join(command_section(name, import_module(entry.module))) for name, entry in MODULES.items()),
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def anchor(name: str) -> str:
    """The anchor of a command's heading."""
    return "intaglio-" + name.replace(" ", "-")


@dataclasses.dataclass(frozen=True, slots=True)
class Parameter:
    """An argument or option of a command."""

    name: str
    kind: Any
    """The type behind `Annotated` and `| None`."""
    info: Any
    """What Typer is told about it."""
    default: Any
    repeats: bool
    """Whether there may be several."""

    @property
    def is_flag(self) -> bool:
        """Whether it takes no value."""
        return self.kind is bool

    @property
    def names(self) -> list[str]:
        """As it is written on the command line."""
        # In the annotated form, Typer takes the first name for a default.
        words = [one for one in (self.info.default, *(self.info.param_decls or ())) if isinstance(one, str)]
        given = [part for one in words for part in one.split("/")]
        plain = self.name.replace("_", "-")
        return sorted(given, key=len, reverse=True) or [f"--{plain}", *([f"--no-{plain}"] if self.is_flag else [])]

    @property
    def metavar(self) -> str:
        """What stands for its value."""
        if isinstance(self.kind, type) and issubclass(self.kind, Enum):
            return "|".join(str(one.value) for one in self.kind)
        return str(self.info.metavar or getattr(self.kind, "__name__", "value").upper().replace("STR", "TEXT"))

    @property
    def in_usage(self) -> str:
        """How an argument stands in the line of usage."""
        shown = self.metavar if self.default is inspect.Parameter.empty else f"[{self.metavar}]"
        return f"{shown}..." if self.repeats else shown


def parameters(command: Any) -> list[Parameter]:  # noqa: ANN401 - any function
    """What a command takes, in order."""
    hints = get_type_hints(command, include_extras=True)
    found = []
    for name, one in inspect.signature(command).parameters.items():
        kind, info = get_args(hints[name])
        inner = [part for part in get_args(kind) if part is not type(None)]
        repeats = list in (get_origin(one) for one in (kind, *inner))
        while inner and kind is not bool:
            kind = inner[0]
            inner = [part for part in get_args(kind) if part is not type(None)]
        found.append(Parameter(name, kind, info, one.default, repeats))
    return found


def command_section(name: str, module: Any) -> list[str]:  # noqa: ANN401 - any module
    """What a command is told about."""
    everything = parameters(module.command)
    arguments = [one for one in everything if type(one.info).__name__ == "ArgumentInfo"]
    options = [one for one in everything if one not in arguments]
    usage = " ".join(["intaglio", name, *(["[OPTIONS]"] if options else []), *(one.in_usage for one in arguments)])
    parts = [f"## intaglio {name}", f"    {usage}", flowing(inspect.getdoc(module.command) or "")]
    if arguments:
        parts.append(
            table(("argument", "what it is"), [(f"`{one.in_usage}`", one.info.help or "") for one in arguments])
        )
    if options:
        parts.append(table(("option", "what it does", "default"), [_option(one) for one in options]))
    parts.append("```sh\n" + module.EXAMPLE.strip() + "\n```")
    return parts


def _option(option: Parameter) -> tuple[str, str, str]:
    names = ", ".join(f"`{one}`" for one in option.names)
    value = "" if option.is_flag else f" `{option.metavar}`"
    shown = option.info.show_default if isinstance(option.info.show_default, str) else option.default
    if shown is inspect.Parameter.empty:
        default = "required"
    elif shown in (None, "", False, ()):
        default = ""
    else:
        default = "on" if shown is True else str(getattr(shown, "value", shown))
    return names + value, option.info.help or "", default


def options_reference() -> str:
    """Every dataclass of options with its fields and defaults."""
    roots: list[type[Any]] = [RunOptions, ReadingOptions, RenderOptions, WrapperOptions]
    roots += [one.options for one in SEGMENTERS.values()]
    roots += [PathOptions, LevelOptions, FetchOptions]
    known: dict[type[Any], None] = {}
    pending = roots[:]
    while pending:
        one = pending.pop(0)
        if one not in known:
            known[one] = None
            pending[:0] = [type(value) for value in defaults(one).values() if dataclasses.is_dataclass(value)]
    parts = [
        "# Options", MADE,
        ABOUT_OPTIONS,
        *("\n\n".join(option_section(one)) for one in known),
    ]  # fmt: skip
    return "\n\n".join(parts) + "\n"


def defaults(options: type[Any]) -> dict[str, Any]:
    """The defaults of a dataclass."""
    try:
        made = options()
    except TypeError:
        return {}
    return {one.name: getattr(made, one.name) for one in dataclasses.fields(options)}


def option_section(options: type[Any]) -> Iterator[str]:
    """What a dataclass of options is told about."""
    yield f"## {options.__name__}"
    yield f"`{options.__module__}`. {flowing(inspect.getdoc(options) or '')}"
    told, values = field_docs(options), defaults(options)
    rows = []
    for one in dataclasses.fields(options):
        value = values.get(one.name, dataclasses.MISSING)
        nested = dataclasses.is_dataclass(value) and not isinstance(value, type)
        shown = f"[{type(value).__name__}](#{type(value).__name__.lower()})" if nested else _value(value)
        rows.append((f"`{one.name}`", f"`{one.type}`", shown, told.get(one.name, "")))
    yield table(("field", "type", "default", "what it is"), rows)


def _value(value: object) -> str:
    if isinstance(value, frozenset | set):
        value = sorted(value)
    if isinstance(value, Mapping) or (isinstance(value, list | tuple) and len(value) > 8):
        return f"{len(value)} entries"
    return "required" if value is dataclasses.MISSING else f"`{value!r}`"


def field_docs(options: type[Any]) -> dict[str, str]:
    """The strings that stand below the fields of a dataclass."""
    (tree,) = ast.parse(textwrap.dedent(inspect.getsource(options))).body
    assert isinstance(tree, ast.ClassDef)
    found = {}
    for field, below in zip(tree.body, tree.body[1:], strict=False):
        if isinstance(field, ast.AnnAssign) and isinstance(below, ast.Expr) and isinstance(below.value, ast.Constant):
            assert isinstance(field.target, ast.Name)
            found[field.target.id] = flowing(str(below.value.value))
    return found


def errors_reference() -> str:
    """Every error."""
    classes = [one for one in vars(errors).values() if inspect.isclass(one)]
    tree = (errors.__doc__ or "").split("\n\n", 1)[1]
    rows = [(f"`{one.__name__}`", one.__bases__[0].__name__, flowing(inspect.getdoc(one) or "")) for one in classes]
    return "\n\n".join([
        "# Errors", MADE,
        ABOUT_ERRORS,
        "```text\n" + textwrap.dedent(tree).strip() + "\n```",
        table(("error", "is a", "what it says"), rows),
    ]) + "\n"  # fmt: skip


def flowing(text: str) -> str:
    """Paragraphs of a docstring, each on one line."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


def table(head: tuple[str, ...], rows: list[tuple[str, ...]]) -> str:
    """A table in Markdown."""
    lines = [head, ("---",) * len(head), *rows]
    cells = ([re.sub(r"\s+", " ", cell).replace("|", "\\|") for cell in row] for row in lines)
    return "\n".join("| " + " | ".join(row) + " |" for row in cells)


REFERENCES = {"cli.md": cli_reference, "options.md": options_reference, "errors.md": errors_reference}


def main() -> int:
    """Write the references, or say which are out of date."""
    made = {name: make() for name, make in REFERENCES.items()}
    there = {name: (DOCS / name).read_text("utf-8") if (DOCS / name).exists() else "" for name in made}
    stale = [name for name, text in made.items() if there[name] != text]
    if "--check" in sys.argv:
        print("\n".join(f"docs/{name} is out of date: make docs" for name in stale), end="\n" if stale else "")
        return int(bool(stale))
    for name in stale:
        (DOCS / name).write_text(made[name], encoding="utf-8")
        print(f"docs/{name} written")
    return 0


if __name__ == "__main__":
    sys.exit(main())
