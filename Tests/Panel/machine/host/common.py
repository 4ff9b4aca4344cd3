"""What every part of `run` needs: the cache, the error that ends a run, and the log of --verbose."""
import os
import sys
import time

HERE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))      # the folder of `run`
CACHE = os.environ.get("VM_CACHE") or os.path.join(
    os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "vm-run")
START = time.monotonic()


class Failed(Exception):
    """The machine, not the command, went wrong: exit status 125."""


class Log:
    verbose = False

    def __call__(self, text):
        if self.verbose:
            print("vm: %6.2f s  %s" % (time.monotonic() - START, text), file=sys.stderr, flush=True)


log = Log()
