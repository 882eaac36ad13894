"""`python -m robopitch`: the same as `robopitch`."""

from robopitch.cli import main

if __name__ == "__main__":
    main()
