"""Processes, the garbage collector, places of files."""
