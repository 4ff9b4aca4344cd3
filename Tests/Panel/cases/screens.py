"""Several panels at once: each with its own picture, touches and cable."""
import json

from harness.case import case
from harness.images import GREEN, RED, WHITE, at

SETTINGS = "VITRINE_CONNECTOR=Virtual-1,Virtual-2 VITRINE_TOUCH_RESAMPLING=off"
# Ties every touch screen to the second panel, as an installer's udev rule does.
RULE = """
mkdir -p /run/udev/rules.d
echo 'ENV{ID_INPUT_TOUCHSCREEN}=="1", ENV{WL_OUTPUT}="Virtual-2"' >/run/udev/rules.d/99-output.rules
udevadm control --reload
"""
TOUCH = """plug touch
wait-open touch
down 0 100 100
sync
up 0
sync
sleep 300
"""


@case("screens-two", "qemu")
def two(test):
    """Two panels on one card: each shows its own window at its own size; a finger on the second reaches the second."""
    run = test.qemu(RULE + """
vm-host resize 640 400 1
sleep 1
launch %s PanelProbe screens
ready
await_line 20 "screen 640x400" "$VM_OUT/program.out"
sleep 2
screenshot first
vm-screenshot second 1 || fail "no screenshot"
touch_screen
await_line 20 "other ended" "$VM_OUT/program.out"
tool() { "$PROGRAMS/vitrine" "$@"; }
tool screenshot "$VM_OUT/tool-1.png" || fail "no picture of the first screen"
tool screenshot --screen Virtual-2 "$VM_OUT/tool-2.png" || fail "no picture of the second screen"
tool screenshot --screen 3 "$VM_OUT/tool-3.png" 2>"$VM_OUT/refused" && fail "a third screen"
say refused "$(head -n 1 "$VM_OUT/refused")"
tool stats --json >"$VM_OUT/stats.json" || fail "no statistics"
tool inspect --json >"$VM_OUT/tree.json" || fail "no tree"
quit
""" % SETTINGS, touches=TOUCH, options=["--outputs", "2"])
    first, second = test.picture("first"), test.picture("second")
    test.equal(first[:2], (800, 480), "size of the first")
    test.equal(second[:2], (640, 400), "size of the second")
    test.equal(at(first, (50, 50), (400, 300)), [RED, WHITE], "the first panel")
    test.equal(at(second, (50, 50), (320, 200), (635, 395)), [GREEN, RED, GREEN], "the second panel")
    lines = run.file("program.out")
    # 100, 100 of 800x480 on 640x400.
    test.matches(lines, "other began 80 83", "other ended 80 83")
    test.check("began 1" not in lines, "the finger was heard on the first panel, too: " + lines)
    for name, panel in (("tool-1", first), ("tool-2", second)):
        test.check(test.picture(name) == panel, "%s.png is not what the panel shows" % name)
    test.matches(run.said("refused"), "no screen", "Virtual-2")
    others = json.loads(run.file("stats.json"))["other_screens"]
    test.equal([(o["number"], o["display"]["connector"]) for o in others], [(2, "Virtual-2")], "screens of the statistics")
    test.check(others[0]["frames"]["shown"] > 0, "frames of the second screen: %s" % others[0]["frames"])
    windows = json.loads(run.file("tree.json"))["tree"]["other_screens"][0]["windows"]
    test.check(len(windows) == 1, "windows of the second screen: %d" % len(windows))


@case("screens-unplugged", "qemu")
def unplugged(test):
    """The second panel is unplugged: the first goes on; plugged in again, with another size, it is back."""
    run = test.qemu("""
vm-host resize 640 400 1
sleep 1
launch %s PanelProbe screens
ready
await_line 20 "screen 640x400" "$VM_OUT/program.out"
sleep 1
vm-host resize 0 0 1
await_line 20 "screen left" "$VM_OUT/program.out"
kill -0 $program || fail "the program ended"
screenshot alone
vm-host resize 1024 600 1
await_line 20 "screen 1024x600" "$VM_OUT/program.out"
sleep 2
vm-screenshot again 1 || fail "no screenshot"
vm-host resize 0 0 0
sleep 2
vm-screenshot without 1 || fail "no screenshot"
vm-host resize 800 480 0
sleep 2
screenshot back
quit
""" % SETTINGS, options=["--outputs", "2"])
    test.equal(at(test.picture("alone"), (50, 50), (400, 300)), [RED, WHITE], "the first panel alone")
    again = test.picture("again")
    test.equal(again[:2], (1024, 600), "size of the second")
    test.equal(at(again, (1000, 580)), [GREEN], "its window fills it")
    test.equal(at(test.picture("without"), (1000, 580)), [GREEN], "the second without the first")
    test.equal(at(test.picture("back"), (50, 50), (400, 300)), [RED, WHITE], "the first one back")
    test.equal(run.file("program.err").count("Fatal"), 0, "crashes")


