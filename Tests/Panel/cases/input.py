"""Keyboards, mice, ten fingers and broken devices through the kernel: uinput, udev, libinput, and on to the program."""
import os

from harness import fingers
from harness.case import case
from harness.fingers import Finger

TEN = [Finger(slot, (40 + 75 * slot, 400), (60 + 75 * slot, 120 + 20 * slot)) for slot in range(10)]


def told(run, word):
    """The lines of the program that begin with the word, without it."""
    return [line.split(" ", 1)[1] for line in run.file("program.out").splitlines() if line.startswith(word + " ")]


def launch(what, settings=""):
    return "launch %s PanelProbe %s\nready\ntouch_screen\nsleep 1\nquit\n" % (settings, what)


@case("keyboard-types", "uml")
def keyboard(test):
    """A keyboard plugged in after the start types into a view; pulled out with a key held, that key neither repeats nor keeps a
    second keyboard from typing on (libinput lets it go)."""
    script = """
plug keyboard
wait-open keyboard
key h tap
key leftshift down
key i tap
key leftshift up
key 1 tap
key backspace tap
key f1 down
sleep 100
unplug keyboard
sleep 300
plug keyboard
wait-open keyboard
key a tap
sleep 200
"""
    run = test.uml(launch("keys"), touches=script)
    test.equal([line for line in run.file("program.out").splitlines() if line],
               ["text h", "text hI", "text hI1", "text hI", "f1 down", "text hIa"], "what the view was told")


@case("mouse-hovers-clicks-scrolls", "uml")
def mouse(test):
    """A mouse hovers, clicks with two buttons, turns its wheel; the arrow is on the panel, and gone once a finger lands."""
    script = """
plug mouse
wait-open mouse
rel -300 -140
sleep 100
button left down
sleep 30
button left up
sleep 800
button right down
sleep 30
button right up
sleep 100
say clicked
wait-file /run/shown
rel 400 0
sleep 100
wheel -3
sleep 1000
unplug mouse
plug touch
wait-open touch
down 0 200 400
sync
sleep 50
up 0
sync
sleep 300
"""
    # In the cursor plane it would not be in a screenshot.
    run = test.uml("""
launch VITRINE_CURSOR_PLANE=off PanelProbe pointer
ready
vm-touch "$TOUCHES" >"$VM_OUT/touch.log" 2>&1 &
await_line 30 clicked "$VM_OUT/touch.log"
screenshot arrow
: >/run/shown
wait $!
quit
""", touches=script)
    clicks = told(run, "click")
    test.equal([click.split()[0] for click in clicks], ["1", "2", "0"], "buttons of the clicks, the last by a finger")
    hovers = [tuple(map(int, line.split())) for line in told(run, "hover")]
    test.equal(hovers[0][0], 1, "the first state")
    test.equal(hovers[-1][0], 3, "the last state")
    x, y = hovers[0][1:]
    test.equal(clicks[0].split()[1:], [str(x), str(y)], "where it clicked")
    test.equal(told(run, "scroll"), ["144"], "where the content came to rest")
    width, height, rgb = test.picture("arrow")
    at = (y + 6) * width + x + 2
    test.equal(tuple(rgb[at * 3:at * 3 + 3]), (0, 0, 0), "the arrow's body")


@case("ten-fingers-vkms", "uml")
def ten_fingers(test):
    """Two hands: ten touches, each began once, moved along its line, ended once."""
    run = test.uml("launch VITRINE_TOUCH_RESAMPLING=off PanelProbe touches\nready\ntouch_screen\nquit\n",
                   touches=fingers.script(TEN))
    fingers.compare(test, run.file("program.out"), TEN)


def dragged(test, settings):
    run = test.uml(launch("drag", settings), virtual=True, touches="""
plug touch
wait-open touch
sleep 100
down 0 100 100
sync
glide 2000 0 700 400
glide 2000 0 100 300
up 0
sync
sleep 3000
""")
    line = told(run, "latency")
    test.check(line, "the program printed no latency")
    count, p50, p95, p99, greatest = map(float, line[0].split())
    test.check(count > 200, "only %d frames showed the finger" % count)
    test.check(p99 <= 25, "latency p50 %.2f, p95 %.2f, p99 %.2f, greatest %.2f ms; a frame and a half is 25" %
               (p50, p95, p99, greatest))
    test.equal(told(run, "missed"), ["0"], "missed refreshes")
    print("latency: p50 %.2f, p95 %.2f, p99 %.2f, greatest %.2f ms in %d frames" % (p50, p95, p99, greatest, count))


@case("latency-resampled", "uml")
def latency_resampled(test):
    """In virtual time a dragged view is seen at most one and a half frames after the finger was there, at the 99th percentile."""
    dragged(test, "")


