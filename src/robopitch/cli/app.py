"""The typer application: registers the commands, imports them on demand and reports their errors.

A command is a function in its own file. It should import heavy packages (numba, mujoco, matplotlib) inside that
function: `robopitch --help` imports every command to show the first line of its help.
"""

from __future__ import annotations

from importlib import import_module
from inspect import cleandoc
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from robopitch.cli.options import complaints
from robopitch.cli.table import show_table

__all__ = ["VERBS", "app", "show_table"]

# command → module:function. A new command is a new entry here and in PANELS.
VERBS = {
    "demo": "robopitch.cli.demo:demo",
    "run": "robopitch.cli.run:run",
    "serve": "robopitch.cli.serve:serve",
    "team": "robopitch.cli.team:team",
    "agent": "robopitch.cli.agent:agent",
    "status": "robopitch.cli.status:status",
    "referee": "robopitch.cli.referee:referee",
    "time": "robopitch.cli.time:time",
    "change": "robopitch.cli.change:change",
    "save": "robopitch.cli.save:save",
    "replay": "robopitch.cli.replay:replay",
    "info": "robopitch.cli.info:info",
    "stats": "robopitch.cli.stats:stats",
    "plot": "robopitch.cli.plot:plot",
    "compare": "robopitch.cli.compare:compare",
    "covariance": "robopitch.cli.covariance:covariance",
    "experiment": "robopitch.cli.experiment:experiment",
    "fit": "robopitch.cli.fit:fit",
    "export": "robopitch.cli.export:export",
    "import": "robopitch.cli.import_:import_",
    "scene": "robopitch.cli.scene:scene",
    "scenario": "robopitch.cli.scenario:scenario",
    "tournament": "robopitch.cli.tournament:tournament",
    "sweep": "robopitch.cli.sweep:sweep",
    "leagues": "robopitch.cli.leagues:leagues",
    "robots": "robopitch.cli.robots:robots",
    "params": "robopitch.cli.params:params",
    "bench": "robopitch.cli.bench:bench",
    "compare-engines": "robopitch.cli.compare_engines:compare_engines",
}


FEATURED = ("run", "serve")  # have options of the features of leagues
ALSO = {"--color": "--colour", "--colour": "--color"}  # other spellings of options, in all commands
PANELS = {
    "Play": ("demo", "run", "serve", "team", "agent"),
    "Running servers": ("status", "referee", "time", "change", "save"),
    "Recordings": ("replay", "info", "export", "scene", "stats", "plot", "compare"),
    "Many matches": ("tournament", "sweep"),
    "Parameters and noise": ("params", "import", "experiment", "fit", "covariance"),
    "Catalogue and checks": ("scenario", "leagues", "robots", "bench", "compare-engines"),
}


class Verbs(TyperGroup):
    """A group of the commands in VERBS, with common error handling."""

    def list_commands(self, ctx: Any) -> list[str]:
        """All commands, by panel."""
        return sorted(VERBS, key=[*sum(PANELS.values(), ())].index)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of that name, ignoring case; imports its module."""
        verb = cmd_name.casefold()
        if verb not in VERBS:
            return None
        if verb not in self.commands:
            module, function = VERBS[verb].split(":")
            self.commands[verb] = _command(verb, getattr(import_module(module), function))
        return self.commands[verb]

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """The command to run, with the options of leagues; fails with suggestions if there is none."""
        if args and not args[0].startswith("-") and self.get_command(ctx, args[0]) is None:
            from robopitch.spec.names import suggestion

            ctx.fail(f"there is no command {args[0]!r}; {suggestion(args[0], VERBS)}")
        name, command, rest = super().resolve_command(ctx, args)
        verb = args[0].casefold()
        return name, _with_features(verb, rest) if verb in FEATURED else command, rest

    def invoke(self, ctx: Any) -> Any:
        """Run a command; an unusable spec or file gives a message and exit code 2, not a traceback."""
        try:
            return super().invoke(ctx)
        except OSError as error:
            if error.filename is None:
                raise
            typer.echo(f"{error.filename}: {error.strerror}", err=True)
            raise typer.Exit(2) from None
        except ValueError as error:
            from robopitch.spec import SpecError

            if not isinstance(error, SpecError):
                raise
            typer.echo(str(error), err=True)
            raise typer.Exit(2) from None


def _with_features(verb: str, words: list[str]) -> Any:
    """A command with the options of the features of all leagues, and of the one outside the package that is named."""
    from robopitch.cli.feature_options import feature_options, league_features

    module, function = VERBS[verb].split(":")
    with complaints():
        features = feature_options(verb == "run", league_features(words))
        return _command(verb, getattr(import_module(module), function).taking(features=features))


def _command(verb: str, function: Any) -> Any:
    single = typer.Typer(add_completion=False)
    # Paragraphs without line breaks: the terminal wraps them at its own width.
    paragraphs = cleandoc(function.__doc__ or "").split("\n\n")
    panel = next(name for name, verbs in PANELS.items() if verb in verbs)
    text = "\n\n".join(" ".join(text.split("\n")) for text in paragraphs)
    single.command(verb, help=text, rich_help_panel=panel)(function)
    command = typer.main.get_command(single)
    for option in command.params:
        if getattr(option, "is_flag", False):
            option.metavar = ""  # some versions of typer show <bool> as the type of a flag
        option.opts += [ALSO[name] for name in option.opts if name in ALSO and ALSO[name] not in option.opts]
    return command


app = typer.Typer(
    cls=Verbs,
    name="robopitch",
    help="One pitch for four robot-soccer leagues: simulate, watch, measure and test a team's own software.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


def _show_version(wanted: bool) -> None:
    if wanted:
        from robopitch import __version__

        typer.echo(f"robopitch {__version__}")
        raise typer.Exit


@app.callback()
def _robopitch(
    version: Annotated[
        bool,
        typer.Option(
            "--version", help="Print the version and exit.", is_eager=True, callback=_show_version, metavar=""
        ),
    ] = False,
) -> None:
    """Callback of the group, with its only option; the commands do the work."""
