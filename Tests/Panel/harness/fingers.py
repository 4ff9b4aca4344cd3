"""Fingers as a script tells them and as a view saw them."""


class Finger:
    """A finger that goes in a straight line; panel pixels."""

    def __init__(self, slot, start, end):
        self.slot, self.start, self.end = slot, start, end


def script(fingers, ms=300, before="plug touch\nwait-open touch\nsleep 100\n", after="sleep 300\nunplug touch\n"):
    """All fingers down in one report, together along their lines, up in one report."""
    lines = ["down %d %d %d" % ((f.slot,) + f.start) for f in fingers] + ["sync"]
    lines.append("glide %d %s" % (ms, " ".join("%d %d %d" % ((f.slot,) + f.end) for f in fingers)))
    lines += ["up %d" % f.slot for f in fingers] + ["sync"]
    return before + "\n".join(lines) + "\n" + after


def seen(text):
    """What the probe printed: (phase, number, x, y, seconds) a line; points."""
    lines = [l.split() for l in text.splitlines() if l.split(" ", 1)[0] in ("began", "moved", "ended", "cancelled")]
    return [(w[0], int(w[1]), float(w[2]), float(w[3]), float(w[4])) for w in lines]


def compare(test, text, fingers, to_points=lambda p: p, distance=0.51):
    """Each finger's story, as the view saw it, is the script's: one beginning at its start, moves along its line and
    never back, one end at its end. to_points: from panel pixels; distance: how far off in x or y, points."""
    events = seen(text)
    lines = [(to_points(f.start), to_points(f.end)) for f in fingers]
    lines.sort()                           # the probe numbers the fingers of one report from left to right
    test.equal(sorted({e[1] for e in events}), list(range(1, len(fingers) + 1)), "the touches the view saw")
    in_order(test, events)
    for number, (start, end) in enumerate(lines, 1):
        own = [e for e in events if e[1] == number]
        phases = [e[0] for e in own]
        who = "touch %d" % number
        test.check(phases[0] == "began" and phases[-1] == "ended" and set(phases[1:-1]) == {"moved"},
                   "%s went through %s" % (who, " ".join(phases)))
        near(test, own[0][2:4], start, who + " began", distance)
        near(test, own[-1][2:4], end, who + " ended", distance)
        progress = [along(test, e[2:4], start, end, who) for e in own]
        test.check(progress == sorted(progress), "%s went back" % who)


def in_order(test, events):
    """Times of touches that are where their reports say (not resampled): no call's are before those of any call before it.
    Within one call a finger that did not move in the frame's last report keeps its time while others have a newer one. A call
    is told finger by finger, from the first to the last, so it ends where the number does not grow or the phase is another."""
    newest = newest_before = 0
    last = None
    for event in events:
        if last is None or event[1] <= last[1] or event[0] != last[0]:
            newest_before = newest
        test.check(event[4] >= newest_before, "the time of touch %d, %.6f, is before %.6f of a call before it" %
                   (event[1], event[4], newest_before))
        newest = max(newest, event[4])
        last = event


def near(test, point, expected, what, distance):
    test.check(abs(point[0] - expected[0]) <= distance and abs(point[1] - expected[1]) <= distance,
               "%s at (%.1f, %.1f), expected (%.1f, %.1f)" % ((what,) + tuple(point) + tuple(expected)))


def along(test, point, start, end, who):
    """How far along the line the point is, 0 to 1; it must lie on it (to a pixel, which is what the panel tells)."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = dx * dx + dy * dy
    t = ((point[0] - start[0]) * dx + (point[1] - start[1]) * dy) / length
    off = abs((point[0] - start[0]) * dy - (point[1] - start[1]) * dx) / length ** 0.5
    test.check(off <= 1.01 and -0.02 <= t <= 1.02, "%s left its line: (%.1f, %.1f)" % ((who,) + tuple(point)))
    return round(t, 2)
