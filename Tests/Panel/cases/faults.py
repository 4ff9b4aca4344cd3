"""The driver refuses, loses and lies, on a real kernel: vkms does it when its parameters say so (machine/modules/patch-vkms).

All in virtual time: what is counted are vertical blanks."""
import re

from harness import images
from harness.case import case

# fault NAME=VALUE...: from now on. moving NAME: how many new framebuffers 60 vertical blanks bring.
WORDS = """
fault() { for f in "$@"; do echo "${f#*=}" >/sys/module/vkms/parameters/${f%%=*} || fail "no $f"; done; }
left() { cat /sys/module/vkms/parameters/refuse; }
moving() { say "moving-$1" "$(vm-kms watch 60)"; }
"""
MOTION = WORDS + "launch %s PanelProbe motion\nready\nsleep 6\n"


def moves(test, run, name, least=60):
    text = run.said("moving-" + name) or "nothing"
    found = re.match(r"60 vblanks: (\d+) new", text)
    test.check(found and int(found.group(1)) >= least, "%s: %s; expected at least %d" % (name, text, least))


@case("faults-flips-refused", "uml")
def flips_refused(test):
    """Single flips are refused with every error that drivers give: the picture goes on within a second, and then at every vertical
    blank; twenty times EBUSY, too."""
    errors = {"EPERM": 1, "E2BIG": 7, "ENOMEM": 12, "EACCES": 13, "EBUSY": 16, "EINVAL": 22, "ENOSPC": 28, "ERANGE": 34,
              "ENOSYS": 38, "EOPNOTSUPP": 95}
    run = test.uml(MOTION % "" + "".join("""
fault refuse_with=%d refuse=1
sleep 1
[ "$(left)" = 0 ] || fail "no flip was tried after %s"
moving %s
""" % (code, name, name) for name, code in errors.items()) + """
fault refuse_with=16 refuse=20
sleep 20
[ "$(left)" = 0 ] || fail "$(left) refusals are left"
moving many
quit
""", virtual=True)
    for name in [*errors, "many"]:
        moves(test, run, name)


# pictures NAME: how many the program has shown within 2 s, by its own count. Beside blocking commits, which hold the kernel's locks,
# nobody else sees each vertical blank.
COUNT = """
count() { "$PROGRAMS/vitrine" stats --json | python3 -c 'import json,sys; print(json.load(sys.stdin)["frames"]["shown"])'; }
pictures() { before=$(count); sleep 2; say "pictures-$1" $(($(count) - before)); }
"""


DRAG = """
# drag X: a finger goes from X, 300 to 600, 200, where the probe's square stays
drag() {
    vm-touch - <<END >/dev/null || fail "touch script"
plug touch
wait-open touch
down 0 $1 300
sync
glide 500 0 600 200
up 0
sync
sleep 500
unplug touch
END
}
"""


@case("faults-no-flip-works", "uml")
def no_flip(test):
    """Every non-blocking commit is refused, for good: pictures are shown by blocking ones; without atomic commits in one buffer with
    DIRTYFB, or where the driver has none by setting the mode."""
    run = test.uml(COUNT + MOTION % "" + """
fault refuse=100000000
sleep 3
pictures blocking
quit
""", virtual=True)
    test.check(115 <= int(run.said("pictures-blocking")) <= 125, "pictures in 2 s: " + run.said("pictures-blocking"))
    test.check(run.file("program.err").count("\n") <= 4, "what is said: " + run.file("program.err"))
    for name, arguments in (("mode", ""), ("dirty", "damage=1")):
        run = test.uml(WORDS + DRAG + """
fault refuse=100000000
launch VITRINE_KMS=legacy VITRINE_TOUCH_RESAMPLING=off PanelProbe drag
ready
drag 200
sleep 1
screenshot %s
quit
""" % name, virtual=True, options=["--module-args", "vkms:" + arguments] if arguments else [])
        after = images.with_square(test.expected("squares-800x480"), 540, 140, 120, (128, 255, 128))
        test.same_image(test.picture(name), after, "the last picture, " + name, tolerance=1)


@case("faults-dirty-refused", "uml")
def dirty(test):
    """One buffer and DIRTYFB: it is refused three times with EBUSY, then once with EINVAL; what was drawn meanwhile is shown."""
    test.uml(WORDS + DRAG + """
fault refuse=100000000
launch VITRINE_KMS=legacy VITRINE_TOUCH_RESAMPLING=off PanelProbe drag
ready
drag 200
for refusal in 16:3 22:1; do
    fault refuse_what=2 refuse_with=${refusal%:*} refuse=${refusal#*:}
    drag 300
    sleep 2
    [ "$(left)" = 0 ] || fail "$(left) refusals are left of $refusal"
    vm-screenshot after-${refusal%:*} || fail "no screenshot"
done
quit
""", virtual=True, options=["--module-args", "vkms:damage=1"])
    after = images.with_square(test.expected("squares-800x480"), 540, 140, 120, (128, 255, 128))
    for code in (16, 22):
        test.same_image(test.picture("after-%d" % code), after, "the last picture, error %d" % code, tolerance=1)


