"""The command line: `robopitch VERB`, one file per verb."""

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    from robopitch.cli.app import app  # so that importing the package stays free of typer

    app(prog_name="robopitch")
