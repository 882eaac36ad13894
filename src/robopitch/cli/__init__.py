"""The command line: `robopitch COMMAND`, one file per command."""

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    from robopitch.cli.app import app  # keeps typer out of the import of the package

    app(prog_name="robopitch")