@case("screens-late", "qemu")
def late(test):
    """Started with one panel: the other one comes when it is plugged in, and the process leaves nothing behind."""
    test.qemu("""
launch %s PanelProbe screens
ready
vm-host resize 640 400 1
await_line 20 "screen 640x400" "$VM_OUT/program.out"
sleep 2
vm-screenshot second 1 || fail "no screenshot"
quit
vm-kms flip 5 >"$VM_OUT/other" 2>&1 || fail "the display is not free afterwards: $(cat "$VM_OUT/other")"
""" % SETTINGS, options=["--outputs", "2"])
    test.equal(at(test.picture("second"), (50, 50), (320, 200)), [GREEN, RED], "the second panel")


@case("screens-terminal-switch", "qemu")
def switched(test):
    """Another virtual terminal is shown for a while: both panels are given up, another program is master, both come back."""
    test.qemu("""
to() { python3 -c 'import fcntl,os,sys; fcntl.ioctl(os.open("/dev/tty0",os.O_RDWR),0x5606,int(sys.argv[1]))' $1; }
on() { await_state 20 tty$1 cat /sys/class/tty/tty0/active; }
vm-host resize 640 400 1
sleep 1
launch VITRINE_VT_SWITCH=on %s PanelProbe screens
ready
await_line 20 "screen 640x400" "$VM_OUT/program.out"
sleep 1
to 2
on 2
vm-kms flip 5 >"$VM_OUT/other" 2>&1 || fail "another program cannot be master: $(cat "$VM_OUT/other")"
to 1
on 1
sleep 3
screenshot first
vm-screenshot second 1 || fail "no screenshot"
quit
await_state 10 "text unicode kernel" vm-tty
""" % SETTINGS, options=["--outputs", "2"])
    test.equal(at(test.picture("first"), (50, 50), (400, 300)), [RED, WHITE], "the first panel")
    test.equal(at(test.picture("second"), (50, 50), (320, 200)), [GREEN, RED], "the second panel")


@case("screens-by-seatd", ("qemu", "seatd"), long=True)
def by_seatd(test):
    """Both panels through seatd, by a program without rights: leases of a card that the seat opened; away and back."""
    test.qemu("""
to() { python3 -c 'import fcntl,os,sys; fcntl.ioctl(os.open("/dev/tty0",os.O_RDWR),0x5606,int(sys.argv[1]))' $1; }
on() { await_state 20 tty$1 cat /sys/class/tty/tty0/active; }
vm-host resize 640 400 1
sleep 1
seatd -g nogroup >"$VM_OUT/seatd.log" 2>&1 &
await /run/seatd.sock 10
RUN_AS="setpriv --reuid=nobody --regid=nogroup --clear-groups"
launch VITRINE_SEAT=libseat LIBSEAT_BACKEND=seatd %s PanelProbe screens
ready
await_line 20 "screen 640x400" "$VM_OUT/program.out"
sleep 2
screenshot first
vm-screenshot second 1 || fail "no screenshot"
to 2
on 2
vm-kms flip 5 >"$VM_OUT/other" 2>&1 || fail "another program cannot be master: $(cat "$VM_OUT/other")"
to 1
on 1
sleep 4
screenshot first-back
vm-screenshot second-back 1 || fail "no screenshot"
quit
""" % SETTINGS, options=["--outputs", "2"])
    for name in ("first", "first-back"):
        test.equal(at(test.picture(name), (50, 50), (400, 300)), [RED, WHITE], name)
    for name in ("second", "second-back"):
        test.equal(at(test.picture(name), (50, 50), (320, 200)), [GREEN, RED], name)


@case("pointer-in-the-cursor-plane", "qemu")
def cursor(test):
    """A mouse moves: the arrow is in the cursor plane, and no frame is made for it."""
    run = test.qemu("""
launch PanelProbe still
ready
mount -t debugfs none /sys/kernel/debug 2>/dev/null || true
state() { grep -A28 'plane-1' /sys/kernel/debug/dri/0/state; }
shown() { state | grep -q AR24; }
hidden() { ! shown; }
# The arrow goes with the mouse.
vm-touch - <<END &
plug mouse
wait-open mouse
rel 10 10
wait-file $VM_OUT/enough 60000
END
until_true 30 shown || fail "no cursor: $(state)"
state >"$VM_OUT/planes"
screenshot squares
touch "$VM_OUT/enough"
until_true 20 hidden || fail "the cursor stays: $(state)"
quit
""")
    # A screenshot of the display device has no hardware cursor in it: with one that was composed it would not fit.
    test.expect_image("squares-800x480", test.picture("squares"))
    # A little right of and below the middle of 800x480: how far libinput takes the mouse is its own affair.
    test.matches(run.file("planes"), "crtc-pos=64x64\\+40[0-9]\\+24[0-9]")
