"""Run the command line with `python -m kb`."""

from kb.cli import main

main()
