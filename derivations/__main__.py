"""`python -m derivations` is the command line."""

import sys

from derivations.cli import main

sys.exit(main())
