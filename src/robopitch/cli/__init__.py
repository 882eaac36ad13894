"""The command line: `robopitch COMMAND`, one file per command."""

__all__ = ["main"]


def main() -> None:
    """Run the command line."""
    from robopitch.cli.signals import ending_quietly

    with ending_quietly():
        import atexit
        import gc

        from robopitch.cli.app import app  # keeps typer out of the import of the package

        atexit.register(
            gc.freeze
        )  # halves the time of the interpreter's exit, which would search everything for cycles
        app(prog_name="robopitch")
