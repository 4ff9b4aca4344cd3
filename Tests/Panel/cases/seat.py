"""The display is given to others and taken back: by virtual terminals, and by a seat daemon."""
from harness import fingers, images
from harness.case import case
from harness.fingers import Finger

# to NUMBER: asks for another virtual terminal, as chvt does
WORDS = """
to() { python3 -c 'import fcntl,os,sys; fcntl.ioctl(os.open("/dev/tty0",os.O_RDWR),0x5606,int(sys.argv[1]))' $1; }
on() { await_state 20 tty$1 cat /sys/class/tty/tty0/active; }
open_files() { ls /proc/$program/fd | wc -l; }
"""


@case("terminal-switch-refused", "qemu")
def refused(test):
    """In a kiosk a request for another virtual terminal changes nothing, whoever makes it."""
    test.qemu(WORDS + """
launch PanelProbe still
ready
to 2
sleep 2
on 1
screenshot squares
quit
to 2
on 2
""")
    test.expect_image("squares-800x480", test.picture("squares"))


@case("terminal-switch-and-back", "qemu")
def away_and_back(test):
    """Where it is allowed: another program is master meanwhile, and the picture is back afterwards; nothing leaks."""
    test.qemu(WORDS + """
launch VITRINE_VT_SWITCH=on PanelProbe motion
ready
before=$(open_files)
for round in 1 2 3 4 5; do
    to 2
    on 2
    [ $round -gt 1 ] || vm-kms flip 5 >"$VM_OUT/other" 2>&1 || fail "another program cannot be master: $(cat "$VM_OUT/other")"
    to 1
    on 1
    sleep 1
done
sleep 2
vm-kms watch 120 >"$VM_OUT/watch" 2>&1 || true
[ "$(open_files)" = "$before" ] || fail "descriptors: $(open_files), and were $before"
kill -0 $program || fail "the program ended"
quit
await_state 10 "text unicode kernel" vm-tty
""")


@case("terminal-switch-still", "qemu")
def still(test):
    """A picture at rest is painted anew on return."""
    test.qemu(WORDS + """
launch VITRINE_VT_SWITCH=on PanelProbe still
ready
to 2
on 2
vm-kms flip 5 >/dev/null 2>&1
to 1
on 1
sleep 3
screenshot squares
quit
""")
    test.expect_image("squares-800x480", test.picture("squares"))


@case("seat-by-seatd", ("qemu", "seatd"))
def by_seatd(test):
    """A program without any right to card and touch devices shows and feels through seatd, and comes back from a switch."""
    hand = [Finger(0, (100, 100), (200, 150))]
    again = [Finger(0, (500, 300), (600, 350))]
    touches = (fingers.script(hand, after="sleep 300\n") + "wait-file /run/back 120000\n" +
               fingers.script(again, before="sleep 100\n", after="sleep 300\nunplug touch\n"))
    run = test.qemu(WORDS + """
seatd -g nogroup >"$VM_OUT/seatd.log" 2>&1 &
await /run/seatd.sock 10
RUN_AS="setpriv --reuid=nobody --regid=nogroup --clear-groups"
launch VITRINE_TOUCH_RESAMPLING=off VITRINE_SEAT=libseat LIBSEAT_BACKEND=seatd PanelProbe touches
ready
vm-touch "$TOUCHES" >"$VM_OUT/touch.log" 2>&1 &
touching=$!
await_line 60 "^ended" "$VM_OUT/program.out"
cp "$VM_OUT/program.out" "$VM_OUT/before.out"
opened() { ls -l /proc/$program/fd | grep -c /dev/input/event; }
open=$(opened)
to 2
on 2
vm-kms flip 5 >"$VM_OUT/other" 2>&1 || fail "another program cannot be master: $(cat "$VM_OUT/other")"
# What seatd took back is closed, so that it can be given anew.
closed() { [ "$(opened)" = 0 ]; }
until_true 20 closed || fail "$(opened) input devices are open while another program has the seat"
to 1
on 1
back() { [ "$(opened)" = "$open" ]; }
until_true 20 back || fail "$(opened) input devices are open after the return, and were $open"
: >/run/back
wait $touching || fail "touch script: $(cat "$VM_OUT/touch.log")"
sleep 1
screenshot squares
quit
""", touches=touches)
    before = run.file("before.out")
    fingers.compare(test, before, hand)
    fingers.compare(test, run.file("program.out")[len(before):].replace(" 2 ", " 1 "), again)
    test.expect_image("squares-800x480", test.picture("squares"))


# A finger puts the green square of `PanelProbe drag` elsewhere; a second after it has lifted the square is half clear. Only the
# first picture comes with the mode: the others are on the panel if the device was told what changed.
MOVED = """
launch %s PanelProbe drag
ready
sleep 1
screenshot before
touch_screen
sleep 2
screenshot after
quit
"""
FINGER = "plug touch\nwait-open touch\nsleep 100\ndown 0 500 250\nsync\nsleep 100\nup 0\nsync\nsleep 300\nunplug touch\n"


def moved(test, settings):
    test.qemu(MOVED % settings, touches=FINGER)
    squares = test.expected("squares-800x480")
    test.same_image(test.picture("before"), images.with_square(squares, 0, 0, 120, (0, 255, 0)), "the first picture")
    test.same_image(test.picture("after"), images.with_square(squares, 440, 190, 120, (128, 255, 128)),
                    "after the square has moved", tolerance=1)


@case("framebuffer-device", "qemu")
def framebuffer(test):
    """The old interface, on a driver's emulation of it: the first picture, and one after something has moved."""
    moved(test, "VITRINE_OUTPUT=fbdev")


@case("dirty-rectangles", "qemu")
def dirty(test):
    """One buffer, painted while it is shown, and what changed told to the device: a square moves, no pixel is left behind."""
    moved(test, "VITRINE_KMS=dirty")
