"""A panel that nobody touches goes dark, and wakes without pressing anything."""
from harness import fingers, images
from harness.case import case
from harness.fingers import Finger

LIT = "cat /sys/class/drm/card0-Virtual-1/dpms"
WAKING = Finger(0, (200, 200), (300, 250))
NEXT = Finger(0, (500, 300), (600, 350))
HANDS = "plug touch\nwait-open touch\nwait-file /run/dark\n" + "".join(
    fingers.script([hand], before="", after="sleep 500\n") for hand in (WAKING, NEXT)) + "unplug touch\n"


def awake(test, run):
    """Of two fingers in turn the view saw the second one only."""
    fingers.compare(test, run.file("program.out"), [NEXT])


@case("dark-without-signal", "uml")
def signal_off(test):
    """After two seconds without a touch the CRTC is off; a touch lights it and is swallowed, the next one arrives."""
    run = test.uml("""
launch VITRINE_TOUCH_RESAMPLING=off VITRINE_BLANK_AFTER=2 PanelProbe touches
ready
vm-touch "$TOUCHES" >"$VM_OUT/touch.log" 2>&1 &
await_state 10 Off %s
: >/run/dark
await_state 10 On %s
wait $!
screenshot squares
await_state 10 Off %s
quit
""" % (LIT, LIT, LIT), touches=HANDS)
    awake(test, run)
    test.expect_image("squares-800x480", test.picture("squares"))


@case("dark-by-a-black-picture", "qemu")
def black(test):
    """The same with a black picture: the signal stays on, the whole picture is back after the touch."""
    run = test.qemu("""
launch VITRINE_TOUCH_RESAMPLING=off VITRINE_BLANK_AFTER=3 VITRINE_BLANK=black PanelProbe touches
ready
vm-touch "$TOUCHES" >"$VM_OUT/touch.log" 2>&1 &
sleep 6
screenshot black
[ "$(%s)" = On ] || fail "the signal is off"
: >/run/dark
wait $!
screenshot squares
quit
""" % LIT, touches=HANDS)
    awake(test, run)
    test.equal(images.colours(test.picture("black")), 1, "colours of the dark panel")
    test.equal(test.picture("black")[2][:3], b"\0\0\0", "its colour")
    test.expect_image("squares-800x480", test.picture("squares"))
