"""What a case is, and what it may ask of the runner."""
import os
import re
import shutil

from machine.host import png

from . import images
from .guest import Guest, Host

HERE = os.path.dirname(os.path.dirname(os.path.realpath(__file__)))
EXPECTED = os.path.join(HERE, "expected")


class Failure(Exception):
    """The program did not do what the case says it does."""


CASES = []


def case(name, needs=(), long=False):
    """Declare a case. long: runs only when it is asked for by --long, or by its exact name. needs: the machines it runs on, of "qemu", "qemu-light", "qemu-vkms" and "uml", or "packaging", "recorder", "seatd"; or, for what runs on this machine, "desktop" and "viewer"; without them it is skipped."""
    def declare(function):
        CASES.append(Case(name, (needs,) if isinstance(needs, str) else tuple(needs), function, long))
        return function
    return declare


class Case:
    def __init__(self, name, needs, function, long):
        self.name, self.needs, self.function, self.long = name, needs, function, long
        self.what = (function.__doc__ or "").strip().split("\n")[0]


class Test:
    """One run of one case. folder: what the case leaves behind; kept when it fails."""

    def __init__(self, name, programs, folder, recording):
        self.name, self.programs, self.folder, self.recording = name, programs, folder, recording
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)

    # ---- running programs ------------------------------------------------
    def qemu(self, script, **options):
        """Run the shell script in a QEMU machine (see guest.py for the options and the words it may use)."""
        return Guest(self, "qemu", **options).run(script)

    def uml(self, script, **options):
        """The same in a User-Mode-Linux machine, whose only display is vkms."""
        return Guest(self, "uml", **options).run(script)

    def on_host(self, *command, env=None, timeout=60):
        """Run a program right here, headless."""
        return Host(self).run(command, env or {}, timeout)

    # ---- checks ----------------------------------------------------------
    def check(self, condition, message):
        if not condition:
            raise Failure(message)

    def equal(self, actual, expected, what):
        self.check(actual == expected, "%s: %r, expected %r" % (what, actual, expected))

    def matches(self, text, *words):
        """Every word (a regular expression, case ignored) occurs in the text."""
        for word in words:
            self.check(re.search(word, text, re.I), "%r not found in: %s" % (word, text.strip()[-600:] or "nothing"))

    def picture(self, name):
        """A screenshot this case took: (width, height, rgb)."""
        path = os.path.join(self.folder, name + ".png")
        self.check(os.path.exists(path), "there is no screenshot %s" % name)
        return png.read(path)

    def frames(self, folder):
        """The pictures a program left in the folder of VITRINE_FRAMES, in their order."""
        names = sorted(os.listdir(folder)) if os.path.isdir(folder) else []
        pictures = [png.read(os.path.join(folder, n)) for n in names if n.endswith(".png")]
        self.check(pictures, "no frames were written to %s" % folder)
        return pictures

    def expect_image(self, name, actual, tolerance=0):
        """The picture equals expected/NAME.png. tolerance: how much a channel of a pixel may differ, 0 to 255."""
        path = os.path.join(EXPECTED, name + ".png")
        fresh = os.path.join(EXPECTED, name + ".new.png")
        if self.recording:
            png.write(path, *actual)
            raise Failure("recorded expected/%s.png; look at it, then run again without recording" % name)
        if not os.path.exists(path):
            png.write(fresh, *actual)
            raise Failure("there is no expected/%s.png; what was seen is in expected/%s.new.png" % (name, name))
        try:
            images.compare(actual, png.read(path), tolerance)
        except images.Different as e:
            png.write(fresh, *actual)
            if e.picture:
                png.write(os.path.join(self.folder, name + ".difference.png"), *e.picture)
            raise Failure("not as in expected/%s.png: %s; what was seen is in expected/%s.new.png" % (name, e, name))
        if os.path.exists(fresh):
            os.unlink(fresh)

    def expected(self, name):
        """The picture expected/NAME.png, to make another one from."""
        return png.read(os.path.join(EXPECTED, name + ".png"))

    def same_image(self, actual, expected, what, tolerance=0):
        """Two pictures that no file describes must be equal."""
        try:
            images.compare(actual, expected, tolerance)
        except images.Different as e:
            raise Failure("%s: %s" % (what, e))