@case("latency-newest-report", "uml")
def latency_newest(test):
    """The same without resampling."""
    dragged(test, "VITRINE_TOUCH_RESAMPLING=off")


def whole_stories(test, run, least):
    """Every touch began once and is over once, in this order; at least so many."""
    story = fingers.seen(run.file("program.out"))
    phases = {}
    for event in story:
        phases.setdefault(event[1], []).append(event[0])
    for number, own in phases.items():
        test.check(own[0] == "began" and own[-1] in ("ended", "cancelled") and set(own[1:-1]) <= {"moved"},
                   "touch %d went through %s" % (number, " ".join(own)))
    test.check(len(phases) >= least, "only %d touches were seen" % len(phases))
    for event in story:
        test.check(0 <= event[2] <= 800 and 0 <= event[3] <= 480, "a touch at (%.1f, %.1f)" % event[2:4])
    return story


BEFORE = "plug touch\nwait-open touch\nsleep 100\n"
AFTER = "\nsleep 100\ndown 5 300 300\nsync\nsleep 50\nup 5\nsync\nsleep 300\nunplug touch\n"


@case("touch-out-of-range", "uml")
def out_of_range(test):
    """Positions beyond the device's own range are at the panel's edge."""
    run = test.uml(launch("touches"), touches=BEFORE + """
down 0 400 200
sync
raw x 100000
raw y -100000
sync
sleep 50
up 0
sync""" + AFTER)
    story = whole_stories(test, run, 2)
    test.check(story[-1][0] == "ended", "the finger after it was not seen")
    test.equal(run.file("program.err").count("outside of its range"), 1, "lines about places outside of its range")


@case("touch-slot-twice", "uml")
def slot_twice(test):
    """A slot gets another finger without the first one's release: no story is told twice, and none stays open."""
    run = test.uml(launch("touches"), touches=BEFORE + """
down 0 100 100
sync
sleep 50
raw slot 0
raw id 4711
raw x 600
raw y 300
sync
sleep 50
up 0
sync""" + AFTER)
    whole_stories(test, run, 2)


@case("touch-release-missing", "uml")
def release_missing(test):
    """The device goes without releasing its finger: cancelled; nothing sticks."""
    run = test.uml(launch("touches"), touches=BEFORE + "down 0 100 100\nsync\nsleep 100\nunplug touch\nsleep 200\n" +
                   BEFORE + AFTER)
    story = whole_stories(test, run, 2)
    test.equal([e[0] for e in story if e[1] == 1][-1], "cancelled", "how the first touch ended")


@case("touch-slots-that-are-none", "uml")
def no_such_slot(test):
    """Slots the device does not have, releases of fingers that are not down: nothing is made of them."""
    run = test.uml(launch("touches"), touches=BEFORE + """
raw slot 99
raw id 7
raw x 10
sync
raw slot 3
raw id -1
sync
raw slot -5
raw id -1
sync
raw slot 0""" + AFTER)
    whole_stories(test, run, 1)


