"""``python -m hollygin``."""

import sys

from hollygin.cli import main

if __name__ == "__main__":
    sys.exit(main())
