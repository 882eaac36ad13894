"""`python -m robopitch.cli`, for where the script is not installed."""

from robopitch.cli import main

main()
