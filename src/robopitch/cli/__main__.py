"""`python -m robopitch.cli`, for use without the installed script."""

from robopitch.cli import main

main()
