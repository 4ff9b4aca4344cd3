"""The picture is turned by the display's plane, by the program where the plane cannot or will not, and looks the same."""
from harness import fingers, images
from harness.case import case
from harness.fingers import Finger

# "vkms:rotations=15": the plane offers all quarter turns.
OFFERED = ["--module-args", "vkms:rotations=15"]
# One start for each angle: the picture, and what is in the plane.
SHOW = """
for degrees in %s; do
    launch VITRINE_ROTATION=$degrees Squares
    ready
    screenshot $degrees
    say lit-$degrees "$(vm-kms planes)"
    quit
done
"""


def upright(test, size):
    """What the first sample shows on a panel of that size that hangs as it should."""
    frames = "%s/frames-%s" % (test.folder, size)
    test.on_host("Squares", env={"VITRINE_OUTPUT": "headless", "VITRINE_PANEL": size, "VITRINE_UNTIL": "1",
                                 "VITRINE_CLOCK": "virtual", "VITRINE_FRAMES": frames})
    return test.frames(frames)[-1]


def turned(test, run, by_plane, by_program=()):
    """The panel shows the picture turned so far; who turned it is seen by the framebuffer's size and the plane's property."""
    for degrees in [*by_plane, *by_program]:
        before = upright(test, "480x800" if degrees % 180 else "800x480")
        test.same_image(test.picture(str(degrees)), images.turned(before, degrees), "turned by %d degrees" % degrees)
        size = "480x800" if degrees in by_plane and degrees % 180 else "800x480"
        lit = run.said("lit-%d" % degrees)
        test.check(lit.startswith(size), "%d degrees: the framebuffer is %s" % (degrees, lit))
        test.equal("turned %d" % degrees in lit, degrees in by_plane, "whether the plane turns, %d degrees: %s" % (degrees, lit))


@case("turned-by-the-plane", "uml")
def by_plane(test):
    """The plane turns by 90, 180 and 270 degrees: the framebuffer is upright, and every pixel of the panel as if the program had
    turned it."""
    turned(test, test.uml(SHOW % "90 180 270", options=OFFERED), by_plane=[90, 180, 270])


@case("turned-by-half-a-plane", "uml")
def half(test):
    """A plane that offers half a turn only: it makes that one, and the program the quarter."""
    run = test.uml(SHOW % "180 90", options=["--module-args", "vkms:rotations=5"])
    turned(test, run, by_plane=[180], by_program=[90])


@case("turned-by-a-plane-that-refuses", "uml")
def refused(test):
    """A plane that offers every turn and refuses the test of it: the program turns, and says nothing."""
    run = test.uml(SHOW % "90 270", options=["--module-args", "vkms:rotations=15 refuse_rotations=14"])
    turned(test, run, by_plane=[], by_program=[90, 270])
    test.equal(run.file("program.err"), "", "what the program says")


@case("turned-by-a-plane-that-lies", "uml")
def lies(test):
    """A plane that passes every test of a turn and is refused when the mode is set: the program turns, with new buffers."""
    run = test.uml(SHOW % "90 180", options=["--module-args", "vkms:rotations=15 refuse=1000 refuse_what=16"])
    turned(test, run, by_plane=[], by_program=[90, 180])


@case("fingers-where-the-plane-turns", "uml")
def touched(test):
    """Fingers and the mouse's arrow on a picture that the plane turns; then a panel with another mode: turned as well, and the
    fingers are right at once."""
    hand = [Finger(0, (100, 100), (200, 150)), Finger(3, (500, 400), (600, 300))]
    other = [Finger(0, (400, 100), (500, 150)), Finger(3, (700, 400), (800, 300))]
    run = test.uml("""
launch VITRINE_ROTATION=90 VITRINE_TOUCH_RESAMPLING=off PanelProbe touches
ready
touch_screen
cp "$VM_OUT/program.out" "$VM_OUT/first.out"
vm-touch - <<END &
plug mouse
wait-open mouse
rel 10 10
wait-file $VM_OUT/enough 60000
END
mouse=$!
shown() { [ -n "$(vm-kms cursors)" ]; }
until_true 20 shown || fail "no cursor"
sleep 0.5
say arrow "$(vm-kms cursors)"
touch "$VM_OUT/enough"
wait $mouse
cd /sys/module/vkms/parameters
echo 0 >connected
sleep 1
echo 1024 >xres
echo 600 >yres
echo 1 >connected
other() { case $(vm-kms planes) in 600x1024*"turned 90") true ;; *) false ;; esac; }
until_true 10 other || fail "lit is $(vm-kms planes)"
vm-touch --size 1024 600 - <<END || fail "touch script"
%s
END
screenshot other
quit
""" % fingers.script(other), options=OFFERED, touches=fingers.script(hand))
    first = run.file("first.out")
    # Turned clockwise: the screen's top edge is the panel's right edge.
    fingers.compare(test, first, hand, lambda p: (p[1], 800 - p[0]), 1.01)
    # The middle of the panel, and from there to the right and down as the picture hangs: down and to the left on the panel.
    test.matches(run.said("arrow"), r"at (2[5-9]\d|3\d\d),(24\d|25\d)")
    again = run.file("program.out")[len(first):]
    fingers.compare(test, renumbered(again), other, lambda p: (p[1], 1024 - p[0]), 1.01)
    test.equal(test.picture("other")[:2], (1024, 600), "size of the other panel")


def renumbered(text):
    """The probe counts its touches on and on: the second hand's from 1 again."""
    lines = [l.split(" ") for l in text.splitlines()]
    first = min(int(w[1]) for w in lines if w[0] == "began")
    return "\n".join(" ".join([w[0], str(int(w[1]) - first + 1), *w[2:]]) for w in lines if w[0] in (
        "began", "moved", "ended", "cancelled"))


@case("motion-where-the-plane-turns", "uml")
def moves(test):
    """Four seconds of an animation on a picture that the plane turns: a new frame for each vertical blank."""
    run = test.uml('launch VITRINE_ROTATION=270 PanelProbe motion\nready\nsleep 6\n'
                   'say watched "$(vm-kms watch 240)"\nsay lit "$(vm-kms planes)"\nquit\n', virtual=True, options=OFFERED)
    test.matches(run.said("watched"), "240 vblanks: 240 new framebuffers; longest wait 0")
    test.matches(run.said("lit"), "^480x800 .* turned 270")