@case("touch-thousand-reports-a-second", "uml")
def thousand(test):
    """A panel of a thousand reports a second: one story, moves once a frame."""
    run = test.uml(launch("touches"), touches=BEFORE + "down 0 100 100\nsync\n" +
                   "".join("sleep 1\nmove 0 %d 100\nsync\n" % (100 + step // 2) for step in range(1000)) + "up 0\nsync" + AFTER)
    story = whole_stories(test, run, 2)
    moves = [e for e in story if e[:2] == ("moved", 1)]
    seconds = moves[-1][4] - moves[0][4]
    test.check(len(moves) <= seconds * 60 + 4, "%d moves in %.2f seconds of 60 frames" % (len(moves), seconds))


@case("touch-device-without-size", "uml")
def without_size(test):
    """A device whose axes reach nowhere is refused with one line in the log; another one works."""
    run = test.uml("""
launch PanelProbe touches
ready
vm-touch --size 1 1 --name broken - <<S || fail "no broken device"
plug touch
sleep 1000
unplug touch
S
touch_screen
quit
""", touches=fingers.script([Finger(0, (100, 100), (200, 150))]))
    whole_stories(test, run, 1)
    lines = [line for line in run.file("program.err").splitlines() if "broken" in line]
    test.check(1 <= len(lines) <= 2, "the log says of it: %s" % lines)


@case("pen-hovers-and-writes", "uml")
def pen(test):
    """A pen comes near, leans, writes and goes: it hovers with its distance, touches with its force, and hovers again."""
    run = test.uml(launch("pointer"), touches="""
plug pen
wait-open pen
pen tilt 30 0
pen near 20 20
sleep 20
pen away
sleep 100
pen near 100 200 80
sleep 30
pen near 120 200 20
sleep 30
pen button
pen down 120 200 50
sleep 30
pen button
pen move 170 230 80
sleep 30
pen move 220 260 81
sleep 30
pen up
sleep 30
pen near 250 200 40
sleep 30
pen away
sleep 200
""", virtual=True)
    side = [line.split() for line in run.file("program.out").splitlines() if line.startswith("side")]
    # libinput evens out where it hovers.
    test.check(len(side) == 2 and len(side[0]) == 3 and 100 <= int(side[0][1]) <= 120 and abs(int(side[0][2]) - 200) <= 1
               and side[1] == ["side"], "presses of its side button, above the panel and on it: %s" % side)
    # Until a pen has gone away properly once, libinput takes one that is quiet for 50 ms to be gone.
    hovers = [tuple(map(int, line.split())) for line in told(run, "hover")]
    states = [h[0] for h in hovers if h[0] != 2]
    test.equal(states, [1, 3, 1, 3, 1, 3], "beginnings and ends: for a moment, before the writing, after it")
    second = [h for h in hovers if h[0] == 1][1]
    test.check(abs(second[1] - 100) <= 1 and abs(second[2] - 200) <= 1, "it came near at %s" % (second,))
    above = [tuple(map(int, line.split())) for line in told(run, "above")]
    distances = [a[0] for a in above]
    test.check(any(abs(d - 80) <= 2 for d in distances) and any(abs(d - 20) <= 2 for d in distances), "distances: %s" % above)
    test.check(abs(above[0][1] - 60) <= 2 and abs(above[0][2]) <= 2, "it leans by 30 degrees to the right: %s" % (above[0],))
    touches = [tuple(map(int, line.split())) for line in told(run, "pen")]
    test.equal([t[0] for t in touches if t[0] != 1], [0, 3], "phases of the touch, moves left out")
    test.check(abs(touches[0][1] - 120) <= 1 and abs(touches[0][2] - 200) <= 1, "it began at %s" % (touches[0],))
    # libinput evens out its way; it ends where it lifts.
    test.check(abs(touches[-1][1] - 220) <= 1 and abs(touches[-1][2] - 260) <= 1, "it ended at %s" % (touches[-1],))
    test.check(40 <= touches[0][3] <= 55 and max(t[3] for t in touches) >= 75, "forces: %s" % [t[3] for t in touches])
    test.check(abs(touches[0][4] - 60) <= 2, "its altitude: %s" % (touches[0],))


@case("eraser-is-a-pen", "uml")
def eraser(test):
    """The other end of a pen hovers and touches as its tip does: Apple knows no eraser, and no touch is lost."""
    run = test.uml(launch("pointer"), touches="""
plug pen
wait-open pen
pen tool eraser
pen near 20 20
sleep 20
pen away
sleep 100
pen near 100 200 80
sleep 30
pen down 120 200 50
sleep 30
pen move 170 230 80
sleep 30
pen up
sleep 30
pen away
sleep 200
""", virtual=True)
    states = [int(line.split()[0]) for line in told(run, "hover")]
    test.equal([state for state in states if state != 2], [1, 3, 1, 3], "beginnings and ends of its hovering")
    touches = [tuple(map(int, line.split())) for line in told(run, "pen")]
    test.equal([t[0] for t in touches if t[0] != 1], [0, 3], "phases of the touch, moves left out")
    test.check(40 <= touches[0][3] <= 55, "its force: %s" % (touches[0],))


@case("trackpad-pinches", "uml")
def trackpad(test):
    """Two fingers on a trackpad that go apart pinch, and two that go along scroll; the kernel, libinput and the view agree."""
    run = test.uml(launch("pointer"), touches="""
plug mouse
plug pad
wait-open pad
rel -300 -140
sleep 300
pad 400 45 30 55 30  25 30 75 30
sleep 500
unplug pad
unplug mouse
sleep 200
""")
    pinches = [tuple(map(int, line.split())) for line in told(run, "pinch")]
    test.check(pinches, "nothing was pinched")
    test.equal([p[0] for p in pinches if p[0] != 2], [1, 3], "states of the pinch, changes left out")
    test.check(pinches[-1][1] >= 200, "fingers five times as far apart are a scale of %d percent" % pinches[-1][1])
    sizes = [p[1] for p in pinches]
    test.check(sizes == sorted(sizes), "scales: %s" % sizes)


HALF = "-1 0 1 0 -1 1"
UDEV = """
mkdir -p /run/udev/rules.d
echo 'SUBSYSTEM=="input", ENV{ID_INPUT_TOUCHSCREEN}=="1", ENV{LIBINPUT_CALIBRATION_MATRIX}="%s"' >/run/udev/rules.d/99-matrix.rules
udevadm control --reload
""" % HALF
NO_UDEV = "\nrm -f /run/udev/rules.d/99-matrix.rules\nudevadm control --reload\n"


@case("touch-matrices", "uml")
def matrices(test):
    """A half turn by udev, by the board's settings, by both and by neither: applied once, once, once and not at all; where both
    say it, the log does."""
    finger = [Finger(0, (100, 100), (200, 150))]
    parts = []
    for name, before, board in (("neither", NO_UDEV, False), ("board", NO_UDEV, True), ("udev", UDEV, False), ("both", UDEV, True)):
        board_line = "export VITRINE_TOUCH_MATRIX='%s'" % HALF if board else "unset VITRINE_TOUCH_MATRIX"
        parts.append(before + board_line + """
launch VITRINE_TOUCH_RESAMPLING=off PanelProbe touches
ready
touch_screen
quit
mv "$VM_OUT/program.out" "$VM_OUT/%s.out"
mv "$VM_OUT/program.err" "$VM_OUT/%s.err"
""" % (name, name))
    run = test.uml("".join(parts), touches=fingers.script(finger))
    for name in ("neither", "board", "udev", "both"):
        turned = name != "neither"
        fingers.compare(test, run.file(name + ".out"), finger, (lambda p: (800 - p[0], 480 - p[1])) if turned else (lambda p: p),
                        distance=1.01)
        told_of_it = [l for l in run.file(name + ".err").splitlines() if "LIBINPUT_CALIBRATION_MATRIX" in l]
        test.equal(len(told_of_it), 1 if name == "both" else 0, "lines about two matrices, with %s" % name)


@case("touch-screen-with-other-axes", "uml")
def other_axes(test):
    """A touch screen is replugged with other axis ranges: they are read anew, and fingers are where they are on the panel."""
    first = [Finger(0, (100, 100), (200, 150))]
    wide = [Finger(0, (512, 900), (1024, 1350))]        # of 4096 x 4320
    run = test.uml("""
launch VITRINE_TOUCH_RESAMPLING=off PanelProbe touches
ready
touch_screen
mv "$VM_OUT/program.out" "$VM_OUT/first.out"
cat >"$VM_OUT/wide.script" <<'S'
%sS
vm-touch --size 4096 4320 --mm 100 60 "$VM_OUT/wide.script" >"$VM_OUT/touch.log" 2>&1 || fail "$(cat "$VM_OUT/touch.log")"
sleep 0.5
quit
""" % fingers.script(wide), touches=fingers.script(first))
    # What the program writes goes on in the file it has open.
    events = fingers.seen(run.file("first.out"))
    later = [e for e in events if e[1] > 1]
    test.equal(sorted({e[1] for e in events}), [1, 2], "the touches the view saw")
    for event, expected in ((later[0], (100, 100)), (later[-1], (200, 150))):
        fingers.near(test, event[2:4], expected, "the second finger " + event[0], 0.51)
    ends = [e for e in events if e[1] == 1]
    fingers.near(test, ends[0][2:4], (100, 100), "the first finger", 0.51)


@case("script-of-mouse-and-pen")
def script_of_pointers(test):
    """On a headless panel a script's mouse, trackpad and pen do to a program what real ones do; twice the same in virtual time."""
    script = os.path.join(test.folder, "pointers.script")
    with open(script, "w") as f:
        f.write("""at 100
hover 100 250
sleep 50
rel 50 -20
sleep 50
button left down
sleep 30
button left up
sleep 500
hover 600 200
sleep 50
wheel -3
sleep 1000
hover 100 100
sleep 50
pinch 150 30
sleep 50
pinch end
sleep 50
pen tilt 30 0
pen near 100 200 80
sleep 50
pen down 120 200 50
sleep 50
pen move 220 260 80
sleep 50
pen up
pen away
unplug mouse
""")
    settings = {"VITRINE_OUTPUT": "headless", "VITRINE_PANEL": "800x480", "VITRINE_UNTIL": "4", "VITRINE_CLOCK": "virtual",
                "VITRINE_CONTACTS": script}
    runs = [test.on_host("PanelProbe", "pointer", env=settings) for _ in range(2)]
    test.equal(runs[0].out.splitlines(), [
        "hover 1 100 250", "hover 2 150 230", "click 1 150 230", "hover 2 600 200", "scroll 144", "hover 2 100 100",
        "pinch 1 150", "turn 1 30", "pinch 3 150", "turn 3 30", "hover 2 100 200", "above 80 60 0", "hover 3 100 200",
        "above 80 60 0", "pen 0 120 200 50 60 0", "pen 1 220 260 80 60 0", "pen 3 220 260 80 60 0"], "what the program was told")
    test.equal(runs[1].out, runs[0].out, "the second run")
