"""Fingers through the kernel: uinput, udev, libinput, and on to the view under them."""
import re

from harness import fingers, streams
from harness.case import case
from harness.fingers import Finger

TWO = [Finger(0, (100, 100), (200, 150)), Finger(3, (500, 400), (600, 300))]
FIVE = [Finger(0, (100, 400), (120, 300)), Finger(1, (200, 300), (220, 200)), Finger(2, (300, 250), (320, 150)),
        Finger(3, (400, 250), (420, 150)), Finger(4, (500, 350), (520, 250))]
# Fingers where the device says they are: resampled to frames they are ahead of it.
LISTEN = "launch VITRINE_TOUCH_RESAMPLING=off %s PanelProbe touches\nready\ntouch_screen\nquit\n"


def touched(test, machine, hand, settings="", to_points=lambda p: p, distance=0.51, **options):
    run = machine(LISTEN % settings, touches=fingers.script(hand), **options)
    fingers.compare(test, run.file("program.out"), hand, to_points, distance)
    return run


@case("two-fingers-virtio", "qemu")
def two_fingers_virtio(test):
    """Two fingers down in one report, drawn along and lifted: the view sees just that."""
    touched(test, test.qemu, TWO)


@case("five-fingers-virtio", "qemu")
def five_fingers_virtio(test):
    """A whole hand."""
    touched(test, test.qemu, FIVE)


@case("two-fingers-vkms", "uml")
def two_fingers_vkms(test):
    """Two fingers at the speed of the host."""
    touched(test, test.uml, TWO)


@case("five-fingers-vkms", "uml")
def five_fingers_vkms(test):
    """A whole hand at the speed of the host."""
    touched(test, test.uml, FIVE)


@case("fingers-at-two-pixels-a-point", "uml")
def fingers_scaled(test):
    """On a panel with two pixels a point, views see points."""
    touched(test, test.uml, TWO, "VITRINE_PANEL=800x480@2", to_points=lambda p: (p[0] / 2, p[1] / 2))


@case("fingers-on-a-turned-panel", "uml")
def fingers_turned(test):
    """The rotation that turns the picture turns the fingers too, once."""
    # Turned clockwise: the screen's top edge is the panel's right edge.
    touched(test, test.uml, TWO, "VITRINE_ROTATION=90", to_points=lambda p: (p[1], 800 - p[0]), distance=1.01)


@case("fingers-the-same-twice", "uml")
def fingers_twice(test):
    """In virtual time, two runs of one script give one story."""
    runs = []
    for _ in range(2):
        run = touched(test, test.uml, FIVE, virtual=True)
        runs.append(fingers.seen(run.file("program.out")))
        open(test.folder + "/program.out", "w").close()
    for number, (first, second) in enumerate(zip(*runs), 1):
        test.equal(second[:4], first[:4], "line %d of the second run" % number)
        # The microsecond is where the kernel rounds.
        test.check(abs(second[4] - runs[1][0][4] - first[4] + runs[0][0][4]) < 5e-6,
                   "line %d of the second run came at another time" % number)
    test.equal(len(runs[1]), len(runs[0]), "lines of the second run")


@case("touch-screen-pulled-out", "uml")
def pulled_out(test):
    """The touch screen disappears under two fingers: both are cancelled, once; a new one works at once."""
    moving = ["down %d %d %d" % ((f.slot,) + f.start) for f in TWO] + ["sync", "glide 100 %s" % " ".join(
        "%d %d %d" % ((f.slot,) + f.end) for f in TWO)]
    again = fingers.script([Finger(0, (300, 300), (350, 350))])
    script = "plug touch\nwait-open touch\nsleep 100\n" + "\n".join(moving) + "\nunplug touch\nsleep 300\n" + again
    run = test.uml(LISTEN % "", touches=script)
    story = fingers.seen(run.file("program.out"))
    ends = [(e[1], e[0]) for e in story if e[0] in ("ended", "cancelled")]
    test.equal(sorted(ends), [(1, "cancelled"), (2, "cancelled"), (3, "ended")], "how the touches ended")


