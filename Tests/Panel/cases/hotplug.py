"""Cables are pulled and plugged: what should be visible becomes visible."""
from harness import fingers, images
from harness.case import case
from harness.fingers import Finger


@case("panel-plugged-in-again", "qemu")
def replug(test):
    """The panel is unplugged for a while: the program lives on, and shows its picture when it is back."""
    test.qemu("""
launch PanelProbe still
ready
vm-host resize 0 0
sleep 2
kill -0 $program || fail "the program ended when the panel went"
vm-host resize 800 480
sleep 2
screenshot squares
quit
""")
    test.expect_image("squares-800x480", test.picture("squares"))


@case("panel-plugged-in-late", "qemu")
def late(test):
    """Started without a panel: it says what it waits for, is not ready yet, and shows its picture once there is one."""
    run = test.qemu("""
vm-host resize 0 0
launch PanelProbe still
sleep 5
[ ! -e "$VM_OUT/notify.ready" ] || fail "ready without a panel"
[ ! -e "$VM_OUT/notify.exit" ] || fail "ended without a panel: $(cat "$VM_OUT/program.err")"
cp "$VM_OUT/program.err" "$VM_OUT/waiting"
vm-host resize 800 480
ready
screenshot squares
quit
""")
    test.matches(run.file("waiting") + run.file("notify"), "Virtual-1", "wait|no display|not connected|nothing is connected")
    test.expect_image("squares-800x480", test.picture("squares"))


@case("panel-with-another-mode", "qemu")
def another_mode(test):
    """A bigger panel is plugged in: the program takes its mode; nothing of the old size is left over."""
    test.qemu("""
launch PanelProbe still
ready
vm-host resize 0 0
sleep 1
vm-host resize 1024 768
sleep 3
screenshot squares
quit
""")
    picture = test.picture("squares")
    test.equal(picture[:2], (1024, 768), "size")
    test.equal(images.colours(picture), 3, "number of colours")


@case("fingers-after-another-panel", "uml")
def fingers_after(test):
    """C06: unplugged for ten seconds, at rest: the program does not wake up once. Then a bigger panel: fingers that land as soon as its
    picture is there are where they should be; and back to the first one."""
    hand = [Finger(0, (200, 300), (300, 350)), Finger(3, (500, 400), (600, 300))]
    run = test.uml("""
fault() { for f in "$@"; do echo "${f#*=}" >/sys/module/vkms/parameters/${f%%=*} || fail "no $f"; done; }
lit() { case $(vm-kms planes) in $1*) true ;; *) false ;; esac; }
switches() { cat /proc/$program/task/*/status | awk '/ctxt_switches/ {n += $2} END {print n}'; }
launch VITRINE_TOUCH_RESAMPLING=off PanelProbe touches
ready
for size in 1024x600 800x480; do
    fault connected=0
    sleep 2
    woken=$(switches)
    sleep 10
    say woken-$size $(($(switches) - woken))
    fault xres=${size%x*} yres=${size#*x} connected=1
    until_true 5 lit $size || fail "lit is $(vm-kms planes)"
    vm-touch --size ${size%x*} ${size#*x} "$TOUCHES" >"$VM_OUT/touch.log" || fail "touch script"
done
screenshot squares
quit
""", virtual=True, touches=fingers.script(hand, before="plug touch\nwait-open touch\n"))
    for size in ("1024x600", "800x480"):
        test.equal(run.said("woken-" + size), "0", "wake-ups within ten seconds without a panel")
    story = run.file("program.out")
    half = [l for l in story.splitlines() if l.split(" ")[0] in ("began", "moved", "ended", "cancelled")]
    split = next(n for n, l in enumerate(half) if l.startswith("began 3 "))
    fingers.compare(test, "\n".join(half[:split]), hand)
    again = [" ".join([w[0], str(int(w[1]) - 2), *w[2:]]) for w in (l.split(" ") for l in half[split:])]
    fingers.compare(test, "\n".join(again), hand)
    test.expect_image("squares-800x480", test.picture("squares"))
