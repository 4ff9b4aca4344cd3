"""A desktop on this machine that nobody sees (an X server without a screen), and programs with a window on it."""
import os
import re
import shutil
import socket
import subprocess
import time

from . import images

# Seconds after which whatever is waited for will not come any more, on a busy machine.
PATIENCE = 20


class Desktop:
    """with Desktop(test) as desktop: ...

    size     pixels
    manager  with a window manager (openbox), which gives the focus and fills the screen; without one a window is alone
    """

    def __init__(self, test, size=(1280, 1024), manager=False):
        self.test, self.size, self.manager = test, size, manager
        self.processes = []
        self.folder = os.path.join(test.folder, "desktop")
        os.makedirs(self.folder, exist_ok=True)

    def __enter__(self):
        end, other = os.pipe()
        self._begin("Xvfb", "-displayfd", str(other), "-screen", "0", "%dx%dx24" % self.size, "-nolisten", "tcp",
                    "-noreset", pass_fds=(other,), env=os.environ)
        os.close(other)
        with os.fdopen(end) as told:
            number = told.readline().strip()          # it is told once the server listens
        self.test.check(number, "Xvfb did not start: " + self.said("Xvfb"))
        clean = {k: v for k, v in os.environ.items() if not k.startswith(("VITRINE_", "WAYLAND_", "SDL_", "XDG_"))}
        self.env = dict(clean, DISPLAY=":" + number, HOME=self.folder, XDG_RUNTIME_DIR=self.folder, LC_ALL="C.UTF-8")
        try:
            if self.manager:
                self._begin("openbox", env=self.env)
                self.wait(lambda: subprocess.run(["xdotool", "get_num_desktops"], env=self.env,
                                                 capture_output=True).returncode == 0, "openbox")
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        for process in reversed(self.processes):      # the server last
            if process.poll() is None:
                process.terminate()
                try:
                    process.wait(5)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()

    def _begin(self, name, *words, **options):
        with open(os.path.join(self.folder, name + ".txt"), "a") as log:
            process = subprocess.Popen([name, *words], stdin=subprocess.DEVNULL, stdout=log, stderr=log, **options)
        self.processes.append(process)
        return process

    def said(self, name):
        with open(os.path.join(self.folder, name + ".txt"), errors="replace") as f:
            return f.read()

    # ---- programs --------------------------------------------------------
    def start(self, program, *arguments, **env):
        """A program of the package in a window. Returns when its first picture was handed over."""
        return Program(self, program, arguments, dict(env, VITRINE_OUTPUT="window")).shown()

    def begin(self, name, *words):
        """Any other program."""
        return self._begin(name, *words, env=self.env)

    # ---- what people do --------------------------------------------------
    def do(self, *words):
        """xdotool, the pointer and the keys of people."""
        return self.run("xdotool", *words)

    def run(self, *words):
        """A program that ends by itself, and what it printed."""
        done = subprocess.run(list(map(str, words)), env=self.env, capture_output=True, text=True, timeout=60)
        self.test.check(done.returncode == 0, "%s: %s" % (" ".join(map(str, words)), done.stderr.strip()))
        return done.stdout

    def window(self, *words):
        """The window that xdotool's search finds, once it is seen."""
        found = []

        def look():
            done = subprocess.run(["xdotool", "search", "--onlyvisible", *map(str, words)], env=self.env,
                                  capture_output=True, text=True)
            found[:] = done.stdout.split()
            return found
        self.wait(look, "a window (%s)" % " ".join(map(str, words)))
        return found[-1]

    def place(self, window):
        """x, y, width, height of a window on the desktop."""
        text = self.do("getwindowgeometry", "--shell", window)
        values = dict(line.split("=", 1) for line in text.split() if "=" in line)
        return tuple(int(values[k]) for k in ("X", "Y", "WIDTH", "HEIGHT"))

    def picture(self, window="root"):
        """What is in a window: (width, height, rgb)."""
        done = subprocess.run(["import", "-silent", "-window", window, "-depth", "8", "ppm:-"], env=self.env,
                              capture_output=True, timeout=60)
        header = re.match(rb"P6\s(\d+)\s(\d+)\s255\s", done.stdout)
        self.test.check(header, "import: %s" % done.stderr.decode(errors="replace").strip())
        return int(header[1]), int(header[2]), done.stdout[header.end():]

    # ---- waiting ---------------------------------------------------------
    def wait(self, condition, what):
        """Until it is so. What a desktop does comes soon after it was asked for, and nobody says when."""
        end = time.monotonic() + PATIENCE
        while not condition():
            self.test.check(time.monotonic() < end, "%s: not within %d s" % (what, PATIENCE))
            time.sleep(0.02)

    def expect(self, window, expected, what, ignoring=None):
        """The window shows this picture soon. ignoring: places (x, y) whose pixels may be anything."""
        last = []

        def seen():
            last[:] = [self.picture(window)]
            if ignoring and last[0][:2] == expected[:2]:
                last[0] = with_pixels_of(last[0], expected, ignoring)
            return last[0] == expected
        try:
            self.wait(seen, what)
        except Exception:
            from machine.host import png
            png.write(os.path.join(self.test.folder, "seen.png"), *last[0])
            png.write(os.path.join(self.test.folder, "expected.png"), *expected)
            self.test.same_image(last[0], expected, what)
            raise