@case("faults-not-detected", "uml")
def undetected(test):
    """A panel that the connector does not detect: with its name and its timings it shows the picture all the same."""
    test.uml(WORDS + """
fault connected=0
launch PanelProbe still
ready
screenshot squares
quit
""", virtual=True, env={"VITRINE_CONNECTOR": "Virtual-1", "VITRINE_MODE": "33.3 800 840 888 928 480 493 496 525"})
    test.expect_image("squares-800x480", test.picture("squares"))


@case("faults-lost-flips", "uml")
def lost(test):
    """One flip is never reported: after a second the picture moves again. None is: it moves without reports."""
    run = test.uml(COUNT + MOTION % "" + """
fault lose=1
sleep 2
moving once
fault lose=100000000
sleep 5
pictures always
quit
""", virtual=True)
    moves(test, run, "once")
    test.check(115 <= int(run.said("pictures-always")) <= 125, "pictures in 2 s: " + run.said("pictures-always"))


@case("faults-first-picture-refused", "uml")
def first(test):
    """The mode sets of the first pictures are refused: it is told, tried again, and ready comes with the picture."""
    run = test.uml(WORDS + """
fault refuse_what=2 refuse=3
launch PanelProbe still
ready
[ "$(left)" = 0 ] || fail "ready with $(left) refusals left"
screenshot squares
quit
""", virtual=True)
    test.expect_image("squares-800x480", test.picture("squares"))
    test.matches(run.file("program.err"), "Invalid argument|EINVAL")


@case("faults-no-32-bits", "uml")
def bits(test):
    """The plane lists formats of 32 bits and refuses them all: 16 bits from the first picture on, and after a replug at once."""
    run = test.uml(WORDS + """
fault refuse_32_bits=1
launch PanelProbe still
ready
screenshot squares
say lit "$(vm-kms planes)"
fault connected=0
sleep 2
fault connected=1
sleep 2
screenshot again
say again "$(vm-kms planes)"
quit
""", virtual=True)
    for name in ("squares", "again"):
        test.expect_image("squares-800x480", test.picture(name))
    test.matches(run.said("lit"), "800x480 RG16")
    test.matches(run.said("again"), "800x480 RG16")


@case("faults-link", "uml")
def link(test):
    """The link to the panel fails (link-status): the mode is set with the next picture, and the link is good again."""
    run = test.uml(MOTION % "" + """
fault link_bad=1
good() { [ "$(vm-kms link)" = Good ]; }
good && fail "the link has not failed"
until_true 3 good || fail "the link stays bad"
sleep 4
moving good
quit
""", virtual=True)
    moves(test, run, "good")


@case("faults-signal-stays-on", "uml")
def signal(test):
    """The device refuses to switch its signal off: asked twice, then the picture is black; a finger brings it back."""
    run = test.uml(WORDS + """
fault refuse_what=4 refuse=100
launch VITRINE_BLANK=dpms VITRINE_BLANK_AFTER=5 PanelProbe still
ready
sleep 12
say asked $((100 - $(left)))
screenshot dark
printf 'plug touch\\nwait-open touch\\ndown 0 400 300\\nsync\\nsleep 50\\nup 0\\nsync\\nsleep 200\\nunplug touch\\n' | vm-touch >/dev/null
screenshot squares
quit
""", virtual=True)
    test.equal(run.said("asked"), "2", "refusals of switching off")
    test.matches(run.file("program.err"), "could not switch the signal off")
    test.equal(set(test.picture("dark")[2]), {0}, "colours of the dark panel")
    test.expect_image("squares-800x480", test.picture("squares"))


@case("faults-wrong-times", "uml")
def times(test):
    """Flips are reported with times an hour ago, or an hour ahead: every vertical blank has its picture all the same."""
    for hours in (-1, 1):
        run = test.uml(MOTION % "" + "moving on\nquit\n", virtual=True,
                       options=["--module-args", "vkms:clock_off=%d" % (hours * 3600000)])
        moves(test, run, "on", least=59)


@case("faults-cursor", "uml")
def cursor(test):
    """No cursor plane, one that takes no picture, one whose moves are refused: the arrow is a layer, and goes where the mouse goes."""
    for name, arguments, later in (("none", "enable_cursor=0", ""), ("refused", "refuse_cursor=1", ""),
                                   ("moves", "", "fault refuse_what=8 refuse=100000000")):
        run = test.uml(WORDS + """
launch PanelProbe still
ready
%s
vm-touch - <<END &
plug mouse
wait-open mouse
rel 10 10
sleep 200
wait-file /run/enough 60000
END
mouse=$!
sleep 3
say cursors "$(vm-kms cursors | wc -l)"
screenshot %s
: >/run/enough
wait $mouse
sleep 1
screenshot squares
quit
""" % (later, name), virtual=True, options=["--module-args", "vkms:" + arguments])
        test.equal(run.said("cursors"), "0", "cursor planes in use, " + name)
        width, _, pixels = test.picture(name)
        arrow = [pixels[(y * width + x) * 3:(y * width + x) * 3 + 3] for y in range(240, 275) for x in range(400, 430)]
        test.check(any(p != b"\xff\xff\xff" for p in arrow), "%s: there is no arrow in the picture" % name)
        test.expect_image("squares-800x480", test.picture("squares"))
