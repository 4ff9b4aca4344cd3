"""Keyboards, mice, ten fingers and broken devices through the kernel: uinput, udev, libinput, and on to the program."""
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
    run = test.uml("""
launch PanelProbe pointer
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