class Program:
    """A program of the package with a window. process; window: its number, for Desktop's methods."""

    def __init__(self, desktop, program, arguments, env):
        self.desktop, self.name = desktop, program
        self.folder = os.path.join(desktop.folder, "%s-%d" % (program, len(desktop.processes)))
        os.makedirs(self.folder, exist_ok=True)
        told = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        # As systemd is told that the first picture is on the panel; a short name, for there is room for no long one.
        address = "\0vitrine-desktop-%d-%d" % (os.getpid(), id(self))
        told.bind(address)
        self.told = told
        with open(self._path("out"), "w") as out, open(self._path("err"), "w") as err:
            self.process = subprocess.Popen(
                [os.path.join(desktop.test.programs, program), *arguments], stdin=subprocess.DEVNULL, stdout=out,
                stderr=err, cwd=self.folder, env=dict(desktop.env, NOTIFY_SOCKET="@" + address[1:], **env))
        desktop.processes.append(self.process)

    def ready(self):
        self.told.settimeout(PATIENCE)
        try:
            while b"READY=1" not in self.told.recv(4096):
                pass
        except TimeoutError:
            self.desktop.test.check(False, "%s is not ready: %s" % (self.name, self.errors().strip()[-600:]))
        finally:
            self.told.close()
        return self

    def shown(self):
        self.ready()
        self.window = self.desktop.window("--pid", self.process.pid)
        return self

    def _path(self, name):
        return os.path.join(self.folder, name + ".txt")

    def lines(self):
        with open(self._path("out")) as f:
            return f.read().splitlines()

    def errors(self):
        with open(self._path("err"), errors="replace") as f:
            return f.read()

    def said(self, pattern, count=1, of=None):
        """Waits until it printed so many lines that match; they."""
        found = []

        def look():
            found[:] = [l for l in self.lines() if re.match(pattern, l)]
            return len(found) >= count
        try:
            self.desktop.wait(look, "%d lines like %r" % (count, pattern))
        except Exception:
            self.desktop.test.check(False, "%d lines like %r were waited for, there are: %r" % (
                count, pattern, self.lines()[-12:]))
        return found

    def ended(self):
        """Its exit status, once it has ended by itself."""
        try:
            return self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.desktop.test.check(False, "%s did not end" % self.name)


def with_pixels_of(picture, other, places):
    width, height, rgb = picture
    pixels = bytearray(rgb)
    for x, y in places:
        at = 3 * (y * width + x)
        pixels[at:at + 3] = other[2][at:at + 3]
    return width, height, bytes(pixels)


def squares(width, height, scale=1.0, left=0.0, top=0.0, window=None):
    """What `PanelProbe` shows on a screen of so many points: white, a red and a blue square; black around it where the
    window (width, height, pixels) is larger. scale: pixels of the window for a point."""
    across, down = window or (round(width * scale), round(height * scale))

    def span(start, length, offset):
        return round(offset + start * scale), round(offset + (start + length) * scale)
    pixels = bytearray(3 * across * down)
    for x, y, w, h, colour in ((0, 0, width, height, b"\xff\xff\xff"), (10, 10, 100, 100, b"\xff\0\0"),
                               (10, 150, 100, 100, b"\0\0\xff")):
        x0, x1 = span(x, w, left)
        y0, y1 = span(y, h, top)
        for row in range(max(y0, 0), min(y1, down)):
            pixels[3 * (row * across + x0):3 * (row * across + x1)] = colour * (x1 - x0)
    return across, down, bytes(pixels)


def near_edges(picture, reach=1):
    """Places at most so many pixels from a change of colour: where a picture that is made larger or smaller is mixed."""
    width, height, rgb = picture
    pixels = [rgb[i:i + 3] for i in range(0, len(rgb), 3)]
    places = set()
    for y in range(height):
        for x in range(width):
            here = pixels[y * width + x]
            if (x + 1 < width and pixels[y * width + x + 1] != here) or (
                    y + 1 < height and pixels[(y + 1) * width + x] != here):
                places.update((a, b) for a in range(max(x - reach + 1, 0), min(x + reach + 1, width))
                              for b in range(max(y - reach + 1, 0), min(y + reach + 1, height)))
    return places
