"""Fingers on paths known exactly, as panels of several kinds report them."""
import math
import random

# Pixels of the panel the paths are drawn on.
WIDTH, HEIGHT = 1920, 1080
RATES = (25, 50, 60, 100, 240)
# Between two paths no finger is down, milliseconds.
PAUSE = 250
# The truth is written down this often, milliseconds: on a straight line between two of these no path is off by more than 0.1 pixels.
STEP = 4


class Panel:
    """How a panel reports: its units across and down, the noise of a coordinate in units (never more than twice that), by how
    much its reports come early or late, milliseconds, and how many of a hundred never come."""

    def __init__(self, name, units, noise, lateness, lost):
        self.name, self.units, self.noise, self.lateness, self.lost = name, units, noise, lateness, lost


PANELS = (Panel("fine", (4096, 4096), 1.0, 0.3, 0), Panel("coarse", (800, 480), 0.5, 1.5, 2))


def eased(t):
    """0 to 1 as a hand goes: the course with the least jerk."""
    t = min(max(t, 0), 1)
    return t * t * t * (10 - 15 * t + 6 * t * t)


def flick(direction):
    """Up or down the panel in a straight line; it lifts while it is fast."""
    def place(s):
        share = (1 - math.cos(0.75 * math.pi * s / 0.25)) / (1 - math.cos(0.75 * math.pi))
        return [(960 + 60 * direction * share, 540 + 350 * direction * (2 * share - 1))]
    return place


def circle(s):
    return [(960 + 200 * math.cos(5 * s), 540 + 200 * math.sin(5 * s))]


def zigzag(s):
    """As a hand writes: four strokes a second."""
    return [(400 + 300 * s + 20 * math.sin(19 * s), 540 - 60 * math.cos(8 * math.pi * s))]


def slow(s):
    return [(700 + 60 * s, 600 + 10 * math.sin(2 * s))]


def pinch(s):
    """Two fingers go apart and together again, and turn a little."""
    apart = 80 + 220 * (eased(s / 0.55) - eased((s - 0.65) / 0.55))
    angle = 0.5 + 0.4 * s
    x, y = apart * math.cos(angle), apart * math.sin(angle)
    return [(960 - x, 540 - y), (960 + x, 540 + y)]


# Name, milliseconds, the places of its fingers after so many seconds.
PATHS = (("flick", 250, flick(-1)), ("flick", 250, flick(1)), ("flick", 250, flick(-1)), ("circle", 1500, circle),
         ("zigzag", 1600, zigzag), ("slow", 1000, slow), ("pinch", 1200, pinch))


def timed(paths=PATHS):
    """Each path with the millisecond at which it begins."""
    begin = 0
    for name, length, place in paths:
        yield name, begin, length, place
        begin += length + PAUSE


def truth():
    """The paths as text: `path NAME BEGIN STEP`, milliseconds, then a line for each step with x and y of each finger, pixels."""
    lines = ["# %d x %d pixels; times from the first report" % (WIDTH, HEIGHT)]
    for name, begin, length, place in timed():
        lines.append("path %s %d %d" % (name, begin, STEP))
        for ms in range(0, length + STEP, STEP):
            lines.append(" ".join("%.2f %.2f" % p for p in place(min(ms, length) / 1000)))
    return "\n".join(lines) + "\n"


def script(panel, rate, start, paths=PATHS):
    """What vm-touch has to do, from `start` milliseconds on; the first report is just then."""
    chance = random.Random("%s %d" % (panel.name, rate))
    lines, period, number = [], 1000 / rate, 0
    for name, begin, length, place in timed(paths):
        number = max(number, math.ceil(begin / period - 1e-9))      # the panel looks at its own pace
        fingers, down = range(len(place(0))), False
        while True:
            ms = number * period
            late = 0 if not lines else max(-0.4 * period, min(0.4 * period, chance.gauss(0, panel.lateness)))
            number += 1
            if ms > begin + length:
                lines += ["at %.3f" % (start + ms + late)] + ["up %d" % f for f in fingers] + ["sync"]
                break
            if down and chance.random() * 100 < panel.lost:
                continue
            report = []
            for finger, spot in zip(fingers, place((ms - begin) / 1000)):
                units = [reported(v, size, count, panel.noise, chance)
                         for v, size, count in zip(spot, (WIDTH, HEIGHT), panel.units)]
                report.append("%s %d %d %d" % ("move" if down else "down", finger, units[0], units[1]))
            lines += ["at %.3f" % (start + ms + late)] + report + ["sync"]
            down = True
    return "\n".join(lines) + "\n"


def reported(pixels, size, count, noise, chance):
    off = max(-2 * noise, min(2 * noise, chance.gauss(0, noise)))
    return max(0, min(count - 1, round(pixels / size * count + off)))
