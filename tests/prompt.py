"""Running `kb` in a process of its own, as from a prompt."""

AS_TYPED = """
import runpy, signal
signal.signal(signal.SIGINT, signal.default_int_handler)
runpy.run_module("kb", run_name="__main__", alter_sys=True)
"""
"""Runs `kb` as from a prompt: a run in the background, as these tests may be, starts deaf to Ctrl-C."""
