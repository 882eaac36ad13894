"""`python -m robopitch.compat.fira_strategy`: strategies of FIRA's simulation league play on a server."""

import sys

from robopitch.leagues.mirosot.compat.fira_strategy import main

if __name__ == "__main__":
    sys.exit(main())
