"""`python -m robopitch.compat.vss_sdk`: programs of VSS-SDK play on a server."""

import sys

from robopitch.leagues.mirosot.compat.vss_sdk import main

if __name__ == "__main__":
    sys.exit(main())