@case("main-thread-that-sleeps-under-taps", "uml")
def sleeps(test):
    """C37: the main thread stands still for three seconds while two fingers tap six times: afterwards it is told of each contact's
    beginning and end, no finger is left over, nothing comes twice, and the next tap works."""
    run = test.uml("""
launch VITRINE_TOUCH_RESAMPLING=off PanelProbe touches
ready
vm-touch "$TOUCHES" >"$VM_OUT/touch.log" 2>&1 &
toucher=$!
await_line 20 ready "$VM_OUT/touch.log"
vm-hold $program 3000 >/run/held &
holder=$!
await_line 10 held /run/held
: >/run/tap
await_line 20 tapped "$VM_OUT/touch.log"
say while "$(grep -c began "$VM_OUT/program.out")"
kill -0 $holder || fail "the main thread went on before the last tap"
wait $holder
: >/run/after
wait $toucher
quit
""", virtual=True, touches="plug touch\nwait-open touch\nsay ready\nwait-file /run/tap\n" + "".join(
        "down 0 %d 200\ndown 1 %d 300\nsync\nsleep 80\nup 0\nup 1\nsync\nsleep 150\n" % (x, x + 300)
        for x in range(120, 420, 50)) + "say tapped\nwait-file /run/after\nsleep 200\n"
        "down 0 600 400\nsync\nsleep 80\nup 0\nsync\nsleep 300\nunplug touch\n")
    test.equal(run.said("while"), "0", "touches the program saw while its main thread stood still")
    story = fingers.seen(run.file("program.out"))
    test.equal([e[0] for e in story if e[0] != "moved"][-2:], ["began", "ended"], "the tap afterwards")
    begun = [(round(e[2]), round(e[3])) for e in story if e[0] == "began"]
    places = [p for x in range(120, 420, 50) for p in ((x, 200), (x + 300, 300))]
    test.equal(begun, places + [(600, 400)], "where touches began")
    ends = sorted(e[1] for e in story if e[0] == "ended")
    test.equal(ends, list(range(1, 14)), "the touches that ended")
    times = [e[4] for e in story if e[0] == "began"]
    test.check(times[10] - times[0] > 1, "the taps' times are those of their telling: %s" % times)


@case("touch-reader-overrun", "uml")
def overrun(test):
    """The kernel drops events while the program is stopped: no finger is left over, the next one works."""
    run = test.uml("""
launch PanelProbe touches
ready
vm-touch - <<S >"$VM_OUT/touch.log" 2>&1 &
plug touch
wait-open touch
down 0 100 100
sync
sleep 200
wait-file /run/stopped
burst 4000 0
up 0
sync
sleep 100
wait-file /run/going
sleep 300
down 1 300 300
sync
sleep 50
up 1
sync
sleep 300
S
await_line 20 began "$VM_OUT/program.out"
kill -STOP $program
: >/run/stopped
sleep 1
kill -CONT $program
: >/run/going
wait $!
quit
""")
    story = fingers.seen(run.file("program.out"))
    begun = [e[1] for e in story if e[0] == "began"]
    over = [e[1] for e in story if e[0] in ("ended", "cancelled")]
    test.equal(sorted(over), sorted(begun), "the touches that ended or were cancelled")
    test.check(len(begun) >= 2 and story[-1][0] == "ended", "the finger after the overrun was not seen")
    test.equal(run.file("program.err").count("SYN_DROPPED"), 1, "lines about lost events")


@case("touch-recorded", ("uml", "recorder"))
def recorded(test):
    """`libinput record` beside the program: what the view is told is what the tool wrote down, place for place and to the
    microsecond. That is why its files stand for the device in `Benchmarks touch`."""
    pinch = [p for p in streams.PATHS if p[0] == "pinch"]
    script = "plug touch\nwait-open touch\n" + streams.script(streams.PANELS[0], 100, 3000, pinch) + "sleep 300\n"
    test.uml("""
launch VITRINE_TOUCH_RESAMPLING=off PanelProbe touches
ready
vm-touch --size 4096 4096 "$TOUCHES" >"$VM_OUT/touch.log" 2>&1 &
touch=$!
await_line 10 ' is ' "$VM_OUT/touch.log"
# A shell starts what runs beside it deaf to the signal that ends a recording.
env --default-signal=INT libinput record -o "$VM_OUT/recording.yml" $(sed -n 's/.* is //p' "$VM_OUT/touch.log") &
tool=$!
wait $touch
kill -INT $tool
wait $tool || true
quit
""", touches=script, virtual=True)
    reports, slot, places = {}, 0, {}
    for line in open(test.folder + "/recording.yml"):
        event = re.match(r"\s*- \[\s*(\d+),\s*(\d+),\s*(\d+),\s*(\d+),\s*(-?\d+)\]", line)
        if not event:
            continue
        seconds, micros, kind, code, value = map(int, event.groups())
        if (kind, code) == (3, 47):
            slot = value
        elif (kind, code) in ((3, 53), (3, 54)):
            places.setdefault(slot, [0, 0])[code - 53] = value / 4096 * (800, 480)[code - 53]
        elif (kind, code) == (0, 0):
            reports[seconds * 1000000 + micros] = {s: tuple(p) for s, p in places.items()}
    story = fingers.seen(open(test.folder + "/program.out").read())
    test.equal(sorted(e[0] for e in story if e[0] != "moved"), ["began", "began", "ended", "ended"], "beginnings and ends")
    test.check(len(reports) > 100 and len(story) > 100, "%d reports, %d lines" % (len(reports), len(story)))
    # The tool counts from the first report, the program from the clock's beginning.
    first = round(story[0][4] * 1e6)
    for phase, number, x, y, seconds in story:
        at = round(seconds * 1e6) - first
        report = reports.get(at) or reports.get(at - 1) or reports.get(at + 1)
        test.check(report, "%s %d at %d us is in no report" % (phase, number, at))
        miss = min(max(abs(x - p[0]), abs(y - p[1])) for p in report.values())
        test.check(miss <= 0.051, "%s %d at %d us is %.2f points from where the device said" % (phase, number, at, miss))
